"""Who may see or do what: the first line of every view, of the interface and of the live stream."""
