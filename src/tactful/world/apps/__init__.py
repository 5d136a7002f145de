"""Apps as data: every app is one YAML file, checked strictly, run by `tactful.world.session`."""
