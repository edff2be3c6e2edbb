"""Nights of a small club at random, played or read in, and noted down on paper.

Few cards lie on the tables, so that ties and shared victories are frequent. Games are left half
done, opened again and corrected, opened and left so, deleted; Roll's tokens are entered anew; games
are entered of which paper has the totals alone, and corrected; a name on it could not be read, and
is merged into another; somebody else sat there. Of some games a table has counted rounds by itself,
or somebody knows how long they took. What should
count now is in the notes (:class:`~tests.second_standings.PaperGame`).
"""

import datetime
from dataclasses import dataclass, field, replace
from random import Random
from uuid import UUID

from referee.access.games import Sender
from referee.club.services.files.import_games import PastGame, Total, Totals, store_games
from referee.club.services.paper import EnteredGame, correct_totals, enter_games
from referee.club.services.players import merge_players
from referee.club.services.tie_breaks import note_tie_break
from referee.models import Entry, Game, GameNight
from referee.play.services.clubs import club_for
from referee.play.services.confirming import (
    confirm_round,
    count_round,
    enter_tokens,
    reopen_round,
)
from referee.play.services.games import Setup, delete_game, start_game
from referee.play.services.seating import Sitting, change_seats, people_mark
from referee.play.services.taps import SentTap, take_taps
from referee.rules import read_sheet
from tests.second_standings import PaperGame, tied_first

NAMES = ("Ana", "Ben", "Cem", "Dương", "Eva Mae", "花")

CARDS = "tempura sashimi dumpling maki-1 maki-2 egg-nigiri salmon-nigiri squid-nigiri pudding"
DICE = "tempura sashimi-2 dumpling-2 maki-2 maki-3 egg-nigiri salmon-nigiri pudding pudding-2"
OWN = ["temaki", "tempura", "dumpling", "tofu", "soy-sauce", "tea", "fruit"]
"""A menu of one's own, in the order of the box."""
MENUS: list[tuple[str | list[str], str]] = [
    ("sushi-go", CARDS),
    ("big-banquet", "maki-2 tempura dumpling eel egg-nigiri squid-nigiri green-tea-ice-cream"),
    (OWN, "temaki tempura dumpling tofu soy-sauce egg-nigiri tea fruit-watermelon-orange"),
]
NEVER = datetime.datetime.min.replace(tzinfo=datetime.UTC)
FIRST_DAY, DAYS = datetime.date(2025, 11, 20), 120


def _as_rows(totals: dict[str, tuple[int, int | None]]) -> list[Total]:
    return [Total(name, *of) for name, of in totals.items()]


@dataclass
class Row:
    """A game in the database beside its note.

    ``confirmed``: how many rounds were confirmed one after the other; ``open_round``: one that was
    opened again, 0 for none.
    """

    id: UUID
    note: PaperGame
    confirmed: int = 0
    open_round: int = 0


