"""The sections of every report; they know no game."""
