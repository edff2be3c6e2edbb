"""What the pages of a night of several tables show."""
