"""The simulator: kernel, games, store, tournaments, command line."""
