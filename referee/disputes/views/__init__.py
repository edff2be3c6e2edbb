"""The pages of disputes; thin."""
