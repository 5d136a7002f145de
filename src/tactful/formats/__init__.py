"""Files that others define, read into the vocabulary of `tactful.terms`, and our own JSON."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
