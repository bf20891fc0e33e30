"""chengdu_coushisi 成都凑十四."""
