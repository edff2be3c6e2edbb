"""Every page in the hall is sound, and every word of it can be translated."""

import pytest

from tests.pages.hall_pages import hall_pages
from tests.pages.soundness import unsound

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("brackets")]


def test_every_page_in_the_hall_is_sound_and_every_word_of_it_can_be_translated():
    found, visited = unsound(hall_pages)
    assert found == {}
    assert {"tournament-enter", "tournament", "hall"} <= visited
