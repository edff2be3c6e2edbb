"""Score lines as a player would who has a rule wrong: one scorer for each type.

A scorer takes the situation and options that misread the line; without options it gives what the
rules give. It calls the scorers of ``referee.rules.scoring``.
"""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction

from ..cards import DESSERTS, FACES, NIGIRI_VALUES
from ..rulesets import SUSHI_GO, fewest_lose
from ..scoring import comparisons, sets
from ..scoring.colours import SOY_POINTS
from ..scoring.lines import Comparison, Place
from ..scoring.nigiri import WASABI_FACTOR, nigiri_points
from ..scoring.opponents import MAX_EACH, each_card
from ..scoring.uramaki import end_of_round, settle_claims
from ..tableau import NIGIRI_KINDS, colour_groups
from .terms import END, Options, Points, Situation

TABLES = {"few": comparisons.MANY_PLAYERS - 1, "many": comparisons.MANY_PLAYERS}
SPLITS = "sushi-go"
"""The game in which ties share a prize; in the others they are paid in full."""


def maki(at: Situation, options: Options) -> Points:
    """``edition``: the other game's ties; ``second``: a second place after a tie for most;
    ``skipped``: none, where there should be one; ``remainder``: see :func:`_share`; ``zero``:
    players without maki compete; ``cards``: cards are compared, not icons; ``table``: the prizes
    of ``few`` or ``many`` players."""
    setting = at.setting
    prizes = comparisons.maki_prizes(TABLES.get(options.get("table", ""), setting.players))
    counts, seats = at.counts, setting.competing_seats
    if options.get("cards"):
        counts = tuple(
            sum(n for entry, n in tableau.counts.items() if entry.type == "maki")
            for tableau in at.table.tableaus
        )
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
    return _won(compare(counts), at.seat, options)


def most_and_fewest(at: Situation, options: Options) -> Points:
    """Temaki and puddings. ``edition``: the other game's ties; ``loss``: of two players one loses;
    ``no-loss``: nobody does;
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
    is_paid = (place for place in places if place.prize > 0 or not options.get("no-loss"))
    return sum((_share(place, options) for place in is_paid), start=0)


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


def by_opponents(at: Situation, options: Options) -> int:
    """``cap``: no limit; ``cards``: by the ``others``' cards instead of by players, also
    ``without cap``, or one point for each ``own`` card."""
    mine = at.tally
    if not mine:
        return at.points
    most = sum(at.counts) if options.get("cap") else MAX_EACH
    match options.get("cards"):
        case "own":
            return mine
        case "others":
            return mine * min(most, sum(at.counts) - mine)
        case "without cap":
            return mine * (sum(at.counts) - mine)
    return mine * each_card(at.counts, most=most)


def soy_sauce(at: Situation, options: Options) -> Points:
    """``once``: several pay like one; ``runner-up``: second most colours are paid too;
    ``owners``: only those who own a soy sauce compare; ``remainder``: see :func:`_share`."""
    comparison = at.line.comparison if at.line else None
    mine = comparison.counts[at.seat] if comparison else None
    if at.line is None or comparison is None or mine is None:
        return at.points
    colours = comparison.counts
    if options.get("owners"):
        owned = at.table.counts("soy-sauce")
        colours = tuple(n if own else None for n, own in zip(colours, owned, strict=True))
    levels = sorted({count for count in colours if count is not None}, reverse=True)
    if mine not in levels[: 2 if options.get("runner-up") else 1]:
        return 0
    if at.setting.ruleset != SPLITS:
        return SOY_POINTS * (1 if options.get("once") else at.line.counts["soy-sauce"])
    tied = tuple(seat for seat, count in enumerate(comparison.counts) if count == mine)
    return _share(Place("first", SOY_POINTS, SOY_POINTS // len(tied), tied, mine), options)


def tea(at: Situation, options: Options) -> int:
    """``no-tea``: the tea itself is left out; ``wasabi-apart``: wasabi is no nigiri's colour;
    ``by-face``: only equal faces make a set."""
    rules, tableau = at.setting.house_rules, at.table.tableaus[at.seat]
    if options.get("by-face"):
        faces = Counter[str]()
        for card, number in tableau.cards():
            name = "" if card.flipped or card.face is None else card.face.slug
            is_counted = (
                rules.flipped_cards_share_a_colour
                if not name
                else (rules.desserts_count_as_colours or FACES[name].type not in DESSERTS)
            )
            faces[name] += number if is_counted else 0
        return at.tally * max(faces.values(), default=0)
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


def uramaki(at: Situation, options: Options) -> int:
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


def nigiri(at: Situation, options: Options) -> int:
    """``moved``: faces put on a wasabi and taken off; ``all``: all lie on one; ``untripled``: a
    face paid once, or all of them; ``factor``."""
    kinds = at.kinds
    if untripled := options.get("untripled"):
        faces_paid_once = NIGIRI_VALUES if untripled is True else [untripled]
        for face in faces_paid_once:
            number = kinds[f"wasabi+{face}"] if untripled is True else 1
            kinds[f"wasabi+{face}"] -= number
            kinds[face] += number
    ups, downs = options.get("moved", ((), ()))
    for faces, step in ((ups, 1), (downs, -1)):
        for face in faces:
            kinds[f"wasabi+{face}"] += step
            kinds[face] -= step
    if options.get("all"):
        for face in NIGIRI_VALUES:
            kinds[f"wasabi+{face}"] += kinds.pop(face)
    numbers = [max(0, kinds.get(kind, 0)) for kind in NIGIRI_KINDS]
    return nigiri_points(*numbers, factor=options.get("factor", WASABI_FACTOR))


def sashimi(at: Situation, options: Options) -> int:
    """``pair``: what two sashimi beside the sets of three pay; ``every``: all pairs pay 10; see
    also :func:`_dice`."""
    pair = options.get("pair", 0)
    if pair == "every":
        return sets.sets_of(2, 10)(at.tally)
    return _dice(at, options) + int(pair if at.tally % 3 == 2 else 0)


def dumpling(at: Situation, options: Options) -> int:
    """``linear``: points for each; ``sixth``: the scale goes ``on`` or begins ``anew``; ``step``:
    so many rows further down in the table; see also :func:`_dice`."""
    if each := options.get("linear", 0):
        return int(each) * at.tally
    if at.tally and (step := options.get("step")):
        return _table_row(at, step)
    if options.get("card-table") or options.get("threes"):
        return _dice(at, options)
    match options.get("sixth"):
        case "on":
            return at.tally * (at.tally + 1) // 2
        case "anew":
            return _anew(sets.dumpling_points, sets.MAX_DUMPLINGS, at.tally)
    return at.points


def _table_row(at: Situation, step: int) -> int:
    """What the next row of the dumplings' table pays, or the one before."""
    rows = len(sets.ROLL_SETS[at.type]) if at.setting.rules.dice else sets.MAX_DUMPLINGS
    full = (at.tally - 1) // rows if at.setting.rules.dice else 0
    row = min(rows, max(0, min(rows, at.tally - full * rows) + step))
    return at.setting.rules.alone[at.type](full * rows + row).points


