"""Words for the whole table: what somebody said for several players, entered together or not at
all.

Each player's share is a phrase of its own: it is read against that tableau, Undo takes it back
there, and the history names it there.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from uuid import UUID, uuid4, uuid5

from ...access.games import Sender
from ...models import Tap
from ...rules.phrases.table_talk import Turn, split_by_player, spoken_name
from ...rules.phrases.vocabulary import vocabulary
from .game_state import SeatState, read_game_state
from .locking import locked
from .refusals import Refused
from .taps import SentTap, take_taps
from .words import Phrase, hear, said_tap_id

MAX_CHARACTERS = 2000
"""The longest text for a table; eight players' cards, said one by one, have some 1,500."""
TURNS_A_SEAT = 4
"""So many pieces for each seat are read; who has more says them in two goes."""


@dataclass(frozen=True)
class Share:
    """What was said for one player, in one piece or several; or a piece of which must be asked
    whose it is, with the ``turn`` and without a phrase. ``may_enter`` is whether the phone may
    enter that player's cards."""

    words: str
    turn: Turn
    seat: SeatState | None = None
    phrase: Phrase | None = None
    may_enter: bool = False

    @property
    def does(self) -> bool:
        """Whether something of it can be entered."""
        return self.may_enter and bool(self.phrase and (self.phrase.taps or self.phrase.commands))


@dataclass(frozen=True)
class TableTalk:
    """What was said for a table, by player in the order in which they were named first."""

    words: str
    language: str
    names: Sequence[str]
    shares: Sequence[Share]

    @property
    def taps(self) -> list[SentTap]:
        """The taps that it takes."""
        return [
            tap for share in self.shares if share.does and share.phrase for tap in share.phrase.taps
        ]

    @property
    def commands(self) -> frozenset[str]:
        """The commands that are no taps, as of one :class:`~.words.Phrase`."""
        done = (share.phrase.commands for share in self.shares if share.does and share.phrase)
        return frozenset(command for commands in done for command in commands)

    @property
    def undoes(self) -> bool:
        """Whether something of it takes back what was entered last."""
        return any(share.does and share.phrase and share.phrase.undoes for share in self.shares)

    @property
    def shown(self) -> str:
        """A hash of what somebody has seen who was shown this."""
        seen = [f"{s.seat.place}:{s.phrase.shown}" for s in self.shares if s.seat and s.phrase]
        return sha256("\0".join([self.words, *seen]).encode()).hexdigest()[:24]

    @property
    def left(self) -> str:
        """The words of which nothing comes, with whose they are."""
        return self.told(
            {
                n: (share.phrase.left if share.phrase and share.may_enter else share.words)
                for n, share in enumerate(self.shares)
            },
            even_empty=False,
        )

    def told(
        self,
        words: dict[int, str],
        whose: dict[int, int] | None = None,
        *,
        even_empty: bool = True,
    ) -> str:
        """The text again, with everybody named, so that a part of it can be left out or said in
        another way and the rest stays whose it is.

        Args:
            words: other words for some shares; "" leaves one out.
            whose: the index of the player for some shares.
            even_empty: whether shares of which nothing was said stay.
        """
        pieces = []
        last = -1
        for n, share in enumerate(self.shares):
            said = words.get(n, share.words)
            index = (whose or {}).get(n, share.seat.index if share.seat else None)
            if not said and (n in words or not even_empty):
                continue
            if index is not None:
                name = spoken_name(index, self.names, self.language)
            elif share.turn.asks == "next" and last == n - 1:
                name = share.turn.said  # of whom comes after the one before, once that is answered
            else:
                name = "?"
                # Whether that was a card is asked once more.
                said = f"{share.turn.said} {said}" if share.turn.asks == "card" else said
            pieces.append(f"{name}: {said}")
            last = n
        return ". ".join(pieces)

    def as_card(self, at: int) -> str:
        """The text again, where a share's name was no player's but a card's: its words are of the
        piece before."""
        link = vocabulary(self.language).sayings.link
        share = self.shares[at]
        card = f"{link} {share.turn.said} {share.words}".strip()
        if at == 0:
            return ". ".join(filter(None, [card, self.told({0: ""})]))
        return self.told({at - 1: f"{self.shares[at - 1].words} {card}".strip(), at: ""})


