"""The pages of disputes."""
