"""Schedules, executors, the runner: from a configuration to a run folder."""
