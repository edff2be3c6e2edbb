"""Score lines as a player would who has a rule wrong: one scorer for each type.

A scorer takes the situation and options that misread the line; without options it gives what the
rules give. It calls the scorers of ``referee.rules.scoring``.
"""

from collections.abc import Callable
from fractions import Fraction

from ..cards import NIGIRI_VALUES
from ..rulesets import fewest_lose
from ..scoring import comparisons, sets
from ..scoring.colours import SOY_POINTS
from ..scoring.edamame import MAX_EACH, each_edamame
from ..scoring.lines import Comparison, Place
from ..scoring.nigiri import WASABI_FACTOR, nigiri_points
from ..scoring.uramaki import end_of_round, settle_claims
from ..tableau import colour_groups, pack, unpack
from .terms import END, Options, Points, Situation

SPLITS = "sushi-go"
"""The game in which ties share a prize; in the others they are paid in full."""


def _maki(at: Situation, options: Options) -> Points:
    """``edition``: the other game's ties; ``second``: a second place after a tie for most;
    ``skipped``: none, where there should be one; ``remainder``: see :func:`_share`; ``zero``:
    players without maki compete."""
    setting = at.setting
    prizes, seats = comparisons.maki_prizes(setting.players), setting.competing_seats
    house_rule = setting.ruleset == SPLITS and setting.house_rules.zero_maki_scores
    zero = house_rule or bool(options.get("zero"))
    if (setting.ruleset == SPLITS) != bool(options.get("edition")):
        after = bool(options.get("second"))
        compare = comparisons.most_split(
            zero_scores=zero, seats=seats, prizes=prizes, second_after_tie=after
        )
    else:
        compare = comparisons.most_in_full(
            prizes, zero_scores=zero, seats=seats, ties_use_places=bool(options.get("skipped"))
        )
    return _won(compare(at.counts), at.seat, options)


def _most_and_fewest(at: Situation, options: Options) -> Points:
    """Temaki and puddings. ``edition``: the other game's ties; ``loss``: of two players one loses;
    ``remainder`` and ``negative``: see :func:`_share`; ``forgotten``: not scored; ``every``:
    puddings scored in a round as well."""
    if options.get("forgotten"):
        return 0
    if at.type == "pudding" and at.part != END and not options.get("every"):
        return at.points
    setting = at.setting
    prize = 4 if at.type == "temaki" else 6
    loss = fewest_lose(setting) or bool(options.get("loss"))
    seats = setting.competing_seats
    if (setting.ruleset == SPLITS) != bool(options.get("edition")):
        compare = comparisons.most_and_fewest_split(loss=loss, seats=seats, prize=prize)
    else:
        compare = comparisons.most_and_fewest(
            prize,
            players=3 if loss else 2,
            tie_of_two_scores=setting.house_rules.two_player_tie_scores_most,
        )
    return _won(compare(at.counts[:seats]), at.seat, options)


def _won(comparison: Comparison, seat: int, options: Options) -> Points:
    places = (place for place in comparison.places if seat in place.seats)
    return sum((_share(place, options) for place in places), start=0)


