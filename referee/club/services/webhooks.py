"""Makes webhooks, writes down what each is to be told, and notes what became of it.

What is told is stored in the transaction of the change, with a job of the webhook that sends it.
"""

import base64
import json
import secrets
from collections.abc import Callable, Collection, Iterable
from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

from django.db import transaction
from django.db.models import Count, F, Q, QuerySet
from django.utils import timezone

from ...jobs.runner import Outcome, ask
from ...models import (
    Club,
    Correction,
    Delivery,
    Draw,
    Game,
    GameNight,
    Job,
    Placing,
    Reopening,
    RoundVersion,
    Webhook,
)
from ...play.services.clubs import locked_club
from ...play.services.game_state import GameState
from ...play.services.refusals import Refused
from ...rules.rulesets import DUMMY
from ...standings.placing import WHOLE_WIN
from .. import calling

MAX_WEBHOOKS = 5
"""Of one club."""
MAX_KEPT = 1000
"""Deliveries of one webhook; the oldest are forgotten beyond."""
KEPT = timedelta(days=30)
PAUSES = [
    timedelta(seconds=10),
    timedelta(minutes=1),
    timedelta(minutes=10),
    timedelta(hours=1),
    timedelta(hours=6),
    timedelta(hours=24),
]
"""Before each further try; after the last one a delivery is given up."""


def make_webhook(
    club: Club, webhook_id: UUID, address: str, events: Collection[str], *, is_on: bool = True
) -> str:
    """Make a webhook and return its secret, which nobody is shown again.

    Args:
        webhook_id: made for this webhook alone; "" is returned where it is there already.
        events: of :class:`~referee.models.Webhook.Event`.

    Raises:
        Refused: ``no-address``, ``address-port``, ``address-private``, ``events-missing``,
            ``too-many-webhooks``.
        ValidationError: for an address that is too long.
        Club.DoesNotExist: for a club that is gone.
    """
    calling.read_address(address)
    secret = "whsec_" + base64.b64encode(secrets.token_bytes(32)).decode()
    with locked_club(club.pk):
        if Webhook.objects.filter(pk=webhook_id, club=club).exists():
            return ""
        if Webhook.objects.filter(club=club).count() >= MAX_WEBHOOKS:
            raise Refused("too-many-webhooks", most=MAX_WEBHOOKS)
        webhook = Webhook(pk=webhook_id, club=club, address=address, secret=secret, is_on=is_on)
        webhook.events = _known(events)
        webhook.full_clean(validate_unique=False)  # the database knows ids of other clubs too
        webhook.save(force_insert=True)
    return secret


def change_webhook(
    webhook: Webhook,
    *,
    address: str | None = None,
    events: Collection[str] | None = None,
    is_on: bool | None = None,
) -> None:
    """Change what is given. What waits is sent once the webhook is on and has rested.

    Raises:
        Refused, ValidationError: as :func:`make_webhook`.
    """
    changes: dict[str, Any] = {"failures": 0}
    if address is not None:
        calling.read_address(address)
        changes["address"] = address
    if events is not None:
        changes["events"] = _known(events)
    if is_on is not None:
        changes["is_on"] = is_on
    for name, value in changes.items():
        setattr(webhook, name, value)
    webhook.full_clean()
    Webhook.objects.filter(pk=webhook.pk).update(**changes)
    webhook.refresh_from_db()
    ask(Job.Kind.WEBHOOK, webhook.pk)


@transaction.atomic
def delete_webhook(webhook: Webhook) -> None:
    """Delete a webhook with all its deliveries."""
    _hold_club(webhook.club_id)
    # Held before its deliveries, as where what became of one is noted.
    Webhook.objects.select_for_update().filter(pk=webhook.pk).first()
    Webhook.objects.filter(pk=webhook.pk).delete()


def _hold_club(club_id: UUID) -> None:
    """Let nobody delete a club's webhooks before the end of the transaction, also of a club that
    is about to go: PostgreSQL would find only then that a new delivery has none."""
    Club.objects.select_for_update().get(pk=club_id)


def send_again(delivery: Delivery) -> None:
    """Send a delivery once more, with as many tries as a new one."""
    again = {"due_at": timezone.now(), "tries": 0, "fault": ""}
    Delivery.objects.filter(pk=delivery.pk).update(**again)
    delivery.refresh_from_db()
    ask(Job.Kind.WEBHOOK, delivery.webhook_id)