@dataclass
class RandomClub:
    """A club and its games."""

    rng: Random
    phone: str
    rows: list[Row] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.club = club_for(self.phone)
        self.dates = self.rng.sample(range(DAYS), DAYS)

    def past_nights(self, number: int) -> None:
        """So many nights that were played elsewhere and are read in."""
        games = []
        for note, faces in [one for _ in range(number) for one in self._night()]:
            row = Row(self._id(), note)
            note.key = row.id.hex
            self._deal(row, faces)
            self._finish(row, past=True)
            self.rows.append(row)
            sheet = read_sheet(note.document())
            over = note.at + datetime.timedelta(minutes=15) if note.finished else None
            note.minutes = self._minutes() if note.finished else None
            past = PastGame(row.id, note.date, sheet, note.at, over, row.confirmed)
            games.append(replace(past, minutes=note.minutes))
        store_games(self.club, games)

    def night(self) -> None:
        """A night that is played here; between its games something happens to others."""
        for note, faces in self._night():
            self._play(note, faces)
            self.happen()

    def _night(self) -> list[tuple[PaperGame, list[str]]]:
        """What is agreed for two to five games of a date on which none was yet."""
        date = FIRST_DAY + datetime.timedelta(days=self.dates.pop())
        starts = datetime.datetime.combine(date, datetime.time(19), datetime.UTC)
        number = self.rng.choice((2, 2, 2, 3, 3, 4, 5))
        # Two games that began in the same moment happen in files that were read in.
        apart = 0 if self.rng.random() < 0.1 else 20
        minutes = (datetime.timedelta(minutes=apart * n) for n in range(number))
        return [self._agree(date, starts + later) for later in minutes]

    def _minutes(self) -> int | None:
        return self.rng.choice((None, 12, 45))

    def _id(self) -> UUID:
        return UUID(int=self.rng.getrandbits(128), version=4)

    # ------------------------------------------------------------- a game

    def _play(self, note: PaperGame, faces: list[str]) -> None:
        setup = Setup(
            note.ruleset,
            note.players,
            menu=note.menu,
            variants=["two-player-dummy"] if note.has_dummy else [],
            house_rules={"dummy-can-win": True} if note.dummy_can_win else None,
        )
        game = start_game(self.phone, self._id(), setup)
        night, _ = GameNight.objects.get_or_create(club=self.club, date=note.date)
        Game.objects.filter(pk=game.pk).update(night=night, created_at=note.at)
        row = Row(game.pk, note)
        note.key = game.pk.hex
        self._deal(row, faces)
        if note.ruleset == "sushi-go" and not note.has_dummy and self.rng.random() < 0.8:
            for number in self.rng.choice(((1,), (3,), (1, 2, 3))):
                note.rounds[number - 1] = [[] for _ in note.players]
                note.counted[number] = self._counted(note)
        self._enter(row)
        self._finish(row)
        self.rows.append(row)

    def _counted(self, note: PaperGame) -> list[int]:
        return [self.rng.randint(0, 4) for _ in note.players]

    def _agree(self, date: datetime.date, at: datetime.datetime) -> tuple[PaperGame, list[str]]:
        ruleset = self.rng.choice(("sushi-go", "sushi-go", "sushi-go-party", "sushi-roll"))
        menu, faces = None, DICE if ruleset == "sushi-roll" else CARDS
        if ruleset == "sushi-go-party":
            menu, faces = self.rng.choice(MENUS)
        least = 3 if menu == "big-banquet" else 2
        players = self.rng.sample(NAMES, self.rng.randint(least, 5))
        note = PaperGame("", date, at, ruleset, players, [], menu=menu)
        if ruleset == "sushi-go" and len(players) == 2:
            note.has_dummy = self.rng.random() < 0.5
            note.dummy_can_win = note.has_dummy and self.rng.random() < 0.5
        return note, faces.split()

    def _deal(self, row: Row, faces: list[str]) -> None:
        """A card or none for everybody in every round, sometimes two."""
        few = self.rng.choice((1, 1, 1, 2))
        row.note.rounds = [
            [self.rng.choices(faces, k=self.rng.randint(0, few)) for _ in row.note.seats]
            for _ in range(3)
        ]

    def _enter(self, row: Row) -> None:
        """All cards in one request."""
        asked = [
            SentTap(self._id(), number, seat, f"add:{face}")
            for number, round_ in enumerate(row.note.rounds, start=1)
            for seat, lying in enumerate(round_, start=1)
            for face in lying
        ]
        self._tap(row, *asked)

    def _tap(self, row: Row, *asked: SentTap) -> None:
        receipt = take_taps(row.id, Sender(self.phone), asked)
        assert not receipt.refused
        assert not receipt.late

    def _finish(self, row: Row, *, past: bool = False) -> None:
        """Confirms what is not yet, or some of it: then the game is one that was left half done.

        A game of dice with three confirmed rounds and no word of its tokens is not finished.

        Args:
            past: only on paper.
        """
        is_dice = row.note.ruleset == "sushi-roll"
        is_left = self.rng.random() < 0.15
        most = 3 if is_dice else 2
        upto = self.rng.randint(min(row.confirmed, most), most) if is_left else 3
        for number in range(row.confirmed + 1, upto + 1):
            if not past:
                self._confirm(row, number)
        row.confirmed = upto
        if is_left:
            return
        if is_dice:
            self._note_tokens(row)
            if not past:
                self._enter_tokens(row)
        if row.note.counted:
            self._say_puddings(row)
        row.note.finished = True

    def _confirm(self, row: Row, number: int) -> None:
        seen = Game.objects.values_list("version", flat=True).get(pk=row.id)
        if counted := row.note.counted.get(number):
            points = dict(enumerate(counted, start=1))
            count_round(row.id, number, points, seen_version=seen)
        else:
            confirm_round(row.id, number, seen_version=seen)

    def _say_puddings(self, row: Row) -> None:
        row.note.puddings = [self.rng.randint(0, 2) for _ in row.note.players]
        said = {n: {"pudding": many} for n, many in enumerate(row.note.puddings, start=1)}
        enter_tokens(row.id, {}, said)

    def _note_tokens(self, row: Row) -> None:
        row.note.tokens = {
            name: {"menu": self.rng.randint(0, 2), "chopsticks": self.rng.randint(0, 2)}
            for name in row.note.players
        }

    def _enter_tokens(self, row: Row) -> None:
        enter_tokens(row.id, dict(enumerate(row.note.tokens.values(), start=1)))

    # ------------------------------------------------------------- what happens to games later

    def happen(self) -> None:
        """Something, and the ties after it."""
        self._happen()
        self._break_a_tie()

    def _happen(self) -> None:
        """Something to a game of this night or of any before it, or one more from paper."""
        written = [row for row in self.rows if row.note.totals is not None]
        if (paper := self.rng.random()) < 0.12:
            self._from_paper()
            return
        row = self.rng.choice(written if written and paper < 0.18 else self.rows)
        if row.note.totals is not None:
            self._correct_paper(row, row.note.totals)
        elif not row.note.finished and not row.open_round:
            self._finish(row)
        elif row.open_round:
            self._correct(row)
        elif (dice := self.rng.random()) < 0.1:
            delete_game(row.id)
            self.rows.remove(row)
        elif row.note.ruleset == "sushi-roll" and dice < 0.5:
            self._note_tokens(row)
            self._enter_tokens(row)
        elif dice < 0.2 and len(row.note.players) < len(NAMES):
            self._seat_another(row)
        else:
            row.open_round = self.rng.randint(1, 3)
            reopen_round(row.id, row.open_round, reason="a card was missed")
            row.note.finished = False
            if dice < 0.8:
                self._correct(row)

    def _from_paper(self) -> None:
        """A game with totals only, on a night that there is or on another."""
        date = self.rng.choice([row.note.date for row in self.rows])
        if self.rng.random() < 0.3:
            date = FIRST_DAY + datetime.timedelta(days=self.dates.pop())
        note = PaperGame("", date, NEVER, "", [], [], finished=True)
        self._another_game(note)
        note.totals = self._totals()
        row = Row(self._id(), note)
        note.key, note.players = row.id.hex, list(note.totals)
        known = self.club.players.filter(name__in=note.players).order_by("name")
        misread = self.rng.choice(known) if known and self.rng.random() < 0.4 else None
        rows = [
            one._replace(player="Illegible") if misread and one.player == misread.name else one
            for one in _as_rows(note.totals)
        ]
        note.minutes = self._minutes()
        paper = EnteredGame(date, Totals(note.ruleset, note.menu, rows), minutes=note.minutes)
        enter_games(self.club.pk, [(row.id, paper)], even_same=True)
        if misread:
            other = self.club.players.get(name="Illegible")
            merge_players(self.club.pk, misread.pk, other.pk)
        note.at = Game.objects.get(pk=row.id).created_at
        self.rows.append(row)

    def _another_game(self, note: PaperGame) -> None:
        note.ruleset = self.rng.choice(("sushi-go", "sushi-go-party", "sushi-roll"))
        menu = self.rng.choice((None, "sushi-go", "big-banquet"))
        note.menu = menu if note.ruleset == "sushi-go-party" else None

    def _totals(self) -> dict[str, tuple[int, int | None]]:
        players = self.rng.sample(NAMES, self.rng.randint(2, 5))
        puddings = (0, 1, 2, None)
        return {name: (self.rng.randint(20, 23), self.rng.choice(puddings)) for name in players}

    def _correct_paper(self, row: Row, before: dict[str, tuple[int, int | None]]) -> None:
        """Others played, with other points, another game, on another day; now and then it is
        deleted."""
        if self.rng.random() < 0.2:
            delete_game(row.id)
            self.rows.remove(row)
            return
        note, after = row.note, self._totals()
        was = (note.date, note.ruleset, note.menu, [*before.items()])
        if self.rng.random() < 0.4:
            note.date = self.rng.choice([one.note.date for one in self.rows])
        if self.rng.random() < 0.4:
            self._another_game(note)
        totals = Totals(note.ruleset, note.menu, _as_rows(after))
        seen = people_mark(Game.objects.get(pk=row.id))
        is_new = correct_totals(row.id, note.date, totals, seen=seen, reason="the paper was wet")
        assert is_new == ((note.date, note.ruleset, note.menu, [*after.items()]) != was)
        note.totals, note.players = after, list(after)
        note.at = Game.objects.get(pk=row.id).created_at

    def _seat_another(self, row: Row) -> None:
        """Somebody else played on a seat of a game that is over."""
        players = list(row.note.players)
        at = self.rng.randrange(len(players))
        other = self.rng.choice([name for name in NAMES if name not in players])
        if row.note.tokens:
            row.note.tokens = {
                other if name == players[at] else name: held
                for name, held in row.note.tokens.items()
            }
        players[at] = other
        row.note.players = players
        sitting = [Sitting(name, place, True) for place, name in enumerate(players, start=1)]
        change_seats(row.id, sitting, reason="it was somebody else")

    def _correct(self, row: Row) -> None:
        """A card more, a card less, or nothing at all; and the round that is open is confirmed."""
        if row.open_round in row.note.counted:
            row.note.counted[row.open_round] = self._counted(row.note)
            self._confirm(row, row.open_round)
            row.open_round, row.note.finished = 0, True
            return
        round_ = row.note.rounds[row.open_round - 1]
        seat = self.rng.randrange(len(round_))
        dice = self.rng.random()
        if dice < 0.5:
            faces = ("squid-nigiri", "tempura", "pudding")
            if row.note.ruleset == "sushi-go-party":
                faces = ("squid-nigiri", "tempura", "egg-nigiri")
            round_[seat].append(self.rng.choice(faces))
            self._tap(row, SentTap(self._id(), row.open_round, seat + 1, f"add:{round_[seat][-1]}"))
        elif dice < 0.9 and round_[seat]:
            face = round_[seat].pop(self.rng.randrange(len(round_[seat])))
            lying = Entry.objects.filter(tableau__round__game=row.id, withdrawn_by=None, face=face)
            there = lying.filter(tableau__round__number=row.open_round)
            gone = there.filter(tableau__seat__place=seat + 1).earliest("place")
            self._tap(row, SentTap(self._id(), row.open_round, seat + 1, f"take:{gone.pk}"))
        self._confirm(row, row.open_round)
        row.open_round, row.note.finished = 0, True

    # ------------------------------------------------------------- how tables break ties

    def _break_a_tie(self) -> None:
        """What the last change has ended is no tie any more; now and then a table breaks one, or
        takes back that it has."""
        shared = {row.id: tied_first(row.note) for row in self.rows if row.note.finished}
        for row in self.rows:
            if row.note.finished and row.note.tie_winner not in shared[row.id]:
                row.note.tie_winner = ""
        tied = [row for row in self.rows if shared.get(row.id)]
        if not tied or self.rng.random() < 0.3:
            return
        row = self.rng.choice(tied)
        row.note.tie_winner = self.rng.choice(["", *shared[row.id], *shared[row.id]])
        winner = self.club.players.filter(name=row.note.tie_winner).first()
        note_tie_break(row.id, winner and winner.pk, "won the toss")
