"""Pages to make accounts, log in and out, change the password, and make keys for programs."""

from collections.abc import Callable
from functools import wraps
from typing import Any
from uuid import uuid4

from django.contrib import messages
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse, QueryDict
from django.middleware.csrf import rotate_token
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from ...access.games import new_phone, next_phone, phone_of, phone_or_new, remember_phone
from ...access.throttle import EVERYBODY, Throttle, address_of
from ...models import Club, ClubPhone, Invitation
from ...play.services.refusals import Refused
from ...play.views.form_values import typed_id
from ...wording.accounts import many_accounts_message, wrong_password_message
from ...wording.phrases import isolated
from ..account_forms import KeyForm, LogInForm, NewAccountForm, PasswordForm
from ..log_in_attempts import WaitError, account_with, sure_account, sure_token
from ..pages.club import club_name, refusal_text, refusals_on
from ..services import accounts
from ..services.deleting import contents_of
from ..services.helping import take_invitation
from ..services.keys import make_key, revoke_keys
from ..services.passwords import names_around
from ..services.phones import change_id, is_known

_DELETE, _KEYS = "delete account", "keys"
"""For what a phone gives its account's password once."""
NEW_ACCOUNTS = Throttle("new-accounts", most=20, seconds=3600)
"""By address: a whole club may make its accounts on one evening."""
ALL_NEW_ACCOUNTS = Throttle("all-new-accounts", most=200, seconds=3600)

Page = Callable[[HttpRequest], HttpResponse]


def form_page(
    template: str, form_of: Callable[[HttpRequest, QueryDict | None], Any]
) -> Callable[[Callable[[HttpRequest, Any], HttpResponse | None]], Page]:
    """Return a view that shows a form and passes the sent form on.

    Where the view returns None the form is shown again with what is wrong. So it is where too many
    passwords were wrong, or too many wait to have one hashed.
    """

    def decorate(view: Callable[[HttpRequest, Any], HttpResponse | None]) -> Page:
        @sensitive_post_parameters("password", "new_password")
        @require_http_methods(["GET", "HEAD", "POST"])
        @wraps(view)
        def page(request: HttpRequest) -> HttpResponse:
            form = form_of(request, request.POST if request.method == "POST" else None)
            status, seconds = 200, 0
            if form.is_bound:
                status = 400
                try:
                    if response := view(request, form):
                        return response
                except WaitError as wait:
                    status, seconds = 429, wait.seconds
                    form.add_error(None, str(wait))
                except Refused as refused:
                    if refused.code == "too-busy":
                        status, seconds = 503, 2
                    form.add_error(None, refusal_text(refused))
            phone = phone_of(request)
            made = ClubPhone.objects.filter(phone=phone, account=None)
            context = {
                "form": form,
                "invitation": _invitation(request),
                "has_own_club": bool(phone) and made.exists(),
            }
            answer = render(request, template, context, status=status)
            if seconds:
                answer.headers["Retry-After"] = str(seconds)
            return answer

        return page

    return decorate


def account_with_password(request: HttpRequest, form: LogInForm | PasswordForm) -> User | None:
    """Return the account with the typed password, or add an error to the form.

    Raises:
        WaitError, Refused: as :func:`~referee.club.log_in_attempts.account_with`.
    """
    if not form.is_valid():
        return None
    typed = form.cleaned_data
    account = account_with(request, typed["name"], typed["password"])
    if account is None:
        form.add_error("password", wrong_password_message())
    return account


def own_name(request: HttpRequest) -> str:
    account = accounts.account_of(phone_of(request))
    return account.first_name if account else ""


def _new_account_form(request: HttpRequest, data: QueryDict | None) -> NewAccountForm:
    phone, invitation, form = phone_of(request), _invitation(request), NewAccountForm(data)
    names = names_around(Club.objects.filter(phones__phone=phone) if phone else ())
    form.names = [*names, invitation.club.name] if invitation else names
    return form


