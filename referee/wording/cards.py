"""What is said of each card type: data. The sentences of what several types share are elsewhere;
what else a card is called is in rules/phrases/vocabularies/card_names.toml."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy, pgettext_lazy

from referee.rules.cards import NIGIRI_VALUES

Text = str | Promise
Sentences = Text | Mapping[object, Text]


class CardWords(NamedTuple):
    """The words of a card type, or of Roll's unused tokens.

    Attributes:
        count: so many of its cards.
        headings: where each game's rulebook says what it scores, by rule set.
        colour: its background, told by the cards that have it: players see cards, not hex codes.
        faces: the names of its faces; ``icons`` so many icons of it, on dice and uramaki.
        kinds: what tells its faces apart, short enough for a button, where that is no number;
            ``kind_counts`` so many of a kind, where these are counted.
        braille: what stands on its cards' labels, by language, face by face.
        example: made-up tableaus that show what it scores.
        remarks: what is said of so many cards or more.
        table: what heads its table of points, and the number from which more score the same.
        by_opponents: what is said of its line, where it scores by opponents: ``none`` of whom has
            some, the ``most`` that a card may bring, ``some``; and for the whole table.
        mistakes: the sentence of each mistake that only its lines have, by its code; several where
            it is made in several ways.
    """

    name: Text
    count: Any
    headings: Mapping[str, Text]
    colour: Text | None = None
    faces: Mapping[str, Text] = {}
    kinds: Mapping[str, Text] = {}
    kind_counts: Mapping[str, Any] = {}
    icons: Any = None
    braille: Mapping[str, str] = {}
    example: tuple[str, ...] = ()
    remarks: Mapping[int, Text] = {}
    table: tuple[Text, int] | None = None
    by_opponents: Mapping[str, Any] = {}
    mistakes: Mapping[str, Sentences] = {}


_PLAIN = "%(cards)s"
CARDS: dict[str, CardWords] = {
    "nigiri": CardWords(
        _("nigiri"),
        ngettext_lazy("%(n)d nigiri", "%(n)d nigiri", "n"),
        headings={
            "sushi-go": _("Scoring: Nigiri and Wasabi"),
            "sushi-go-party": _("Card Guide: Nigiri"),
            "sushi-roll": _("Scoring a Round: Nigiri"),
        },
        colour=_("yellow, nigiri and wasabi"),
        faces={
            "egg-nigiri": _("egg nigiri"),
            "salmon-nigiri": _("salmon nigiri"),
            "squid-nigiri": _("squid nigiri"),
        },
        kinds={
            "egg-nigiri": pgettext_lazy("nigiri", "Egg"),
            "salmon-nigiri": pgettext_lazy("nigiri", "Salmon"),
            "squid-nigiri": pgettext_lazy("nigiri", "Squid"),
        },
        kind_counts={
            "egg-nigiri": ngettext_lazy("%(n)d egg nigiri", "%(n)d egg nigiri", "n"),
            "salmon-nigiri": ngettext_lazy("%(n)d salmon nigiri", "%(n)d salmon nigiri", "n"),
            "squid-nigiri": ngettext_lazy("%(n)d squid nigiri", "%(n)d squid nigiri", "n"),
        },
        braille={"en": "egg, salmon, squid", "es": "tortilla, salmón, calamar"},
        example=("squid-nigiri salmon-nigiri egg-nigiri",),
        mistakes={
            "wasabi-doubles": _("Nigiri on wasabi doubled, not tripled."),
            "tripled-on-top": _("Nigiri on wasabi paid four times: once more beside the triple."),
            "wasabi-untripled": {
                True: _("Nigiri on wasabi not tripled."),
                **dict.fromkeys(NIGIRI_VALUES, _("A nigiri on wasabi not tripled: %(name)s.")),
            },
            "wasabi-all-nigiri": _("All nigiri tripled, not only those on wasabi."),
            "wasabi-earlier-nigiri": {
                "exchanged": _(
                    "Counted on the wasabi: %(name)s instead of %(other)s. That is right if the "
                    "cards lie so, wrong if it was played before the wasabi."
                ),
                "put there": _(
                    "Counted on the free wasabi: %(name)s. That is right if it lies there, wrong "
                    "if it was played before the wasabi."
                ),
            },
        },
    ),
    "wasabi": CardWords(
        _("wasabi"),
        ngettext_lazy("%(n)d wasabi", "%(n)d wasabi", "n"),
        headings={
            "sushi-go": _("Scoring: Nigiri and Wasabi"),
            "sushi-go-party": _("Card Guide: Wasabi"),
            "sushi-roll": _("Scoring a Round: Specials"),
        },
        braille={"en": "wasabi", "es": "wasabi"},
        example=("wasabi+salmon-nigiri", "wasabi"),
        remarks={0: _("%(cards)s without nigiri")},
        mistakes={
            "wasabi-paid": {
                "each": _("Wasabi counted as a point each; it scores nothing by itself."),
                "once": _("Wasabi counted as one point; it scores nothing by itself."),
            }
        },
    ),
    "maki": CardWords(
        _("maki rolls"),
        ngettext_lazy("%(n)d maki roll", "%(n)d maki rolls", "n"),
        headings={
            "sushi-go": _("Scoring: Maki Rolls"),
            "sushi-go-party": _("Card Guide: Maki Rolls"),
            "sushi-roll": _("Scoring a Round: Maki Rolls"),
        },
        colour=_("red, maki rolls"),
        faces={
            "maki-1": _("maki roll with 1 icon"),
            "maki-2": _("maki roll with 2 icons"),
            "maki-3": _("maki roll with 3 icons"),
        },
        braille={"en": "maki 1, maki 2, maki 3", "es": "maki 1, maki 2, maki 3"},
        example=("maki-3 maki-2", "maki-3", "maki-1"),
        mistakes={
            "zero-maki-paid": _("A place paid to somebody who has none: %(name)s."),
            "maki-by-cards": {
                "sushi-go": _("Maki compared by cards, not by the rolls on them."),
                "sushi-go-party": _("Maki compared by cards, not by the rolls on them."),
                "sushi-roll": _("Maki compared by dice, not by the rolls on them."),
            },
            "maki-other-table": {
                "few": _("The places for maki rolls paid as with five players or fewer: 6 and 3."),
                "many": _(
                    "The places for maki rolls paid as with six players or more: 6, 4 and 2."
                ),
            },
        },
    ),
    "temaki": CardWords(
        _("temaki"),
        ngettext_lazy("%(n)d temaki", "%(n)d temaki", "n"),
        headings={"sushi-go-party": _("Card Guide: Temaki")},
        colour=_("deep purple, temaki"),
        braille={"en": "temaki", "es": "temaki"},
        example=("temaki*2", "temaki", ""),
        mistakes={"temaki-loss-forgotten": _("The points lost for fewest temaki forgotten.")},
    ),
    "uramaki": CardWords(
        _("uramaki"),
        ngettext_lazy("%(n)d uramaki", "%(n)d uramaki", "n"),
        headings={"sushi-go-party": _("Card Guide: Uramaki")},
        colour=_("yellow-lime, uramaki"),
        faces={
            "uramaki-3": _("uramaki with 3 icons"),
            "uramaki-4": _("uramaki with 4 icons"),
            "uramaki-5": _("uramaki with 5 icons"),
        },
        icons=ngettext_lazy("%(n)d icon", "%(n)d icons", "n"),
        braille={"en": "ura 3, ura 4, ura 5", "es": "ura 3, ura 4, ura 5"},
        mistakes={
            "uramaki-order": _("The uramaki places given out in another order."),
            "uramaki-twice": _("Claimed uramaki counted once more at the end of the round."),
        },
    ),
    "tempura": CardWords(
        _("tempura"),
        ngettext_lazy("%(n)d tempura", "%(n)d tempura", "n"),
        headings={
            "sushi-go": _("Scoring: Tempura"),
            "sushi-go-party": _("Card Guide: Tempura"),
            "sushi-roll": _("Scoring a Round: Appetizers"),
        },
        colour=_("lilac, tempura"),
        faces={"tempura-2": _("tempura with 2 icons"), "tempura-3": _("tempura with 3 icons")},
        icons=ngettext_lazy("%(n)d tempura icon", "%(n)d tempura icons", "n"),
        braille={"en": "tempura", "es": "tempura"},
        example=("tempura*2", "tempura"),
        mistakes={"single-tempura": _("A tempura without a partner paid: %(points)s.")},
    ),
    "sashimi": CardWords(
        _("sashimi"),
        ngettext_lazy("%(n)d sashimi", "%(n)d sashimi", "n"),
        headings={
            "sushi-go": _("Scoring: Sashimi"),
            "sushi-go-party": _("Card Guide: Sashimi"),
            "sushi-roll": _("Scoring a Round: Appetizers"),
        },
        colour=_("lime green, sashimi"),
        faces={"sashimi-2": _("sashimi with 2 icons"), "sashimi-3": _("sashimi with 3 icons")},
        icons=ngettext_lazy("%(n)d sashimi icon", "%(n)d sashimi icons", "n"),
        braille={"en": "sashimi", "es": "sashimi"},
        example=("sashimi*3", "sashimi*2"),
        mistakes={
            "pair-of-sashimi": {
                "every": _("Sashimi counted in pairs: %(points)s each."),
                "one": _("Two sashimi without a third paid: %(points)s."),
            }
        },
    ),
    "dumpling": CardWords(
        _("dumplings"),
        ngettext_lazy("%(n)d dumpling", "%(n)d dumplings", "n"),
        headings={
            "sushi-go": _("Scoring: Dumplings"),
            "sushi-go-party": _("Card Guide: Dumpling"),
            "sushi-roll": _("Scoring a Round: Appetizers"),
        },
        colour=_("blue, dumplings"),
        faces={
            "dumpling": _("dumpling"),
            "dumpling-2": _("dumpling with 2 icons"),
            "dumpling-3": _("dumpling with 3 icons"),
        },
        icons=ngettext_lazy("%(n)d dumpling icon", "%(n)d dumpling icons", "n"),
        braille={"en": "dumpling", "es": "gyoza"},
        example=("dumpling*3", "dumpling"),
        remarks={6: _("%(cards)s, of which 5 pay")},
        table=(_("Dumplings"), 5),
        mistakes={
            "sixth-dumpling": {
                "anew": _("The sixth dumpling counted as the first of a new set."),
                6: _("A sixth dumpling counted as 6 more points."),
                "more": _("Dumplings past the fifth counted as 6 and more points."),
            },
            "dumpling-step": {
                1: _("Dumplings read one column too far in the table."),
                -1: _("Dumplings read one column too early in the table."),
            },
            "linear-dumplings": _("Every dumpling counted alike: %(points)s each."),
        },
    ),
    "eel": CardWords(
        _("eel"),
        ngettext_lazy("%(n)d eel", "%(n)d eels", "n"),
        headings={"sushi-go-party": _("Card Guide: Eel")},
        colour=_("indigo, eel"),
        braille={"en": "eel", "es": "anguila"},
        example=("eel*2", "eel"),
        remarks={1: _("%(cards)s, all alone"), 2: _PLAIN, 3: _("%(cards)s score the same as 2")},
        table=(_("Eels"), 2),
        mistakes={
            "eel-single-free": _("A single eel counted as nothing."),
            "eel-third-pays": {
                "each": _("Every eel past the second counted as another 7 points."),
                "pairs": _("Every pair of eels counted as 7 points."),
            },
        },
    ),
    "tofu": CardWords(
        _("tofu"),
        ngettext_lazy("%(n)d tofu", "%(n)d tofu", "n"),
        headings={"sushi-go-party": _("Card Guide: Tofu")},
        colour=_("green, tofu"),
        braille={"en": "tofu", "es": "tofu"},
        example=("tofu*2", "tofu*3"),
        remarks={3: _("%(cards)s, more than two score nothing")},
        table=(_("Tofu"), 3),
        mistakes={
            "tofu-past-two": {
                "two": _("Three or more tofu paid like two."),
                "anew": _("The third tofu counted as the first of a new set."),
            }
        },
    ),
    "edamame": CardWords(
        _("edamame"),
        ngettext_lazy("%(n)d edamame", "%(n)d edamame", "n"),
        headings={"sushi-go-party": _("Card Guide: Edamame")},
        colour=_("violet, edamame"),
        braille={"en": "edamame", "es": "edamame"},
        example=("edamame*2", "edamame", "edamame"),
        mistakes={
            "edamame-by-cards": {
                "others": _("Edamame counted by the opponents' cards, not by opponents."),
                "without cap": _(
                    "Edamame counted by the opponents' cards, and past the most that one can pay."
                ),
                "own": _("One point counted for each edamame, whoever else has some."),
            },
            "own-counted": _("Oneself counted among the opponents who have edamame."),
            "edamame-no-cap": _("Edamame counted past the most that one can pay."),
        },
        by_opponents={
            "none": _("%(edamame)s, and nobody else has any"),
            "most": _("%(edamame)s × %(each)d, the most for one card (%(n)d opponents have some)"),
            "some": ngettext_lazy(
                "%(edamame)s × %(n)d opponent with edamame (%(names)s)",
                "%(edamame)s × %(n)d opponents with edamame (%(names)s)",
                "n",
            ),
            "at the table": _("%(names)s have edamame: %(points)s for each card."),
            "at the table, one": _("Only %(names)s has edamame: %(points)s."),
        },
    ),
    "miso-soup": CardWords(
        _("miso soup"),
        ngettext_lazy("%(n)d miso soup", "%(n)d miso soups", "n"),
        headings={"sushi-go-party": _("Card Guide: Miso Soup")},
        colour=_("teal, miso soup"),
        braille={"en": "miso", "es": "miso"},
        example=("miso-soup*2", ""),
        remarks={2: _("%(cards)s, %(value)d each")},
        mistakes={
            "miso-discarded-counted": _("Discarded miso soup paid all the same: %(points)s.")
        },
    ),
    "onigiri": CardWords(
        _("onigiri"),
        ngettext_lazy("%(n)d onigiri", "%(n)d onigiri", "n"),
        headings={"sushi-go-party": _("Card Guide: Onigiri")},
        colour=_("magenta, onigiri"),
        faces={
            "onigiri-circle": _("round onigiri"),
            "onigiri-triangle": _("triangular onigiri"),
            "onigiri-square": _("square onigiri"),
            "onigiri-rectangle": _("rectangular onigiri"),
        },
        kinds={
            "circle": pgettext_lazy("shape of an onigiri", "round"),
            "triangle": pgettext_lazy("shape of an onigiri", "triangular"),
            "square": pgettext_lazy("shape of an onigiri", "square"),
            "rectangle": pgettext_lazy("shape of an onigiri", "rectangular"),
        },
        kind_counts={
            "circle": ngettext_lazy("%(n)d round onigiri", "%(n)d round onigiri", "n"),
            "triangle": ngettext_lazy("%(n)d triangular onigiri", "%(n)d triangular onigiri", "n"),
            "square": ngettext_lazy("%(n)d square onigiri", "%(n)d square onigiri", "n"),
            "rectangle": ngettext_lazy(
                "%(n)d rectangular onigiri", "%(n)d rectangular onigiri", "n"
            ),
        },
        braille={
            "en": "oni roun, oni tria, oni squa, oni rect",
            "es": "oni redo, oni tria, oni cuad, oni rect",
        },
        example=("onigiri-circle onigiri-square onigiri-triangle", "onigiri-circle*2"),
        mistakes={
            "onigiri-same-shape": _("Onigiri of one shape counted as a set of different ones."),
            "onigiri-one-set": _("Only the first set of onigiri counted."),
        },
    ),
    "chopsticks": CardWords(
        _("chopsticks"),
        ngettext_lazy("%(n)d chopsticks card", "%(n)d chopsticks cards", "n"),
        headings={
            "sushi-go": _("Scoring: Chopsticks"),
            "sushi-go-party": _("Card Guide: Chopsticks"),
            "sushi-roll": _("Scoring a Round: Specials"),
        },
        colour=_("mint, chopsticks"),
        faces={
            "chopsticks-2": _("chopsticks with 2 icons"),
            "chopsticks-3": _("chopsticks with 3 icons"),
        },
        icons=ngettext_lazy("%(n)d chopsticks icon", "%(n)d chopsticks icons", "n"),
        braille={"en": "chop", "es": "palillos"},
        example=("chopsticks", ""),
        remarks={0: _("%(cards)s, unused")},
        mistakes={
            "chopsticks-paid": {
                "each": _("Chopsticks counted as a point each; they score nothing."),
                "once": _("Chopsticks counted as one point; they score nothing."),
            }
        },
    ),
    "spoon": CardWords(
        _("spoon"),
        ngettext_lazy("%(n)d spoon", "%(n)d spoons", "n"),
        headings={"sushi-go-party": _("Card Guide: Spoon")},
        colour=_("charcoal, spoon"),
        braille={"en": "spoon", "es": "cuchara"},
        example=("spoon", ""),
        remarks={0: _("%(cards)s, unused")},
    ),
    "menu": CardWords(
        _("menu"),
        ngettext_lazy("%(n)d menu", "%(n)d menus", "n"),
        headings={
            "sushi-go-party": _("Card Guide: Menu"),
            "sushi-roll": _("Scoring a Round: Specials"),
        },
        colour=_("pale yellow, menu"),
        faces={"menu-2": _("menu with 2 icons"), "menu-3": _("menu with 3 icons")},
        icons=ngettext_lazy("%(n)d menu icon", "%(n)d menu icons", "n"),
        braille={"en": "menu", "es": "menú"},
        remarks={0: _("%(cards)s, no points")},
    ),
    "special-order": CardWords(
        _("special order"),
        ngettext_lazy("%(n)d special order", "%(n)d special orders", "n"),
        headings={"sushi-go-party": _("Card Guide: Special Order")},
        braille={"en": "order", "es": "pedido"},
        example=("tempura special-order:tempura", "tempura"),
        remarks={0: _("%(cards)s, nothing copied")},
    ),
    "takeout-box": CardWords(
        _("takeout box"),
        ngettext_lazy("%(n)d takeout box", "%(n)d takeout boxes", "n"),
        headings={"sushi-go-party": _("Card Guide: Takeout Box")},
        colour=_("tan, takeout box"),
        braille={"en": "takeout", "es": "caja"},
        example=("flipped:tempura flipped:eel", "eel"),
        remarks={
            0: _("a takeout box itself scores nothing"),
            1: _PLAIN,
            2: _("%(cards)s, %(value)d each"),
        },
    ),
    "soy-sauce": CardWords(
        _("soy sauce"),
        ngettext_lazy("%(n)d soy sauce", "%(n)d soy sauces", "n"),
        headings={
            "sushi-go": _("Soy Sauce promotional card"),
            "sushi-go-party": _("Card Guide: Soy Sauce"),
        },
        colour=_("orange, soy sauce"),
        braille={"en": "soy", "es": "soja"},
        example=("soy-sauce tempura eel", "soy-sauce tempura"),
        mistakes={
            "soy-once": _("Several soy sauces paid like one."),
            "soy-runner-up": _("Soy sauce paid for second most colours."),
            "colours-by-type": {
                "types": _("Nigiri and wasabi counted as two colours."),
                "faces": _("Different cards of one colour counted as several colours."),
            },
            "soy-among-owners": _("Colours compared only among those who have soy sauce."),
        },
    ),
    "tea": CardWords(
        _("tea"),
        ngettext_lazy("%(n)d tea", "%(n)d teas", "n"),
        headings={"sushi-go-party": _("Card Guide: Tea")},
        colour=_("dark red, tea"),
        braille={"en": "tea", "es": "té"},
        example=("tea maki-1*3", "tea eel"),
        mistakes={
            "tea-by-face": _("The largest set of tea taken from equal cards, not from one colour."),
            "tea-wrong-set": {
                "no-tea": _("The largest set of tea taken without the tea itself."),
                "wasabi-apart": _(
                    "The largest set of tea taken without the wasabi, which has the colour of "
                    "nigiri."
                ),
            },
        },
    ),
    "pudding": CardWords(
        _("pudding"),
        ngettext_lazy("%(n)d pudding", "%(n)d puddings", "n"),
        headings={
            "sushi-go": _("Ending the Game: Puddings"),
            "sushi-go-party": _("Card Guide: Pudding"),
            "sushi-roll": _("Ending the Game"),
        },
        colour=_("pink, pudding"),
        faces={"pudding-2": _("pudding with 2 icons"), "pudding-3": _("pudding with 3 icons")},
        icons=ngettext_lazy("%(n)d pudding icon", "%(n)d pudding icons", "n"),
        braille={"en": "pudding", "es": "pudin"},
        example=("pudding*2", "pudding", ""),
        mistakes={
            "puddings-every-round": {
                "instead": _("Puddings scored in every round instead of at the end of the game."),
                "too": _("Puddings scored in the rounds as well as at the end of the game."),
                "one": _("Puddings scored in this round already, not only at the end of the game."),
            },
            "equal-shared": _("Puddings shared, though all have the same number."),
            "puddings-forgotten": _("The puddings forgotten at the end of the game."),
        },
    ),
    "green-tea-ice-cream": CardWords(
        _("green tea ice cream"),
        ngettext_lazy("%(n)d green tea ice cream", "%(n)d green tea ice creams", "n"),
        headings={"sushi-go-party": _("Card Guide: Green Tea Ice Cream")},
        colour=_("blue-green, green tea ice cream"),
        braille={"en": "icecream", "es": "helado"},
        example=("green-tea-ice-cream*4", "green-tea-ice-cream*3"),
        mistakes={
            "ice-cream-singly": _(
                "Green tea ice cream paid 3 points each, not only in sets of four."
            )
        },
    ),
    "fruit": CardWords(
        _("fruit"),
        ngettext_lazy("%(n)d piece of fruit", "%(n)d pieces of fruit", "n"),
        headings={"sushi-go-party": _("Card Guide: Fruit")},
        colour=_("coral, fruit"),
        faces={
            "fruit-watermelon-watermelon": _("fruit: two watermelons"),
            "fruit-orange-orange": _("fruit: two oranges"),
            "fruit-pineapple-pineapple": _("fruit: two pineapples"),
            "fruit-watermelon-orange": _("fruit: watermelon and orange"),
            "fruit-watermelon-pineapple": _("fruit: watermelon and pineapple"),
            "fruit-orange-pineapple": _("fruit: orange and pineapple"),
        },
        kinds={
            "watermelon": pgettext_lazy("fruit", "Watermelon"),
            "orange": pgettext_lazy("fruit", "Orange"),
            "pineapple": pgettext_lazy("fruit", "Pineapple"),
        },
        kind_counts={
            "watermelon": ngettext_lazy("%(n)d watermelon", "%(n)d watermelons", "n"),
            "orange": ngettext_lazy("%(n)d orange", "%(n)d oranges", "n"),
            "pineapple": ngettext_lazy("%(n)d pineapple", "%(n)d pineapples", "n"),
        },
        braille={
            "en": "fruit ww, fruit oo, fruit pp, fruit wo, fruit wp, fruit op",
            "es": "fruta ss, fruta nn, fruta pp, fruta sn, fruta sp, fruta np",
        },
        example=("fruit-orange-orange*2 fruit-watermelon-pineapple", "fruit-watermelon-orange"),
        mistakes={"fruit-missing-free": _("The points lost for a missing fruit forgotten.")},
    ),
    "tokens": CardWords(
        _("unused tokens"),
        ngettext_lazy("%(n)d unused token", "%(n)d unused tokens", "n"),
        headings={"sushi-roll": _("Ending the Game")},
        mistakes={
            "tokens-by-kind": _("Unused tokens paired by kind only, though any two make a pair."),
            "tokens-singly": _("A point counted for every unused token, not for two."),
        },
    ),
}
