"""A UCI chess engine around bitrook's native search, with a custom evaluation and a custom option.

`bitrook uci` is the same engine with the default evaluation.
"""

from typing import Any

from bitrook import uci
from bitrook.search import DefaultEvaluation


class SearchExample(uci.SearchEngine):
    name = "search_engine"
    OPTIONS = (*uci.SearchEngine.OPTIONS, uci.combo("Style", "Solid", ["Solid", "Simple"]))

    def option_changed(self, name: str, value: Any) -> None:
        if name == "Style":  # "Simple" uses only material and piece-square tables
            terms = DefaultEvaluation().weights if value == "Simple" else ()
            self.set_search(evaluation=DefaultEvaluation(**dict.fromkeys(terms, False)))
        else:
            super().option_changed(name, value)


if __name__ == "__main__":
    SearchExample().run()
