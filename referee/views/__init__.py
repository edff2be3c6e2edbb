"""Pages, one module each; thin. What they show is put together in ``referee.pages``."""
