"""The world as a live environment: Gymnasium's ``tactful/World-v0``, and a loop for planners and guards.

Importing this registers the environment::

    import gymnasium, tactful.world.env
    env = gymnasium.make("tactful/World-v0", size="phone-1080")

or, in one: ``gymnasium.make("tactful.world.env:tactful/World-v0")``.
"""

from __future__ import annotations

from importlib.util import find_spec

ID = "tactful/World-v0"

if find_spec("gymnasium") is not None:
    import gymnasium

    if ID not in gymnasium.registry:
        gymnasium.register(ID, entry_point="tactful.world.env.environment:WorldEnv")
