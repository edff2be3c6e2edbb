"""The pages of a club; thin."""
