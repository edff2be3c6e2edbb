"""Starting a game."""

import datetime
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from uuid import UUID, uuid5

from django.db import transaction
from django.utils import timezone

from ...models import Club, Game, GameNight, Player, Round, Seat, Tableau
from ...rules import Sheet, read_sheet
from ...rules.house_rules import changed_switches
from ...rules.rulesets import ROUNDS
from ..signals import game_deleting, game_started
from .changes import count_change, tell
from .clubs import called, club_for, names_in, runs
from .joining import unused_code
from .locking import next_version

NIGHT_LASTS = datetime.timedelta(hours=6)
"""How long after the beginning of its last game a night still goes on, past midnight too."""


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

    @classmethod
    def of(cls, sheet: Sheet) -> "Setup":
        """What a score sheet says of it."""
        setting, menu = sheet.setting, sheet.setting.menu
        return cls(
            setting.ruleset,
            sheet.players,
            menu and (menu.name or menu.types),
            sorted(setting.variants),
            changed_switches(setting.house_rules),
        )

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
    was corrected after it was sent has the same id: it starts a game of its own, once.

    Raises:
        SheetFaults: when the game cannot be played so.
        Game.DoesNotExist: for the id of another phone's game.
    """
    sheet = setup.sheet()
    club = club_for(phone)
    known = Game.objects.filter(pk=game_id).select_related("night").first()
    if known is not None:
        if not runs(phone, known.night.club_id):
            raise Game.DoesNotExist
        if is_set_up_so(known, sheet):
            return known
        text = json.dumps([agreed_in(sheet), sheet.players], sort_keys=True)
        game_id = uuid5(game_id, text)
    return set_up(game_id, night_now(club), sheet, players_named(club, sheet.players))


@transaction.atomic
def start_in_club(club_id: UUID, game_id: UUID, sheet: Sheet, night_id: UUID | None = None) -> Game:
    """Starts a game for a club, tonight or on one of its nights. Asked for twice with one id it is
    one game.

    Args:
        sheet: as before the first card. A name that the club knows is its player's, whatever the
            capitals.

    Raises:
        Club.DoesNotExist, GameNight.DoesNotExist: for one that is gone.
    """
    club = Club.objects.select_for_update().get(pk=club_id, is_there=True)
    names = called(sheet.players, names_in(club))
    night = night_now(club) if night_id is None else club.nights.get(pk=night_id)
    sheet = replace(sheet, players=tuple(names))
    return set_up(game_id, night, sheet, players_named(club, names))


def is_set_up_so(game: Game, sheet: Sheet) -> bool:
    """Whether a game is played by these players, in this order, and as a score sheet says."""
    agreed = agreed_in(sheet)
    names = game.seats.exclude(player=None).values_list("player__name", flat=True)
    kept = {field: getattr(game, field) for field in agreed}
    return kept == agreed and tuple(names) == tuple(sheet.players)


def players_named(club: Club, names: Sequence[str]) -> list[Player]:
    """The players of a club by their names; who is new is made.

    Call it in a transaction: the club is locked until its end, and nobody named is merged away.
    """
    Club.objects.select_for_update().get(pk=club.pk, is_there=True)
    return [Player.objects.get_or_create(club=club, name=name)[0] for name in names]


def night_now(club: Club) -> GameNight:
    """The night of the club's last game, where that began within six hours; else today's."""
    today = timezone.localdate()
    yesterday = today - datetime.timedelta(days=1)
    # Of the last two dates alone: a club may have thousands of games.
    recent = GameNight.objects.filter(
        club=club,
        date__range=(yesterday, today),
        games__created_at__gt=timezone.now() - NIGHT_LASTS,
    )
    last = recent.order_by("-games__created_at").first()
    return last or GameNight.objects.get_or_create(club=club, date=today)[0]


def is_tonight(night: GameNight) -> bool:
    """Whether a night goes on: a game that starts now belongs to it."""
    since = timezone.now() - NIGHT_LASTS
    is_today = night.date == timezone.localdate()
    return is_today or night.games.filter(created_at__gt=since).exists()


def set_up(
    game_id: UUID,
    night: GameNight,
    sheet: Sheet,
    players: Sequence[Player],
    *,
    follows: Game | None = None,
) -> Game:
    """Lays the table for a game: seats in the order of the players, rounds and empty tableaus.

    A game that has this id already stays as it is. Call it in a transaction.

    Args:
        players: the people of the sheet, in its order, without the dummy.
        follows: the game that this is the next one after, whose table it takes over.
    """
    agreed = {"night": night, "code": unused_code(), **agreed_in(sheet)}
    if follows is not None:
        agreed |= {"follows": follows, "anyone_enters": follows.anyone_enters}
    game, is_new = Game.objects.get_or_create(pk=game_id, defaults=agreed)
    if is_new:
        seated = [*players, *([None] if sheet.setting.has_dummy else [])]
        seats = Seat.objects.bulk_create(
            Seat(game=game, player=player, place=place)
            for place, player in enumerate(seated, start=1)
        )
        rounds = Round.objects.bulk_create(
            Round(game=game, number=number) for number in range(1, ROUNDS + 1)
        )
        Tableau.objects.bulk_create(
            Tableau(round=round_, seat=seat) for round_ in rounds for seat in seats
        )
        count_change(night.club_id)
        game_started.send(Game, game=game)
    return game


def agreed_in(sheet: Sheet) -> dict[str, object]:
    """What was agreed besides the players, as a game's row keeps it."""
    menu = sheet.setting.menu
    return {
        "ruleset": sheet.setting.ruleset,
        "menu": menu and (menu.name or list(menu.types)),
        "variants": sorted(sheet.setting.variants),
        "house_rules": changed_switches(sheet.setting.house_rules),
    }


def delete_game(game_id: UUID) -> None:
    """Deletes a game, but not its players and its night. Another may follow the one before it."""
    with transaction.atomic():
        # Locked before the game itself, as by whoever starts a next one.
        follows = Game.objects.filter(pk=game_id).values("follows")
        before = Game.objects.select_for_update().filter(pk__in=follows).first()
        game = Game.objects.select_for_update().select_related("night").filter(pk=game_id).first()
        if game is not None:
            game_deleting.send(Game, game=game)
            game.delete()
            if before is not None:
                next_version(before)
            count_change(game.night.club_id)
        tell(game_id, 0, access_changed=True)
