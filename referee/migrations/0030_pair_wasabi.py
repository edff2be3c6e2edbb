"""What lay on each wasabi was worked out from the order of the taps: now the wasabi knows it."""

from collections.abc import Iterable
from typing import Any

from django.db import migrations
from django.db.migrations.state import StateApps


def pair_wasabi(apps: StateApps, _schema_editor: object) -> None:
    """Write down for each wasabi what lay on it after each tap, as it was worked out until now.

    Of a round that is open only what somebody has said is known.
    """
    Entry = apps.get_model("referee", "Entry")
    tableaus = Entry.objects.filter(face="wasabi").values_list("tableau", flat=True).distinct()
    related = ("added_by", "withdrawn_by", "tableau__round__game")
    for tableau in list(tableaus.order_by("tableau")):
        rows = Entry.objects.filter(tableau=tableau).select_related(*related)
        entries = list(rows.order_by("place", "pk"))
        round_ = entries[0].tableau.round
        frees = round_.game.house_rules.get("flipped-nigiri-frees-wasabi", True)
        taps = {entry.added_by.number: entry.added_by for entry in entries}
        taps |= {e.withdrawn_by.number: e.withdrawn_by for e in entries if e.withdrawn_by}
        wasabi = {entry.pk: entry for entry in entries if entry.face == "wasabi"}
        after = {
            number: _pairs([entry for entry in entries if _lies(entry, number)], frees=frees)
            for number in sorted(taps)
        }
        new = []
        for number, pairs in after.items():
            tap = taps[number]
            for first in [pk for pk, row in wasabi.items() if _lies(row, number)]:
                row, nigiri = wasabi[first], pairs.get(first)
                if row.is_known and row.nigiri != nigiri:  # this tap has changed it
                    kept = {field: getattr(row, field) for field in _KEPT}
                    later = Entry(**kept, added_by=tap, withdrawn_by=row.withdrawn_by)
                    row.withdrawn_by = tap
                    wasabi[first] = later
                    new.append(later)
                wasabi[first].nigiri, wasabi[first].is_known = nigiri, True
        if round_.state == "open":
            lying = [entry for entry in entries if entry.withdrawn_by is None]
            sure = {entry.card for entry in lying if entry.sure}
            bare = {entry.card for entry in lying if _is_nigiri(entry)} - sure
            for row in wasabi.values():
                is_told = row.nigiri in sure if row.nigiri else not bare
                row.is_known = row.is_known and (is_told or row.withdrawn_by is not None)
        changed = [entry for entry in entries if entry.face == "wasabi"]
        Entry.objects.bulk_update(changed, ["nigiri", "is_known", "withdrawn_by"])
        Entry.objects.bulk_create(new)


_KEPT = ("tableau_id", "card", "place", "face", "copy", "flipped", "on_wasabi", "sure")


def _lies(entry: Any, number: int) -> bool:
    """Whether an entry lies there after the tap of that number."""
    is_gone = entry.withdrawn_by is not None and entry.withdrawn_by.number <= number
    return bool(entry.added_by.number <= number and not is_gone)


def _is_nigiri(entry: Any) -> bool:
    return bool(entry.face.endswith("-nigiri"))


def _pairs(lying: Iterable[Any], *, frees: bool) -> dict[Any, Any]:
    """The card of the nigiri on each wasabi, by the wasabi's row: each nigiri that was put on one
    took the first that was free."""
    lying = list(lying)
    free = [entry.pk for entry in lying if entry.face == "wasabi" and not entry.flipped]
    wanting = [
        entry.card
        for entry in lying
        if entry.on_wasabi and _is_nigiri(entry) and not (entry.flipped and frees)
    ]
    return dict(zip(free, wanting, strict=False))


class Migration(migrations.Migration):
    dependencies = [("referee", "0029_what_lies_on_wasabi")]

    # By itself: PostgreSQL alters no table whose rows the same transaction has changed.
    operations = [migrations.RunPython(pair_wasabi, migrations.RunPython.noop)]
