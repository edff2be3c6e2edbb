"""What pages show: from a game as it stands to values that a template writes out.

Reads only; knows neither requests nor forms.
"""
