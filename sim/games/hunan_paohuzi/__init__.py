"""Hunan Paohuzi 湖南跑胡子; the rules are in this folder's README.md."""
