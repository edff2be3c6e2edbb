"""The page on which an account makes and revokes keys for programs."""

from uuid import UUID

from django.contrib import messages
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from ...access.games import phone_of
from ...play.services.refusals import Refused
from ...wording.phrases import isolated
from ..account_forms import KeyForm, LogInForm
from ..log_in_attempts import sure_account
from ..pages.club import refusal_text
from ..pages.keys import KEYS, keys_context
from ..services.keys import make_key, revoke_keys
from .accounts import account_with_password, form_page, own_name


@form_page(
    "club/accounts/keys.html",
    lambda request, data: LogInForm(data, initial={"name": own_name(request)}),
)
def keys(request: HttpRequest, form: LogInForm) -> HttpResponse | None:
    """Ask for name and password, then show the keys, make one, or revoke one or all. A new one is
    shown in the answer and never again."""
    if "sure" not in request.POST:
        account = account_with_password(request, form)
        return _shown(request, account) if account else None
    account = sure_account(request.POST["sure"], phone_of(request), KEYS)
    if account is None:
        messages.info(request, _("That took long. Type the password once more."))
        return redirect("account-keys")
    if request.POST.get("do") == "revoke-all":
        gone = revoke_keys(account)
        told = ngettext("%(keys)d key is revoked.", "%(keys)d keys are revoked.", gone)
        return _shown(request, account, told=told % {"keys": gone} if gone else "")
    try:
        which = UUID(request.POST.get("which", ""))
    except ValueError:
        return _shown(request, account)
    if request.POST.get("do") == "revoke":
        is_gone = revoke_keys(account, which)
        return _shown(request, account, told=_("The key is revoked.") if is_gone else "")
    typed = KeyForm(request.POST)
    if not typed.is_valid():
        return _shown(request, account, typed, status=400)
    try:
        secret = make_key(account, which, typed.cleaned_data["name"], typed.cleaned_data["scope"])
    except Refused as refused:
        typed.add_error("name", refusal_text(refused))
        return _shown(request, account, typed, status=400)
    told = _("The key %(name)s was made before, and was shown then. Make another one.")
    name = isolated(typed.cleaned_data["name"])
    return _shown(request, account, secret=secret, told=told % {"name": name})


def _shown(
    request: HttpRequest,
    account: User,
    form: KeyForm | None = None,
    *,
    secret: str = "",
    told: str = "",
    status: int = 200,
) -> HttpResponse:
    context = keys_context(account, phone_of(request), form, secret=secret, told=told)
    return render(request, "club/accounts/keys.html", context, status=status)
