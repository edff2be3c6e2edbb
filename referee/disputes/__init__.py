"""Disputed numbers: why, claims, what if, corrections, opinions, case files."""
