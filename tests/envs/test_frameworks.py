"""Tests for missing frameworks: the error names the extra to install, and importing bitrook.envs needs no framework."""

from __future__ import annotations

import builtins
import importlib
from typing import Any

import pytest
from support import children

from bitrook import envs
from bitrook import _optional
from bitrook.envs import _frameworks

CALLS = {
    "gymnasium": lambda: envs.gymnasium_vector(1),
    "pettingzoo": lambda: envs.pettingzoo(),
}
EXTRAS = {"gymnasium": "gymnasium", "pettingzoo": "pettingzoo"}


@pytest.mark.parametrize("framework", CALLS)
def test_a_missing_framework_is_named_with_its_extra(framework: str, monkeypatch: pytest.MonkeyPatch) -> None:
    real = importlib.import_module

    def missing(name: str, *rest: Any) -> Any:
        if name.split(".")[0] == framework:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
        return real(name, *rest)

    for module in (_optional, _frameworks):
        monkeypatch.setattr(module, "import_module", missing)
    with pytest.raises(
        ModuleNotFoundError, match=rf"{framework} cannot be imported .*'bitrook\[{EXTRAS[framework]}\]'"
    ):
        CALLS[framework]()
    if framework == "gymnasium":
        assert _frameworks.base_class("gymnasium.vector", "VectorEnv") is builtins.object


def test_importing_the_module_imports_no_framework() -> None:
    code = "import sys, bitrook.envs;assert not {'numpy', 'gymnasium', 'pettingzoo'} & set(sys.modules)"
    children.run("-c", code)
