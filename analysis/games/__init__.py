"""What tables and reports hold of one game alone: a folder of its name, found by that name, for each that has any.

`marts/*.sql` and `queries/*.sql` belong to runs of that game, `sections.py` has the `DIALECT` of its reports.
"""
