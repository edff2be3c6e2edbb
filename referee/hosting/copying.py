"""Copies all rows of one database into another one, of whatever kind."""

from collections import Counter
from itertools import islice

from django.apps import apps
from django.contrib.contenttypes.models import ContentType
from django.core.management.color import no_style
from django.db import connection, transaction
from django.db.models import Model
from django.db.models.sql import InsertQuery

_AT_ONCE = 1000  # rows


class CountsDifferError(Exception):
    """A table has so many rows ``there`` and another number of them ``here``."""

    def __init__(self, table: str, there: int, here: int) -> None:
        super().__init__(table)
        self.table, self.there, self.here = table, there, here


def copy_rows(source: str, *replaced: type[Model]) -> Counter[type[Model]]:
    """Copy every table of a database into the default one, which has no rows but those that
    migrations make. Return how many rows each has.

    Nothing is copied unless all of it is, and counted in both.

    Args:
        source: the name by which Django knows the database.
        replaced: models whose rows here, those that a server makes by itself, are deleted.

    Raises:
        CountsDifferError: where the counts differ.
    """
    models = apps.get_models(include_auto_created=True)
    copied: Counter[type[Model]] = Counter()
    with transaction.atomic(source), transaction.atomic():
        # Content types with the permissions: the source has its own.
        made_here: list[type[Model]] = [ContentType, *replaced]
        for model in made_here:
            model._base_manager.all().delete()
        for model in models:
            fields = [field for field in model._meta.concrete_fields if not field.generated]
            rows = model._base_manager.using(source).order_by("pk").iterator(_AT_ONCE)
            most = connection.ops.bulk_batch_size(fields, [None] * _AT_ONCE)
            while some := list(islice(rows, most)):
                # Raw: times are those of the source, not of now.
                insert = InsertQuery(model)
                insert.insert_values(fields, some, raw=True)
                insert.get_compiler(connection=connection).execute_sql()
                copied[model] += len(some)
        connection.check_constraints()
        with connection.cursor() as cursor:
            for statement in connection.ops.sequence_reset_sql(no_style(), models):
                cursor.execute(statement)
        for model in models:
            here = model._base_manager.count()
            there = model._base_manager.using(source).count()
            if not here == there == copied[model]:
                raise CountsDifferError(model._meta.db_table, there, here)
    return copied
