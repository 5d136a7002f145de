"""Words for people's screens: values of every kind, private or public, in seven languages."""
