"""How dates are written, by language, where SushiScore departs from Django's own way.

A language without a folder here has the formats that Django brings for it.
"""
