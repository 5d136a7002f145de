"""Where memories live: the gate in front of the stores that assistants use, one store a file.

What a store's reading methods give back goes through the gate; what its writing methods give back is reduced
to ids; everything else a store can do is refused by name. The names are those of `tactful.memory`.
"""
