"""Hong Kong style mahjong 四人麻雀."""
