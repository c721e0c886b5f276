"""The introspection in tests/support/members.py reaches every type, member and function."""

from __future__ import annotations

import io

import pytest
from support import members

CALLS = members.calls()

# Members that raise for any arguments, by the end of their names or by their messages.
RAISE = (".throw",)
REFUSAL = (
    "No constructor defined!", "missing required argument", "move_stack does not support",
    "follows the rules of standard chess", "no room for pockets or counters",
)  # fmt: skip


def test_every_type_has_an_object() -> None:
    missing = sorted(set(members.classes()) - set(members.makers()))
    assert not missing, f"add these to OBJECTS in tests/support/arguments.py: {missing}"


def test_every_function_has_good_arguments() -> None:
    called = {call.name for call in CALLS["functions"]}
    missing = sorted(set(members.functions()) - called)
    assert not missing, f"add the names of their parameters to GOOD in tests/support/arguments.py: {missing}"


def test_every_optional_parameter_has_a_good_argument() -> None:
    methods = [call for calls in CALLS.values() for call in calls if not call.name.endswith(")")]
    missing = {call.name: names for call in methods if (names := members.untried(call))}
    assert not missing, f"add the names of these parameters to GOOD in tests/support/arguments.py: {missing}"


@pytest.mark.parametrize("name", sorted(members.classes()))
def test_every_method_has_good_arguments(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdout", io.StringIO())
    failed = {}
    for call in CALLS.get(name, []):
        if call.name.endswith((")", *RAISE)):  # attributes, and functions such as len() that some types do not support
            continue
        try:
            call()
        except Exception as error:
            if not any(text in str(error) for text in REFUSAL):
                failed[call.name] = error
    assert not failed, f"add the names of their parameters to GOOD in tests/support/arguments.py: {failed}"


def test_bad_arguments_are_refused_by_exceptions() -> None:
    """Each good call has bad variants. If none of them raised, they would test nothing."""
    refused = 0
    for call in CALLS["Board"]:
        for bad in members.bad_calls(call):
            try:
                bad()
            except Exception:
                refused += 1
    assert refused > 1000
