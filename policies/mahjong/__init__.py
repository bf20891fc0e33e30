"""Policies for the mahjong family."""
