"""The Django project: settings, addresses, server entry point."""

__version__ = "0.1.0"
