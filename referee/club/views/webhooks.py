"""The page on which an owner makes, stops and deletes the webhooks of a club."""

from uuid import UUID, uuid4

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from ...access.clubs import owner_visit
from ...access.request import HttpRequest
from ...models import MAX_ADDRESS, Club, Delivery, Webhook
from ...play.services.refusals import Refused
from ..pages.webhooks import EVENTS, webhooks_page
from ..services.webhooks import change_webhook, delete_webhook, make_webhook, send_again


class WebhookForm(forms.Form):
    """Asks where a webhook goes and what it tells."""

    address = forms.CharField(
        label=gettext_lazy("Address"),
        max_length=MAX_ADDRESS,
        widget=forms.TextInput(attrs={"autocomplete": "off", "dir": "ltr", "inputmode": "url"}),
        error_messages={"required": gettext_lazy("Write the address.")},
    )
    events = forms.MultipleChoiceField(
        label=gettext_lazy("It is told when"),
        choices=list(EVENTS.items()),
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": gettext_lazy("Choose at least one thing to be told of.")},
    )


@require_http_methods(["GET", "HEAD", "POST"])
def webhooks(request: HttpRequest, club_id: UUID) -> HttpResponse:
    """Show the webhooks, and make or change one. A new secret is shown in the answer alone."""
    club = owner_visit(request, club_id).club
    form = empty = WebhookForm(initial={"events": ["game.finished"]})
    secret, status = "", 200
    if request.method == "POST":
        do, which = request.POST.get("do", ""), _id(request.POST.get("which", ""))
        if do == "make":
            form = WebhookForm(request.POST)
            secret, told = _make(club, which, form)
            if told:
                messages.info(request, told)
                return redirect("club-webhooks", club_id)
            form, status = (form, 400) if form.errors else (empty, 200)
        else:
            _change(club, do, which)
            return redirect("club-webhooks", club_id)
    page = webhooks_page(club) | {"form": form, "secret": secret, "new_id": uuid4()}
    return render(request, "club/webhooks.html", page, status=status)


def _make(club: Club, which: UUID, form: WebhookForm) -> tuple[str, str]:
    """Make a webhook; return its secret, or what is to be told where it was made before. What is
    wrong stands in the form then."""
    if not form.is_valid():
        return "", ""
    if Webhook.objects.filter(pk=which).exclude(club=club).exists():
        raise Http404
    address, events = form.cleaned_data["address"], form.cleaned_data["events"]
    try:
        secret = make_webhook(club, which, address, events)
    except Club.DoesNotExist:  # deleted by another phone just now
        raise Http404 from None
    except Refused as refused:
        form.add_error("address", refused.message)
        return "", ""
    return secret, "" if secret else _("This webhook was made before, and its secret shown then.")


def _change(club: Club, do: str, which: UUID) -> None:
    """Do what a button says with one of the club's webhooks, or with a delivery."""
    if do == "again":
        send_again(get_object_or_404(Delivery, pk=which, webhook__club=club))
        return
    if do not in ("on", "off", "delete"):
        raise PermissionDenied
    webhook = get_object_or_404(Webhook, pk=which, club=club)
    if do == "delete":
        delete_webhook(webhook)
    else:
        change_webhook(webhook, is_on=do == "on")


def _id(typed: str) -> UUID:
    try:
        return UUID(typed)
    except ValueError:
        raise Http404 from None
