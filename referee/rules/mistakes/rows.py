"""How a line is scored, as a row of values: a mistake is one of them changed.

Five shapes serve all three games: sets, places, each, nigiri, race. Unchanged, a row gives what
scoring gives.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from ..rulesets import Setting
from ..scoring.colours import SOY_POINTS
from ..scoring.comparisons import Places
from ..scoring.lines import Place, Table, round_table
from ..scoring.nigiri import WASABI_FACTOR, nigiri_points
from ..scoring.opponents import MAX_EACH
from ..scoring.uramaki import end_of_round, settle_claims
from ..tableau import NIGIRI_KINDS, Item, Tableau, colour_groups, kinds_of
from .terms import END, Points

SHARES_TIES = "sushi-go"
"""The game in which ties share a prize; in the others they are paid in full."""


@dataclass(frozen=True, slots=True)
class Situation:
    """A line with everything that its points depend on.

    Attributes:
        tables: what each part of the game is scored from.
        tokens: the player's unused ones, by kind.
    """

    setting: Setting
    tables: Mapping[int, Table]
    part: int
    seat: int
    type: str
    tokens: Mapping[str, int]

    @property
    def table(self) -> Table:
        """What the line is scored from."""
        return self.tables[self.part]

    @property
    def tally(self) -> Mapping[str, int]:
        """How many the player has of each kind."""
        return self.table.tallies[self.seat]

    @property
    def own(self) -> int:
        """How many the player has of a type of one kind."""
        return self.tally.get(self.type, 0)

    @property
    def kinds(self) -> dict[str, int]:
        """How many the player has of each kind of the line's type."""
        return {kind: self.tally.get(kind, 0) for kind in kinds_of(self.type)}

    def cards(self, kind: str) -> tuple[int, ...]:
        """How many cards of everybody show a kind, however often; of the whole game at its end."""
        whole = [part for part in self.tables if part != END] if self.part == END else [self.part]
        return tuple(
            sum(number for entry, number in tableau.counts.items() if kind in dict(entry.parts))
            for tableau in self.together(whole).table.tableaus
        )

    def colours(self, seat: int, by: str = "colours") -> dict[str, int]:
        """A player's cards by their colours, ``types`` or ``faces``."""
        rules, tableau = self.setting.house_rules, self.table.tableaus[seat]
        desserts = rules.desserts_count_as_colours
        flipped = self.setting.ruleset == SHARES_TIES or rules.flipped_cards_share_a_colour
        return colour_groups(tableau, desserts=desserts, flipped=flipped, by=by)

    def together(self, parts: Sequence[int]) -> "Situation":
        """The same line with the cards of several rounds."""
        tableaus = []
        for seat in range(len(self.table.tallies)):
            counts = Counter[Item]()
            for part in parts:
                counts.update(self.tables[part].tableaus[seat].counts)
            tableaus.append(Tableau(counts))
        return replace(self, tables={**self.tables, self.part: round_table(tableaus)})


@dataclass(frozen=True, slots=True)
class Sets:
    """Points by how many one has.

    Attributes:
        scale: the points.
        by: what counts: icons, ``cards``, ``all`` kinds together, or tokens of each ``kind``.
        more: how many are counted that do not lie there.
        left_out: how many kinds are left out of which there is none.
    """

    scale: Callable[..., int]
    by: str = "icons"
    more: int = 0
    left_out: int = 0

    def points(self, at: Situation) -> int:
        """What the player gets."""
        numbers = [number + self.more for number in at.kinds.values()]
        if self.by == "cards":
            numbers = [at.cards(kind)[at.seat] for kind in at.kinds]
        elif self.by == "all":
            numbers = [sum(numbers)]
        elif self.by == "kind":
            numbers = [*at.tokens.values()]
        return self.scale(*sorted(numbers)[self.left_out :])


