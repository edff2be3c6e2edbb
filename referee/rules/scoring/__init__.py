"""Scoring, one small module per family of cards."""
