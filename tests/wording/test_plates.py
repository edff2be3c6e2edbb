"""How high plates are stacked for points."""

import pytest

from referee.drawing.plates import HEIGHT, stack


@pytest.mark.parametrize(
    ("total", "rounds", "best", "height", "plates"),
    [
        (40, [10, 10, 20], 40, HEIGHT, 3),
        (20, [10, 10, 20], 40, HEIGHT // 2, 3),  # puddings have cost 20
        (20, [20, 0, -4], 40, HEIGHT // 2, 3),  # two of them too thin to be seen
        (6, [0, 0, 0], 6, HEIGHT, 1),
        (-3, [1, 1, 1], 6, 0, 3),
        (0, [0, 0, 0], 0, 0, 1),
        (-2, [0, 0, 0], -2, 0, 1),
    ],
)
def test_a_stack_is_as_high_as_the_points(total, rounds, best, height, plates):
    drawn = stack(total, rounds, best)
    assert (drawn.height, len(drawn.plates)) == (height, plates)


def test_each_plate_is_as_thick_as_its_round_and_the_first_lies_lowest():
    drawn = stack(40, [10, 10, 20], 40)
    assert [plate.partition("H")[0] for plate in drawn.plates] == ["M1,45", "M1,30", "M1,0"]
