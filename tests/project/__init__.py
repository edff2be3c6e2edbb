"""The project's promises about itself: its commands, settings, locks and arrows."""
