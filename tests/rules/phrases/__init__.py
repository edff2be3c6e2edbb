"""Tables of what is said and what it means; ``english.txt`` says how they are written."""
