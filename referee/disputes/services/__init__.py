"""The writers of disputes, corrections and opinions."""
