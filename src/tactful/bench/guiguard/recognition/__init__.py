"""Privacy recognition: what a recognizer or a model finds private on a screen (GUIGuard-Bench, 4.1, E, J)."""