@transaction.atomic
def send_test(webhook: Webhook) -> Delivery:
    """Send a webhook a test, about no game. One that waits still is sent again instead.

    Raises:
        Refused: ``webhook-off``.
    """
    _hold_club(webhook.club_id)
    webhook.refresh_from_db()
    if not webhook.is_on:
        raise Refused("webhook-off")
    waiting = webhook.deliveries.filter(event=Delivery.TEST, due_at__isnull=False).first()
    if waiting is None:
        (sent,) = _store([webhook], Delivery.TEST, {"club": str(webhook.club_id)})
        return sent
    send_again(waiting)
    return waiting


def _known(events: Collection[str]) -> list[str]:
    known = [event for event in Webhook.Event.values if event in events]
    if not known:
        raise Refused("events-missing")
    return known


# ------------------------------------------------------------------ what happens at the tables


def tell_of_start(game: Game, **_signal: object) -> None:
    """Tell a club's webhooks of a game that begins. Receives ``game_started``."""

    def facts() -> dict[str, Any]:
        players = [
            {
                "seat": seat.place,
                "player": str(seat.player_id) if seat.player_id else None,
                "name": seat.player.name if seat.player else DUMMY,
            }
            for seat in game.seats.select_related("player")
        ]
        return {"menu": game.menu, "players": players}

    _tell_of(game, Webhook.Event.GAME_STARTED, facts)


def tell_of_deletion(game: Game, **_signal: object) -> None:
    """Tell a club's webhooks of a game that is deleted. Receives ``game_deleting``."""
    _tell_of(game, Webhook.Event.GAME_DELETED, dict)


def tell_of_round(table: GameState, number: int, version: int, **_signal: object) -> None:
    """Tell a club's webhooks of a round. Receives ``round_confirmed``."""

    def facts() -> dict[str, Any]:
        result = table.rounds[number - 1].result
        scores = result.rounds[-1].players
        seats = zip(table.seats, table.sheet.seats, strict=True)
        players = [
            {
                "player": str(seat.player_id) if seat.player_id else None,
                "name": name,
                "points": scores[name].total,
                "total": result.totals[name],
            }
            for seat, name in seats
        ]
        return {"round": number, "version": version, "players": players}

    _tell_of(table.game, Webhook.Event.ROUND_CONFIRMED, facts)


def tell_of_game(game: Game, placings: Iterable[Placing], *, was_counted: bool) -> None:
    """Tell a club's webhooks of a finished game: it was corrected where it was finished before.
    Call it in the transaction that counts it."""
    # A game from paper that moves to another day was not counted for a moment.
    changed: QuerySet[Any] = Correction.objects.filter(game=game)
    if not game.totals_only:
        changed = Reopening.objects.filter(round__game=game, was_over=True)

    if not Webhook.objects.filter(club=game.night.club_id, is_on=True).exists():
        return
    rows = [
        {
            "player": str(row.player_id),
            "name": row.player.name,
            "rank": row.place,
            "total": row.total,
            "win": row.win / WHOLE_WIN,
        }
        for row in sorted(placings, key=lambda placing: placing.place)
    ]
    if not was_counted and not game.totals_only and _is_unchanged(game, rows):
        return
    is_corrected = was_counted or changed.exists()
    event = Webhook.Event.GAME_CORRECTED if is_corrected else Webhook.Event.GAME_FINISHED
    _tell_of(game, event, lambda: {"placings": rows})


def _is_unchanged(game: Game, placings: list[dict[str, Any]]) -> bool:
    """Return whether a game that was opened again, and no round changed, is as it was sent last."""
    ends = (Webhook.Event.GAME_FINISHED, Webhook.Event.GAME_CORRECTED)
    last = Delivery.objects.filter(game=game, event__in=ends).order_by("made_at").last()
    if last is None or json.loads(last.body)["data"]["placings"] != placings:
        return False
    return not RoundVersion.objects.filter(round__game=game, at__gt=last.made_at).exists()


def tell_of_draw(draw: Draw) -> None:
    """Tell a club's webhooks of tables that are drawn. Call it in the transaction that draws them,
    after games were locked."""
    tournament = draw.tournament

    def facts() -> dict[str, Any]:
        tables = [
            {
                "number": table.number,
                "players": [
                    {
                        "seat": seat.place,
                        "player": str(seat.entrant.player_id),
                        "name": seat.entrant.player.name,
                    }
                    for seat in table.seats.all()
                ],
            }
            for table in draw.tables.prefetch_related("seats__entrant__player")
        ]
        return {
            "tournament": str(tournament.pk),
            "ruleset": tournament.ruleset,
            "draw": draw.number,
            "is_final": draw.is_final,
            "tables": tables,
        }

    _tell(tournament.night, Webhook.Event.TOURNAMENT_DRAWN, facts)