def hear_table(
    seat: SeatState,
    words: str,
    language: str,
    phrase: UUID,
    may_enter: Callable[[int], bool],
) -> TableTalk | None:
    """Reads what was said for several players; None where nobody is named and nobody comes next:
    that is a phrase of this seat alone, see :func:`.words.hear`. Nothing is changed.

    Args:
        seat: whose page is open: what comes before the first name is of that player.
        may_enter: whether the phone may enter cards for the seat at a place.

    Raises:
        Refused: ``words-too-long`` for more than 2,000 characters, ``too-many-turns``, and as
            :func:`.words.hear` for one player's share.
    """
    words = words.strip()
    seats = seat.round.seats
    names = [one.name for one in seats]
    turns = split_by_player(
        words[:MAX_CHARACTERS],
        names,
        seat.index,
        language=language,
        dummies=[one.index for one in seats if one.player is None],
    )
    if not any(turn.said or turn.asks for turn in turns):
        return None
    if len(words) > MAX_CHARACTERS:
        raise Refused("words-too-long", signs=len(words), most=MAX_CHARACTERS)
    if len(turns) > (most := TURNS_A_SEAT * len(seats)):
        raise Refused("too-many-turns", most=most)
    pieces: dict[int, list[Turn]] = {}
    for n, turn in enumerate(turns):
        key = -1 - n if turn.seat is None else turn.seat  # each that is asked about by itself
        pieces.setdefault(key, []).append(turn)
    shares = []
    for key, of_one in pieces.items():
        said = ". ".join(filter(None, (turn.words for turn in of_one)))
        if key < 0:
            shares.append(Share(said, of_one[0]))
        else:
            its = seats[key]
            heard = hear(its, said, language, _share_id(phrase, words, its.place))
            shares.append(Share(said, of_one[0], its, heard, may_enter(its.place)))
    return TableTalk(words, language, names, shares)


def enter_table_words(
    game_id: UUID,
    round_number: int,
    place: int,
    sender: Sender,
    words: str,
    *,
    language: str,
    phrase: UUID,
    shown: str,
) -> tuple[TableTalk, bool]:
    """Enters what was understood for several players: all of that, once, or nothing. Who has said
    of whom that the cards are complete has said so then.

    Args, returns, raises: as :func:`.words.enter_words` and :func:`hear_table`; ``nothing-said``
    also where nobody is named.
    """
    with locked(game_id) as game:
        seat = read_game_state(game).seat(round_number, place)
        if seat is None:
            raise Refused("no-such-tableau")
        talk = hear_table(seat, words, language, phrase, sender.may_enter)
        if talk is None:
            raise Refused("nothing-said")
        first = [
            said_tap_id(_share_id(phrase, talk.words, share.seat.place), share.words, 0)
            for share in talk.shares
            if share.seat
        ]
        if tap := Tap.objects.filter(pk__in=first).select_related("tableau").first():
            if tap.phone != sender.phone or tap.tableau.round_id != seat.round.row.pk:
                raise Refused("id-used")
            return talk, False
        if seat.round.is_confirmed:
            raise Refused("round-confirmed", round=round_number)
        if not any(share.does for share in talk.shares):
            raise Refused("nothing-said")
        if talk.shown != shown:
            raise Refused("shown-otherwise")
        ready = [
            SentTap(uuid4(), round_number, share.seat.place, "ready:")
            for share in talk.shares
            if share.does and share.seat and share.phrase and "done" in share.phrase.commands
        ]
        receipt = take_taps(game_id, sender, [*talk.taps, *ready])
        for refused in receipt.refused.values():
            raise refused
        return talk, True


def _share_id(phrase: UUID, words: str, place: int) -> UUID:
    """The id of a player's share. Of other words none is the same: who has mended one share enters
    all of them anew."""
    return uuid5(phrase, f"{place}:{words}")
