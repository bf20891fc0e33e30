"""Chengdu long cards 凑十四; the rules are in this folder's README.md."""
