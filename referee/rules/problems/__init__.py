"""What cannot be right on a sheet (problems), and what cannot be read (faults)."""
