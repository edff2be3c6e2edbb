"""Rulings of Sushi Go Party!, but those on special orders and takeout boxes."""

from django.utils.translation import gettext_lazy as _

from .case import Case, Example

CASES = (
    Case(
        "sushi-go-party/maki-tie",
        _("Ties for maki"),
        _("All who tie get the full points of their place, and the next number takes the next."),
        "maki",
        "maki",
        example=Example("maki", ("maki-3", "maki-3", "maki-2", "maki-1")),
    ),
    Case(
        "sushi-go-party/maki-many",
        _("Maki with six to eight players"),
        _("The maki tile shows its other side: there are three places, and other points."),
        "maki",
        "maki",
        example=Example("maki", ("maki-3", "maki-3", "maki-3", "maki-2", "maki-1", "tempura")),
    ),
    Case(
        "sushi-go-party/all-same",
        _("All have the same temaki or puddings, three or more players"),
        _("All are most and fewest at once: what they gain they lose again."),
        "temaki pudding",
        "temaki",
        example=Example("temaki", ("temaki", "temaki", "temaki")),
    ),
    Case(
        "sushi-go-party/most-with-none",
        _("Most temaki or puddings with none"),
        _("A player needs no card to be compared, so none can be most too."),
        "temaki pudding",
        "temaki",
        is_silent=True,
        example=Example("temaki", ("temaki", "tempura", "tempura")),
    ),
    Case(
        "sushi-go-party/claims",
        _("Uramaki claims on one turn"),
        _(
            "More icons go first. Equal claims share the place in full, and use up as many places "
            "as there are players in the tie."
        ),
        "uramaki",
        "uramaki",
        example=Example("uramaki", ("", "", ""), claims=({0: 12, 1: 12}, {2: 10})),
    ),
    Case(
        "sushi-go-party/unclaimed",
        _("Ten icons lie there while a place is open"),
        _(
            "Then a claim was not entered: whoever has ten icons claims them at once, and puts "
            "the cards away. Until it is entered who reached ten first, and when, the points of "
            "the race are a guess."
        ),
        "uramaki",
        "uramaki",
        example=Example("uramaki", ("uramaki-5*2", "uramaki-3", "uramaki-4")),
    ),
    Case(
        "sushi-go-party/claim-twice",
        _("One player claims twice"),
        _("That is allowed, with fresh cards: a claim takes all the cards away."),
        "uramaki",
        "uramaki",
        example=Example("uramaki", ("", "uramaki-3", ""), claims=({0: 10}, {0: 11})),
    ),
    Case(
        "sushi-go-party/claim-fourth",
        _("Claim after three places"),
        _("It is worth nothing, and the cards stay on the table."),
        "uramaki",
        "uramaki",
        example=Example("uramaki", ("", "", "", "uramaki-5*2"), claims=({0: 10}, {1: 10}, {2: 10})),
    ),
    Case(
        "sushi-go-party/uramaki-end",
        _("End of the round"),
        _(
            "The next free place goes to whoever has most icons still lying there, at least one. "
            "All who tie get the full points."
        ),
        "uramaki",
        "uramaki",
        switches=("uramaki-cascade",),
        example=Example(
            "uramaki", ("uramaki-5 uramaki-3", "uramaki-4", "uramaki-3"), claims=({2: 10},)
        ),
    ),
    Case(
        "sushi-go-party/claims-and-actions",
        _("Claims and bonus actions on one turn"),
        _("The totals of the whole turn are compared, when all its actions are done."),
        "uramaki chopsticks spoon",
        "uramaki",
        is_silent=True,
        example=Example("uramaki", ("", "", ""), claims=({0: 13, 1: 10},)),
    ),
    Case(
        "sushi-go-party/edamame-limit",
        _("Edamame"),
        _(
            "Each edamame scores for every opponent who has any; the limit is for one card, not "
            "for a player."
        ),
        "edamame",
        "edamame",
        example=Example("edamame", ("edamame*2", *["edamame"] * 5)),
    ),
    Case(
        "sushi-go-party/miso-clash",
        _("Miso soup"),
        _(
            "All that are played on one turn are discarded, also a third one, and also two of one "
            "player. Those of earlier turns stay."
        ),
        "miso-soup",
        "miso-soup",
    ),
    Case(
        "sushi-go-party/eel-and-tofu",
        _("Eel, tofu"),
        _(
            "Two or more eels score once for all of them together; three or more tofu are worth "
            "nothing."
        ),
        "eel tofu",
        "eel",
        example=Example("eel", ("eel*3", "eel*2", "eel")),
    ),
    Case(
        "sushi-go-party/onigiri-sets",
        _("Onigiri"),
        _("The first set takes one of each shape, the next one of each that is left, and so on."),
        "onigiri",
        "onigiri",
        example=Example(
            "onigiri",
            (
                "onigiri-circle*2 onigiri-square onigiri-triangle onigiri-rectangle",
                "onigiri-circle onigiri-square onigiri-triangle*2",
                "onigiri-circle onigiri-square",
            ),
        ),
    ),
    Case(
        "sushi-go-party/soy-sauce-tie",
        _("Soy sauce"),
        _(
            "The colours of all players are compared, also of those without soy sauce. All who "
            "tie for most score in full, for each of their soy sauces."
        ),
        "soy-sauce",
        "soy-sauce",
        example=Example(
            "soy-sauce", ("soy-sauce*2 tempura eel", "soy-sauce maki-1 tofu", "soy-sauce tempura")
        ),
    ),
    Case(
        "sushi-go-party/colours",
        _("Colours"),
        _(
            "Nigiri and wasabi share one; every other type has its own. Soy sauce, tea, unused "
            "chopsticks and spoons count; discarded cards do not. Desserts count in the round in "
            "which they are played. All flipped cards are one more colour together."
        ),
        "wasabi nigiri tea soy-sauce chopsticks spoon",
        "tea",
        switches=("desserts-count-as-colours", "flipped-cards-share-a-colour"),
        example=Example("tea", ("tea wasabi wasabi+egg-nigiri squid-nigiri", "tea*2 eel")),
    ),
    Case(
        "sushi-go-party/fruit-none",
        _("Fruit"),
        _("A player without any fruit loses the most that can be lost, once for each fruit."),
        "fruit",
        "fruit",
        example=Example("fruit", ("fruit-orange-orange", "tempura")),
    ),
    Case(
        "sushi-go-party/spoon-nothing",
        _("Spoon that finds nothing"),
        _("If nobody holds the card that is asked for, the spoon is discarded."),
        "spoon",
        "spoon",
    ),
    Case(
        "sushi-go-party/draw-pile",
        _("The deck"),
        _(
            "It never runs out: no round deals more than 56 cards, and the deck holds more. After "
            "a round all cards but the desserts that were played are shuffled back in."
        ),
        "",
        section=_("Starting a Round"),
    ),
    Case(
        "sushi-go-party/below-zero",
        _("Below zero"),
        _("A total can be below zero: an eel, temaki, puddings and fruit can lose points."),
        "eel temaki pudding fruit",
        "eel",
        is_silent=True,
        example=Example("eel", ("eel", "tofu")),
    ),
    Case(
        "sushi-go-party/differences",
        _("Party against the first game"),
        _(
            "Party is for two to eight players, who choose a menu; all cards but the desserts are "
            "shuffled back after each round, and new desserts come in. Ties are paid in full, and "
            "after a tie the next number takes the next place. Of equal totals most dessert cards "
            "win. Chopsticks are called while the cards are turned over."
        ),
        "",
        section=_("Card Guide"),
    ),
    Case(
        "sushi-go-party/win-tie",
        _("Equal totals"),
        _(
            "Most dessert cards win among equals; a special order that copied one is one too. "
            "Still equal, the victory is shared."
        ),
        "",
        is_silent=True,
        example=Example("", ("green-tea-ice-cream tempura*2", "squid-nigiri salmon-nigiri")),
    ),
    Case(
        "sushi-go-party/limits",
        _("Menus and numbers of players"),
        _(
            "Menu and special order are for up to six players, spoon and edamame from three on. "
            "That holds for the named menus too."
        ),
        "menu special-order spoon edamame",
        "menu",
        section=_("Create Your Own Menu"),
    ),
    Case(
        "sushi-go-party/faces",
        _("Numbers that no rulebook prints"),
        _(
            "How many of each maki, uramaki, onigiri and fruit card there are is known from the "
            "cards alone. A sheet with more gets a warning; one with more cards of a type than "
            "the rulebook prints gets an error."
        ),
        "maki uramaki onigiri fruit",
        section=_("Contents"),
        is_silent=True,
    ),
)
"""In the order of docs/rulings.md."""
