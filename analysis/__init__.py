"""Reads finished runs: tables (DuckDB views), then ratings of them, then reports. Knows the store's tables and no game.

Imports go one way: `tables` <- `ratings` <- `report`. What belongs to one game lies in `games/<game>`, found by name.
"""
