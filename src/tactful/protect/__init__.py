"""Protection: labelled regions become a screen that is safe to send, and its receipt."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
