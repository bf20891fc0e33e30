"""What people get to see: sections of sentences, charts and tables, as a page, as Markdown, on a terminal."""
