"""Every page of a club and of an account is sound, and every word of it can be translated."""

import pytest

from tests.pages.club_pages import club_pages
from tests.pages.soundness import names_of_addresses, unsound

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("brackets")]


def test_every_page_of_a_club_is_sound_and_every_word_of_it_can_be_translated():
    found, visited = unsound(club_pages)
    assert found == {}
    addresses = names_of_addresses("club/", "night/", "shared/", "account/")
    files = {"club-export", "games-csv", "standings-csv"}
    pictures = {"night-picture", "shared-picture", "standings-picture"}
    only_lead_on = {"log-out", "paper-csv-back"}
    organisers = {"tournament-new"}
    assert addresses - visited == only_lead_on | files | pictures | organisers
