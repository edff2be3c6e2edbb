"""A night of several tables: who comes, where they sit, and who stands where."""
