"""Values for the templates of disputes."""
