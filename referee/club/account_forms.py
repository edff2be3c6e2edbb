"""Forms for accounts. None sends a typed password back."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.contrib.auth.models import User
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.core.validators import MaxLengthValidator
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ..models import Key
from ..play.services.refusals import Refused
from .pages.club import refusal_text
from .services.accounts import MAX_KEY_LENGTH, account_key, plain_password, unsaved_account
from .services.passwords import MAX_PASSWORD_LENGTH


class AccountField(forms.CharField):
    """A name as typed. It has no maxlength, because browsers would cut the name silently."""

    def __init__(self) -> None:
        attrs = {"autocomplete": "username", "autocapitalize": "none", "dir": "auto"}
        super().__init__(
            label=gettext_lazy("Name of the account"),
            widget=forms.TextInput(attrs={**attrs, "spellcheck": "false"}),
            error_messages={"required": gettext_lazy("Write the name of the account.")},
        )


class PasswordField(forms.CharField):
    """A password. It keeps spaces and tells the browser whether the password is new."""

    def __init__(self, label: Any, *, is_new: bool = False) -> None:
        purpose = "new-password" if is_new else "current-password"
        super().__init__(
            label=label,
            strip=False,
            validators=[MaxLengthValidator(MAX_PASSWORD_LENGTH)],  # not in the browser, which cuts
            widget=forms.PasswordInput(attrs={"autocomplete": purpose}),
            error_messages={"required": gettext_lazy("Write the password.")},
        )


class LogInForm(forms.Form):
    """Asks for name, password, and whether the account gets the phone's own clubs."""

    name = AccountField()
    password = PasswordField(gettext_lazy("Password"))
    keep = forms.BooleanField(
        required=False, label=gettext_lazy("Keep the club of this phone with the account, too")
    )


class KeyForm(forms.ModelForm):
    """Asks what a new key is for, and what it may do."""

    class Meta:
        model = Key
        fields = ("name", "scope")
        widgets = {"name": forms.TextInput({"autocomplete": "off", "dir": "auto"})}
        error_messages = {"name": {"required": gettext_lazy("Write a name.")}}


class _NewPasswordForm(forms.Form):
    """Checks a new password; ``names``, which others know, are those in the person's clubs."""

    names: Sequence[str] = ()

    def checked(self, password: str) -> str:
        """Refuse a password that is easy to guess, also from the names."""
        # A name that no account can have is not compared word by word.
        name = self.cleaned_data.get("name", "")[:MAX_KEY_LENGTH]
        account = User(username=account_key(name), first_name=name)
        account.names = self.names  # type: ignore[attr-defined]  # for KnownNamesValidator
        validate_password(plain_password(password), account)
        return password

    @staticmethod
    def rules() -> str:
        """Return the password rules in short."""
        return _("8 characters or more, not figures alone, and nothing that is easy to guess.")


class NewAccountForm(_NewPasswordForm):
    """Asks for a new name and a password that is hard to guess."""

    name = AccountField()
    password = PasswordField(gettext_lazy("Password"), is_new=True)

    def clean_name(self) -> str:
        """Check the name, and whether it is free."""
        name = str(self.cleaned_data["name"])
        try:
            account = unsaved_account(name)
            if User.objects.filter(username=account.username).exists():
                raise Refused("account-taken", name=account.first_name)
        except Refused as refused:
            raise ValidationError(refusal_text(refused), code=refused.code) from None
        return name

    def clean_password(self) -> str:
        return self.checked(self.cleaned_data["password"])


class PasswordForm(_NewPasswordForm):
    """Asks for another password."""

    name = AccountField()
    password = PasswordField(gettext_lazy("Password until now"))
    new_password = PasswordField(gettext_lazy("New password"), is_new=True)

    def clean_new_password(self) -> str:
        return self.checked(self.cleaned_data["new_password"])

    def is_fit_for(self, account: User) -> bool:
        """Return whether the new password is unlike the names in the account's clubs, too. Call it
        once the old one was right: the form would else tell strangers those names."""
        try:
            validate_password(plain_password(self.cleaned_data["new_password"]), account)
        except ValidationError as wrong:
            self.add_error("new_password", wrong)
            return False
        return True
