// The type Move: construction, text, comparison.
#include "bindings/hot_path/moves/move.hpp"

#include <pybind11/pybind11.h>

#include <string>

#include "bindings/support/errors.hpp"
#include "bindings/support/python_method.hpp"
#include "bindings/support/type_builder.hpp"
#include "bitrook/notation/uci.hpp"

namespace bitrook::bindings {

std::array<std::atomic<PyObject*>, 65536> move_objects;

namespace {

MoveObject& as_move(PyObject* self) { return *reinterpret_cast<MoveObject*>(self); }

// ---- Construction.

constexpr Text MoveSignature("Move(from_square, to_square, promotion=None, drop=None)");

// Unlike the squares of a board, those of a move do not count from the end.
bool load_endpoint(PyObject* object, Square& square, std::string_view name) {
  std::int64_t value = 0;
  if (!load_index(object, value, name)) return false;
  if (value < 0 || value > 63) return out_of_range(PyExc_ValueError, "0..63", object, name);
  square = Square(value);
  return true;
}

PyObject* make(PyTypeObject*, PyObject* from_object, PyObject* to_object, std::optional<PieceType> promotion,
               std::optional<PieceType> drop) {
  Square from{}, to{};
  if (!load_endpoint(from_object, from, "from_square") || !load_endpoint(to_object, to, "to_square")) return nullptr;
  if (promotion && drop) {
    PyErr_SetString(PyExc_ValueError, "a move is a promotion or a drop, not both");
    return nullptr;
  }
  return interned(promotion ? Move::promotion(from, to, *promotion)
                  : drop    ? Move::drop(from, to, *drop)
                            : Move::normal(from, to));
}

// Two small ints are the fast path: Move(12, 28) takes 10 ns instead of 20.
PyObject* vectorcall(PyObject* type, PyObject* const* args, std::size_t given, PyObject* keywords) {
  long from = 0, to = 0;
  if (PyVectorcall_NARGS(given) == 2 && !keywords && small_int(args[0], from) && small_int(args[1], to) &&
      ((unsigned long)(from) | (unsigned long)(to)) < 64) [[likely]] {
    return interned(Move::normal(Square(from), Square(to)));
  }
  return construct<MoveSignature, make>(type, args, given, keywords);
}

PyObject* new_move(PyTypeObject* type, PyObject* args, PyObject* keywords) {
  return vectorcall_adapter(vectorcall, reinterpret_cast<PyObject*>(type), args, keywords);
}

PyObject* from_uci(PyTypeObject*, std::string_view text) {
  const Move plain = read_plain_uci(text);
  if (!plain.is_null()) [[likely]]
    return interned(plain);
  if (const std::optional<Move> move = read_other_uci(text)) return interned(*move);
  if (text.size() != 4 && text.size() != 5) {
    return raise(InvalidMoveError, "expected uci string to be of length 4 or 5", text);
  }
  // The message is another one if the only fault is that both squares are the same: try another target.
  std::string other(text);
  other[2] = text[2] == 'a' ? 'b' : 'a';
  const bool stays = text.substr(0, 2) == text.substr(2, 2) && read_uci(other);
  return raise(InvalidMoveError, stays ? "invalid uci (use 0000 for null moves)" : "invalid uci", text);
}

PyObject* from_word(PyTypeObject*, std::uint32_t word) {
  const unsigned kind = word >> 12;
  if (word > 0xFFFF || (kind & 7) == 7 || kind == 8) {
    PyErr_Format(PyExc_ValueError, "no move has the word: %u", unsigned(word));
    return nullptr;
  }
  return interned(Move::from_word(std::uint16_t(word)));
}

PyObject* null(PyTypeObject*) { return interned(Move::null()); }

// Only objects that make_move_object() could not finish are freed.
void dealloc(PyObject* self) {
  const MoveObject& move = as_move(self);
  PyTypeObject* type = Py_TYPE(self);
  Py_XDECREF(move.from_square);
  Py_XDECREF(move.to_square);
  Py_XDECREF(move.promotion);
  Py_XDECREF(move.drop);
  Py_XDECREF(move.uci);
  type->tp_free(self);
  Py_DECREF(type);
}

// ---- Reading.

PyObject* uci(MoveObject& move) { return incref(move.uci); }
PyObject* xboard(MoveObject& move) { return move.word == 0 ? PyUnicode_FromString("@@@@") : incref(move.uci); }
unsigned word(MoveObject& move) { return move.word; }
PyObject* copy(PyObject* self) { return incref(self); }
PyObject* deep_copy(PyObject* self, PyObject*) { return incref(self); }
PyObject* reduce(MoveObject& move) {
  return Py_BuildValue("O(OOOO)", move_type, move.from_square, move.to_square, move.promotion, move.drop);
}

PyObject* repr(PyObject* self) { return PyUnicode_FromFormat("Move.from_uci(%R)", as_move(self).uci); }
PyObject* str(PyObject* self) { return incref(as_move(self).uci); }
int truth(PyObject* self) { return as_move(self).word != 0; }
Py_hash_t hash(PyObject* self) { return as_move(self).word; }

// The order of moves is that of the tuple (from_square, to_square, promotion, drop), None first.
unsigned rank(Move m) {
  return index(m.from()) << 14 | index(m.to()) << 8 | index(m.promotion()) << 4 | index(m.dropped());
}

PyObject* compare(PyObject* a, PyObject* b, int op) {
  if (!is_move(a) || !is_move(b)) return not_implemented();
  if (op == Py_EQ) return to_python(a == b);  // there is one object of each move
  if (op == Py_NE) return to_python(a != b);
  const unsigned left = rank(move_of(a)), right = rank(move_of(b));
  Py_RETURN_RICHCOMPARE(left, right, op);
}

}  // namespace

PyObject* make_move_object(Move m) {
  Ref object(move_type->tp_alloc(move_type, 0));
  if (!object) return nullptr;
  MoveObject& move = as_move(object.get());
  char text[MaxUci + 1];
  text[write_uci(m, text)] = 0;
  move.from_square = PyLong_FromLong(long(index(m.from())));
  move.to_square = PyLong_FromLong(long(index(m.to())));
  move.promotion = to_python(m.promotion());
  move.drop = to_python(m.dropped());
  move.uci = interned_text(text);
  move.word = m.word();
  if (!move.from_square || !move.to_square || !move.promotion || !move.drop || !move.uci) return nullptr;
  // Immortal before other threads see it. The thread that comes second leaves its object behind.
  make_immortal(object.get());
  PyObject *const made = object.release(), *first = nullptr;
  return move_objects[m.word()].compare_exchange_strong(first, made, std::memory_order_acq_rel) ? made : first;
}

PyObject* to_python(Move move) { return interned(move); }

bool load(PyObject* object, Move& move, std::string_view name) {
  if (!is_move(object)) return not_a("a Move", object, name);
  move = move_of(object);
  return true;
}

void define_move(pybind11::module_& m) {
  move_type =
      TypeBuilder("bitrook.Move", sizeof(MoveObject))
          .doc(MoveSignature.characters,
               "A move: an origin, a target and, for a promotion or a drop, a piece type.\n\n"
               "*from_square* and *to_square* are in 0..63 (a1 = 0), *promotion* and *drop* in 1..6 or None. Raises\n"
               "ValueError for other values and for a move with both *promotion* and *drop*. A move is immutable,\n"
               "hashable and ordered as the tuple of its four members. There is one object of each move, so equal\n"
               "moves are identical. ``Move(0, 0)`` is the null move and the only move that is false.")
          .members({{"from_square", offsetof(MoveObject, from_square), "The origin, 0..63."},
                    {"to_square", offsetof(MoveObject, to_square), "The target, 0..63."},
                    {"promotion", offsetof(MoveObject, promotion), "The piece type of a promotion, 1..6, or None."},
                    {"drop", offsetof(MoveObject, drop), "The piece type of a drop, 1..6, or None."}})
          .attributes({attribute<"word", word>(
              "The move as 16 bits: origin in bits 0-5, target in bits 6-11, promotion or 8 + drop in bits 12-15.")})
          .methods({
              method<"uci()", uci>(
                  "Return the move in UCI notation: 'e2e4', 'a7a8q', 'P@e4', or '0000' for the null move."),
              method<"xboard()", xboard>("Return the move as uci() does, but '@@@@' for the null move."),
              method<"__copy__()", copy>("Return the move itself."),
              method<"__deepcopy__(memo, /)", deep_copy>("Return the move itself."),
              method<"__reduce__()", reduce>("Support pickle. Unpickling returns the one object of the move."),
          })
          .bound_class_methods({
              // Move.from_uci() takes 8 ns instead of 28
              method<"from_uci(uci)", from_uci>(
                  "Return the move that *uci* denotes. Checks the notation only, not a position.\n\n"
                  "Valid are two different squares, optionally followed by a lower-case piece letter ('a7a8q'), a "
                  "drop\n"
                  "('P@e4') and '0000'. Raises InvalidMoveError for any other text."),
              method<"null()", null>("Return the null move, which passes the turn."),
              method<"from_word(word)", from_word>(
                  "Return the move with this ``word``. Raises ValueError if no move has it."),
          })
          .constant("__match_args__", Py_BuildValue("(ssss)", "from_square", "to_square", "promotion", "drop"))
          .constant("__dataclass_fields__", dataclass_fields())
          .vectorcall<vectorcall>()
          .slot<new_move>(Py_tp_new)
          .slot<dealloc>(Py_tp_dealloc)
          .slot<repr>(Py_tp_repr)
          .slot<str>(Py_tp_str)
          .slot<hash>(Py_tp_hash)
          .slot<compare>(Py_tp_richcompare)
          .slot<truth>(Py_nb_bool)
          .build(m.ptr());
}

}  // namespace bitrook::bindings
