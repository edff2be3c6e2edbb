"""Lets people into an evening of several tables: by a list, or each by a phone."""

from collections.abc import Sequence
from uuid import UUID

from ...access.tournaments import LARGEST_HALL
from ...models import Entrant, Player, Tournament, Visitor, Wish
from ...play.services.clubs import called, locked_club, name_faults, names_in, runs
from ...play.services.games import players_named
from ...play.services.joining import MAX_WATCHERS, check_wrong_codes, count_wrong_code, plain_code
from ...play.services.refusals import Refused, read_name
from ...rules import Fault, SheetFaults
from ...rules.names import name_key, spoken_key
from ...rules.rulesets import DUMMY
from .setting_up import locked_tournament
from .tables import let_to_table, take_from_seats


def enter(tournament_id: UUID, names: Sequence[str]) -> int:
    """Enter people by their names; whom the club knows is its player, whatever the capitals. Who is
    there already stays so. Returns how many are new.

    Raises:
        SheetFaults: for names that no club can keep or that stand there twice, and for one too
            many, each with its place: ``players[0]`` is the first.
        Refused: ``evening-over``.
    """
    if faults := list_faults(names):
        raise SheetFaults(faults)
    with locked_tournament(tournament_id) as tournament:
        return len(_enter(tournament, names))


def list_faults(names: Sequence[str]) -> list[Fault]:
    """Return why these cannot be the names of an evening, each with its place as :func:`enter`
    has it."""
    faults = list(name_faults(names))
    for nth, name in enumerate(names):
        try:
            if name_key(read_name(Player, name)) == name_key(DUMMY):
                raise Refused("name-of-dummy")
        except Refused as refused:
            if refused.code != "name-too-long":  # name_faults has it
                faults.append(Fault(f"players[{nth}]", refused.code, name))
    return faults


def _enter(tournament: Tournament, names: Sequence[str]) -> list[Entrant]:
    """Enter people of checked names into a locked tournament; return who is new."""
    if tournament.ended_at:
        raise Refused("evening-over")
    with locked_club(tournament.night.club_id) as club:  # nobody is merged away meanwhile
        players = players_named(club, called(names, names_in(club)))
    there = set(tournament.entrants.values_list("player", flat=True))
    new = [player for player in players if player.pk not in there]
    if len(there) + len(new) > LARGEST_HALL:
        most, number = str(LARGEST_HALL), f"{len(there) + len(new)}"
        raise SheetFaults([Fault("players", "too-many-entrants", number, wanted=most)])
    return Entrant.objects.bulk_create(Entrant(tournament=tournament, player=one) for one in new)


def tournament_with_code(code: str, phone: str, address: str) -> Tournament:
    """The evening that a code on the wall opens, for a phone that may come; wrong codes are counted
    by its address.

    Raises:
        Refused: ``too-many-codes``, with the ``seconds`` to wait; ``unknown-code``; ``sent-out``.
    """
    check_wrong_codes(address)
    evenings = Tournament.objects.filter(night__club__is_there=True, ended_at=None)
    tournament = evenings.filter(code=plain_code(code)).select_related("night__club").first()
    if tournament is None:
        count_wrong_code(address)
        raise Refused("unknown-code")
    if tournament.visitors.filter(phone=phone, sent_away=True).exists():
        raise Refused("sent-out")
    return tournament


def come_in(tournament_id: UUID, phone: str, name: str) -> Entrant:
    """Enter somebody by their own phone, once: who is on the list already is the one of that name,
    unless another phone is theirs. The phone comes to the table where they play.

    Raises:
        Refused: ``sent-out``; ``entrant-has-phone``; ``evening-over``; what is wrong with a name:
            ``name-missing``, ``name-too-long``, ``name-unprintable``, ``name-of-dummy``.
        SheetFaults: for one too many.
    """
    name = read_name(Player, name)
    if name_key(name) == name_key(DUMMY):
        raise Refused("name-of-dummy")
    with locked_tournament(tournament_id) as tournament:
        visitor = _visitor(tournament, phone)
        if visitor.entrant:  # once: a second name would be somebody else's
            return visitor.entrant
        entrant = _entrant_called(tournament, name) or next(iter(_enter(tournament, [name])))
        if Visitor.objects.filter(entrant=entrant).exists():
            raise Refused("entrant-has-phone", name=entrant.player.name)
        visitor.entrant = entrant
        visitor.save()
        let_to_table(phone, entrant)
        return entrant