def _share(place: Place, options: Options) -> Points:
    """What a place pays each of its players. ``remainder``: shares are rounded ``up``, or ``kept``
    as fractions; ``negative``: the share of a loss is rounded to the larger loss."""
    if place.each == place.prize:
        return place.each
    if options.get("remainder") == "kept":
        return Fraction(place.prize, len(place.seats))
    if place.prize > 0 and options.get("remainder") == "up":
        return -(-place.prize // len(place.seats))
    if place.prize < 0 and options.get("negative"):
        return place.prize // len(place.seats)
    return place.each


def _edamame(at: Situation, options: Options) -> int:
    """``cap``: no limit; ``cards``: by the ``others``' cards instead of by players, or one point
    for each ``own`` card."""
    mine = at.tally
    if not mine:
        return at.points
    most = sum(at.counts) if options.get("cap") else MAX_EACH
    match options.get("cards"):
        case "own":
            return mine
        case "others":
            return mine * min(most, sum(at.counts) - mine)
    return mine * each_edamame(at.counts, most=most)


def _soy_sauce(at: Situation, options: Options) -> Points:
    """``once``: several pay like one; ``runner-up``: second most colours are paid too;
    ``remainder``: see :func:`_share`."""
    comparison = at.line.comparison if at.line else None
    mine = comparison.counts[at.seat] if comparison else None
    if at.line is None or comparison is None or mine is None:
        return at.points
    levels = sorted({count for count in comparison.counts if count is not None}, reverse=True)
    if mine not in levels[: 2 if options.get("runner-up") else 1]:
        return 0
    if at.setting.ruleset != SPLITS:
        return SOY_POINTS * (1 if options.get("once") else at.line.counts["soy-sauce"])
    tied = tuple(seat for seat, count in enumerate(comparison.counts) if count == mine)
    return _share(Place("first", SOY_POINTS, SOY_POINTS // len(tied), tied, mine), options)


def _tea(at: Situation, options: Options) -> int:
    """``no-tea``: the tea itself is left out; ``wasabi-apart``: wasabi is no nigiri's colour."""
    rules, tableau = at.setting.house_rules, at.table.tableaus[at.seat]
    groups = colour_groups(
        tableau,
        desserts=rules.desserts_count_as_colours,
        flipped=rules.flipped_cards_share_a_colour,
    )
    if options.get("no-tea"):
        groups.pop("dark-red", None)
    if options.get("wasabi-apart"):
        groups["wasabi"] = sum(
            number
            for card, number in tableau.cards()
            if not card.flipped and card.face is not None and card.face.type == "wasabi"
        )
        groups["yellow"] = groups.get("yellow", 0) - groups["wasabi"]
    return at.tally * max(groups.values(), default=0)


def _uramaki(at: Situation, options: Options) -> int:
    """``order``: the claims, one by one, in another order; ``second``: a shared place uses up no
    other place; ``again``: claimed icons count once more at the end of the round, one's own
    (``mine``) or everybody's (``all``)."""
    turns = [tuple(turn) for turn in at.table.claims]
    if order := options.get("order"):
        single = [claim for turn in turns for claim in sorted(turn, key=lambda c: (-c[1], c[0]))]
        turns = [(single[place],) for place in order]
    claims, used = settle_claims(turns, ties_use_places=not options.get("second"))
    counts = list(at.counts)
    for claim in claims:
        if options.get("again") == "all" or (options.get("again") and claim.seat == at.seat):
            counts[claim.seat] += claim.icons if claim.place else 0
    cascade = at.setting.house_rules.uramaki_cascade
    end = end_of_round(tuple(counts), used, cascade=cascade)
    return end.points(at.seat) + sum(claim.points for claim in claims if claim.seat == at.seat)


def _nigiri(at: Situation, options: Options) -> int:
    """``moved``: faces put on a wasabi and taken off; ``all``: all lie on one; ``factor``."""
    kinds = unpack("nigiri", at.tally)
    ups, downs = options.get("moved", ((), ()))
    for faces, step in ((ups, 1), (downs, -1)):
        for face in faces:
            kinds[f"wasabi+{face}"] += step
            kinds[face] -= step
    if options.get("all"):
        for face in NIGIRI_VALUES:
            kinds[f"wasabi+{face}"] += kinds.pop(face)
    held = [(kind, max(0, number)) for kind, number in kinds.items()]
    return nigiri_points(pack("nigiri", held), options.get("factor", WASABI_FACTOR))


def _sashimi(at: Situation, options: Options) -> int:
    """``pair``: what two sashimi beside the sets of three pay; ``every``: all pairs pay 10."""
    pair = options.get("pair", 0)
    if pair == "every":
        return sets.sets_of(2, 10)(at.tally)
    return at.points + (pair if at.tally % 3 == 2 else 0)


def _dumpling(at: Situation, options: Options) -> int:
    """``linear``: points for each; ``sixth``: the scale goes ``on`` or begins ``anew``."""
    if each := options.get("linear", 0):
        return int(each) * at.tally
    match options.get("sixth"):
        case "on":
            return at.tally * (at.tally + 1) // 2
        case "anew":
            return _anew(sets.dumpling_points, sets.MAX_DUMPLINGS, at.tally)
    return at.points


def _tofu(at: Situation, options: Options) -> int:
    """``past-two``: three or more pay like ``two``, or in pairs ``anew``."""
    past = options.get("past-two")
    if past == "anew":
        return _anew(sets.tofu_points, 2, at.tally)
    return sets.tofu_points(min(at.tally, 2)) if past else at.points


def _anew(points: Callable[[int], int], size: int, tally: int) -> int:
    """Begin a new set after each full one."""
    full, rest = divmod(tally, size)
    return full * points(size) + points(rest)


def _eel(at: Situation, options: Options) -> int:
    """``single``: one eel costs nothing; ``third``: ``each`` after the first, or every pair of
    ``pairs``, pays 7."""
    if at.tally == 1 and options.get("single"):
        return 0
    if at.tally > 2 and (third := options.get("third")):
        return sets.eel_points(2) * (at.tally - 1 if third == "each" else at.tally // 2)
    return at.points


def _onigiri(at: Situation, options: Options) -> int:
    """``same``: sets of four, whatever the shapes."""
    if not options.get("same"):
        return at.points
    full, rest = divmod(sum(unpack("onigiri", at.tally).values()), 4)
    return 16 * full + rest * rest


def _paid(at: Situation, options: Options) -> int:
    """``paid``: a point ``each``, or one for all (``once``)."""
    paid = options.get("paid")
    return at.points + (at.tally if paid == "each" else 1 if paid and at.tally else 0)


SCORERS: dict[str, Callable[[Situation, Options], Points]] = {
    "maki": _maki,
    "temaki": _most_and_fewest,
    "pudding": _most_and_fewest,
    "edamame": _edamame,
    "soy-sauce": _soy_sauce,
    "tea": _tea,
    "uramaki": _uramaki,
    "nigiri": _nigiri,
    # What a tempura without a partner pays.
    "tempura": lambda at, options: at.points + options.get("single", 0) * (at.tally % 2),
    "sashimi": _sashimi,
    "dumpling": _dumpling,
    "tofu": _tofu,
    "eel": _eel,
    "onigiri": _onigiri,
    "chopsticks": _paid,
    "wasabi": _paid,
    "tokens": lambda at, options: at.tally if options.get("singly") else at.points,
}
"""The types of which a line can be misread."""
