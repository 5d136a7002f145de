"""Doing the task: planners that replay a trajectory, and writers of messages."""
