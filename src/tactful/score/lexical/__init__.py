"""The lexical REVEAL judge, from bottom to top.

Text becomes tokens (`words`, `text`, `quantities`, `tokens`), a message an index of them (`message`), an
attribute the rules that look for it (`values`, `matching`, `rules`); `judge` holds the judge itself.
"""