def _dice(at: Situation, options: Options) -> int:
    """Appetizers of Sushi Roll. ``card-table``: by the tables of the games with cards;
    ``threes``: only whole threes pay."""
    if options.get("card-table"):
        return SUSHI_GO.alone[at.type](at.tally).points
    if options.get("threes"):
        return at.setting.rules.alone[at.type](at.tally - at.tally % 3).points
    return at.points


def tempura(at: Situation, options: Options) -> int:
    """``single``: what a tempura without a partner pays; see also :func:`_dice`."""
    return _dice(at, options) + int(options.get("single", 0)) * (at.tally % 2)


def tofu(at: Situation, options: Options) -> int:
    """``past-two``: three or more pay like ``two``, or in pairs ``anew``."""
    past = options.get("past-two")
    if past == "anew":
        return _anew(sets.tofu_points, 2, at.tally)
    return sets.tofu_points(min(at.tally, 2)) if past else at.points


def _anew(points: Callable[[int], int], size: int, tally: int) -> int:
    """Begin a new set after each full one."""
    full, rest = divmod(tally, size)
    return full * points(size) + points(rest)


def eel(at: Situation, options: Options) -> int:
    """``single``: one eel costs nothing; ``third``: ``each`` after the first, or every pair of
    ``pairs``, pays 7."""
    if at.tally == 1 and options.get("single"):
        return 0
    if at.tally > 2 and (third := options.get("third")):
        return sets.eel_points(2) * (at.tally - 1 if third == "each" else at.tally // 2)
    return at.points


def onigiri(at: Situation, options: Options) -> int:
    """``same``: sets of four, whatever the shapes; ``one``: only the first set is paid."""
    if options.get("one"):
        return sum(1 for number in at.kinds.values() if number) ** 2
    if not options.get("same"):
        return at.points
    full, rest = divmod(sum(at.kinds.values()), 4)
    return 16 * full + rest * rest


def miso_soup(at: Situation, options: Options) -> int:
    """``discarded``: so many that were discarded are paid too."""
    more = at.setting.rules.alone[at.type](options.get("discarded", 0)).points
    return at.points + more


def fruit(at: Situation, options: Options) -> int:
    """``missing``: of so many missing fruits the loss is left out."""
    missing = list(at.kinds.values()).count(0)
    return at.points - sets.FRUIT_POINTS[0] * min(missing, int(options.get("missing", 0)))


def tokens(at: Situation, options: Options) -> int:
    """``singly``: a point each; ``by-kind``: only two of a kind make a pair."""
    if options.get("by-kind"):
        return sum(number // 2 for number in at.tokens.values())
    return at.tally if options.get("singly") else at.points


def paid(at: Situation, options: Options) -> int:
    """``paid``: a point ``each``, or one for all (``once``)."""
    paid = options.get("paid")
    return at.points + (at.tally if paid == "each" else 1 if paid and at.tally else 0)
