"""What the club's pages call things, and how they say what is refused."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.core.exceptions import ObjectDoesNotExist
from django.forms import BaseForm
from django.http import Http404
from django.urls import reverse
from django.utils.translation import gettext as _

from ...drawing.qr import qr_code
from ...models import Club
from ...play.services.refusals import Refused
from ...wording.phrases import isolated
from ...wording.refusals import refusal_message


def club_name(club: Club) -> str:
    """Return the name that tells a club from others."""
    return club.name or _("A club without a name")


def whole_link(address: str, name: str, token: str) -> dict[str, str]:
    """Return a link with its scheme and host, and its QR code."""
    link = f"{address}{reverse(name, args=[token])}"
    return {"link": link, "qr_code": qr_code(link)}


def refusal_text(refused: Refused) -> str:
    """Return why a change was refused, with names isolated for text direction."""
    facts = {
        name: isolated(fact) if isinstance(fact, str) else fact
        for name, fact in refused.facts.items()
    }
    return refusal_message(refused.code, facts)


@contextmanager
def refusals_on(form: BaseForm, field: str | None = None) -> Iterator[None]:
    """Say on a form, or at its field, why a change is refused. Of what another phone has just
    deleted there is no page."""
    try:
        yield
    except ObjectDoesNotExist:
        raise Http404 from None
    except Refused as refused:
        form.full_clean()
        form.cleaned_data = getattr(form, "cleaned_data", {})  # none where nothing was typed
        form.add_error(field, refusal_text(refused))


def status_of(form: BaseForm) -> int:
    """Return the HTTP status of a page with a form that was sent: 409 where the change was
    refused."""
    return 409 if form.non_field_errors() else 400 if form.errors else 200