def _entrant_called(tournament: Tournament, name: str) -> Entrant | None:
    entrants = tournament.entrants.select_related("player")
    by_name = {entrant.player.name: entrant for entrant in entrants}
    sounds = {spoken_key(entrant.player.name): entrant for entrant in entrants}
    return by_name.get(name) or sounds.get(spoken_key(name))


def _visitor(tournament: Tournament, phone: str) -> Visitor:
    known = tournament.visitors.filter(phone=phone).select_related("entrant__player").first()
    visitor = known or Visitor(tournament=tournament, phone=phone)
    if visitor.sent_away:
        raise Refused("sent-out")
    return visitor


def watch(tournament_id: UUID, phone: str) -> None:
    """Let a phone in that only watches, as a television does. An entrant's stays what it is.

    Raises:
        Refused: ``sent-out``; ``table-full`` for one too many.
    """
    with locked_tournament(tournament_id) as tournament:
        visitor = _visitor(tournament, phone)
        if visitor.pk or runs(phone, tournament.night.club_id):
            return
        if tournament.visitors.filter(sent_away=False, entrant=None).count() >= MAX_WATCHERS:
            raise Refused("table-full", phones=MAX_WATCHERS)
        visitor.save()


def set_away(tournament_id: UUID, entrant_id: int, *, is_away: bool) -> None:
    """Say that somebody leaves, and is not drawn from now on; or is back."""
    with locked_tournament(tournament_id) as tournament:
        tournament.entrants.filter(pk=entrant_id).update(is_away=is_away)


def take_off(tournament_id: UUID, entrant_id: int) -> None:
    """Take somebody off the list who has never been drawn. A phone of theirs watches.

    Raises:
        Refused: ``entrant-was-drawn``.
    """
    with locked_tournament(tournament_id) as tournament:
        entrant = tournament.entrants.filter(pk=entrant_id).select_related("player").first()
        if entrant is None:
            return
        if entrant.drawn_seats.exists():
            raise Refused("entrant-was-drawn", name=entrant.player.name)
        entrant.delete()


def free_phone(tournament_id: UUID, entrant_id: int, *, send_away: bool = False) -> None:
    """Take a phone from somebody whose it is not, also at the table where they play: it watches, or
    is sent out of the hall, and another may be theirs."""
    with locked_tournament(tournament_id) as tournament:
        visitors = tournament.visitors.select_related("entrant")
        visitor = visitors.filter(entrant=entrant_id).first()
        if visitor and visitor.entrant:
            take_from_seats(visitor.phone, visitor.entrant)
            visitor.entrant = None
            visitor.sent_away = send_away
            visitor.save(update_fields=["entrant", "sent_away"])


def let_phones_back(tournament_id: UUID) -> None:
    """Let the phones that were sent away come again. They watch until they enter a name."""
    with locked_tournament(tournament_id) as tournament:
        tournament.visitors.filter(sent_away=True).update(sent_away=False)


def wish(tournament_id: UUID, one: int, other: int, *, apart: bool) -> None:
    """Note that two entrants want to sit together once, or (``apart``) never. What was wished of
    the two before is no longer.

    Raises:
        Refused: ``wish-of-one`` for the same person twice.
        Entrant.DoesNotExist: for who is not of the evening.
    """
    if one == other:
        raise Refused("wish-of-one")
    with locked_tournament(tournament_id) as tournament:
        pair = sorted((one, other))
        if tournament.entrants.filter(pk__in=pair).count() < len(pair):
            raise Entrant.DoesNotExist
        Wish.objects.update_or_create(
            one_id=pair[0],
            other_id=pair[1],
            defaults={"tournament": tournament, "apart": apart},
        )


def withdraw_wish(tournament_id: UUID, wish_id: int) -> None:
    """Take a wish back."""
    with locked_tournament(tournament_id) as tournament:
        tournament.wishes.filter(pk=wish_id).delete()
