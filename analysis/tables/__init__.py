"""What was played as tables: DuckDB views on stored runs, the SQL that makes them, output. Knows no ratings."""
