"""What all operations have in common: who may ask, how often, what is read, listed and refused."""
