"""Whatever happens on an evening of several tables, in any order: who is drawn sits once, a table
that has begun stays as it was drawn, and the standings are what paper makes of the results."""

from collections import defaultdict
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from uuid import UUID, uuid4

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.club.services.paper import correct_totals, totals_of
from referee.club.services.players import merge_players, rename_player, undo_merge
from referee.models import DrawnSeat, DrawnTable, Entrant, Game, Merge, Placing, Player
from referee.play.services.games import delete_game
from referee.play.services.refusals import Refused
from referee.play.services.seating import Sitting, change_seats, people_mark
from referee.rules import RULESETS
from referee.standings.league import read_place_points
from referee.standings.placing import WHOLE_WIN
from referee.standings.tournament import Result
from referee.tournament.services import drawing, entering, tables
from referee.tournament.services.results import standings_of
from referee.tournament.services.setting_up import change_plan, end_tournament, go_on
from tests.factories import confirm
from tests.second_tournament import paper_standings
from tests.tournament.evening import HALL, an_evening, by_seat

pytestmark = pytest.mark.django_db

PEOPLE, LARGEST = 8, 4
RIGHT = {
    "draw": {"tables-open", "draws-over", "evening-over", "too-few-entrants"},
    "draw_again": {"table-begun", "another-draw"},
    "totals": {"table-begun", "table-has-result"},
    "swap": {"table-begun", "not-drawn"},
    "move": {"table-begun", "table-size", "not-drawn"},
    "leave_table": {"table-begun", "table-size", "not-drawn"},
    "take_off": {"entrant-was-drawn"},
    "come_in": {"entrant-has-phone", "evening-over", "sent-out"},
    "enter": {"evening-over"},
    "wish": {"wish-of-one"},
    "merge": {"sat-together", "merge-with-self"},
    "part": {"name-taken"},
    "rename": {"name-taken"},
}
"""What each deed may be refused with."""


