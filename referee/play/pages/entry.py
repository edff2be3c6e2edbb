"""The page on which one player's tableau is entered."""

from functools import partial
from itertools import groupby
from typing import Any
from uuid import uuid4
from zlib import crc32

from django.utils.text import capfirst

from ...access.games import Visit
from ...rules import Setting
from ...rules.cards import DISCARDED_WHEN_PLAYED
from ...rules.rulesets import fewest_lose
from ...rules.scoring.plan import tiebreak
from ...rules.scoring.uramaki import ICONS_TO_CLAIM, PRIZES, claimed_sets, settle_claims
from ...rules.table_setup import setup_for
from ...wording.catalogue import gettext as _
from ...wording.names import tiebreak_count, type_name
from ...wording.phrases import series
from ...wording.standing import dessert, desserts_standing, score_announcement
from ..services.claims import uramaki_icons
from ..services.game_state import (
    NOT_UNDONE,
    GameState,
    LaidTableau,
    RoundState,
    SeatState,
    undoable_taps,
)
from .common import (
    entry_url,
    is_expected_of,
    isolated_names,
    round_url,
    shown_problem,
    shown_score,
    why_url,
)
from .grid import following_cards, key_rows, tile_of_last, tiles
from .history import entered_by_others
from .tableaus import others_to_swap_with, piles


def race(round_: RoundState, visit: Visit) -> dict[str, Any] | None:
    """The race of a round, for the seats whose cards the phone may enter; None without uramaki."""
    if "uramaki" not in round_.setting.types:
        return None
    claims = [(row, won, round_.seats[won.seat]) for row, won in round_.settled_claims]
    # On one turn the higher total goes first, whoever was entered first; who has no place is last.
    claims.sort(key=lambda claim: claim[1].place or len(round_.seats) + 1)
    moments = [("", _("after all the others"))]
    for turn in sorted({won.turn for _row, won, _seat in claims}, reverse=True):
        facts = {"names": series(seat.name for _row, won, seat in claims if won.turn == turn)}
        moments.append((f"with-{turn}", _("on the same turn as %(names)s") % facts))
        moments.append((f"before-{turn}", _("before %(names)s") % facts))
    players = [seat for seat in round_.seats if visit.may_enter(seat.place)]
    return {"claims": claims, "players": players, "moments": moments}


def race_standing(round_: RoundState) -> str:
    """Name who has which place of the race, as they are paid: "Race: 1. Ana 8, next gets 5"."""
    claims, used = settle_claims(round_.on_sheet.claims)
    names = list(isolated_names(round_.seats).values())
    places = []
    for place, tied in groupby(
        (claim for claim in claims if claim.place), key=lambda claim: claim.place
    ):
        won = list(tied)
        facts = {"place": place, "names": series(names[claim.seat] for claim in won)}
        places.append(_("%(place)s. %(names)s %(points)s") % {**facts, "points": won[0].points})
    if used < len(PRIZES):
        places.append(_("next gets %(points)s") % {"points": PRIZES[used]})
    return _("Race: %(places)s") % {"places": series(places)}


def entry_page(table: GameState, seat: SeatState, visit: Visit) -> dict[str, Any]:
    """The page of a seat's tableau."""
    round_, setting, first = seat.round, table.setting, table.current_round
    brings = following_cards(seat)
    shown_tiles = tiles(seat, brings)
    may_enter, is_own = visit.may_enter(seat.place), visit.holds(seat.place)
    following, is_expected = _next(seat, visit), partial(is_expected_of, visit)
    own = next((other for other in round_.seats if visit.holds(other.place)), None)
    # Who enters for several says nothing more than that they go on.
    goes_on = is_own and any(map(is_expected, (each for each in round_.seats if each is not seat)))
    return {
        "table": table,
        "round": round_,
        "seat": seat,
        "ranked": ranked(round_),
        "others_mark": others_mark(table, seat),
        # The first round before this one that is still open.
        "open_before": first if first and first.number < round_.number else None,
        "hint": _hint(setting),
        "setup": None if round_.is_confirmed else setup_for(setting, round_.number),
        "tap": uuid4(),
        "tiles": shown_tiles,
        "tiles_mark": mark(brings),
        "keys": partial(key_rows, shown_tiles),  # a whole page alone lists them
        "piles": piles(seat),
        "is_long": "takeout-box" in setting.types,
        "last_added": tile_of_last(seat.laid, visit.phone),
        "can_undo": _can_undo(seat.laid, visit.phone),
        "others_to_swap_with": others_to_swap_with(seat, visit),
        "score": score_line(seat),
        "so_far": shown_score(seat, seat.score),
        "problems": shown_problems(table, seat, visit),
        "race": race(round_, visit),
        "icons": _icons_to_claim(seat.laid),
        "next_url": entry_url(following) if following else round_url(round_),
        "next": following,
        "is_open": may_enter and not round_.is_confirmed,
        "in_order": seat.row.in_order and any(card.is_wasabi for card in seat.laid.cards),
        "may_enter": may_enter,
        "is_own": is_own,
        "goes_on": goes_on and not seat.is_ready,
        "to_own": None if is_own or visit.is_host or is_expected(seat) else own,
        "others": entered_by_others(table, seat.laid, visit),
    }


def ranked(round_: RoundState) -> list[SeatState]:
    """The seats of a round, those with the most points in all so far first."""
    return sorted(round_.seats, key=lambda seat: -seat.total)


