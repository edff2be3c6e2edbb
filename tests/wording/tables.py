"""Tables of players whose lines are put into words."""

from referee.rules import HouseRules, Setting
from referee.rules.menus import own_menu

NAMES = ["Ana", "Ben", "Cem", "Dia", "Eli", "Fay", "Gil", "Hal"]
MENU = ["maki", "tempura", "tofu", "eel", "tea", "wasabi", "pudding"]


def setting_of(game, players, **rules):
    """A game by its short name; Party with all types that a line may need."""
    slug, _, variant = game.partition("+")
    menu = own_menu(MENU) if slug == "sushi-go-party" else None
    variants = frozenset({variant}) if variant else frozenset()
    return Setting(slug, players, menu, variants, HouseRules(**rules))
