"""A number of cards, pairs or face-down cards: what stands between two commas."""

from typing import NamedTuple

from ..cards import FACES
from ..tableau import Card, Item, item
from .counting import ENDS, Count, Counts
from .naming import face_of
from .vocabulary import Kind

_ON = frozenset({Kind.ON, Kind.WITH})
_UNDER = frozenset({Kind.WITH, Kind.PLUS, Kind.UNDER})
_COUNTABLE = frozenset({Kind.NOUN, Kind.NIGIRI, Kind.CARD, Kind.DOWN})
_NO_FACE = frozenset({Kind.DOWN, Kind.CARD, Kind.BARE, Kind.COPY_OF})
_BESIDE = frozenset({Kind.BESIDE, Kind.WITHOUT})
_BARE = frozenset({Kind.ALONE, Kind.BARE})


class Clause(NamedTuple):
    """What was said of some cards.

    Attributes:
        after: the place of the lexeme behind it.
        item: what it is; None where no card was named, as in "flip two", or none is understood.
        number: how many; None where no number was said.
        nearest: what may have been meant, where it is not understood.
        understood: whether it is.
        bare: the nigiri was said to lie on no wasabi.
        less: it was said to be gone ("one pudding less").
    """

    after: int
    item: Item | None = None
    number: int | None = None
    nearest: tuple[str, ...] = ()
    understood: bool = True
    bare: bool = False
    less: bool = False


class _Laid(NamedTuple):
    """A card that was named, or what it may be."""

    after: int
    card: Card | None
    nearest: tuple[str, ...] = ()
    counted: bool = False


