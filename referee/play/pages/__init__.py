"""Values for templates where a page needs more than its rows."""
