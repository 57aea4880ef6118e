"""What tools/mkfrontends.py writes for each language."""
