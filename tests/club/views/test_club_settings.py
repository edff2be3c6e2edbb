"""The settings of a club, and the question before it goes, on a phone without JavaScript."""

from urllib.parse import urlsplit

import pytest
from django.urls import reverse

from referee.club.services.accounts import create_account, log_in
from referee.club.services.deleting import remove_gone
from referee.club.services.helping import invite, take_invitation
from referee.drawing.qr import qr_code
from referee.models import Club, ClubPhone, Game, Helper, Invitation
from tests.factories import OTHER_PHONE, PASSWORD, PHONE, GameFactory, finish
from tests.play.views.joining import Joining
from tests.play.views.plain_phone import PlainPhone, attribute, elements, phone, text_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick_passwords")]

BENS_PHONE = "phone of Ben"
OUT = ("club-export", "standings-csv", "games-csv")


@pytest.fixture
def club() -> Club:
    """The club of a phone that has started a game."""
    return GameFactory().night.club


def settings(club: Club, name: str = PHONE) -> Joining:
    """The page on a phone."""
    page = Joining()
    page.client.cookies = phone(name).cookies
    page.open(f"/club/{club.pk}/settings/")
    return page


def section(page: PlainPhone, name: str) -> str:
    """What a section says, by its id."""
    (found,) = [e for e in elements(page.page, "section") if attribute(e, "id") == name]
    return text_of(found)


def unfolded(page: PlainPhone) -> list[str]:
    """The folds that are open, by their first words."""
    folds = [e for e in elements(page.page, "details") if attribute(e, "open") is not None]
    return [text_of(next(elements(one, "summary"))) for one in folds]


def box(page: PlainPhone, id_: str) -> str:
    """What stands in a field, by its id."""
    (found,) = [e for e in elements(page.page, "input") if attribute(e, "id") == id_]
    return attribute(found, "value") or ""


def bens_help(club: Club) -> Helper:
    """Ben helps, on a phone of his own."""
    ben = create_account(BENS_PHONE, "Ben", PASSWORD, with_club=False)
    take_invitation(invite(club).pk, BENS_PHONE, ben)
    return Helper.objects.get(club=club, account=ben)


# ------------------------------------------------------------- its name


def test_the_club_is_named_and_shown_by_its_name(club):
    page = settings(club)
    assert page.heading == "Your club"
    page.press("Save", name="  The Belt ")
    assert "The name is kept." in page.text
    assert page.heading == "The Belt"
    assert box(page, "club-name") == "The Belt"


def test_a_name_that_is_too_long_is_said_and_stays_to_be_mended(club):
    page = settings(club).press("Save", name="x" * 61)
    assert page.response.status_code == 409
    assert "That is 61 characters; 60 are the most." in page.text
    assert box(page, "club-name") == "x" * 61
    assert Club.objects.get().name == ""
    assert unfolded(page) == ["Name"]


# ------------------------------------------------------------- several clubs


def test_a_phone_with_several_clubs_chooses_the_one_it_plays_in(club):
    ana = create_account(PHONE, "Ana", PASSWORD)
    own = GameFactory(phone=OTHER_PHONE).night.club
    log_in(OTHER_PHONE, ana)
    page = settings(club, OTHER_PHONE)
    assert "new games go here" in section(page, "clubs")
    page.follow("A club without a name")
    assert page.url == f"/club/{own.pk}/settings/"
    page.press("Play in this club")
    assert "New games on this phone go to this club." in page.text
    assert GameFactory(phone=OTHER_PHONE).night.club == own


def test_a_phone_with_one_club_is_asked_nothing_about_others(club):
    assert "Your clubs" not in settings(club).text


# ------------------------------------------------------------- accounts and helpers


def test_the_page_says_whether_an_account_keeps_the_club(club):
    page = settings(club)
    assert "the club is lost with this phone" in section(page, "account")
    create_account(PHONE, "Ana", PASSWORD)
    page = settings(club)
    assert "An account keeps this club." in section(page, "account")
    assert "Ana owner" in section(page, "helpers")


def test_the_owner_invites_and_withdraws_the_invitation(club):
    page = settings(club)
    page.press("Invite somebody to help")
    link = box(page, "invitation-link")
    assert urlsplit(link).path == f"/club/invited/{Invitation.objects.get().pk}/"
    assert urlsplit(link).scheme == "http"
    assert str(qr_code(link)) in page.response.content.decode()
    assert unfolded(page) == ["People no account keeps the club"]
    page.press("Withdraw the invitation")
    assert unfolded(page) == []
    assert "The invitation is withdrawn." in page.text
    assert PlainPhone().open(urlsplit(link).path).response.status_code == 410


