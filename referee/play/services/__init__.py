"""The only writers: each function is one transaction, and doing it twice is doing it once."""
