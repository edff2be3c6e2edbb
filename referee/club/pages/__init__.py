"""Values for the templates of a club."""