def test_a_helper_sees_who_runs_the_club_and_cannot_change_that(club):
    bens_help(club)
    page = settings(club, BENS_PHONE)
    assert "Ben helps · you" in section(page, "helpers")
    assert "Delete the club" not in page.text
    assert "Its phones" not in page.text
    assert not [name for name in page.names() if name.startswith(("Take", "Invite"))]


def test_the_owner_takes_a_helper_away(club):
    bens_help(club)
    page = settings(club).press_named("Take the club away from Ben")
    assert not Helper.objects.exists()
    assert "Ben" not in section(page, "helpers")
    assert settings(club, BENS_PHONE).response.status_code == 404


def test_a_helper_helps_no_longer(club):
    bens_help(club)
    page = settings(club, BENS_PHONE).press("Help no longer")
    assert "You no longer help to run the club." in page.text
    assert page.url == "/"
    assert not ClubPhone.objects.filter(phone=BENS_PHONE).exists()


def test_the_owner_takes_the_club_from_a_phone(club):
    log_in(OTHER_PHONE, create_account(PHONE, "Ana", PASSWORD))
    page = settings(club)
    phones = section(page, "phones")
    assert "This phone The phone that made the club" in phones
    assert "Logged in as Ana" in phones
    (button,) = [name for name in page.names() if name.startswith("Take the club away from the")]
    page.press_named(button)
    assert "Logged in as" not in section(page, "phones")
    assert settings(club, OTHER_PHONE).response.status_code == 404


def test_who_would_leave_the_club_without_an_owner_is_told_why_not(club):
    Club.objects.update(name="The Belt")
    row = ClubPhone.objects.get()
    client = phone(PHONE)
    address = f"/club/{club.pk}/settings/"
    answer = client.post(address, {"do": "take-phone", "which": row.pk})
    assert answer.status_code == 409
    assert "Nobody could run the club any more then." in answer.content.decode()
    assert 'value="The Belt"' in answer.content.decode()  # nothing else on the page is undone
    assert ClubPhone.objects.get() == row


@pytest.mark.parametrize("do", ["take-helper", "take-phone"])
def test_nobody_is_taken_away_by_a_number_that_is_none(club, do):
    bens_help(club)
    for which in ("", "x", "-1", "9" * 30, "0"):
        answer = phone(PHONE).post(f"/club/{club.pk}/settings/", {"do": do, "which": which})
        assert answer.status_code == 302
    assert (Helper.objects.count(), ClubPhone.objects.count()) == (1, 2)


# ------------------------------------------------------------- its links


def test_a_code_is_shown_on_demand_and_that_of_a_helper_with_a_warning(club):
    page = settings(club)
    page.press("Share by a link").press("Invite somebody to help")
    codes = [
        text_of(fold)
        for fold in elements(page.page, "details")
        if text_of(next(elements(fold, "summary"))) == "QR code"
    ]
    assert len(codes) == 2
    assert ["Show it to that person alone." in says for says in codes] == [False, True]


def test_what_can_be_taken_out_is_led_to(club):
    page = settings(club)
    led = {attribute(link, "href") for link in elements(page.page, "a")}
    addresses = [reverse("club-import")]
    addresses += [reverse(name, args=[club.pk]) for name in OUT]
    for address in addresses:
        assert phone(PHONE).get(address).status_code == 200
        assert address in led
    assert "Export and import" in [text_of(head) for head in elements(page.page, "h2")]


# ------------------------------------------------------------- its end


def test_one_clear_question_says_what_goes_and_then_it_goes(club):
    finish(GameFactory(setup__number=3))
    page = settings(club).follow("Delete the club").follow("Keep it").follow("Delete the club")
    assert page.heading == "Delete the club?"
    assert "2 games 3 players 1 night" in page.text
    assert Club.objects.exists()
    page.press("Delete the club")
    assert "The club is deleted, with everything in it." in page.text
    assert page.url == "/"
    assert not Club.objects.filter(is_there=True).exists()
    remove_gone()
    assert not Club.objects.exists()
    assert not Game.objects.exists()
    page.follow("Your club")
    assert page.heading == "Your club"
    assert "This phone has no club yet." in page.text
