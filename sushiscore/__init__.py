"""The Django project: settings, addresses, server entry point."""

# What is released, or X.dev0 on the way to X; `make release` moves it, a wheel says more.
__version__ = "1.0.1.dev0"
