"""Reads finished runs: DuckDB views, ratings, tables to look at. Knows the store's tables and no game."""
