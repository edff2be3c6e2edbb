"""Rulings of Sushi Go!"""

from django.utils.translation import gettext_lazy as _

from .case import Case, Example

_WASABI = _("Using Wasabi")
_VARIANT = _("Two-Player Variant")

CASES = (
    Case(
        "sushi-go/maki-tie",
        _("Tie for most maki"),
        _(
            "Those who tie share the points for most; a remainder is dropped. Nobody is second "
            "then."
        ),
        "maki",
        "maki",
        example=Example("maki", ("maki-3 maki-2", "maki-3 maki-2", "maki-3")),
    ),
    Case(
        "sushi-go/maki-second",
        _("Tie for second most maki"),
        _(
            "Those who tie for second share its points; a remainder is dropped, so four or more "
            "get nothing."
        ),
        "maki",
        "maki",
        example=Example("maki", ("maki-3 maki-3", "maki-3", "maki-3", "maki-1 maki-2")),
    ),
    Case(
        "sushi-go/maki-none",
        _("Nobody has maki"),
        _("Nobody scores for maki, as a player without any takes no place."),
        "maki",
        "maki",
        is_silent=True,
        switches=("zero-maki-scores",),
        example=Example("maki", ("tempura", "sashimi", "dumpling")),
    ),
    Case(
        "sushi-go/pudding-tie",
        _("Tie for most or fewest puddings"),
        _("Those who tie share the points, and the loss in the same way; a remainder is dropped."),
        "pudding",
        "pudding",
        example=Example("pudding", ("pudding*3", "pudding*3", "pudding", "pudding", "pudding*2")),
    ),
    Case(
        "sushi-go/pudding-all-same",
        _("All have the same puddings, none too"),
        _("Nobody scores for puddings, and nobody loses."),
        "pudding",
        "pudding",
        example=Example("pudding", ("pudding", "pudding", "pudding")),
    ),
    Case(
        "sushi-go/pudding-two",
        _("Two players"),
        _(
            "With two players nobody loses points for puddings; where both have the same number, "
            "nobody scores either."
        ),
        "pudding",
        "pudding",
        example=Example("pudding", ("pudding*2", "pudding")),
    ),
    Case(
        "sushi-go/dumpling-many",
        _("More than five dumplings"),
        _("The fifth is the last that adds anything; with more it stays the same."),
        "dumpling",
        "dumpling",
        example=Example("dumpling", ("dumpling*6", "dumpling*5")),
    ),
    Case(
        "sushi-go/wasabi-order",
        _("Nigiri after a wasabi"),
        _(
            "The next nigiri must lie on it. One that was played earlier stays where it is. Cards "
            "may be entered in any order: where a nigiri may lie on a wasabi, SushiScore asks."
        ),
        "wasabi nigiri",
        "wasabi",
        section=_WASABI,
        example=Example("nigiri", ("wasabi+squid-nigiri", "squid-nigiri wasabi")),
    ),
    Case(
        "sushi-go/wasabi-same-turn",
        _("Wasabi and nigiri played on one turn with chopsticks"),
        _("The nigiri may lie on that wasabi, if its player says that the wasabi came first."),
        "wasabi nigiri chopsticks",
        "wasabi",
        section=_WASABI,
        is_silent=True,
        example=Example("nigiri", ("wasabi+salmon-nigiri",)),
    ),
    Case(
        "sushi-go/unused",
        _("Unused chopsticks, wasabi without nigiri"),
        _("Both are worth nothing at the end of the round."),
        "chopsticks wasabi",
        "chopsticks",
        example=Example("chopsticks", ("chopsticks wasabi",)),
    ),
    Case(
        "sushi-go/two-players-dummy",
        _("Two players and a dummy"),
        _(
            "Deal three hands of nine cards; the dummy’s lies face down between the players. Who "
            "controls the dummy draws its top card, then plays one card for themselves and one "
            "for the dummy; the other plays one as usual. The two hands are exchanged, and on the "
            "next turn the other player controls it."
        ),
        "",
        section=_VARIANT,
    ),
    Case(
        "sushi-go/dummy-scores",
        _("What the dummy scores"),
        _(
            "It is scored like a third player: it competes for maki and puddings, and fewest "
            "puddings lose. But it cannot win."
        ),
        "maki pudding",
        section=_VARIANT,
        is_silent=True,
        switches=("dummy-takes-awards", "dummy-brings-pudding-loss", "dummy-can-win"),
        example=Example("pudding", ("pudding*2", "", "pudding"), dummy=True),
    ),
    Case(
        "sushi-go/dummy-chopsticks",
        _("Unused chopsticks of the dummy"),
        _("They are worth nothing: the dummy has no hand to put them into."),
        "chopsticks",
        "chopsticks",
        is_silent=True,
        example=Example("chopsticks", ("tempura", "tempura", "chopsticks"), dummy=True),
    ),
    Case(
        "sushi-go/promo-soy-sauce",
        _("Promo soy sauce"),
        _(
            "The owner with most colours scores. Owners who tie share the points, and a remainder "
            "is dropped; a second soy sauce of the same player adds nothing."
        ),
        "soy-sauce",
        "soy-sauce",
        switches=("desserts-count-as-colours",),
        example=Example(
            "soy-sauce", ("soy-sauce tempura pudding", "soy-sauce tempura", "maki-1 sashimi")
        ),
    ),
    Case(
        "sushi-go/draw-pile",
        _("The draw pile"),
        _(
            "It holds enough for all three rounds: 60, 81, 96 or 105 of the 108 cards are dealt, "
            "with two to five players. So what has been played stays out, and what is left after "
            "the third round is ignored. If the pile runs short, cards are missing: count them."
        ),
        "",
        section=_("Setup"),
        switches=("reshuffle-each-round",),
    ),
    Case(
        "sushi-go/below-zero",
        _("Below zero"),
        _("A total can be below zero: fewest puddings may lose more than there is."),
        "pudding",
        "pudding",
        is_silent=True,
        example=Example("pudding", ("pudding*2", "pudding", "maki-1")),
    ),
    Case(
        "sushi-go/win-tie",
        _("Equal totals"),
        _(
            "Most puddings win among equals. Still equal, the rulebook is silent, and the victory "
            "is shared."
        ),
        "pudding",
        is_silent=True,
        example=Example(
            "",
            (
                "pudding tempura*2",
                "dumpling*4 egg-nigiri",
            ),
        ),
    ),
)
"""In the order of docs/rulings.md."""
