"""What every game shares: chance, events, the log, the play loop. Knows no game."""
