"""Changes to a tableau, and what they do to the cards that lie there: steps that taps can take."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple

from ..cards import FACES
from ..notation import MAX_REPEAT
from ..rulesets import Ruleset
from ..tableau import Card, Item, Tableau, item
from ..wasabi_pairing import LaidCard, landing, lay_out, put_on, tableau_of

ChangeKind = Literal["add", "remove", "flip", "swap", "off"]
Lies = Literal["", "open", "bare", "beside", "after", "there", "either", "it"]
StepKind = Literal["add", "add-bare", "remove", "flip", "say"]


class Change(NamedTuple):
    """One thing that was said to happen to a tableau.

    Attributes:
        kind: ``off`` takes a nigiri off its wasabi.
        item: what is added, removed, flipped (turned over), swapped or taken off; for a pair the
            nigiri on its wasabi. Cards added face down are ``flipped:…`` items, ``flipped`` where
            the front was not said. None where "flip" did not say what; for ``add`` and ``swap``
            it is the newest card then ("another one", "no, that was a tofu"), for ``remove`` all.
        number: how many, 1 to 99; 1 where it was not said. ``remove`` 0 says that none lie there.
        lies: where an added nigiri was said to lie: ``bare`` on no wasabi, ``beside`` on none
            though one lies there, ``there`` on the
            wasabi that lies there (``it`` nowhere else), ``either`` on that one or a new one; ""
            lands on a free one, ``open`` asks where one is free. A ``bare`` wasabi is one that no
            nigiri lands on, one that came ``after`` them has none of those that lay there.
        which: ``all`` that lie there; ``the`` one that lies there, if there is only one; ``total``
            so many in all; ``maybe`` perhaps that, if some lie there; ``still``
            that, and so many lay there already; ``was`` so many in all, or
            what the newest card should have been; ``sum`` so many in all, as was said card by card;
            ``nth`` one more, so that there are so many; ``gone`` the one that lies there, if any.
        new: what comes for a card that is swapped, ``new_number`` times.
    """

    kind: ChangeKind
    item: Item | None
    number: int
    lies: Lies = ""
    which: Literal["", "all", "the", "total", "maybe", "still", "was", "sum", "nth", "gone"] = ""
    new: Item | None = None
    new_number: int = 1


class Step(NamedTuple):
    """What one tap does: add a card (a nigiri that lies on no wasabi: ``add-bare``), remove or flip
    it, or say what lies on a wasabi.

    Attributes:
        place: which card: those that lay there are 0, 1, … in the order of entry, those that steps
            add count on; a place stays with its card when others go.
        card: how it lies after the step (for ``remove``: how it lay). The ids are places.
    """

    kind: StepKind
    place: int
    card: LaidCard


class Undone(NamedTuple):
    """A change of which nothing can be done.

    Attributes:
        why: ``not-there`` (not so many of it lie there), ``which`` (several kinds of special orders
            or face-down cards could be meant), ``too-many`` (more cards than a table holds),
            ``how-many`` (of several that lie there), ``in-all`` (so many more, or in all),
            ``newest`` (which card is meant), ``which-wasabi`` (the one there, or a new one), or
            ``under`` (which nigiri lies on the wasabi), ``turned`` (the card that lies there face
            up, or another), or ``covered`` (a nigiri lies on that wasabi already).
        lying: how many of what was said lie there.
        nigiri: for ``under``, those that may lie on it.
    """

    change: Change
    why: Literal[
        "not-there",
        "which",
        "too-many",
        "how-many",
        "in-all",
        "newest",
        "which-wasabi",
        "under",
        "turned",
        "covered",
    ]
    lying: int
    nigiri: tuple[Item, ...] = ()


class ChangedTableau:
    """A tableau, its cards by their place, and the steps that changed it."""

    def __init__(
        self,
        cards: Sequence[LaidCard],
        *,
        flipped_nigiri_frees_wasabi: bool = True,
        max_cards: int = MAX_REPEAT,
        is_newest_last: bool = True,
        in_order: bool = False,
        box: Ruleset | None = None,
    ) -> None:
        """``is_newest_last``: whether the cards stand in the order in which they were entered;
        ``in_order``: whether that is the order of play; ``box``: whose cards they are."""
        places = {card.id: place for place, card in enumerate(cards)}
        self.cards = {
            place: card._replace(
                id=place,
                nigiri=None if card.nigiri is None else places.get(card.nigiri),
                is_known=card.is_known and (card.nigiri is None or card.nigiri in places),
            )
            for place, card in enumerate(cards)
        }
        self.steps: list[Step] = []
        self._begun = self._next_place = len(cards)
        self._frees = flipped_nigiri_frees_wasabi
        self._max_cards = max_cards
        self._is_newest_last = is_newest_last
        self._in_order = in_order
        self._box = box
        self._bare: set[int] = set()
        """Nigiri that are said to lie on no wasabi, and wasabi that are said to be free."""

    @property
    def tableau(self) -> Tableau:
        return tableau_of(list(self.cards.values()), flipped_nigiri_frees_wasabi=self._frees)

    def do(self, change: Change) -> Undone | None:
        """Does a change wholly, or says why not.

        A nigiri lands on a free wasabi unless it was said to lie beside it. A wasabi that comes
        after a nigiri is asked about: it may lie under it. Of several alike cards
        the last one is taken or flipped, a bare nigiri before one on a wasabi, a free wasabi before
        a covered one. "Flip two" alone lays down two cards whose front is not known.
        """
        if change.kind == "remove" and change.item is None:
            self._remove(change, [(place,) for place in self.cards])
            return None
        if change.kind == "flip" and change.item is None:
            if change.which and (up := sum(not card.flipped for card in self.cards.values())):
                return Undone(change, "which", up)
            return self._add(change, item(Card(None, flipped=True)))
        if change.which == "sum" and change.item:
            lying = self._lie_there(change.item, range(self._next_place))
            more = self._lie_there(change.item, range(self._begun, self._next_place))
            return None if change.number in (lying, more) else Undone(change, "in-all", lying)
        if change.which == "nth" and change.item:
            lying = self._lie_there(change.item, range(self._next_place))
            if lying != change.number - 1:
                return Undone(change, "in-all", lying)
            change = change._replace(number=1, which="")
        if change.kind == "add" and change.which in ("total", "was"):
            return self._correct(change)
        if change.item is None:
            newest = self._newest()
            if newest is None:
                return Undone(change, "newest", len(self.cards))
            if change.kind == "swap":
                return self._swap(change, [(newest,)])
            return self._add(change, item(self.cards[newest].card))
        if change.kind == "add":
            return self._named(change, change.item)
        return self._with_found(change, change.item)

    def say_what_is_bare(self) -> None:
        """Says that the free wasabi are bare, where every nigiri is said to lie on none."""
        bare = self._bare_nigiri()
        for wasabi in sorted(self._free()) if bare and bare <= self._bare else ():
            if not self.cards[wasabi].is_known:
                self._say_bare(wasabi)

    def _named(self, change: Change, added: Item) -> Undone | None:
        """Adds cards that were named; those that lie there already may be meant."""
        lying = self._lay_before(added)
        front = added.card.face
        if change.which == "still" and lying == change.number:
            return None
        if change.which in ("maybe", "still") and lying:
            return Undone(change, "in-all", lying)
        if added.base:
            return self._pair(change, added, added.base)
        if added.card.flipped and front:
            face_up = item(added.card._replace(flipped=False))
            lies_up = [place for (place,) in self._found(face_up)[0] if place < self._begun]
            if lies_up and change.which == "the":  # "put the tofu face down"
                return self.do(Change("flip", face_up, 1, which="the"))
            if lies_up:
                return Undone(change, "turned", len(lies_up))
        if change.which == "the" and change.lies == "bare" and self._lies_bare(added):
            return None
        if change.which == "the" and change.lies != "there" and lying:
            return Undone(change, "in-all", lying)
        if change.lies == "beside":
            if not any(card.is_wasabi for card in self.cards.values()):
                return Undone(change, "which-wasabi", 0)
            change = change._replace(lies="bare")
        fronts = [card.face for card in self.cards.values() if not card.flipped]
        if change.lies == "there" and front and front.slug not in fronts:
            return Undone(change, "not-there", 0)  # "a special order on the tofu"
        return self._add(change, added)

    def _lies_bare(self, said: Item) -> bool:
        """Says of the only such card that it lies bare, if it does: "the wasabi is empty"."""
        there = [place for place, card in self.cards.items() if _alike(card, _laid(said.card))]
        covered = self._pairs()
        if len(there) != 1 or there[0] in (*covered, *covered.values()):
            return False
        self._bare.update(there)
        if self.cards[there[0]].is_wasabi:
            self._say_bare(there[0])
        return True

    def _with_found(self, change: Change, wanted: Item) -> Undone | None:
        """Removes, flips, swaps or takes off cards that lie there."""
        found, kinds = self._found(wanted)
        under = {nigiri: wasabi for wasabi, nigiri in self._pairs().items()}
        if change.kind == "off":
            found = [places for places in found if places[0] in under]
        if kinds > 1:
            return Undone(change, "which", len(found))
        if change.number == 0:
            lying = self._lie_there(wanted, range(self._next_place))
            return Undone(change, "how-many", lying) if lying else None
        number = max(1, len(found)) if change.which == "all" else change.number
        if change.which == "gone" and not found:
            return self._with_told(change, wanted)
        if len(found) < number:
            return Undone(change, "not-there", len(found))
        if change.which in ("the", "gone") and len(found) > 1:
            return Undone(change, "how-many", len(found))
        found = found[:number]
        if change.kind == "remove":
            return self._remove(change, found)
        if change.kind == "swap":
            return self._swap(change, found)
        for place in (place for places in found for place in places):
            card = self.cards[place]
            if change.kind == "off":
                self._say_bare(under[place])
                self._bare.add(place)
            elif card.face:
                self._step("flip", place, card._replace(flipped=not card.flipped))
        return None

    def _with_told(self, change: Change, wanted: Item) -> Undone | None:
        """ "The chopsticks are gone", "I flipped the tofu", "it's an eel, not tofu", where none
        were entered before."""
        if change.kind == "remove":
            return None
        if change.new:
            return self._add(Change("add", change.new, change.new_number), change.new)
        return self._add(change, item(wanted.card._replace(flipped=True)))

    def _remove(self, change: Change, found: Sequence[tuple[int, ...]]) -> Undone | None:
        if not found:
            return Undone(change, "not-there", 0)
        for place in (place for places in found for place in places):
            self.steps.append(Step("remove", place, self.cards.pop(place)))
        return None

    def _swap(self, change: Change, found: Sequence[tuple[int, ...]]) -> Undone | None:
        """What comes lies where the other one lay: on its wasabi, or bare."""
        if change.new is None:
            return Undone(change, "newest", len(found))
        old = self.cards[found[0][0]]
        is_on = found[0][0] in self._pairs().values()
        more = len(change.new.cards) * change.new_number - sum(map(len, found))
        if len(self.cards) + more > self._max_cards:
            return Undone(change, "too-many", len(self.cards))
        self._remove(change, found)
        is_bare = old.is_nigiri and not is_on and len(found[0]) == 1
        is_bare &= change.new.type == "nigiri"
        lies: Literal["", "bare"] = "bare" if change.lies == "bare" else ""
        new = Change("add", change.new, change.new_number, lies)
        return self._add(new, change.new, asks=False, beside=is_bare)

    def _correct(self, change: Change) -> Undone | None:
        """So many in all; or the newest card was this."""
        newest = self._newest()
        if change.item is None and newest is None:
            return Undone(change, "newest", len(self.cards))
        wanted = change.item or item(self.cards[newest or 0].card)
        found = [places for places in self._found(wanted)[0] if self._is(places, wanted)]
        if change.which == "was" and change.number == 1:
            if newest is None or (newest,) in found:
                return Undone(change, "newest", len(self.cards))
            return self._swap(change._replace(new=wanted), [(newest,)])
        if change.which == "was" and not found:
            return Undone(change, "newest", len(self.cards))
        more = change.number - len(found)
        before = sum(places[0] < self._begun for places in found)
        if more and 0 < before < len(found):
            # "Another tofu, make it two": of the new ones, or in all?
            return Undone(change, "in-all", len(found))
        if more > 0:
            return self._add(change._replace(number=more), wanted)
        return self._remove(change, found[:-more]) if more else None

    def _pair(self, change: Change, pair: Item, wasabi: Card) -> Undone | None:
        """A nigiri with the wasabi that was said with it: a new one, or the one that lies there."""
        nigiri, base = item(pair.card), _laid(wasabi)
        covered = self._pairs()
        bare = [
            place
            for place, card in self.cards.items()
            if (place < self._begun or change.which == "the")
            and place not in covered.values()
            and _alike(card, _laid(pair.card))
        ]
        free = [
            place
            for place, card in self.cards.items()
            if place not in covered and _alike(card, base)
            if change.lies in ("there", "it") or place not in self._bare
        ]
        if change.which == "the" and bare and (free or not change.lies or not covered):
            if not change.lies or not free:  # "a wasabi under the squid"
                self._add(change, item(wasabi), asks=False)
                free = [self._next_place - 1]
            self._say_on(free[0], bare[0])
            self._bare -= {bare[0], *free}
            return None
        if change.lies == "it" and not free:
            return Undone(change, "covered" if covered else "which-wasabi", 0)
        if change.lies in ("there", "either", "it") and (free or bare):
            if change.lies == "either" or bare or len(free) < change.number:
                return Undone(change, "which-wasabi", len(free))
            self._bare -= set(free)
            return self._add(change._replace(lies=""), nigiri, on=free)
        on = [self.cards[place] for place in covered.values()]
        if change.which == "the" and any(_alike(card, _laid(pair.card)) for card in on):
            return None  # it lies so: "wasabi, squid, and yes, the squid is on the wasabi"
        if change.lies == "there" and covered:
            return Undone(change, "covered", 0)
        return self._add(change, pair)

    def _add(
        self,
        change: Change,
        added: Item,
        *,
        asks: bool = True,
        on: Sequence[int] = (),
        beside: bool = False,
    ) -> Undone | None:
        """Adds a card or a pair so many times. ``on``: the wasabi that they are said to lie on, one
        each; ``beside``: they land on none."""
        new = added.cards
        if len(self.cards) + len(new) * change.number > self._max_cards:
            return Undone(change, "too-many", len(self.cards))
        if self._box and not self._box.holds(self._printed() + _printed(new, change.number)):
            return Undone(change, "too-many", self._lay_before(added))
        if change.lies == "open" and (free := self._free()):
            return Undone(change, "which-wasabi", len(free))
        is_wasabi = new == (Card(FACES["wasabi"]),) and change.lies != "bare"
        asks = (
            asks and not self._in_order and change.lies != "after"
        )  # where what came before the wasabi lies on none
        if asks and is_wasabi and (bare := self._bare_nigiri() - self._bare):
            nigiri = (item(self.cards[place].card) for place in self.cards if place in bare)
            return Undone(change, "under", len(bare), tuple(dict.fromkeys(nigiri)))
        for nth in range(change.number):
            is_bare = beside or change.lies == "bare"
            places = [self._add_card(card, lands=not is_bare) for card in new]
            if len(new) > 1:
                self._say_on(*places)
            elif on:
                self._say_on(on[nth], places[0])
            elif change.lies == "bare":
                self._bare.update(places)
                if self.cards[places[0]].is_wasabi:
                    self._say_bare(places[0])
        return None

    def _add_card(self, card: Card, *, lands: bool) -> int:
        """Adds one card; a nigiri on a free wasabi if it ``lands``. Returns its place."""
        place, self._next_place = self._next_place, self._next_place + 1
        laid = _laid(card)._replace(id=place)
        lying, shown = list(self.cards.values()), laid._replace(flipped=not laid.face)
        if shown.is_wasabi:
            shown = shown._replace(is_known=self._in_order)
        is_bare = shown.is_nigiri and not shown.copy and (laid.flipped or not lands)
        self._step("add-bare" if is_bare else "add", place, shown)
        if not is_bare:
            rules = {"in_order": self._in_order, "flipped_nigiri_frees_wasabi": self._frees}
            self._lay(landing(lying, shown, **rules))
        if laid.flipped and laid.face:
            self._step("flip", place, laid)
        return place

    def _say_on(self, wasabi: int, nigiri: int) -> None:
        """Says that a nigiri lies on a wasabi."""
        lying, at = list(self.cards.values()), [*self.cards]
        rule = {"flipped_nigiri_frees_wasabi": self._frees}
        self._lay(put_on(lying, at.index(wasabi), at.index(nigiri), **rule))
        self.steps.append(Step("say", wasabi, self.cards[wasabi]))

    def _say_bare(self, wasabi: int) -> None:
        """Says that nothing lies on a wasabi."""
        self._step("say", wasabi, self.cards[wasabi]._replace(nigiri=None, is_known=True))

    def _lay(self, changed: Mapping[int, LaidCard]) -> None:
        """Lets cards lie otherwise, by their index among those that lie there."""
        places = [*self.cards]
        self.cards |= {places[at]: card for at, card in changed.items()}

    def _bare_nigiri(self) -> set[int]:
        """The nigiri that lie on no wasabi."""
        up = {at for at, card in self.cards.items() if card.is_nigiri and not card.flipped}
        return up - {*self._pairs().values()}

    def _free(self) -> set[int]:
        covered = self._pairs()
        return {n for n, card in self.cards.items() if card.is_wasabi and n not in covered}

    def _newest(self) -> int | None:
        """The card that was entered last; None for none, or where that cannot be told."""
        newest = next(reversed(self.cards), None)
        alike = {card[:3] for card in self.cards.values()}
        is_told = self._is_newest_last or len(alike) == 1
        return newest if newest is not None and (is_told or newest >= self._begun) else None

    def _printed(self) -> Counter[str]:
        """How many cards lie there of each face that is printed on one."""
        printed = ("special-order" if card.copy else card.face for card in self.cards.values())
        return Counter(filter(None, printed))

    def _lay_before(self, added: Item) -> int:
        """How many such cards lay there before this was said."""
        return self._lie_there(added, range(self._begun))

    def _lie_there(self, said: Item, places: range) -> int:
        """How many such cards lie at some places, whatever their icons."""
        kinds = {_kind(card.face.slug) for card in said.cards if card.face}
        return sum(
            bool(card.face) and _kind(card.face) in kinds and card.copy == said.card.copy
            for place, card in self.cards.items()
            if place in places
        )

    def _is(self, places: tuple[int, ...], wanted: Item) -> bool:
        return len(places) > 1 or _alike(self.cards[places[0]], _laid(wanted.card))

    def _step(self, kind: StepKind, place: int, card: LaidCard) -> None:
        self.cards[place] = card
        self.steps.append(Step(kind, place, card))

    def _pairs(self) -> dict[int, int]:
        """The place of the nigiri by that of the wasabi under it."""
        places = list(self.cards)
        laid = lay_out(list(self.cards.values()), flipped_nigiri_frees_wasabi=self._frees)
        return {places[one.cards[0]]: places[one.cards[1]] for one in laid if len(one.cards) == 2}

    def _found(self, wanted_item: Item) -> tuple[list[tuple[int, ...]], int]:
        """The cards that make such an item, the ones to take first first, and how many kinds may be
        meant."""
        pairs = self._pairs()
        wanted = _laid(wanted_item.card)
        if wanted_item.base is not None:
            base = _laid(wanted_item.base)
            return [
                (over, under)
                for under, over in reversed(pairs.items())
                if _alike(self.cards[under], base) and _alike(self.cards[over], wanted)
            ], 1
        covered = {*pairs, *pairs.values()}
        found = [place for place, card in self.cards.items() if _alike(card, wanted)]
        found.sort(key=lambda place: (place in covered, -place))
        if not found:
            # "A special order", whatever it copies, or "a face-down card", whatever its front.
            found = [
                place
                for place, card in reversed(self.cards.items())
                if (not wanted.face and card.flipped)
                or (wanted == LaidCard("special-order") and card.copy and not card.flipped)
            ]
        kinds = {(self.cards[place].face, self.cards[place].copy) for place in found}
        return [(place,) for place in found], len(kinds)


def _laid(card: Card) -> LaidCard:
    return LaidCard(card.face.slug if card.face else "", card.copy, card.flipped)


def _printed(cards: Sequence[Card], number: int) -> Counter[str]:
    return Counter(face for card in cards if (face := card.physical_face) for _ in range(number))


def _kind(face: str) -> str:
    """A nigiri's face, any other card's type."""
    return face if FACES[face].type == "nigiri" else FACES[face].type


def _alike(one: LaidCard, other: LaidCard) -> bool:
    """Whether two cards lie alike; what a special order copied is not told apart face down."""
    if all(card.flipped and (card.copy or card.face == "special-order") for card in (one, other)):
        return True
    return one[:3] == other[:3]  # the face, and how it lies