class Evening:
    """An evening with what must stay as it is: the people, and the seats of tables that began."""

    def __init__(self, *, by_strength: bool) -> None:
        plan = {"draws": 3, "largest": LARGEST, "has_final": True, "by_strength": by_strength}
        self.tournament = an_evening(PEOPLE, phone=f"{uuid4()}", **plan)
        self.id, self.club = self.tournament.pk, self.tournament.night.club
        self.people = {*self.tournament.entrants.values_list("pk", flat=True)}
        self.begun: dict[tuple[int, UUID], list[int]] = {}
        self.names = iter(HALL[PEOPLE:])

    def do(self, deed: str, one: int, other: int) -> None:
        """Do something, to what two numbers choose."""
        try:
            getattr(self, deed)(one, other)
        except Refused as refused:
            if refused.code not in RIGHT.get(deed, ()):
                raise
        self.tournament.refresh_from_db()
        self.check()

    # -------------------------------------------------------------------------- what is done

    def entrant(self, nth: int) -> Entrant:
        rows = list(self.tournament.entrants.select_related("player"))
        return rows[nth % len(rows)]

    def table(self, nth: int) -> DrawnTable | None:
        """Most often one of the last draw."""
        rows = DrawnTable.objects.filter(draw__tournament=self.id).order_by("-draw", "number")
        found = list(rows.select_related("draw", "game__night"))
        return found[nth % len(found)] if found else None

    def seats(self, draw: drawing.Draw) -> list[int]:
        return list(draw.seats.order_by("pk").values_list("entrant", flat=True))

    def enter(self, *_: int) -> None:
        entering.enter(self.id, [next(self.names)])

    def come_in(self, one: int, other: int) -> None:
        name = next(self.names) if other % 3 == 0 else self.entrant(one).player.name
        entering.come_in(self.id, f"phone {other % 5}", name)

    def away(self, one: int, other: int) -> None:
        entering.set_away(self.id, self.entrant(one).pk, is_away=other % 2 == 0)

    def take_off(self, one: int, _other: int) -> None:
        gone = self.entrant(one).pk
        entering.take_off(self.id, gone)
        self.people.discard(gone)

    def free_phone(self, one: int, other: int) -> None:
        entering.free_phone(self.id, self.entrant(one).pk, send_away=other % 2 == 0)

    def let_phones_back(self, _one: int, _other: int) -> None:
        entering.let_phones_back(self.id)

    def wish(self, one: int, other: int) -> None:
        entering.wish(self.id, self.entrant(one).pk, self.entrant(other).pk, apart=one % 2 == 0)

    def draw(self, one: int, other: int) -> None:
        number = self.tournament.made_draws.count() + 1
        is_final, even_open = number > 1 and one % 7 == 0, other % 3 > 0
        draw = drawing.make_draw(self.id, number, is_final=is_final, even_open=even_open)
        there = set(self.tournament.entrants.filter(is_away=False).values_list("pk", flat=True))
        sizes = [table.seats.count() for table in draw.tables.all()]
        assert {*self.seats(draw)} <= there
        assert len(self.seats(draw)) == (min(4, len(there)) if is_final else len(there))
        # Five at a table where nobody can sit otherwise.
        assert max(sizes) <= max(LARGEST, 5 if len(there) == 5 else 0)

    def draw_again(self, *_: int) -> None:
        drawing.draw_again(self.id, self.tournament.made_draws.count())

    def start(self, one: int, _other: int) -> None:
        if table := self.table(one):
            tables.start_table(self.id, table.draw.number, table.number)

    def totals(self, one: int, other: int) -> None:
        if table := self.table(one):
            counts = [(10 + other * nth % 7, nth % 2) for nth in range(table.seats.count())]
            points = by_seat(table.draw, table.number, counts)
            tables.enter_totals(self.id, table.draw.number, table.number, points, phone="")

    def play(self, one: int, _other: int) -> None:
        """Nobody has a card in any round."""
        game = self.game(one, totals_only=False, state=Game.State.PLAYING)
        if game:
            confirm(game, 1, 2, 3)

    def game(self, nth: int, **of: object) -> Game | None:
        games = list(Game.objects.filter(night=self.tournament.night, **of).order_by("created_at"))
        return games[nth % len(games)] if games else None

    def correct(self, one: int, other: int) -> None:
        if game := self.game(one, totals_only=True):
            kept = totals_of(game)
            rows = [row._replace(total=other * nth % 11) for nth, row in enumerate(kept.rows)]
            facts = {"seen": people_mark(game), "reason": "Read anew"}
            others = replace(kept, rows=[rows[0]._replace(player="Zoe"), *rows[1:]])
            with pytest.raises(Refused, match="at-drawn-table"):
                correct_totals(game.pk, game.night.date, others, **facts)
            correct_totals(game.pk, game.night.date, replace(kept, rows=rows), **facts)

    def sit_instead(self, one: int, _other: int) -> None:
        if game := self.game(one, totals_only=False):
            seats = list(game.seats.select_related("player"))
            sitting = [Sitting(seat.player.name, seat.place) for seat in seats]
            sitting[0] = Sitting("Yan", seats[0].place, is_other=True)
            with pytest.raises(Refused):
                change_seats(game.pk, sitting, reason="It was Yan")

    def delete(self, one: int, _other: int) -> None:
        if game := self.game(one):
            delete_game(game.pk)

    def swap(self, one: int, other: int) -> None:
        number = self.tournament.made_draws.count()
        drawing.swap_seats(self.id, number, self.entrant(one).pk, self.entrant(other).pk)

    def move(self, one: int, other: int) -> None:
        number = self.tournament.made_draws.count()
        drawing.move_to_table(self.id, number, self.entrant(one).pk, 1 + other % 3)

    def leave_table(self, one: int, _other: int) -> None:
        number = self.tournament.made_draws.count()
        drawing.take_from_table(self.id, number, self.entrant(one).pk)

    def merge(self, one: int, other: int) -> None:
        """Somebody of the club with an entrant, or two entrants, who stay two."""
        kept = self.entrant(one).player
        if other % 3:
            kept = Player.objects.get_or_create(club=self.club, name="Quim")[0]
        merge_players(self.club.pk, kept.pk, self.entrant(other).player_id)

    def part(self, one: int, _other: int) -> None:
        merged = list(Merge.objects.filter(kept__club=self.club).order_by("pk"))
        if merged:
            chosen = merged[one % len(merged)]
            undo_merge(self.club.pk, chosen.kept_id, chosen.pk)

    def rename(self, one: int, _other: int) -> None:
        rename_player(self.club.pk, self.entrant(one).player_id, f"R {uuid4().hex[:8]}")

    def end(self, *_: int) -> None:
        end_tournament(self.id)

    def go_on(self, *_: int) -> None:
        go_on(self.id)

    def plan(self, one: int, _other: int) -> None:
        change_plan(self.id, place_points=("5-3-1-0", "3-1", "10-6-4-3-2-1")[one % 3])

    # -------------------------------------------------------------------------- what holds

    def check(self) -> None:
        """Everything that must hold at any moment."""
        now = {*self.tournament.entrants.values_list("pk", flat=True)}
        assert self.people <= now
        self.people = now
        self.check_draws()
        self.check_standings()

    def check_draws(self) -> None:
        numbers = list(self.tournament.made_draws.values_list("number", flat=True))
        assert numbers == list(range(1, len(numbers) + 1))
        seats = DrawnSeat.objects.filter(draw__tournament=self.id).select_related("table")
        sat, places = defaultdict(list), defaultdict(list)
        begun: dict[tuple[int, UUID], list[int]] = defaultdict(list)
        for seat in seats.order_by("table", "place"):
            assert seat.draw_id == seat.table.draw_id
            sat[seat.draw_id].append(seat.entrant_id)
            places[seat.table_id].append(seat.place)
            if seat.table.game_id:
                begun[seat.table_id, seat.table.game_id].append(seat.entrant_id)
        assert all(len(people) == len({*people}) for people in sat.values())
        most = RULESETS[self.tournament.ruleset].players[-1]
        assert len(places) == DrawnTable.objects.filter(draw__tournament=self.id).count()
        for at in places.values():
            assert at == list(range(1, len(at) + 1))
            assert 3 <= len(at) <= most
        for table, people in self.begun.items():
            assert begun.get(table, people) == people, "a table that began was drawn otherwise"
        self.begun = dict(begun)

    def check_standings(self) -> None:
        people = {row.player_id: row.pk for row in self.tournament.entrants.all()}
        results: dict[UUID, list[Result]] = defaultdict(list)
        finals = set()
        for drawn in DrawnTable.objects.filter(draw__tournament=self.id).select_related("draw"):
            for row in Placing.objects.filter(game=drawn.game_id).order_by("pk"):
                who, win = people.get(row.player_id, 0), Fraction(row.win, WHOLE_WIN)
                results[row.game_id].append(Result(who, row.place, row.total, win))
                if drawn.draw.is_final:
                    finals.add(row.game_id)
        points = read_place_points(self.tournament.place_points)
        plain = [table for game, table in results.items() if game not in finals]
        final = next((results[game] for game in finals), [])
        paper = paper_standings(list(people.values()), plain, points, final)
        facts = ("person", "rank", "tied", "points", "wins", "share", "games")
        ours = [
            tuple(getattr(row, fact) for fact in facts) for row in standings_of(self.tournament)
        ]
        assert sorted(ours) == sorted(paper)


DEEDS = sorted(
    name
    for name in vars(Evening)
    if not name.startswith(("_", "check"))
    and name not in ("do", "entrant", "table", "game", "seats")
)
OFTEN = ("draw", "totals", "totals", "totals", "start", "play")
"""Without which nothing is ever played."""


@given(
    st.booleans(),
    st.lists(
        st.tuples(st.sampled_from([*DEEDS, *OFTEN]), st.integers(0, 50), st.integers(0, 50)),
        min_size=6,
        max_size=24,
    ),
)
def test_whatever_happens_seats_and_standings_are_right(by_strength, deeds):
    evening = Evening(by_strength=by_strength)
    evening.do("draw", 1, 1)
    with suppress(StopIteration):
        for deed in deeds:
            evening.do(*deed)
