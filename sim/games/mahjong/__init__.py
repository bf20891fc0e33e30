"""What the mahjong family shares: tiles, shapes, shanten tables, the table state."""