def shown_problems(table: GameState, seat: SeatState, visit: Visit) -> list[dict[str, Any]]:
    """The problems of a round that concern a seat; questions stand first."""
    shown = [shown_problem(table, problem, visit) for problem in seat.to_check]
    return sorted(shown, key=lambda problem: not problem["answers"])


def open_question(table: GameState, seat: SeatState, visit: Visit) -> dict[str, Any] | None:
    """The first question that a seat's page asks and that can be answered."""
    problems = shown_problems(table, seat, visit)
    return problems[0] if problems and problems[0]["answers"] else None


def score_line(seat: SeatState) -> dict[str, Any]:
    """What a seat's cards come to so far, in this round and in all."""
    points, total, standings = seat.score.total, seat.total, _standings(seat)
    so_far = (points, total, seat.card_count, seat.dealt, standings)
    return {
        "points": points,
        "total": total,
        "is_complete": seat.round.is_complete,
        "standings": standings,
        "in_words": score_announcement(*so_far, dice=bool(seat.round.setting.rules.dice)),
        "why": why_url(seat),
    }


def others_mark(table: GameState, seat: SeatState) -> int:
    """A hash of what a seat's page shows of others beside their counts, its score and its tiles:
    who has entered all, the points that it tells, and what cannot be right; where a number is
    disputed, any points, which may settle it. For the lines of the score, which all cards of others
    may change, the page asks when they are unfolded."""
    far = [
        (other.is_waiting, other.is_ready, other.has_all and (other.state, other.score.total))
        for other in seat.round.seats
    ]
    moves = [
        (line.type, line.points)
        for round_ in (table.result.rounds if table.is_disputed else ())
        for score in round_.players.values()
        for line in score.lines
    ]
    return mark((far, seat.to_check, moves))


def mark(shown: object) -> int:
    """A number by which what is shown is told from something else."""
    return crc32(repr(shown).encode())


def _next(seat: SeatState, visit: Visit) -> SeatState | None:
    """The next player for whom this phone still enters cards; none in a round that is corrected."""
    seats = [] if seat.round.version else seat.round.seats
    others = [*seats[seat.index + 1 :], *seats[: seat.index]]
    return next(
        (other for other in others if other.is_waiting and is_expected_of(visit, other)), None
    )


def _icons_to_claim(laid: LaidTableau) -> int:
    """The icons of the fewest cards that reach ten, ten where none do."""
    cards = uramaki_icons(laid.entries)
    return sum(cards[at] for chosen in claimed_sets(cards)[:1] for at in chosen) or ICONS_TO_CLAIM


def _can_undo(laid: LaidTableau, phone: str) -> bool:
    """Whether an undo finds a tap of the phone's. Mostly a card that lies there says so."""
    taps = [entry.added_by for entry in laid.entries if entry.added_by.phone == phone]
    if any(tap.kind not in NOT_UNDONE and tap.undone_by_id is None for tap in taps):
        return True
    return undoable_taps(laid.row, phone).exists()


def _hint(setting: Setting) -> str:
    """What is not entered, although it was played: cards that leave the table at once."""
    played = DISCARDED_WHEN_PLAYED & setting.types
    if setting.rules.dice or not played:
        return ""
    if "takeout-box" in played:
        return _(
            "Takeout boxes and menus that were played are discarded: do not enter them. Enter the "
            "cards that a takeout box flipped, and flip them."
        )
    return _("Menus that were played are discarded: do not enter them.")


_COMPARED = ("maki", "temaki", "uramaki")
"""Types of which everybody's number is worth knowing while entering."""


def _standings(seat: SeatState) -> list[str]:
    """Count the cards that are compared, for this seat and the best of the others; and what the
    seat keeps for the end."""
    round_, here = seat.round, seat.index
    tallies = [other.tableau.tally() for other in round_.seats]
    names = list(isolated_names(round_.seats).values())
    words = [race_standing(round_)] if "uramaki" in round_.setting.types else []
    for type_ in _COMPARED:
        counts = [tally.get(type_, 0) for tally in tallies]
        if type_ in round_.setting.types and any(counts):
            best = max((s for s in range(len(counts)) if s != here), key=lambda s: counts[s])
            facts = {
                "card": capfirst(type_name(type_)),
                "name": names[here],
                "count": counts[here],
                "other": names[best],
                "theirs": counts[best],
            }
            words.append(_("%(card)s: %(name)s %(count)s, %(other)s %(theirs)s") % facts)
    return [*words, *_desserts(seat)]


def _desserts(seat: SeatState) -> list[str]:
    """What a seat has kept for the end of the game, and how that stands where it is compared."""
    setting = seat.round.setting
    if seat.round.sheet.has_counted:  # nobody knows how many of them
        return []
    tables = [played.tableaus for played in seat.round.sheet.rounds]
    counts = [tiebreak(setting, tables, each) for each in range(setting.seats)]
    if not any(counts):
        return []
    count = counts[seat.index]
    is_compared = dessert(setting) in setting.rules.game_end_compared(setting)
    competing = counts[: setting.competing_seats] if is_compared else []
    return [
        desserts_standing(
            tiebreak_count(setting.rules.tiebreak, count),
            is_most=count == max(competing, default=None),
            is_fewest=count == min(competing, default=None) and fewest_lose(setting),
        )
    ]