@dataclass(frozen=True, slots=True)
class Ranks(Places):
    """Points by who has most, or fewest.

    Attributes:
        by: what is compared: icons, ``cards``; for soy sauce ``colours``, ``types``, ``faces``.
        owners: whether only those compare who have the card.
        times: whether each card pays.
        after: how many places a tie uses up: ``one``, or as many as are ``tied``; else as the game
            has it.
        rounding: of shares: ``up``, ``kept`` as fractions, a ``loss`` to the larger one, or the
            prizes of all places that a tie takes up, ``pooled``.
        others: whether everybody loses who has not the most.
    """

    by: str = "icons"
    owners: bool = False
    times: bool = False
    after: str = ""
    rounding: str = ""
    others: bool = False

    def points(self, at: Situation) -> Points:
        """What the player gets."""
        seats = range(len(at.table.tallies))
        if self.by == "icons":
            counts = at.table.counts(at.type)
        elif self.by == "cards":
            counts = at.cards(at.type)
        else:
            counts = tuple(len(at.colours(seat, self.by)) for seat in seats)
        if self.owners:
            owned = at.table.counts(at.type)
            counts = tuple(n if own else -1 for n, own in zip(counts, owned, strict=True))
        places = self.compare(counts).places
        first = places[0].seats if places else ()
        if self.others and len(first) < len(seats) and at.seat not in first:
            return self.fewest or -self.prizes[0]
        paid = sum((self._paid(place) for place in places if at.seat in place.seats), start=0)
        if self.by in ("icons", "cards"):
            return paid
        return paid * (at.own if self.times else min(at.own, 1))

    def used(self, tied: int) -> int:
        """How many places are gone when so many have tied for one."""
        if self.rounding == "pooled" or self.after == "tied":
            return tied
        return 1 if self.after == "one" else Places.used(self, tied)

    def _paid(self, place: Place) -> Points:
        prize, tied = place.prize, len(place.seats)
        if self.rounding == "pooled" and prize > 0:
            at = self.prizes.index(prize)
            return sum(self.prizes[at : at + tied]) // tied
        if self.rounding == "kept" and self.shared:
            return Fraction(prize, tied)
        if self.rounding == ("up" if prize > 0 else "loss") and self.shared:
            return -(-prize // tied) if prize > 0 else prize // tied
        return place.each


@dataclass(frozen=True, slots=True)
class Each:
    """Each card pays for others: for opponents who have some, or for the largest set of a colour.

    Attributes:
        by: what a card is paid for: ``opponents``, their ``cards``, itself (``own``); ``colours``,
            ``faces``.
        most: that a card brings; None for no limit.
        itself: whether the player counts as an opponent, too.
        apart: what is left out of a set: the colour ``dark-red`` (tea), or ``wasabi``.
        times: whether each card pays, or one for all.
    """

    by: str
    most: int | None = None
    itself: bool = False
    apart: str = ""
    times: bool = True

    def points(self, at: Situation) -> int:
        """What the player gets."""
        if not at.own:
            return 0
        worth = self._worth(at)
        return (min(worth, self.most) if self.most else worth) * (at.own if self.times else 1)

    def _worth(self, at: Situation) -> int:
        counts = at.table.counts(at.type)
        match self.by:
            case "opponents":
                return sum(1 for count in counts if count) - (not self.itself)
            case "cards":
                return sum(counts) - at.own
            case "own":
                return 1
        groups = at.colours(at.seat, self.by)
        if self.apart == "wasabi":
            wasabi = at.colours(at.seat, "faces").get("wasabi", 0)
            groups |= {"yellow": groups.get("yellow", 0) - wasabi, "wasabi": wasabi}
        elif self.apart:
            groups.pop(self.apart, None)
        return max(groups.values(), default=0)


@dataclass(frozen=True, slots=True)
class Nigiri:
    """Points of each nigiri, more for those on wasabi.

    Attributes:
        factor: of a nigiri on wasabi.
        up, down: faces that are put on a wasabi, and taken off.
    """

    factor: int = WASABI_FACTOR
    up: tuple[str, ...] = ()
    down: tuple[str, ...] = ()

    def points(self, at: Situation) -> int:
        """What the player gets."""
        kinds = at.kinds
        for faces, step in ((self.up, 1), (self.down, -1)):
            for face in faces:
                kinds[f"wasabi+{face}"] += step
                kinds[face] -= step
        return nigiri_points(*[max(0, kinds[kind]) for kind in NIGIRI_KINDS], factor=self.factor)


@dataclass(frozen=True, slots=True)
class Race:
    """Points of the places in a race.

    Attributes:
        order: the claims one by one, in another order.
        ties_use_places: whether a shared place uses up the next ones.
        again: whose claimed icons count once more at the end of the round: ``mine`` or ``all``.
    """

    cascade: bool
    order: tuple[int, ...] = ()
    ties_use_places: bool = True
    again: str = ""

    def points(self, at: Situation) -> int:
        """What the player gets."""
        turns = [tuple(turn) for turn in at.table.claims]
        if self.order:
            single = [one for turn in turns for one in sorted(turn, key=lambda c: (-c[1], c[0]))]
            turns = [(single[place],) for place in self.order]
        claims, used = settle_claims(turns, ties_use_places=self.ties_use_places)
        counts = [*at.table.counts(at.type)]
        for claim in claims:
            if claim.place and (self.again == "all" or (self.again and claim.seat == at.seat)):
                counts[claim.seat] += claim.icons
        end = end_of_round(tuple(counts), used, cascade=self.cascade)
        return end.points(at.seat) + sum(claim.points for claim in claims if claim.seat == at.seat)


Row = Sets | Ranks | Each | Nigiri | Race


def row_of(setting: Setting, type_: str, *, at_end: bool) -> Row:
    """The row by which a type is scored in a game, in a round or at the end."""
    match type_:
        case "nigiri":
            return Nigiri()
        case "uramaki":
            return Race(setting.house_rules.uramaki_cascade)
        case "tea":
            return Each("colours")
        case "soy-sauce":
            shares = setting.ruleset == SHARES_TIES
            return Ranks(
                (SOY_POINTS,), least=0, seats=setting.competing_seats, shared=shares, by="colours",
                owners=shares, times=not shares,
            )  # fmt: skip
    points = setting.rules.end_points if at_end else setting.rules.points
    if type_ in points:
        return Sets(points[type_])
    if row := setting.rules.places(setting).get(type_):
        return Ranks(row.prizes, row.fewest, row.least, row.seats, row.shared, row.equal)
    return Each("opponents", MAX_EACH)


def misread(at: Situation, changes: Mapping[str, Any]) -> Points:
    """What the player gets if values of the row are others.

    Besides the row's own values: ``kept``, the rounds whose cards are counted together, none for a
    line that is not scored; ``every``, scored as at the end of the game.
    """
    changes = dict(changes)
    kept = changes.pop("kept", None)
    at_end = changes.pop("every", at.part == END)
    if kept is not None:
        if not kept:
            return 0
        at = at.together(kept)
    return replace(row_of(at.setting, at.type, at_end=at_end), **changes).points(at)