class Clauses(Counts):
    """Reads clauses from a row of lexemes."""

    def clause(self, place: int, *, flips: bool = False) -> Clause | None:
        """The clause from a place on, None where no card is said; ``flips`` after "flip"."""
        count = self.count(place)
        place, number, less = count.after, count.number, False
        if self.kind(place) is Kind.MINUS and number and self.starts_card(place + 1):
            place, less = place + 1, True
        if self.kind(place) is Kind.CARD:
            clause = self._cards(place, count, flips=flips)
        elif self.kind(place) is Kind.DOWN:
            clause = self._down(place, number)
        else:
            clause = self._named(place, count)
        if clause is None:
            alone = flips and number is not None and not self._goes_on(place)
            return Clause(place, None, number) if alone else None
        if clause.number is None and self._is_plural(place, clause.after):
            clause = clause._replace(item=None, understood=False)
        return clause._replace(less=clause.less or less)

    def _is_plural(self, place: int, after: int) -> bool:
        """Whether several cards are said, but not how many: "the eels"."""
        return any(self.at(at).plural and self.kind(at) in _COUNTABLE for at in range(place, after))

    def _goes_on(self, place: int) -> bool:
        """Whether something unknown follows, so that a number before it says nothing."""
        return self.kind(place) not in ENDS

    # ------------------------------------------------------------------ face down

    def _cards(self, place: int, count: Count, *, flips: bool) -> Clause | None:
        """ "two cards of tempura", "two cards face down", "flip two cards"."""
        after = place + 1
        if self.kind(after) is Kind.DOWN:
            return Clause(after + 1, item(Card(None, flipped=True)), count.number)
        linked = self.kind(after) is Kind.OF
        if linked or self.starts_card(after):
            return self._named(after + linked, count)
        return Clause(after, None, count.number) if flips else None

    def _down(self, place: int, number: int | None) -> Clause:
        """ "face down tofu", "face-down card", "flipped"."""
        after = place + 1
        if self.kind(after) is Kind.CARD:
            after += 1
        elif laid := self._card(after, number):
            return self._turned(laid, number)
        elif number is None and self.count(after).number:
            # "flipped two tofu": two flipped, or one flipped and two tofu.
            counted = self.count(after)
            if laid := self._card(counted.after, counted.number):
                return Clause(laid.after, nearest=("flipped", *laid.nearest), understood=False)
        behind = self.count_behind(after) if number is None else Count(after)
        flipped = item(Card(None, flipped=True))
        said = Clause(behind.after, flipped, behind.number or number, ("flipped",))
        follows = place > 0 and self.kind(place - 1) is Kind.BREAK
        # "tofu, face down": the tofu, or another card?
        doubtful = follows and said.number is None and self.kind(after - 1) is not Kind.CARD
        return said._replace(understood=not doubtful)

    def _turned(self, laid: _Laid, number: int | None) -> Clause:
        if laid.card is None or laid.card.flipped:
            return Clause(laid.after, nearest=laid.nearest, understood=False)
        after = laid.after + self.says_card(laid.after)
        behind = self.count_behind(after)
        if behind.number is not None and number is not None:
            return Clause(behind.after, nearest=laid.nearest, understood=False)
        turned = item(laid.card._replace(flipped=True))
        return Clause(behind.after, turned, behind.number or number)

    # ------------------------------------------------------------------ one card

    def _card(self, place: int, number: int | None) -> _Laid | None:
        """A card, or a special order with what it copies."""
        if self.kind(place) is Kind.COPY_OF:
            return self._copy(place + 1, place + 1)
        if self.at(place).name == "special-order" and self.kind(place) is Kind.NOUN:
            return self._special_order(place)
        named = self.face(place, number)
        if named is None:
            return None
        card = Card(face_of(named)) if named.clear else None
        return _Laid(named.after, card, named.faces, named.counted)

    def _special_order(self, place: int) -> _Laid:
        after = place + 1
        after += self.says_card(after)
        if self.kind(after) in (Kind.COPYING, Kind.OF):
            return self._copy(after + 1, after + 1)
        is_face = self.starts_card(after) and self.at(after).name != "special-order"
        if self.at(place).hyphenated and not self.at(after).glued:
            is_face = False  # on the score sheet a colon stands between them
        if is_face and self.kind(after) not in _NO_FACE:
            return self._copy(after, after)
        return _Laid(after, Card(FACES["special-order"]), ("special-order",))

    def _copy(self, place: int, otherwise: int) -> _Laid:
        """A special order with what it copies, which begins at a place."""
        place += self.kind(place) is Kind.ARTICLE
        if self.kind(place) is Kind.CARD:
            place += 1 + (self.kind(place + 1) is Kind.OF)
        named = self.face(place, None)
        if named is None:
            counted = self.count(place)
            more = self.face(counted.after, None) if counted.number else None
            return _Laid(
                more.after if more else otherwise,
                None,
                ("special-order", *(more.faces if more else ())),
            )
        card = Card(face_of(named), copy=True) if named.clear else None
        return _Laid(named.after, card, named.faces)

    # ------------------------------------------------------------------ cards, pairs

    def _named(self, place: int, count: Count) -> Clause | None:
        """A card with what is said of it behind."""
        bare = self.kind(place) is Kind.BARE
        laid = self._card(place + bare, count.number)
        if laid is None:
            return None
        number = None if laid.counted else count.number
        after = laid.after + self.says_card(laid.after)
        said = Clause(after, nearest=laid.nearest, number=number, bare=bare)
        if laid.card is None:
            return self._lost(said)
        said = said._replace(item=item(laid.card))
        is_nigiri = laid.card.face is not None and laid.card.face.type == "nigiri"
        if bare and not is_nigiri:
            return self._lost(said)
        if count.group and laid.card.face is FACES["chopsticks"]:
            return self._lost(said)  # one card shows a pair of them
        if is_nigiri:
            said = self._nigiri(said, laid.card)
        elif laid.card.face is FACES["wasabi"]:
            said = self._wasabi(said, laid.card)
        return self._behind(said) if said.understood else self._lost(said)

    def _lost(self, said: Clause) -> Clause:
        """A clause that is not understood, with the number behind it."""
        behind = self.count_behind(said.after)
        return said._replace(after=behind.after, item=None, understood=False)

    def _nigiri(self, said: Clause, nigiri: Card) -> Clause:
        """ "squid on wasabi", "squid without wasabi", "squid alone"."""
        kind = self.kind(said.after)
        if kind in _BARE:
            return said._replace(after=said.after + 1, bare=True)
        if kind not in _ON | _BESIDE:
            return said
        count = self.count(said.after + 1)
        wasabi = self._card(count.after, count.number)
        if wasabi is None or wasabi.card is None or wasabi.card.face is not FACES["wasabi"]:
            return said
        if kind in _BESIDE:
            return said._replace(after=wasabi.after, bare=True)
        return self._pair(said, nigiri, wasabi.card, wasabi.after, count)

    def _wasabi(self, said: Clause, wasabi: Card) -> Clause:
        """ "wasabi squid", "wasabi with squid on it"."""
        linked = self.kind(said.after) in _UNDER
        count = self.count(said.after + 1) if linked else Count(said.after)
        if self.kind(said.after) is Kind.PLUS and count.number:
            return said  # one thing and another
        nigiri = self._card(count.after, count.number)
        if nigiri is None:
            return said
        if nigiri.card is None:
            maybe = all(FACES[face].type == "nigiri" for face in nigiri.nearest)
            lost = said._replace(after=nigiri.after, nearest=nigiri.nearest, understood=False)
            return lost if maybe else said
        if nigiri.card.face is None or nigiri.card.face.type != "nigiri":
            return said
        after = nigiri.after + self.says_card(nigiri.after)
        after += self.kind(after) is Kind.ON_IT
        paired = self._pair(said, nigiri.card, wasabi, after, count)
        if self.kind(after) is Kind.ON or self.kind(after) in _BESIDE | _BARE:
            # "wasabi squid on wasabi": which wasabi does it lie on?
            return self._nigiri(paired, nigiri.card)._replace(understood=False)
        is_shared = linked and count.number is None and (said.number or 1) > 1
        if is_shared and self.kind(after) is Kind.AND and self.kind(after + 1) is Kind.NIGIRI:
            # "two wasabi with squid and egg": one of each, or two squid?
            other = self._card(after + 1, None)
            nearest = (*paired.nearest, *(other.nearest if other else ()))
            end = other.after if other else after
            return paired._replace(after=end, nearest=nearest, understood=False)
        return paired

    def _pair(self, said: Clause, nigiri: Card, wasabi: Card, after: int, second: Count) -> Clause:
        """Nigiri on wasabi, as many of the one as of the other."""
        is_article = self.kind(second.after - 1) is Kind.ARTICLE
        as_many = second.number is None or is_article or second.number == (said.number or 1)
        return said._replace(
            after=after + self.says_card(after),
            item=item(nigiri, wasabi),
            nearest=(*said.nearest, "wasabi" if "wasabi" not in said.nearest else _slug(nigiri)),
            understood=as_many and not said.bare,
        )

    def _behind(self, said: Clause) -> Clause:
        """A number, "face down" or "less" behind the cards."""
        behind = self.count_behind(said.after)
        if behind.number is not None:
            twice = said.number is not None
            if twice and self.starts_card(behind.after):
                return said
            if twice or not behind.number:
                return said._replace(after=behind.after, understood=False)
            said = said._replace(after=behind.after, number=behind.number)
        # In "tofu flipped:eel" it belongs to the eel.
        if self.kind(said.after) is Kind.DOWN and not self.at(said.after + 1).glued:
            return self._face_down(said)
        ends = self.kind(said.after + 1) is Kind.BREAK
        if self.kind(said.after) is Kind.MINUS and said.number is not None and ends:
            return said._replace(after=said.after + 1, less=True)
        return said

    def _face_down(self, said: Clause) -> Clause:
        after, lying = said.after + 1, said.item
        if self.starts_card(after):
            # "tofu flipped eel", "tofu flipped card": which of the two?
            following = self._card(after, None)
            nearest = (*said.nearest, *(following.nearest if following else ("flipped",)))
            end = following.after if following else after + 1
            return said._replace(after=end, nearest=nearest, understood=False)
        card = self.at(said.after - 1)
        if card.kind is Kind.CARD and not (card.plural and said.number and said.number > 1):
            # "two tofu cards face down", but not "two tofu, card face down" without its comma.
            nearest = (*said.nearest, "flipped")
            return said._replace(after=after, nearest=nearest, understood=False)
        if lying is None or lying.base is not None:
            return said._replace(after=after, understood=False)
        behind = self.count_behind(after) if said.number is None else Count(after)
        turned = item(lying.card._replace(flipped=True))
        return said._replace(after=behind.after, item=turned, number=behind.number or said.number)


def _slug(card: Card) -> str:
    return card.face.slug if card.face else "flipped"
