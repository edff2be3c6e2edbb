"""What the guide's templates, in templates/rules/, are filled with: the cards of a game, numbers
asked of the rules, other names of the cards for a search."""
