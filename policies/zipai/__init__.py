"""Policies for games with character cards 字牌."""
