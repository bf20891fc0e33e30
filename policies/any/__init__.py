"""Policies that play any game."""
