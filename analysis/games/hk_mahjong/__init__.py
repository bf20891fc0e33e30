"""hk_mahjong 香港麻雀."""
