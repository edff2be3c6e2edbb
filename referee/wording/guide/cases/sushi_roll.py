"""Rulings of Sushi Roll."""

from django.utils.translation import gettext_lazy as _

from .case import Case, Example

CASES = (
    Case(
        "sushi-roll/maki-tie",
        _("Ties for maki"),
        _(
            "All who tie get the full points, and the next number takes second place. Only "
            "players with maki are compared."
        ),
        "maki",
        "maki",
        example=Example("maki", ("maki-3", "maki-3", "maki-2", "tempura")),
    ),
    Case(
        "sushi-roll/appetizers",
        _("More than three icons of an appetizer"),
        _("They make sets of three, and what is left scores as a smaller set."),
        "tempura sashimi dumpling",
        "tempura",
        example=Example("tempura", ("tempura-3 tempura-2", "tempura-3 tempura")),
        examples={
            "sashimi": Example("sashimi", ("sashimi-3 sashimi-2", "sashimi-3 sashimi")),
            "dumpling": Example("dumpling", ("dumpling-3 dumpling-2", "dumpling-3 dumpling")),
        },
    ),
    Case(
        "sushi-roll/wasabi-order",
        _("Nigiri with a free wasabi"),
        _("It must lie on the wasabi; an earlier nigiri cannot be moved onto it."),
        "wasabi nigiri",
        "wasabi",
        section=_("Playing a Round: Nigiri and Wasabi"),
        example=Example("nigiri", ("wasabi+squid-nigiri", "squid-nigiri wasabi")),
    ),
    Case(
        "sushi-roll/pudding-points",
        _("Puddings"),
        _(
            "Most score and fewest lose, and all who tie do so in full. With two players "
            "nobody loses."
        ),
        "pudding",
        "pudding",
        switches=("two-player-tie-scores-most",),
        example=Example("pudding", ("pudding-3", "pudding-3", "pudding")),
    ),
    Case(
        "sushi-roll/tokens-unused",
        _("Unused tokens"),
        _(
            "Menus and chopsticks are counted together, at the end of the game only; the "
            "tokens are kept between the rounds."
        ),
        "tokens menu chopsticks",
        "tokens",
        example=Example("tokens", ("", ""), tokens=(3, 2)),
    ),
    Case(
        "sushi-roll/tokens-out",
        _("Tokens run out"),
        _(
            "A player may have any number. Where they run out, whoever comes first takes what is "
            "there."
        ),
        "tokens",
        "tokens",
        section=_("Playing a Round"),
    ),
    Case(
        "sushi-roll/below-zero",
        _("Below zero"),
        _("A total can be below zero: fewest puddings may lose more than there is."),
        "pudding",
        "pudding",
        is_silent=True,
        example=Example("pudding", ("pudding-3", "pudding-2", "maki-1")),
    ),
    Case(
        "sushi-roll/differences",
        _("The dice against the cards"),
        _(
            "Dumpling, tempura and sashimi icons score in sets of three, by other tables. Ties are "
            "paid in full, and second place stays. Chopsticks and menus are tokens that are kept "
            "between rounds, and unused ones score at the end."
        ),
        "",
        section=_("Scoring a Round"),
    ),
    Case(
        "sushi-roll/win-tie",
        _("Equal totals"),
        _(
            "Most puddings win by their value, as a token can stand for three. Still equal, "
            "the victory is shared."
        ),
        "pudding tokens",
        "",
        is_silent=True,
        example=Example("", ("pudding-3 squid-nigiri", "pudding dumpling-3 egg-nigiri")),
    ),
    Case(
        "sushi-roll/faces",
        _("Faces of the dice"),
        _(
            "Icons from 1 to 3 are taken for every die that has icons. Which counts each die "
            "really shows is not confirmed, so none is refused."
        ),
        "maki",
        "maki",
        section=_("Contents"),
        is_silent=True,
    ),
)
"""In the order of docs/rulings.md."""
