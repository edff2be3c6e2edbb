"""What is different between two states of a tableau, and of an uramaki race."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from .scoring.lines import Claim
from .sheet import Turn
from .tableau import Card, Item, Tableau
from .wasabi_pairing import Laid, LaidCard


@dataclass(frozen=True, slots=True)
class TableauChanges:
    """What some taps have changed on a tableau, without what another of them undid.

    Attributes:
        came: the items that new cards lie in, and nigiri that were put on wasabi.
        lay: how many cards of these items were there before; ``put``: how many of those are nigiri
            that were put on wasabi.
        gone: cards that were there before.
        turned: the items of cards that were turned over, as they lie now.
        freed: nigiri that were taken off their wasabi.
        known: nigiri on wasabi, and bare wasabi, that lie as before, of which somebody has said so.
        is_unknown: whether what somebody has said of a wasabi is taken back and all lies as it did.
        claimed: the player's uramaki claims that were entered; ``taken_back``: how many were taken
            back.
        is_ready: whether the player has said "complete" last, or has taken that back; None where
            nothing was said of it.
    """

    came: Sequence[Item] = ()
    lay: int = 0
    put: int = 0
    gone: Sequence[Card] = ()
    turned: Sequence[Item] = ()
    freed: Sequence[Item] = ()
    known: Sequence[Item] = ()
    is_unknown: bool = False
    claimed: Sequence[Claim] = ()
    taken_back: int = 0
    is_ready: bool | None = None

    @property
    def added(self) -> int:
        """How many cards are new."""
        return sum(len(item.cards) for item in self.came) - self.lay


def tableau_changes(
    before: Iterable[LaidCard],
    after: Iterable[LaidCard],
    cards: Sequence[LaidCard],
    laid: Iterable[Laid],
    *,
    claimed: Sequence[Claim] = (),
    taken_back: int = 0,
    is_ready: bool | None = None,
) -> TableauChanges:
    """Compare how the cards that were touched lay ``before``, and lie ``after``.

    Args:
        cards: all that lie there now; ``laid`` as items.
        claimed: claims take uramaki off the tableau: those do not count as gone.
    """
    old, new = ({card.id: card for card in state} for state in (before, after))
    lying = {card.id for card in cards}  # turned or moved by somebody else since, too
    both = [(old[id_], card) for id_, card in new.items() if id_ in old]
    fresh = new.keys() - old.keys()
    on = {card.nigiri for was, card in both if card.nigiri != was.nigiri} & lying
    turned = {card.id for was, card in both if was.flipped != card.flipped}
    put = on - fresh - {was.nigiri for was, _card in both}
    off = {was.nigiri for was, _card in both} & lying - {card.nigiri for _was, card in both}
    known = {
        card.nigiri or card.id
        for was, card in both
        if card.is_known and not was.is_known and (card.nigiri or not was.nigiri)
    }
    piles = [(pile.item, {cards[index].id for index in pile.cards}) for pile in laid]
    came = [(item, ids) for item, ids in piles if ids & (fresh | put)]
    gone = [was.card for id_, was in old.items() if id_ not in lying]
    return TableauChanges(
        came=[item for item, _ids in came],
        lay=sum(len(ids - fresh) for _item, ids in came),
        put=len(put),
        gone=[card for card in gone if not (claimed and card.face and card.face.type == "uramaki")],
        turned=[item for item, ids in piles for _id in ids & turned],
        freed=[item for item, ids in piles if ids & off],
        known=[item for item, ids in piles if ids & (known - put - off)],
        is_unknown=any(
            was.is_known and not card.is_known and was.nigiri == card.nigiri for was, card in both
        ),
        claimed=claimed,
        taken_back=taken_back,
        is_ready=is_ready,
    )


def new_cards(before: Iterable[LaidCard], after: Iterable[LaidCard]) -> list[LaidCard]:
    """Return the cards of the second state that are not in the first one, however they lay."""
    there = {card.id for card in before}
    return [card for card in after if card.id not in there]


def item_changes(before: Tableau, after: Tableau) -> tuple[Tableau, Tableau]:
    """Return the items that have come and those that are gone."""
    old, new = Counter(before.counts), Counter(after.counts)
    return Tableau(new - old), Tableau(old - new)


def claim_changes(
    before: Iterable[Turn], after: Iterable[Turn]
) -> tuple[Counter[tuple[int, int]], Counter[tuple[int, int]]]:
    """Return the claims of a race, as seat and icons, that have come and those that are gone."""
    old, new = (Counter(claim for turn in turns for claim in turn) for turns in (before, after))
    return new - old, old - new
