"""Scoring companion and referee: rules, rows, services, pages and network interface."""
