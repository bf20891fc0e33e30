"""Runs on disk: Arrow schemas, the writer of parts, the manifest, the reader."""