@form_page("club/accounts/new.html", _new_account_form)
def new(request: HttpRequest, form: NewAccountForm) -> HttpResponse | None:
    """Make an account that owns the clubs of this phone, and use an invitation."""
    address = address_of(request)
    seconds = max(
        NEW_ACCOUNTS.seconds_to_wait(address), ALL_NEW_ACCOUNTS.seconds_to_wait(EVERYBODY)
    )
    if seconds:
        form.errors.clear()
        raise WaitError(seconds, many_accounts_message(seconds))
    # A name that is taken counts as well: names are nobody's to try out.
    if form.is_valid() or form.has_error("name", "account-taken"):
        NEW_ACCOUNTS.count(address)
        ALL_NEW_ACCOUNTS.count(EVERYBODY)
    if not form.is_valid():
        return None
    phone, typed = phone_or_new(request), form.cleaned_data
    with_club = _invitation(request) is None
    try:
        account = accounts.create_account(
            phone, typed["name"], typed["password"], with_club=with_club
        )
    except Refused as refused:
        if refused.code == "too-busy":
            raise
        form.add_error("name", refusal_text(refused))
        return None
    message = _("The account %(name)s is there. Log in with it on your other devices.")
    messages.info(request, message % {"name": isolated(account.first_name)})
    return _come_in(request, phone, account)


@form_page(
    "club/accounts/log_in.html",
    lambda request, data: LogInForm(data, initial={"keep": "keep" in request.GET}),
)
def log_in(request: HttpRequest, form: LogInForm) -> HttpResponse | None:
    """Add the account's clubs to this phone, and use an invitation."""
    if (account := account_with_password(request, form)) is None:
        return None
    phone, invitation = _phone_with(request, account) or new_phone(), _invitation(request)
    club = accounts.log_in(
        phone, account, keep_own=form.cleaned_data["keep"], with_club=invitation is None
    )
    message = _("You are logged in as %(name)s.")
    messages.info(request, message % {"name": isolated(account.first_name)})
    if club is None and invitation is None:
        message = _("This account keeps no club yet. The club of this phone stays with the phone.")
        messages.info(request, message)
    return _come_in(request, phone, account)


@require_POST
def log_out(request: HttpRequest) -> HttpResponse:
    """Remove the account's clubs from this phone."""
    if accounts.log_out(phone_of(request)):
        rotate_token(request)
        messages.info(request, _("You are logged out on this phone."))
    return redirect("home")


@form_page(
    "club/accounts/password.html",
    lambda request, data: PasswordForm(
        data, initial={"name": own_name(request) or request.GET.get("name", "")}
    ),
)
def password(request: HttpRequest, form: PasswordForm) -> HttpResponse | None:
    """Change the password, log out all other phones, and show the keys made until now."""
    account = account_with_password(request, form)
    if account is None or not form.is_fit_for(account):
        return None
    phone = _phone_with(request, account)
    accounts.change_password(account, form.cleaned_data["new_password"], phone=phone)
    if phone:
        phone = _with_new_id(request, phone, account)
    rotate_token(request)
    message = _("The password is changed. All other phones are logged out.")
    if account.keys.exists():  # whoever knew the old password may have made them
        response = _keys_page(request, account, phone, told=message, is_new_password=True)
    else:
        messages.info(request, message)
        response = redirect("club")
    if phone:
        remember_phone(request, response, phone)
    return response


@form_page(
    "club/accounts/keys.html",
    lambda request, data: LogInForm(data, initial={"name": own_name(request)}),
)
def keys(request: HttpRequest, form: LogInForm) -> HttpResponse | None:
    """Ask for name and password, then show the keys, make one, or revoke one or all. A new one is
    shown in the answer and never again."""
    if "sure" not in request.POST:
        account = account_with_password(request, form)
        return _keys_page(request, account) if account else None
    account = sure_account(request.POST["sure"], phone_of(request), _KEYS)
    if account is None:
        messages.info(request, _("That took long. Type the password once more."))
        return redirect("account-keys")
    do, which = request.POST.get("do"), typed_id(request.POST.get("which", ""))
    if do == "revoke-all":
        gone = revoke_keys(account)
        words = ngettext("%(keys)d key is revoked.", "%(keys)d keys are revoked.", gone)
        return _keys_page(request, account, told=words % {"keys": gone} if gone else "")
    if do == "revoke":
        gone = revoke_keys(account, which)
        return _keys_page(request, account, told=_("The key is revoked.") if gone else "")
    new = KeyForm(request.POST)
    if new.is_valid():
        with refusals_on(new, "name"):
            secret = make_key(account, which, **new.cleaned_data)
            words = _("The key %(name)s was made before, and was shown then. Make another one.")
            before = words % {"name": isolated(new.cleaned_data["name"])}
            return _keys_page(request, account, secret=secret, told=before)
    return _keys_page(request, account, form=new)


