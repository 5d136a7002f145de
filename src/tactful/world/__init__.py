"""People, apps and tasks that do not exist, with exact privacy truth: seeds in, labelled screens out.

In the order in which a screen comes to be: ``content`` (words of every kind), ``people`` (who they are and
what their apps hold), ``apps`` (YAML), ``session`` (apps running on a person's data), ``pages`` (what is on a
screen), ``looks`` (pages as HTML), ``browser`` (HTML as pixels and measured truth), ``tasks`` (goals, and an
agent with a script), ``trajectories`` (runs as files), ``sample`` (cards and sheets of them), ``env``
(Gymnasium), ``profiles`` (people as memories).
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
