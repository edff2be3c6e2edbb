"""Accounts: making one, logging in and out, another password."""

from django.contrib import messages
from django.contrib.auth.models import User
from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from ...access.games import new_phone, next_phone, phone_of, phone_or_new, remember_phone
from ...access.throttle import EVERYBODY, Throttle, address_of
from ...models import Club, ClubPhone, Invitation
from ...play.pages.common import isolated
from ...play.services.refusals import Refused
from ...wording.accounts import many_accounts_message, waiting_message, wrong_password_message
from ...wording.refusals import refusal_message
from ..account_forms import LogInForm, NewAccountForm, PasswordForm, refusal_text
from ..log_in_attempts import WaitError, account_with
from ..pages.club import club_name
from ..services import accounts
from ..services.deleting import contents_of
from ..services.helping import take_invitation
from ..services.passwords import LONGEST_WAIT, names_around
from ..services.phones import change_id, is_known

_DELETE = "delete account"
_SURE_SECONDS = 600
NEW_ACCOUNTS = Throttle("new-accounts", most=20, seconds=3600)
"""By address: a whole club may make its accounts on one evening."""
ALL_NEW_ACCOUNTS = Throttle("all-new-accounts", most=200, seconds=3600)

AnyForm = LogInForm | NewAccountForm | PasswordForm


@sensitive_post_parameters("password")
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """Makes an account that owns the clubs which this phone made, and uses an invitation."""
    form = NewAccountForm(
        request.POST if request.method == "POST" else None, names=_names_known(request)
    )
    template = "club/account_new.html"
    address = address_of(request)
    if form.is_bound:
        seconds = max(
            NEW_ACCOUNTS.seconds_to_wait(address), ALL_NEW_ACCOUNTS.seconds_to_wait(EVERYBODY)
        )
        if seconds:
            form.errors.clear()
            return _must_wait(request, template, form, many_accounts_message(seconds), seconds)
        # A name that is taken counts as well: names are nobody's to try out.
        if form.is_valid() or form.has_error("name", "account-taken"):
            NEW_ACCOUNTS.count(address)
            ALL_NEW_ACCOUNTS.count(EVERYBODY)
    if form.is_bound and form.is_valid():
        phone, typed = phone_or_new(request), form.cleaned_data
        with_club = _invitation(request) is None
        try:
            account = accounts.create_account(
                phone, typed["name"], typed["password"], with_club=with_club
            )
        except Refused as refused:
            if refused.code == "too-busy":
                return _too_busy(request, template, form, refused)
            form.add_error("name", refusal_text(refused))
        else:
            told = _("The account %(name)s is there. Log in with it on your other devices.")
            messages.info(request, told % {"name": isolated(account.first_name)})
            return _come_in(request, phone, account)
    return _page(request, template, form)


@sensitive_post_parameters("password")
@require_http_methods(["GET", "HEAD", "POST"])
def log_in(request: HttpRequest) -> HttpResponse:
    """Brings the clubs of an account to this phone, and uses an invitation."""
    form = LogInForm(
        request.POST if request.method == "POST" else None, initial={"keep": "keep" in request.GET}
    )
    if form.is_bound and form.is_valid():
        try:
            account = _account(request, form)
        except WaitError as wait:
            words = waiting_message(wait.seconds)
            return _must_wait(request, "club/account_log_in.html", form, words, wait.seconds)
        except Refused as refused:
            return _too_busy(request, "club/account_log_in.html", form, refused)
        if account is not None:
            phone, invitation = _phone_with(request, account) or new_phone(), _invitation(request)
            club = accounts.log_in(
                phone,
                account,
                keep_own=form.cleaned_data["keep"],
                with_club=invitation is None,
            )
            _tell_logged_in(request, account, is_without_club=club is None and invitation is None)
            return _come_in(request, phone, account)
    return _page(request, "club/account_log_in.html", form)


@require_POST
def log_out(request: HttpRequest) -> HttpResponse:
    """Takes the clubs of the account from this phone."""
    if accounts.log_out(phone_of(request)):
        messages.info(request, _("You are logged out on this phone."))
    return redirect("home")


@sensitive_post_parameters("password", "new_password")
@require_http_methods(["GET", "HEAD", "POST"])
def password(request: HttpRequest) -> HttpResponse:
    """Another password, for whoever knows the one until now; logs all other phones out."""
    logged_in = accounts.account_of(phone_of(request))
    name = logged_in.first_name if logged_in else request.GET.get("name", "")
    form = PasswordForm(request.POST if request.method == "POST" else None, initial={"name": name})
    if form.is_bound and form.is_valid():
        try:
            account = _account(request, form)
        except WaitError as wait:
            words = waiting_message(wait.seconds)
            return _must_wait(request, "club/account_password.html", form, words, wait.seconds)
        except Refused as refused:
            return _too_busy(request, "club/account_password.html", form, refused)
        if account is not None and form.is_fit_for(account):
            phone = _phone_with(request, account)
            try:
                accounts.change_password(account, form.cleaned_data["new_password"], phone=phone)
            except Refused as refused:
                return _too_busy(request, "club/account_password.html", form, refused)
            messages.info(request, _("The password is changed. All other phones are logged out."))
            response = redirect("club")
            if phone:
                remember_phone(request, response, _with_new_id(request, phone, account))
            return response
    return _page(request, "club/account_password.html", form)


