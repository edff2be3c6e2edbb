"""Work that breaks a rule of the database: alone, as it imports more than the rest."""

from django.db import IntegrityError
from psycopg.errors import CheckViolation


def break_a_rule() -> None:
    of_postgresql = CheckViolation("breaks the rule\nDETAIL: Failing row contains (Mia)")
    raise IntegrityError(*of_postgresql.args) from of_postgresql
