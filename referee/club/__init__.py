"""The club: nights, players, standings, records, accounts, sharing, club files."""
