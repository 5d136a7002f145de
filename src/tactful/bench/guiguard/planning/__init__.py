"""Planning fidelity: replays of recorded tasks on protected screens, judged against the unprotected pass."""
