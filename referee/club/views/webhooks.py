"""The page on which an owner makes, stops and deletes the webhooks of a club."""

from collections.abc import Mapping
from uuid import UUID, uuid4

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_http_methods

from ...access.clubs import owner_visit
from ...access.request import HttpRequest
from ...models import Club, Delivery, Webhook
from ...play.services.refusals import Refused
from ...play.views.form_values import typed_id
from ..pages.club import refusals_on
from ..services.webhooks import (
    change_webhook,
    delete_webhook,
    make_webhook,
    send_again,
    send_test,
)

_FAULTS: Mapping[str, str | Promise] = {
    "status": gettext_lazy("answered with %(status)s"),
    "redirect": gettext_lazy("answered with %(status)s, which leads elsewhere"),
    "private": gettext_lazy("not called: the address lies in a private network"),
    "unknown-name": gettext_lazy("the name of the address is not known"),
    "unreachable": gettext_lazy("nobody answers there"),
    "certificate": gettext_lazy("the certificate is not valid"),
    "no-tls": gettext_lazy("no secure connection could be made"),
    "no-http": gettext_lazy("the answer was not HTTP"),
    "timed-out": gettext_lazy("no answer within five seconds"),
}
SHOWN = 10
"""Deliveries of each webhook, the newest."""


class WebhookForm(forms.ModelForm):
    """Where a webhook goes and what it tells."""

    events = forms.MultipleChoiceField(
        label=gettext_lazy("It is told when"),
        choices=Webhook.Event.choices,
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": gettext_lazy("Choose at least one thing to be told of.")},
    )

    class Meta:
        model = Webhook
        fields = ("address", "events")
        widgets = {
            "address": forms.TextInput({"autocomplete": "off", "dir": "ltr", "inputmode": "url"})
        }
        error_messages = {"address": {"required": gettext_lazy("Write the address.")}}


@require_http_methods(["GET", "HEAD", "POST"])
def webhooks(request: HttpRequest, club_id: UUID) -> HttpResponse:
    """Show the webhooks, and make or change one. A new secret is shown in the answer alone."""
    club, secret = owner_visit(request, club_id).club, ""
    form = empty = WebhookForm(initial={"events": ["game.finished"]})
    if request.method == "POST":
        do, which = request.POST.get("do", ""), typed_id(request.POST.get("which", ""))
        if do != "make":
            try:
                _change(club, do, which)
            except Refused as refused:  # turned off by somebody else just now
                messages.error(request, refused.message)
            return redirect("club-webhooks", club_id)
        if Webhook.objects.filter(pk=which).exclude(club=club).exists():
            raise Http404
        form = WebhookForm(request.POST)
        if form.is_valid():
            with refusals_on(form, "address"):
                secret = make_webhook(club, which, **form.cleaned_data)
                if not secret:
                    words = _("This webhook was made before, and its secret shown then.")
                    messages.info(request, words)
                    return redirect("club-webhooks", club_id)
    page = {
        "club": club,
        "webhooks": [
            (
                webhook,
                [Webhook.Event(event).label for event in webhook.events],
                [
                    (delivery, _outcome(delivery))
                    for delivery in webhook.deliveries.order_by("-made_at")[:SHOWN]
                ],
            )
            for webhook in club.webhooks.order_by("made_at")
        ],
        "form": empty if secret else form,
        "secret": secret,
        "new_id": uuid4(),
    }
    status = 400 if form.errors else 200
    return render(request, "club/webhooks.html", page, status=status)


def _change(club: Club, do: str, which: UUID) -> None:
    """Do what a button says with one of the club's webhooks, or with a delivery."""
    if do == "again":
        send_again(get_object_or_404(Delivery, pk=which, webhook__club=club))
        return
    if do not in ("on", "off", "test", "delete"):
        raise PermissionDenied
    webhook = get_object_or_404(Webhook, pk=which, club=club)
    if do == "delete":
        delete_webhook(webhook)
    elif do == "test":
        send_test(webhook)
    else:
        change_webhook(webhook, is_on=do == "on")


def _outcome(delivery: Delivery) -> str:
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
