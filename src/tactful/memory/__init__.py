"""The memory gate: which memories may go into a message, before the prompt is built.

    gated = guard_memories(memories, task="Negotiate lease terms", recipient="Landlord")
    prompt = build(gated.texts)

Three backends: a norm table (`NormGate`, the default), a local classifier trained on labels
(`ClassifierGate`), and any model (`ModelGate`). All of them fail closed.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
