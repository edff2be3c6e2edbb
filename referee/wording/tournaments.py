"""An evening of several tables in words: its draws, its seats, and how it is ranked."""

from collections.abc import Iterable, Sequence

from django.utils.translation import gettext as _

from ..standings.league import listed
from ..standings.tournament import points_at_table
from .figures import place_points_text, wins_text
from .phrases import name_list


def draw_name(number: int, draws: int, *, is_final: bool) -> str:
    """Say which draw it is of how many: "Draw 2 of 4", "Final"."""
    if is_final:
        return _("Final")
    return _("Draw %(number)s of %(draws)s") % {"number": number, "draws": draws}


def seat_text(table: int, place: int) -> str:
    """Say where somebody sits: "Table 4, seat 2"."""
    return _("Table %(table)s, seat %(seat)s") % {"table": table, "seat": place}


def evening_won_text(winners: Sequence[str]) -> str:
    """Say who has won an evening; nobody where no game was played."""
    if not winners:
        return _("No game was finished.")
    words = _("%(names)s won the evening")
    if len(winners) > 1:
        words = _("%(names)s share the victory of the evening")
    return words % {"names": name_list(winners)}


def order_sentences(
    place_points: Sequence[int], sizes: Iterable[int], *, has_final: bool
) -> list[str]:
    """State by what the standings of an evening are ordered.

    Args:
        place_points: what the places of a table are worth, from the first one.
        sizes: how many may sit at a table.
    """
    sentences = [
        _(
            "Ranked by points for places, then wins, then the share of a table’s points, then"
            " meeting each other. Who is equal in all of them shares a place."
        ),
        place_points_text(listed(tuple(place_points))),
    ]
    for size in sizes:
        if size != len(place_points):
            worth = [points_at_table(place + 1, 1, size, place_points) for place in range(size)]
            points = " · ".join(map(wins_text, worth))
            sentences.append(
                _("At a table of %(players)s they are spread as evenly: %(points)s.")
                % {"players": size, "points": points}
            )
    sentences += [
        _(
            "The share is somebody’s points divided by the mean of their table, on average over"
            " their games; 1 is the mean."
        ),
        _(
            "Meeting each other counts where all who are level so far have met: by how many places"
            " they were ahead."
        ),
    ]
    if has_final:
        sentences.append(
            _("Who played the final stands in front, by its places. It changes no figures.")
        )
    return sentences
