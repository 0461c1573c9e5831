"""Games: where a board and an agent meet. A game is played, kept, explained and judged."""
