"""hunan_paohuzi 湖南跑胡子."""
