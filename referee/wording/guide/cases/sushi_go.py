"""Rulings of Sushi Go!"""

from django.utils.translation import gettext_lazy as _

from .case import Case, Example

_WASABI = _("Using Wasabi")

CASES = (
    Case(
        "sushi-go/maki-tie",
        _("Tie for most maki"),
        _(
            "Those who tie share the points for most; a remainder is dropped. Nobody is second "
            "then."
        ),
        "maki +tie/share most first",
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
        "maki tie share +second",
        "maki",
        example=Example("maki", ("maki-3 maki-3", "maki-3", "maki-3", "maki-1 maki-2")),
    ),
    Case(
        "sushi-go/maki-none",
        _("Nobody has maki"),
        _("Nobody scores for maki, as a player without any takes no place."),
        "maki none +nobody/none second places everybody first",
        "maki",
        is_silent=True,
        switch="zero-maki-scores",
        example=Example("maki", ("tempura", "sashimi", "dumpling")),
    ),
    Case(
        "sushi-go/pudding-tie",
        _("Tie for most or fewest puddings"),
        _("Those who tie share the points, and the loss in the same way; a remainder is dropped."),
        "pudding +tie/share most fewest lose",
        "pudding",
        example=Example("pudding", ("pudding*3", "pudding*3", "pudding", "pudding", "pudding*2")),
    ),
    Case(
        "sushi-go/pudding-all-same",
        _("All have the same puddings, none too"),
        _("Nobody scores for puddings, and nobody loses."),
        "pudding +everybody/nobody tie none",
        "pudding",
        example=Example("pudding", ("pudding", "pudding", "pudding")),
    ),
    Case(
        "sushi-go/pudding-two",
        _("Two players"),
        _("With two players nobody loses points for puddings."),
        "pudding +two-players fewest lose",
        "pudding",
        example=Example("pudding", ("pudding*2", "pudding")),
    ),
    Case(
        "sushi-go/dumpling-many",
        _("More than five dumplings"),
        _("The fifth is the last that adds anything; with more it stays the same."),
        "dumpling +many/maximum more",
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
        "wasabi nigiri +earlier/must/order-of-cards later on",
        "wasabi",
        section=_WASABI,
        example=Example("nigiri", ("wasabi+squid-nigiri", "squid-nigiri wasabi")),
    ),
    Case(
        "sushi-go/wasabi-same-turn",
        _("Wasabi and nigiri played on one turn with chopsticks"),
        _("The nigiri may lie on that wasabi, if its player says that the wasabi came first."),
        "+wasabi/nigiri nigiri wasabi +chopsticks/same-turn",
        "wasabi",
        section=_WASABI,
        is_silent=True,
        example=Example("nigiri", ("wasabi+salmon-nigiri",)),
    ),
    Case(
        "sushi-go/unused",
        _("Unused chopsticks, wasabi without nigiri"),
        _("Both are worth nothing at the end of the round."),
        "chopsticks wasabi +unused/none/alone",
        "chopsticks",
        example=Example("chopsticks", ("chopsticks wasabi",)),
    ),
    Case(
        "sushi-go/dummy-chopsticks",
        _("Unused chopsticks of the dummy"),
        _("They are worth nothing: the dummy has no hand to put them into."),
        "+dummy +chopsticks unused",
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
        "soy-sauce +promo/tie colour share most second",
        "soy-sauce",
        switch="desserts-count-as-colours",
        example=Example(
            "soy-sauce", ("soy-sauce tempura pudding", "soy-sauce tempura", "maki-1 sashimi")
        ),
    ),
    Case(
        "sushi-go/win-tie",
        _("Equal totals"),
        _(
            "Most puddings win among equals. Still equal, the rulebook is silent, and the victory "
            "is shared."
        ),
        "+win/total/tiebreak/end-of-game +tie/total/tiebreak pudding",
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
