"""What games of packed cards share: hands as keys, groups before the seats, one river."""
