"""Nights of several tables in a club file: read, written, and stored. See docs/club-file.md."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from ....access.tournaments import LARGEST_HALL
from ....models import (
    LARGEST_TABLE,
    MOST_DRAWS,
    MOST_SEED,
    SMALLEST_TABLE,
    Club,
    Draw,
    DrawnSeat,
    DrawnTable,
    Entrant,
    Player,
    Tournament,
    Wish,
    new_code,
)
from ....models.kinds import kinds_of
from ....play.services.games import agreed_in
from ....rules import RULESETS, SheetFaults
from ....rules.problems.validation import (
    Kind,
    Reading,
    TooManyFaults,
    Wrong,
    fields,
    flag,
    list_of,
    value,
)
from ....rules.reading import read_value

MAX_ENTRANTS = 200_000
"""Of a whole file."""
_SETUP = ("ruleset", "menu", "variants", "house_rules")
_PLAN = ("draws", "largest", "place_points", "by_strength", "has_final")


@dataclass(frozen=True, slots=True)
class PastDraw:
    """A draw that is not stored yet: who sits at each of its tables, by name, and the table's
    game, None where it has not begun."""

    draw: Draw
    tables: Sequence[tuple[Sequence[str], UUID | None]]


@dataclass(frozen=True, slots=True)
class PastTournament:
    """An evening that is not stored yet. ``entrants`` are on their list in this order, with whether
    they are away; ``wishes`` are of two each, with whether they want to sit apart."""

    tournament: Tournament
    entrants: Mapping[str, bool]
    wishes: Sequence[tuple[str, str, bool]]
    draws: Sequence[PastDraw]


# ------------------------------------------------------------------ reading


def _read_setup(raw: object, place: str, reading: Reading) -> dict[str, object] | None:
    """Read which game is played; the rules are asked whether three can play it."""
    if not isinstance(raw, Mapping):
        reading.fault(place, "wrong-type", raw, wanted="object")
        return None
    for name in raw:
        if name not in _SETUP:
            reading.fault(f"{place}.{name}", "unknown-field", name, among=_SETUP)
    sheet = {name: raw[name] for name in _SETUP if name in raw}
    try:
        return agreed_in(read_value({**sheet, "players": ["1", "2", "3"], "rounds": [{}]}))
    except SheetFaults as error:
        reading.faults.take(error.found, place)
        return None


def _seed(raw: object) -> int:
    if not isinstance(raw, int) or isinstance(raw, bool):
        raise Wrong("wrong-type", raw, wanted="whole-number")
    if not 0 <= raw <= MOST_SEED:
        raise Wrong("out-of-range", str(raw), wanted=f"0-{MOST_SEED}")
    return raw


def _draw(_reading: Any, values: dict[str, Any], _at: str) -> PastDraw:
    facts = {name: values.get(name) for name in ("at", "seed")}
    tables = [table for table in values.get("tables") or () if table]
    return PastDraw(Draw(**facts), tables)


def _wish(_reading: Any, values: dict[str, Any], _at: str) -> tuple[str, str, bool] | None:
    match values.get("players"):
        case [one, other]:
            return one, other, bool(values.get("apart"))
    return None


def _check(reading: Any, values: dict[str, Any], at: str) -> PastTournament:
    """Check who is named, and that nobody is in two places, nor a game."""
    entrants = [entrant for entrant in values.get("entrants") or () if entrant and entrant[0]]
    reading.numbers["entrants"] += len(entrants)
    if (number := reading.numbers["entrants"]) > MAX_ENTRANTS:
        wanted = str(MAX_ENTRANTS)
        reading.fault(f"{at}.entrants", "too-many-entries", str(number), wanted=wanted)
        raise TooManyFaults
    _check_named(reading, [name for name, _away in entrants], reading.names, f"{at}.entrants")
    there = dict(entrants)
    wishes = [one for one in values.get("wishes") or () if one]
    pairs = set()
    for nth, (one, other, _apart) in enumerate(wishes):
        place = f"{at}.wishes[{nth}]"
        _check_named(reading, (one, other), there, f"{place}.players")
        if (pair := frozenset((one, other))) in pairs:
            reading.fault(place, "player-twice", one)
        pairs.add(pair)
    setup = values.get("game") or {}
    rules = RULESETS.get(setup.get("ruleset", ""))
    most = rules.players[-1] if rules else LARGEST_TABLE
    draws = [draw for draw in values.get("made") or () if draw]
    for nth, past in enumerate(draws):
        _check_draw(reading, past, there, f"{at}.made[{nth}]", most)
        past.draw.number = nth + 1
    if final := values.get("final"):
        _check_draw(reading, final, there, f"{at}.final", most)
        final.draw.number, final.draw.is_final = len(draws) + 1, True
        draws.append(final)
    plan = {name: values.get(name) for name in (*_PLAN, "seed")}
    plan |= {"created_at": values.get("created"), "ended_at": values.get("ended")}
    if (largest := values.get("largest") or 0) > most:
        wanted = f"{SMALLEST_TABLE}-{most}"
        reading.fault(f"{at}.largest", "out-of-range", str(largest), wanted=wanted)
    return PastTournament(Tournament(**plan, **setup), there, wishes, draws)


def _check_draw(
    reading: Any, past: PastDraw, there: Mapping[str, bool], at: str, most: int
) -> None:
    """Check that entrants sit there, each once and at most so many at a table, and that no game is
    at two tables."""
    sitting: set[str] = set()
    for nth, (names, game) in enumerate(past.tables):
        place = f"{at}.tables[{nth}]"
        _check_named(reading, names, there, f"{place}.players", sitting)
        if len(names) > most:
            wanted = f"{SMALLEST_TABLE}-{most}"
            reading.fault(f"{place}.players", "out-of-range", str(len(names)), wanted=wanted)
        if game is None:
            continue
        if str(game) in reading.at_tables:
            reading.fault(f"{place}.game", "game-at-two-tables", str(game))
        reading.at_tables.add(str(game))
        reading.named.append((f"{place}.game", game))


def _check_named(
    reading: Any,
    names: Sequence[str],
    known: Mapping[str, bool] | set[str],
    at: str,
    before: set[str] | None = None,
) -> None:
    """Check that these are known, and that nobody is among them, or those before, twice."""
    before = set() if before is None else before
    for nth, name in enumerate(names):
        if name not in known:
            reading.fault(f"{at}[{nth}]", "no-player-of-club", name)
        elif name in before:
            reading.fault(f"{at}[{nth}]", "player-twice", name)
        before.add(name)


def _all_read(of: Kind) -> Kind:
    """A list of which nothing is left where an entry cannot be read."""

    def read(raw: object, place: str, reading: Reading) -> list[Any]:
        entries = of.read(raw, place, reading) or []
        return [] if None in entries else entries

    return Kind(read)


def tournament_kind(name: Kind, moment: Kind, game_id: Kind) -> Kind:
    """Return what may stand for an evening of several tables, and is read as
    :class:`PastTournament`; players' names, moments and ids are read as elsewhere in the file."""

    def unless_null(kind: Kind) -> Kind:
        return Kind(lambda raw, at, reading: None if raw is None else kind.read(raw, at, reading))

    table = {
        "players": _all_read(list_of(name, SMALLEST_TABLE, LARGEST_TABLE)),
        "game": unless_null(game_id),
    }
    tables = fields(
        table, table, check=lambda _reading, of, _at: (of.get("players") or [], of.get("game"))
    )
    draw = {
        "at": moment,
        "seed": value(_seed),
        "tables": list_of(tables, 1, LARGEST_HALL // SMALLEST_TABLE),
    }
    entrant = {"player": name, "away": value(flag)}
    wish = {"players": _all_read(list_of(name, 2, 2)), "apart": value(flag)}
    drawn = fields(draw, draw, check=_draw)
    kinds = {
        "game": Kind(_read_setup),
        **kinds_of(Tournament, _PLAN, moment),
        "seed": value(_seed),
        "created": moment,
        "ended": unless_null(moment),
        "entrants": list_of(
            fields(
                entrant,
                entrant,
                check=lambda _reading, of, _at: (of.get("player") or "", bool(of.get("away"))),
            ),
            most=LARGEST_HALL,
            code="too-many-entries",
            wanted=str(LARGEST_HALL),
        ),
        "wishes": list_of(
            fields(wish, wish, check=_wish),
            most=(most := LARGEST_HALL * (LARGEST_HALL - 1) // 2),
            code="too-many-entries",
            wanted=str(most),
        ),
        "made": list_of(drawn, most=MOST_DRAWS, code="too-many-entries", wanted=str(MOST_DRAWS)),
        "final": drawn,
    }
    return fields(kinds, kinds.keys() - {"final"}, check=_check)


# ------------------------------------------------------------------ writing


def documents_of(
    club: Club, names: Mapping[UUID, str], games: Mapping[str, int], moment: Callable[[Any], str]
) -> dict[UUID, dict[str, object]]:
    """Return what a club's file has of evenings of several tables, by their nights' ids.

    Args:
        names: what the players are called, by their rows' ids.
        games: the games that the file has, by the hex form of their ids; others are not named.
        moment: writes a moment.
    """
    rows = Tournament.objects.filter(night__club=club).prefetch_related(
        "entrants", "wishes", "made_draws__tables__seats"
    )
    return {row.night_id: _document(row, names, games, moment) for row in rows}


def _document(
    row: Tournament,
    names: Mapping[UUID, str],
    games: Mapping[str, int],
    moment: Callable[[Any], str],
) -> dict[str, object]:
    called = {entrant.pk: names[entrant.player_id] for entrant in row.entrants.all()}

    def drawn(draw: Draw) -> dict[str, object]:
        tables = [
            {
                "players": [called[seat.entrant_id] for seat in table.seats.all()],
                "game": table.game_id if table.game_id and table.game_id.hex in games else None,
            }
            for table in draw.tables.all()
        ]
        return {"at": moment(draw.at), "seed": draw.seed, "tables": tables}

    draws = list(row.made_draws.all())
    return {
        "game": {name: fact for name in _SETUP if (fact := getattr(row, name)) is not None},
        **{name: getattr(row, name) for name in _PLAN},
        "seed": row.seed,
        "created": moment(row.created_at),
        "ended": row.ended_at and moment(row.ended_at),
        "entrants": [
            {"player": called[entrant.pk], "away": entrant.is_away}
            for entrant in row.entrants.all()
        ],
        "wishes": [
            {"players": [called[wish.one_id], called[wish.other_id]], "apart": wish.apart}
            for wish in row.wishes.all()
        ],
        "made": [drawn(draw) for draw in draws if not draw.is_final],
        **({"final": drawn(draws[-1])} if draws and draws[-1].is_final else {}),
    }


# ------------------------------------------------------------------ storing


def store_tournament(
    past: PastTournament,
    night: Any,
    players: Mapping[str, Player],
    called: Callable[[UUID], UUID],
    store: Callable[[Any, Sequence[Any]], None],
) -> None:
    """Store an evening with all that it has; it gets another code.

    Args:
        players: those of the club, by name.
        called: the ids that the games of the file have got.
        store: writes rows of a model.
    """
    tournament = past.tournament
    tournament.night = night
    while Tournament.objects.filter(code=tournament.code).exists():
        tournament.code = new_code()
    store(Tournament, [tournament])
    entrants = {
        name: Entrant(tournament=tournament, player=players[name], is_away=away)
        for name, away in past.entrants.items()
    }
    store(Entrant, [*entrants.values()])
    wishes = []
    for first, second, apart in past.wishes:
        one, other = sorted((entrants[first], entrants[second]), key=lambda entrant: entrant.pk)
        wishes.append(Wish(tournament=tournament, one=one, other=other, apart=apart))
    store(Wish, wishes)
    for drawn in past.draws:
        drawn.draw.tournament = tournament
        store(Draw, [drawn.draw])
        tables = [
            DrawnTable(draw=drawn.draw, number=nth, game_id=game and called(game))
            for nth, (_names, game) in enumerate(drawn.tables, start=1)
        ]
        store(DrawnTable, tables)
        seats = [
            DrawnSeat(draw=drawn.draw, table=table, entrant=entrants[name], place=place)
            for table, (names, _game) in zip(tables, drawn.tables, strict=True)
            for place, name in enumerate(names, start=1)
        ]
        store(DrawnSeat, seats)
