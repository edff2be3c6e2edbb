"""The page of a club's webhooks."""

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from ...models import Club, Delivery, Webhook

EVENTS: Mapping[str, str | Promise] = {
    Webhook.Event.ROUND_CONFIRMED: gettext_lazy("a round is confirmed"),
    Webhook.Event.GAME_FINISHED: gettext_lazy("a game is finished"),
    Webhook.Event.GAME_CORRECTED: gettext_lazy("a finished game is corrected"),
}
_FAULTS: Mapping[str, str | Promise] = {
    "status": gettext_lazy("answered with %(status)s"),
    "redirect": gettext_lazy("answered with %(status)s, which leads elsewhere"),
    "private": gettext_lazy("not called: the address lies in a private network"),
    "unknown-name": gettext_lazy("the name of the address is not known"),
    "unreachable": gettext_lazy("nobody answers there"),
    "certificate": gettext_lazy("the certificate is not valid"),
    "no-tls": gettext_lazy("no secure connection could be made"),
    "no-http": gettext_lazy("the answer was no HTTP"),
    "timed-out": gettext_lazy("no answer within five seconds"),
}
SHOWN = 10
"""Deliveries of each webhook, the newest."""


def webhooks_page(club: Club) -> dict[str, Any]:
    """Return the webhooks with what they were told last."""
    rows = Webhook.objects.filter(club=club).order_by("made_at")
    return {
        "club": club,
        "webhooks": [
            {
                "row": row,
                "events": [EVENTS[event] for event in row.events],
                "deliveries": [
                    {"row": one, "event": EVENTS[one.event], "state": _state(one)}
                    for one in row.deliveries.order_by("-made_at")[:SHOWN]
                ],
            }
            for row in rows
        ],
    }


def _state(delivery: Delivery) -> str:
    """Return what became of a delivery, in words."""
    if not delivery.fault:
        return _("waiting") if delivery.due_at else _("delivered")
    fault = str(_FAULTS[delivery.fault]) % {"status": delivery.status}
    facts = {"fault": fault, "tries": delivery.tries}
    if delivery.due_at:
        words = ngettext(
            "%(fault)s; tried once", "%(fault)s; tried %(tries)s times", delivery.tries
        )
        return words % facts
    return _("given up: %(fault)s") % facts
