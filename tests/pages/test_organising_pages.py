"""Every page of who organises an evening is sound, and every word of it can be translated."""

import pytest

from tests.pages.organising_pages import organising_pages
from tests.pages.soundness import unsound

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("brackets")]


def test_every_page_of_an_organiser_is_sound_and_every_word_of_it_can_be_translated():
    found, visited = unsound(organising_pages)
    assert found == {}
    assert {"tables-new", "tournament-new", "organise", "tournament-people"} <= visited
    assert "tournament-totals" in visited
