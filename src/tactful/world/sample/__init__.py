"""What a folder of trajectories holds: a data card of counts, and a contact sheet to look at."""
