"""Explanations of score lines, totals and house rules."""
