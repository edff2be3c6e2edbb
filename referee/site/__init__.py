"""The pages around the games: about, language, the app to install."""
