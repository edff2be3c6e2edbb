"""Decides who may see or do what. Every view, the API and the live stream start here."""