def _tell_of(game: Game, event: Webhook.Event, facts: Callable[[], dict[str, Any]]) -> None:
    """Write down what the webhooks that ask for an event of a game are to be told."""
    is_there = event != Webhook.Event.GAME_DELETED  # else it would take the delivery with it
    about = {"game": str(game.pk), "ruleset": game.ruleset}
    _tell(game.night, event, lambda: {**about, **facts()}, game if is_there else None)


def _tell(
    night: GameNight,
    event: Webhook.Event,
    facts: Callable[[], dict[str, Any]],
    game: Game | None = None,
) -> None:
    """Write down what the webhooks that ask for an event of a night are to be told."""
    on = Webhook.objects.filter(club=night.club_id, is_on=True)
    if not any(event in webhook.events for webhook in on):
        return
    _hold_club(night.club_id)
    webhooks = [webhook for webhook in on.all() if event in webhook.events]
    about = {"club": str(night.club_id), "night": str(night.pk)}
    _store(webhooks, event, {**about, **facts()}, game)


def _store(
    webhooks: Collection[Webhook], event: str, data: dict[str, Any], game: Game | None = None
) -> list[Delivery]:
    """Write down for each webhook what it is to be sent, in the place of its oldest deliveries."""
    document = {"type": event, "timestamp": timezone.now().isoformat(), "data": data}
    body = json.dumps(document, ensure_ascii=False)
    rows_of = Delivery.objects.filter(webhook__in=webhooks)
    for webhook, kept in rows_of.values_list("webhook").annotate(Count("pk")):
        if kept >= MAX_KEPT:
            rows = Delivery.objects.filter(webhook=webhook).order_by("made_at")
            oldest = rows.values_list("pk", flat=True)[: kept - MAX_KEPT + 1]
            Delivery.objects.filter(pk__in=list(oldest)).delete()
    deliveries = Delivery.objects.bulk_create(
        Delivery(pk=uuid4(), webhook=webhook, game=game, event=event, body=body)
        for webhook in webhooks
    )
    ask(Job.Kind.WEBHOOK, *(webhook.pk for webhook in webhooks))
    return deliveries


# ------------------------------------------------------------------ sending


def next_delivery(webhook_id: UUID) -> Delivery | None:
    """Return what a webhook that is on is to be sent next, also where that is not due yet."""
    waiting = Delivery.objects.filter(
        webhook=webhook_id, due_at__isnull=False, webhook__is_on=True, webhook__club__is_there=True
    )
    return waiting.select_related("webhook").order_by("due_at", "made_at").first()


def settle(delivery: Delivery, answer: calling.Answer) -> Outcome:
    """Note what a delivery was answered. Return when its webhook is to be sent the next."""
    now = timezone.now()
    is_last = delivery.tries >= len(PAUSES)
    pause = None if is_last or not answer.fault else PAUSES[delivery.tries]
    with transaction.atomic():
        # First, as where it is deleted with its deliveries.
        webhooks = Webhook.objects.filter(pk=delivery.webhook_id)
        webhooks.update(failures=F("failures") + 1 if answer.fault else 0)
        Delivery.objects.filter(pk=delivery.pk).update(
            due_at=now + pause if pause else None,
            tries=delivery.tries + 1,
            tried_at=now,
            status=answer.status,
            fault=answer.fault,
        )
        following = next_delivery(delivery.webhook_id)
    return Outcome(following.due_at if following else None, has_failed=bool(answer.fault))


def forget_old() -> None:
    """Delete deliveries that are older than a month."""
    Delivery.objects.filter(made_at__lt=timezone.now() - KEPT).delete()


def forget_names(club_id: UUID, name: str, ids: Collection[UUID]) -> None:
    """Delete the deliveries about somebody who is not to be named any more, under whatever name.

    Args:
        name: the last one.
        ids: of the player, and of those who were merged into them.
    """
    names_them = Q(body__contains=json.dumps(name, ensure_ascii=False))
    for id_ in ids:
        names_them |= Q(body__contains=str(id_))
    Delivery.objects.filter(names_them, webhook__club=club_id).delete()
