"""Tables of players whose lines are put into words."""

from referee.rules import HouseRules, Setting, parse_tableau, score_round
from referee.rules.menus import named_menu, own_menu
from referee.rules.scoring.plan import score_game_end
from referee.rules.tableau import EMPTY

NAMES = ["Ana", "Ben", "Cem", "Dia", "Eli", "Fay", "Gil", "Hal"]
MENU = ["maki", "tempura", "tofu", "eel", "tea", "wasabi", "pudding"]


def setting_of(game, players, **rules):
    """A game by its short name; Party with all types that a line may need."""
    slug, _, variant = game.partition("+")
    menu = own_menu(MENU) if slug == "sushi-go-party" else None
    variants = frozenset({variant}) if variant else frozenset()
    return Setting(slug, players, menu, variants, HouseRules(**rules))


def scored(game, type_, tableaus, claims=(), *, at_end=False, tokens=None, menu=None, **rules):
    """The lines of a type that a round's tableaus are scored with, or the end of a game in which
    nothing else lay, by seat; and the seats' names."""
    dummy = "two-player-dummy" in game
    setting = setting_of(game, len(tableaus) - dummy, **rules)
    if menu:
        setting = setting._replace(menu=named_menu(menu))
    lying = [parse_tableau(text) for text in tableaus]
    if at_end:
        rounds = [lying, *[[EMPTY] * len(lying)] * 2]
        scores = score_game_end(setting, rounds, tokens or [{}] * len(lying))
    else:
        scores = score_round(setting, lying, claims)
    lines = [line for score in scores for line in score.lines if line.type == type_]
    return lines, [*NAMES[: setting.players], "dummy"]
