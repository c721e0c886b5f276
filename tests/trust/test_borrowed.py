"""The binding code uses no borrowed object after a call that can allocate or run Python code.

Such a call can drop the last other reference: the collector runs finalizers inside allocations (up to Python 3.11), and
methods such as `__index__` are Python code. The rule reads the text of each function: a variable that is set from a call
of BORROWING may not be used after a call of RUNNING, unless it is held by Ref(incref(...)) or set again.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

BINDINGS = Path(__file__).parents[2] / "csrc" / "bindings"

# Calls that return what belongs to something else: a type, a dictionary, an item, or a number of items.
BORROWING = (
    "Py_TYPE",
    "Py_SIZE",
    "PyDict_GetItem",
    "PyDict_GetItemString",
    "PyDict_GetItemWithError",
    "PyList_GET_ITEM",
    "PyList_GetItem",
    "PyList_GET_SIZE",
    "PyList_Size",
    "PyTuple_GET_ITEM",
    "PyTuple_GetItem",
    "PySequence_Fast_GET_ITEM",
    "PySequence_Fast_GET_SIZE",
    "PySequence_Fast_ITEMS",
    "PyWeakref_GET_OBJECT",
    "PyModule_GetDict",
    "PyDict_GET_SIZE",
    "_PyObject_GetDictPtr",
    "PyType_GetModule",
    "PyType_GetModuleState",
    "PyErr_Occurred",
)
# Members of our objects that Python code can replace: a dictionary, the moves of a game, the board of a generator.
BORROWED_MEMBERS = (r"->dict\b", r"\.dict\b", r"\.ply_count\(\)", r"->board\b")
# Calls that can allocate a container or run Python code, by the beginning of their names. Numbers and texts are not
# containers: allocating them does not run the collector.
RUNNING = (
    "PyObject_Call",
    "PyObject_Vectorcall",
    "PyObject_GetAttr",
    "PyObject_SetAttr",
    "PyObject_GenericGet",
    "PyObject_GenericSet",
    "PyObject_GetItem",
    "PyObject_SetItem",
    "PyObject_RichCompare",
    "PyObject_IsTrue",
    "PyObject_IsInstance",
    "PyObject_Repr",
    "PyObject_Str",
    "PyObject_Hash",
    "PyObject_GetIter",
    "PyObject_GetBuffer",
    "PyObject_GC_New",
    "PyIter_Next",
    "PyNumber_",
    "PySequence_List",
    "PySequence_Tuple",
    "PySequence_Fast",
    "PyMapping_",
    "PyList_New",
    "PyList_Append",
    "PyTuple_New",
    "PyTuple_Pack",
    "PyDict_New",
    "PyDict_Copy",
    "PyDict_SetItem",
    "PyDict_Merge",
    "PyDict_Update",
    "PySet_",
    "PyImport_",
    "PyErr_Format",
    "PyErr_Set",
    "PyErr_CheckSignals",
    "PyUnicode_FromFormat",
    "Py_BuildValue",
    "PyMethod_New",
    "Py_DECREF",
    "Py_XDECREF",
    "Py_CLEAR",
    "tp_alloc",
    "load",
    "load_index",
    "not_a",
    "out_of_range",
    "raise",
    "raise_illegal_move",
    "new_board",
    "vectorcall_adapter",
)
NOT_RUNNING = ("PySequence_Fast_GET", "PySequence_Fast_ITEMS", "PyMapping_Check", "PyNumber_Check", "PySet_Check")

NAME = r"[A-Za-z_]\w*"
# `type name = ...BORROWING(...)...;` or `name = ...`, not where the result is held at once.
TAKEN = re.compile(
    rf"(?:^|[;{{}}(,&*\s])({NAME})\s*=\s*(?![^;]*\b(?:incref|Ref|std::string|py::object)\s*\()[^;=]*?"
    rf"(?:\b(?:{'|'.join(BORROWING)})\s*\(|{'|'.join(BORROWED_MEMBERS)})"
)
RUNS = re.compile(rf"\b(?!{'|'.join(NOT_RUNNING)})(?:{'|'.join(RUNNING)})\w*(?:<[^<>()]*>)?\s*\(")

# Uses that were examined: "file: variable", with the reason.
ALLOWED: dict[str, str] = {}


def without_comments(text: str) -> str:
    text = re.sub(r'"(?:\\.|[^"\\\n])*"', '""', text)
    return re.sub(r"//[^\n]*", "", text)


def functions(text: str) -> Iterator[tuple[int, str]]:
    """The bodies of functions, with the lines where they begin: the outermost braces that follow a parenthesis."""
    depth, start, outer = 0, 0, 0
    for i, character in enumerate(text):
        if character == "{":
            before = text[:i].rstrip()
            is_function = before.endswith(")") or re.search(
                r"\)\s*(const|noexcept|override|->\s*[\w:<>*& ]+)\s*$", before
            )
            if depth == 0 and is_function:
                start, outer, depth = i, i, 1
            elif depth:
                depth += 1
        elif character == "}" and depth:
            depth -= 1
            if depth == 0:
                yield text.count("\n", 0, start) + 1, text[outer : i + 1]


def statements(body: str) -> list[tuple[int, str]]:
    """The statements of a body with the offsets of their lines. A block's braces end a statement, too."""
    found, line = [], 0
    for piece in re.split(r"([;{}])", body):
        found.append((line, piece))
        line += piece.count("\n")
    return [(n, text) for n, text in found if text.strip() and text not in ";{}"]