@sensitive_post_parameters("password")
@require_http_methods(["GET", "HEAD", "POST"])
def delete(request: HttpRequest) -> HttpResponse:
    """Asks for name and password, says what becomes of the account's clubs, then deletes it."""
    phone = phone_of(request)
    if "sure" in request.POST:
        account = _sure_of(request.POST["sure"], phone)
        if account is not None:
            accounts.delete_account(phone, account, with_clubs="with_clubs" in request.POST)
            messages.info(request, _("The account is deleted."))
            return redirect("home")
        messages.info(request, _("That took long. Type the password once more."))
        return redirect("account-delete")
    logged_in = accounts.account_of(phone)
    name = logged_in.first_name if logged_in else ""
    form = LogInForm(request.POST if request.method == "POST" else None, initial={"name": name})
    if form.is_bound and form.is_valid():
        try:
            account = _account(request, form)
        except WaitError as wait:
            words = waiting_message(wait.seconds)
            return _must_wait(request, "club/account_delete.html", form, words, wait.seconds)
        except Refused as refused:
            return _too_busy(request, "club/account_delete.html", form, refused)
        if account is not None:
            # A browser that has no id yet may be the one with which the clubs stay.
            phone = phone_or_new(request)
            response = _ask_whether_sure(request, account, phone)
            remember_phone(request, response, phone)
            return response
    return _page(request, "club/account_delete.html", form)


def _ask_whether_sure(request: HttpRequest, account: User, phone: str) -> HttpResponse:
    alone = list(accounts.clubs_without(account))
    helps = account.helps.exclude(club__in=alone).select_related("club").order_by("club__name")
    context = {
        "account": account,
        "alone": [(club_name(club), contents_of(club)) for club in alone],
        "shared": [club_name(helper.club) for helper in helps],
        "sure": signing.dumps([account.pk, phone], salt=_DELETE),
    }
    return render(request, "club/account_delete_sure.html", context)


def _sure_of(token: str, phone: str) -> User | None:
    """The account whose password this phone gave a moment ago."""
    try:
        pk, asked = signing.loads(token, salt=_DELETE, max_age=_SURE_SECONDS)
    except signing.BadSignature:
        return None
    return User.objects.filter(pk=pk).first() if asked == phone else None


def _account(request: HttpRequest, form: LogInForm | PasswordForm) -> User | None:
    """The account whose password was typed; the form says so where it is not right."""
    typed = form.cleaned_data
    account = account_with(request, typed["name"], typed["password"])
    if account is None:
        form.add_error("password", wrong_password_message())
    return account


def _must_wait(
    request: HttpRequest, template: str, form: AnyForm, words: str, seconds: int, status: int = 429
) -> HttpResponse:
    form.add_error(None, words)
    response = _page(request, template, form, status=status)
    response.headers["Retry-After"] = str(seconds)
    return response


def _too_busy(request: HttpRequest, template: str, form: AnyForm, refused: Refused) -> HttpResponse:
    return _must_wait(request, template, form, refusal_text(refused), LONGEST_WAIT, 503)


def _names_known(request: HttpRequest) -> list[str]:
    """The names in the clubs of this phone, and of the club that it is invited to."""
    phone, invitation = phone_of(request), _invitation(request)
    clubs = [*Club.objects.filter(phones__phone=phone)] if phone else []
    return names_around(clubs) + ([invitation.club.name] if invitation else [])


def _phone_with(request: HttpRequest, account: User) -> str:
    """The id of the phone that asks, "" for none; the one that it got by logging in before, where
    it did not hear of it: the button was pressed twice, or the answer was lost on its way."""
    phone = phone_of(request)
    unheard = next_phone(phone, account.pk)
    return unheard if phone and not is_known(phone) and is_known(unheard) else phone


def _with_new_id(request: HttpRequest, phone: str, account: User) -> str:
    """Another id for the phone: whoever knew its cookie is a stranger from now on."""
    if phone != phone_of(request):
        return phone  # it is new
    new = next_phone(phone, account.pk)
    if is_known(new):  # it has begun anew under the id that it had before
        new = new_phone()
    change_id(phone, new)
    return new


def _tell_logged_in(request: HttpRequest, account: User, *, is_without_club: bool) -> None:
    named = {"name": isolated(account.first_name)}
    messages.info(request, _("You are logged in as %(name)s.") % named)
    if is_without_club:
        told = _("This account keeps no club yet. The club of this phone stays with the phone.")
        messages.info(request, told)


def _come_in(request: HttpRequest, phone: str, account: User) -> HttpResponse:
    """To the club: the one that the invitation was to, else the phone's current one."""
    phone = _with_new_id(request, phone, account)
    response = redirect("club")
    token = _token(request)
    if token:
        try:
            response = redirect("standings", take_invitation(token, phone, account).pk)
        except Refused as refused:
            messages.info(request, refusal_message(refused.code, refused.facts))
    remember_phone(request, response, phone)
    return response


def _invitation(request: HttpRequest) -> Invitation | None:
    """The open invitation that the address or the form carries on."""
    token = _token(request)
    rows = Invitation.objects.filter(pk=token, closed_at=None).select_related("club")
    return rows.first() if token else None


def _token(request: HttpRequest) -> str:
    """What the invitation is called, "" for none. PostgreSQL takes no text with a null in it, not
    even to look for it."""
    typed = request.POST.get("invitation", "") or request.GET.get("invitation", "")
    return typed if typed.isprintable() else ""


def _page(request: HttpRequest, template: str, form: AnyForm, *, status: int = 0) -> HttpResponse:
    phone = phone_of(request)
    made = ClubPhone.objects.filter(phone=phone, account=None)
    context = {
        "form": form,
        "invitation": _invitation(request),
        "has_own_club": bool(phone) and made.exists(),
    }
    return render(request, template, context, status=status or (400 if form.errors else 200))
