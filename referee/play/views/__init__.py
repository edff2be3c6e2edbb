"""The pages of a table in play; thin."""
