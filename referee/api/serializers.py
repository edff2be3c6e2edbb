"""What phones send, read field by field."""

from rest_framework import serializers

from referee.services.batches import MOST_TAPS
from referee.services.wishes import MOST_SIGNS


class TapSerializer(serializers.Serializer):
    """One tap; ``do`` says what it does, see docs/api.md."""

    id = serializers.UUIDField(help_text="Made by the phone, for this tap alone.")
    round = serializers.IntegerField(min_value=1, max_value=3)
    seat = serializers.IntegerField(min_value=1, max_value=9, help_text="The place, from 1.")
    do = serializers.CharField(max_length=MOST_SIGNS, help_text="add:maki-3, take:<entry>, undo: …")


class TapsSerializer(serializers.Serializer):
    """Taps in the order in which they were made."""

    taps = TapSerializer(many=True, allow_empty=False)
    unsaid = serializers.ListField(
        child=serializers.UUIDField(),
        required=False,
        max_length=MOST_TAPS,
        help_text="Asks for words: the ids of taps that were taken before, to be summed up too.",
    )