def faults(text: str) -> Iterator[tuple[int, str]]:
    """The line and the name of each borrowed variable that is used after a call that may free it."""
    for first, body in functions(without_comments(text)):
        parts = statements(body)
        for i, (_, taken) in enumerate(parts):
            for match in TAKEN.finditer(taken + ";"):
                name = match[1]
                if f"Py_DECREF({name})" in body:  # a deallocator owns the reference to the class
                    continue
                use = re.compile(rf"(?<![\w.>]){name}\b(?!\s*=[^=])")
                set_again = re.compile(rf"(?<![\w.>]){name}\s*=[^=]")
                ran = False
                for line, part in parts[i + 1 :]:
                    if set_again.search(part):
                        break
                    # The arguments of a call are evaluated before it runs; what follows it, after. Two calls in one
                    # statement are taken as one.
                    if ran and use.search(part):
                        yield first + line + part[: use.search(part).start()].count("\n"), name  # type: ignore[union-attr]
                        break
                    running = RUNS.search(part)
                    if running and not re.search(r"\b(return|throw)\b", part[: running.start()]):  # nothing follows
                        ran = True


PLANTED = {
    "a type": """
        PyObject* copy(PyObject* self, PyObject* stack) {
          PyTypeObject* type = Py_TYPE(self);
          long n = 0;
          if (!load_index(stack, n, "stack")) return nullptr;
          return make(type, n);
        }""",
    "the name of a type": """
        PyObject* new_one(PyTypeObject* cls) {
          const PyTypeObject* type = Py_TYPE(cls);
          PyObject* made = PyObject_CallNoArgs(cls);
          PyErr_Format(PyExc_TypeError, "not %s", type->tp_name);
          return made;
        }""",
    "a dictionary": """
        PyObject* reduce(BoardObject& board) {
          PyObject* dict = board.dict;
          const Ref core(PyTuple_New(2));
          return Py_BuildValue("(OO)", core.get(), dict);
        }""",
    "a dictionary by its pointer": """
        int visit(PyObject* self) {
          PyObject** dict = _PyObject_GetDictPtr(self);
          const Ref name(PyObject_Str(self));
          return PyDict_Check(*dict);
        }""",
    "a count": """
        PyObject* move_stack(const Game& game) {
          const auto plies = game.ply_count();
          PyObject* list = PyList_New(plies);
          for (std::size_t i = 0; i < plies; ++i) PyList_SET_ITEM(list, i, interned(game.move(i)));
          return list;
        }""",
    "an item": """
        bool first(PyObject* list, Square& square) {
          PyObject* item = PyList_GET_ITEM(list, 0);
          if (!load(item, square, "square")) return false;
          return PyLong_Check(item);
        }""",
    "the size of a list": """
        bool all(PyObject* list) {
          const Py_ssize_t size = PyList_GET_SIZE(list);
          for (Py_ssize_t i = 0; i < size; ++i) {
            if (PyObject_IsTrue(held(list, i)) < 1) return false;
          }
          return size > 0;
        }""",
    "an entry of a dictionary": """
        PyObject* entry(PyObject* dict, PyObject* key) {
          PyObject* value = PyDict_GetItemWithError(dict, key);
          if (PyDict_SetItem(dict, key, Py_None) < 0) return nullptr;
          return incref(value);
        }""",
    "after a decref": """
        PyObject* swap(PyObject* self, PyObject* old) {
          PyTypeObject* type = Py_TYPE(self);
          Py_DECREF(old);
          return type->tp_alloc(type, 0);
        }""",
}
SOUND = {
    "held": """
        PyObject* copy(PyObject* self, PyObject* stack) {
          const Ref type(incref(reinterpret_cast<PyObject*>(Py_TYPE(self))));
          if (!load_index(stack, n, "stack")) return nullptr;
          return make(as_type(type), n);
        }""",
    "only now": """
        PyObject* copy(PyObject* self, PyObject* stack) {
          if (!load_index(stack, n, "stack")) return nullptr;
          PyTypeObject* type = Py_TYPE(self);
          return make(type, n);
        }""",
    "asked again": """
        PyObject* copy(PyObject* self, PyObject* stack) {
          PyTypeObject* type = Py_TYPE(self);
          if (!load_index(stack, n, "stack")) return nullptr;
          type = Py_TYPE(self);
          return make(type, n);
        }""",
    "a call with it is the last": """
        PyObject* named(PyObject* self) {
          PyTypeObject* type = Py_TYPE(self);
          return PyObject_CallNoArgs(type);
        }""",
}


@pytest.mark.parametrize("kind", PLANTED)
def test_a_planted_fault_is_found(kind: str) -> None:
    assert list(faults(PLANTED[kind]))


@pytest.mark.parametrize("kind", SOUND)
def test_sound_code_is_accepted(kind: str) -> None:
    assert list(faults(SOUND[kind])) == []


def test_the_binding_code_uses_nothing_borrowed_after_a_call() -> None:
    if not BINDINGS.is_dir():
        pytest.skip("the sources are not here: an installed package is being tested")
    files = sorted([*BINDINGS.rglob("*.cpp"), *BINDINGS.rglob("*.hpp")])
    assert len(files) > 40
    found = [
        f"{path.relative_to(BINDINGS)}:{line}: {name} is borrowed: hold it by Ref(incref(...)) or ask again"
        for path in files
        for line, name in faults(path.read_text(encoding="utf-8"))
        if f"{path.name}: {name}" not in ALLOWED
    ]
    assert found == []
