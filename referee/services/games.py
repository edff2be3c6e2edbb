"""Starting a game."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID, uuid5

from django.db import transaction
from django.utils import timezone

from ..models import Club, Game, GameNight, Player, Round, Seat, Tableau
from ..rules import Setting, Sheet, read_sheet
from ..rules.house_rules import changed_switches
from ..rules.rulesets import ROUNDS
from .changes import tell
from .clubs import club_for, runs
from .counting import forget_game
from .joining import unused_code


@dataclass(frozen=True, slots=True)
class Setup:
    """What is agreed before the first card, in the words of a score sheet.

    ``menu`` is a menu's name or the seven types of one's own, None outside Party.
    """

    ruleset: str
    players: Sequence[str]
    menu: str | Sequence[str] | None = None
    variants: Sequence[str] = ()
    house_rules: Mapping[str, bool] | None = None

    def sheet(self) -> Sheet:
        """The score sheet before the first card.

        Raises:
            SheetFaults: when the game cannot be played so, with every fault at once.
        """
        document: dict[str, object] = {
            "ruleset": self.ruleset,
            "players": list(self.players),
            "variants": list(self.variants),
            "house_rules": dict(self.house_rules or {}),
            "rounds": [{}],
        }
        if self.menu is not None:
            document["menu"] = self.menu if isinstance(self.menu, str) else list(self.menu)
        return read_sheet(document)


@transaction.atomic
def start_game(phone: str, game_id: UUID, setup: Setup) -> Game:
    """Starts a game for the club of a phone; the club is made with its first game.

    The id is made by the page that asks, so that a form sent twice starts one game. A form that
    was corrected after it was sent has the same id and says something else: it starts a game of
    its own, and sent twice starts that one once. An id that another phone's game has is no game
    of this phone: Game.DoesNotExist.

    Raises:
        SheetFaults: when the game cannot be played so.
    """
    sheet = setup.sheet()
    club = club_for(phone)
    agreed = _agreed(sheet)
    known = Game.objects.filter(pk=game_id).select_related("night").first()
    if known is not None:
        if not runs(phone, known.night.club_id):
            raise Game.DoesNotExist
        names = known.seats.exclude(player=None).values_list("player__name", flat=True)
        kept = {field: getattr(known, field) for field in agreed}
        if kept == agreed and tuple(names) == tuple(sheet.players):
            return known
        said = json.dumps([agreed, sheet.players], sort_keys=True)
        game_id = uuid5(game_id, said)
    night, _ = GameNight.objects.get_or_create(club=club, date=timezone.localdate())
    game, is_new = Game.objects.get_or_create(
        pk=game_id, defaults={"night": night, "code": unused_code(), **agreed}
    )
    if is_new:
        _lay_table(game, club, sheet.players, sheet.setting)
    return game


def _agreed(sheet: Sheet) -> dict[str, object]:
    """What was agreed besides the players, as a game's row keeps it."""
    menu = sheet.setting.menu
    return {
        "ruleset": sheet.setting.ruleset,
        "menu": menu and (menu.name or list(menu.types)),
        "variants": sorted(sheet.setting.variants),
        "house_rules": changed_switches(sheet.setting.house_rules),
    }


def _lay_table(game: Game, club: Club, names: Sequence[str], setting: Setting) -> None:
    """Seats, rounds and an empty tableau for each of them."""
    players: list[Player | None] = [
        Player.objects.get_or_create(club=club, name=name)[0] for name in names
    ]
    if setting.has_dummy:
        players.append(None)
    seats = Seat.objects.bulk_create(
        Seat(game=game, player=player, place=place) for place, player in enumerate(players, start=1)
    )
    rounds = Round.objects.bulk_create(
        Round(game=game, number=number) for number in range(1, ROUNDS + 1)
    )
    Tableau.objects.bulk_create(
        Tableau(round=round_, seat=seat) for round_ in rounds for seat in seats
    )


def delete_game(game_id: UUID) -> None:
    """Deletes a game with everything in it. One that is gone already stays so.

    Its players stay known to the club, and so does a night without games.
    """
    with transaction.atomic():
        game = Game.objects.select_for_update().select_related("night").filter(pk=game_id).first()
        if game is not None:
            forget_game(game)
            game.delete()
        tell(game_id, 0, access_changed=True)
