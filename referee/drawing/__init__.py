"""What several rooms draw: charts, how a player looks in them, QR codes."""
