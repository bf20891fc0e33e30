"""Shared by the 80-card character games 字牌: cards, groups, readings, claims, the table, views."""
