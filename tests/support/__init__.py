"""Helpers that several tests import: oracles, positions, texts, scripted engines, and programs for other processes."""
