"""The writers of a club's rows."""
