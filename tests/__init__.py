"""The tests; each package here follows one part of the house."""
