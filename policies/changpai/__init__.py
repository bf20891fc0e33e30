"""Policies for games with long cards 长牌."""
