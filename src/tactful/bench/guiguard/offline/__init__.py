"""Built-in models with eyes for the screen benchmarks: they read pixels and need no key and no network."""