def _keys_page(request: HttpRequest, account: User, phone: str = "", **more: Any) -> HttpResponse:
    """Show the keys to a phone that has given the account's password."""
    context = {
        "account": account,
        "keys": account.keys.order_by("made_at"),
        "form": KeyForm(),
        "new_id": uuid4(),
        "sure": sure_token(account, phone or phone_of(request), _KEYS),
        **more,
    }
    status = 400 if context["form"].errors else 200
    return render(request, "club/accounts/keys.html", context, status=status)


@form_page(
    "club/accounts/delete.html",
    lambda request, data: LogInForm(data, initial={"name": own_name(request)}),
)
def delete(request: HttpRequest, form: LogInForm) -> HttpResponse | None:
    """Ask for name and password, say what happens to the clubs, then delete the account."""
    if "sure" in request.POST:
        phone = phone_of(request)
        account = sure_account(request.POST["sure"], phone, _DELETE)
        if account is None:
            messages.info(request, _("That took long. Type the password once more."))
            return redirect("account-delete")
        accounts.delete_account(phone, account, with_clubs="with_clubs" in request.POST)
        messages.info(request, _("The account is deleted."))
        return redirect("home")
    if (account := account_with_password(request, form)) is None:
        return None
    phone = phone_or_new(request)  # may be the one with which the clubs stay
    own_clubs = list(accounts.clubs_without(account))
    helps = account.helps.exclude(club__in=own_clubs).select_related("club").order_by("club__name")
    context = {
        "account": account,
        "alone": [(club_name(club), contents_of(club)) for club in own_clubs],
        "shared": [club_name(helper.club) for helper in helps],
        "sure": sure_token(account, phone, _DELETE),
    }
    response = render(request, "club/accounts/delete.html", context)
    remember_phone(request, response, phone)
    return response


def _phone_with(request: HttpRequest, account: User) -> str:
    """Return the phone's id, "" for none; the new one where it logged in before and did not hear
    the answer: the button was pressed twice, or the answer was lost on its way."""
    phone = phone_of(request)
    new_id = next_phone(phone, account.pk)
    return new_id if phone and not is_known(phone) and is_known(new_id) else phone


def _with_new_id(request: HttpRequest, phone: str, account: User) -> str:
    """Give the phone a new id, so that the old cookie opens nothing."""
    if phone != phone_of(request):
        return phone  # it is new
    new = next_phone(phone, account.pk)
    if is_known(new):  # it has begun anew under the id that it had before
        new = new_phone()
    change_id(phone, new)
    return new


def _come_in(request: HttpRequest, phone: str, account: User) -> HttpResponse:
    """Redirect to the club of the invitation, or else to the phone's current one."""
    phone = _with_new_id(request, phone, account)
    rotate_token(request)
    response = redirect("club")
    if token := _token(request):
        try:
            response = redirect("standings", take_invitation(token, phone, account).pk)
        except Refused as refused:
            messages.info(request, refusal_text(refused))
    remember_phone(request, response, phone)
    return response


def _invitation(request: HttpRequest) -> Invitation | None:
    """Return the open invitation named by the address or the form."""
    token = _token(request)
    rows = Invitation.objects.filter(pk=token, closed_at=None).select_related("club")
    return rows.first() if token else None


def _token(request: HttpRequest) -> str:
    """Return the invitation's token, or "". PostgreSQL refuses even to look for a null in text."""
    typed = request.POST.get("invitation", "") or request.GET.get("invitation", "")
    return typed if typed.isprintable() else ""
