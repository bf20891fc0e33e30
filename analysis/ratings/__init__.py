"""Who is stronger and how surely: points, Elo, intervals, stopping rules. Knows no reports."""
