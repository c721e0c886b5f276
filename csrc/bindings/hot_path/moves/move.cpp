// The type Move: construction, text, comparison.
#include "bindings/hot_path/moves/move.hpp"

#include <string>

#include "bindings/support/errors.hpp"
#include "bindings/support/python_method.hpp"
#include "bindings/support/type_builder.hpp"
#include "bitrook/notation/uci.hpp"

namespace bitrook::bindings {

std::array<std::atomic<PyObject*>, 65536> move_objects;

namespace {

MoveObject& as_move(PyObject* self) { return *reinterpret_cast<MoveObject*>(self); }

// ---- Values.

// The members of a move. Piece types are 0 for None and otherwise the type + 1, because programs may pass a type of 0.
struct Parts {
  Square from, to;
  unsigned promotion, drop;
};

Parts parts_of(std::uint32_t value) {
  const Move m = Move::from_word(std::uint16_t(value));
  return {m.from(), m.to(), m.is_promotion() ? index(m.promotion()) + 1 : (value & PromotionIsZero) != 0,
          m.is_drop() ? index(m.dropped()) + 1 : (value & DropIsZero) != 0};
}

// Returns false with ValueError set if the move would be both a promotion and a drop.
bool to_value(const Parts& parts, std::uint32_t& value) {
  const auto [from, to, promotion, drop] = parts;
  if (promotion > 1 && drop > 1) return fail(PyExc_ValueError, "a move cannot be both a promotion and a drop");
  value = (promotion > 1 ? Move::promotion(from, to, PieceType(promotion - 1))
           : drop > 1    ? Move::drop(from, to, PieceType(drop - 1))
                         : Move::normal(from, to))
              .word();
  if (promotion == 1) value |= PromotionIsZero;
  if (drop == 1) value |= DropIsZero;
  return true;
}

// Sets the value of an owned object. Its fields are borrowed from the shared object with the same word.
void set_value(PyObject* self, PyObject* shared_object, std::uint32_t value) {
  MoveObject& move = as_move(self);
  const MoveObject& fields = as_move(shared_object);
  const Field& zero = as_move(move_objects[0]).from_square;
  borrow(move.from_square, fields.from_square);
  borrow(move.to_square, fields.to_square);
  borrow(move.promotion, value & PromotionIsZero ? zero : fields.promotion);
  borrow(move.drop, value & DropIsZero ? zero : fields.drop);
  borrow(move.uci, fields.uci);
  move.head.value.store(value, std::memory_order_relaxed);
}

PyObject* shared_of(std::uint32_t value) { return shared(Move::from_word(std::uint16_t(value))); }

FreeObjects freed_moves;

PyObject* own(PyTypeObject* type, std::uint32_t value) {
  PyObject* fields = shared_of(value);
  PyObject* self = fields ? new_value_object(type, move_type, &freed_moves) : nullptr;
  if (self) set_value(self, fields, value);
  return self;
}

void dealloc(PyObject* self) {
  clear_attributes(self);
  if (Py_TYPE(self) != move_type || !freed_moves.keep(self)) free_object(self);
}

// Unlike in methods of boards, negative squares do not count from the end.
bool load_endpoint(PyObject* object, Square& square, std::string_view name) {
  std::int64_t value = 0;
  const bool loaded = load_within(object, 0, 63, value, name);
  square = Square(value & 63);
  return loaded;
}

bool load_type(PyObject* object, unsigned& type, std::string_view name) {
  std::int64_t value = -1;
  const bool loaded = !is_given(object) || load_within(object, 0, 6, value, name);
  type = unsigned(value) + 1;  // 0 for none
  return loaded;
}

bool load_value(PyObject* from, PyObject* to, PyObject* promotion, PyObject* drop, std::uint32_t& value) {
  Parts parts{};
  return load_endpoint(from, parts.from, "from_square") && load_endpoint(to, parts.to, "to_square") &&
         load_type(promotion, parts.promotion, "promotion") && load_type(drop, parts.drop, "drop") &&
         to_value(parts, value);
}

struct MoveValues {
  static constexpr std::array<const char*, 4> Fields{"from_square", "to_square", "promotion", "drop"};
  static PyTypeObject* type() { return move_type; }
  static PyObject* own(PyTypeObject* type, std::uint32_t value) { return bindings::own(type, value); }

  // The order of moves is that of the tuple (from_square, to_square, promotion, drop), None first.
  static unsigned rank(std::uint32_t value) {
    const Parts parts = parts_of(value);
    return index(parts.from) << 14 | index(parts.to) << 8 | parts.promotion << 4 | parts.drop;
  }

  static PyObject* arguments(PyObject* self) {
    const MoveObject& move = as_move(self);
    const Lock lock(self);
    const Ref from(read(move.from_square)), to(read(move.to_square)), promotion(read(move.promotion)),
        drop(read(move.drop));
    return PyTuple_Pack(4, from.get(), to.get(), promotion.get(), drop.get());
  }

  // Deleting a promotion or drop sets it to None, because None is a class attribute in python-chess.
  static bool assign(PyObject* self, std::size_t field, PyObject* object) {
    Square square{};
    unsigned type = 0;
    if (field < 2) {
      if (!object) return fail(PyExc_AttributeError, "cannot delete attribute '%s'", Fields[field]);
      if (!load_endpoint(object, square, Fields[field])) return false;
    } else if (!load_type(object, type, Fields[field])) {
      return false;
    }
    const Lock lock(self);
    Parts parts = parts_of(value_of(self));
    if (field == 0) parts.from = square;
    if (field == 1) parts.to = square;
    if (field == 2) parts.promotion = type;
    if (field == 3) parts.drop = type;
    std::uint32_t value = 0;
    if (!to_value(parts, value)) return false;
    PyObject* fields = shared_of(value);
    if (fields) set_value(self, fields, value);
    return fields != nullptr;
  }
};

// ---- Construction.

constexpr Text MoveSignature("Move(from_square, to_square, promotion=None, drop=None)");

PyObject* make(PyTypeObject* type, PyObject* from, PyObject* to, PyObject* promotion, PyObject* drop) {
  std::uint32_t value = 0;
  return load_value(from, to, promotion, drop, value) ? own(type, value) : nullptr;
}

// Two small ints are the fast path: Move(12, 28) takes 10 ns less.
PyObject* vectorcall(PyObject* type, PyObject* const* args, std::size_t given, PyObject* keywords) {
  long from = 0, to = 0;
  if (PyVectorcall_NARGS(given) == 2 && !keywords && small_int(args[0], from) && small_int(args[1], to) &&
      ((unsigned long)(from) | (unsigned long)(to)) < 64) [[likely]] {
    return own(move_type, Move::normal(Square(from), Square(to)).word());
  }
  return construct<MoveSignature, make>(type, args, given, keywords);
}

// Returns a null move and leaves the arguments to __init__, which subclasses may override. Copying or unpickling an
// object of a subclass, however, calls only __new__, with the four members.
PyObject* new_move(PyTypeObject* type, PyObject* args, PyObject* keywords) {
  std::uint32_t value = 0;
  const auto given = [args](Py_ssize_t i) { return PyTuple_GET_ITEM(args, i); };
  if (are_plain(args, keywords, 4) && !load_value(given(0), given(1), given(2), given(3), value)) {
    PyErr_Clear();
    value = 0;
  }
  return own(type, value);
}

PyObject* initialize_move(PyObject* self, PyObject* from, PyObject* to, PyObject* promotion, PyObject* drop) {
  std::uint32_t value = 0;
  if (!load_value(from, to, promotion, drop, value)) return nullptr;
  PyObject* fields = shared_of(value);
  if (!fields) return nullptr;
  if (head_of(self).shared) return refuse_shared(self);
  const Lock lock(self);
  set_value(self, fields, value);
  return none();
}

// Returns an owned object. A subclass is called with the arguments that python-chess uses.
PyObject* made(PyTypeObject* type, Move move) {
  if (type == move_type) return own(type, move.word());
  PyObject* object = shared(move);
  if (!object) return nullptr;
  const MoveObject& fields = as_move(object);
  const Ref from(read(fields.from_square)), to(read(fields.to_square)), promotion(read(fields.promotion)),
      drop(read(fields.drop));
  const Ref args(PyTuple_Pack(2, from.get(), to.get()));
  const Ref keywords(move.is_drop()   ? Py_BuildValue("{sO}", "drop", drop.get())
                     : move.is_null() ? PyDict_New()
                                      : Py_BuildValue("{sO}", "promotion", promotion.get()));
  if (!args || !keywords) return nullptr;
  return PyObject_Call(reinterpret_cast<PyObject*>(type), args.get(), keywords.get());
}

PyObject* from_uci(PyTypeObject* type, std::string_view text) {
  const Move plain = read_plain_uci(text);
  if (!plain.is_null()) [[likely]]
    return made(type, plain);
  if (const std::optional<Move> move = read_other_uci(text)) return made(type, *move);
  if (text.size() != 4 && text.size() != 5) {
    return raise(InvalidMoveError, "expected uci string to be of length 4 or 5", text);
  }
  // If the text is only invalid because both squares are the same, the message contains a hint. To find out, read it
  // with another target.
  std::string other(text);
  other[2] = text[2] == 'a' ? 'b' : 'a';
  const bool stays = text.substr(0, 2) == text.substr(2, 2) && read_uci(other);
  return raise(InvalidMoveError, stays ? "invalid uci (use 0000 for null moves)" : "invalid uci", text);
}

PyObject* from_word(PyTypeObject* type, int word) {
  const unsigned kind = unsigned(word) >> 12 & 15;
  if (word < -0x8000 || word > 0xFFFF || (kind & 7) == 7 || kind == 8)
    return fail(PyExc_ValueError, "word does not encode a move: %d", word);
  return made(type, Move::from_word(std::uint16_t(word)));
}

PyObject* null(PyTypeObject* type) { return made(type, Move::null()); }

// ---- Reading.

PyObject* uci(PyObject* self) { return read(as_move(self).uci); }
PyObject* xboard(PyObject* self) {
  return move_of(self).is_null() ? PyUnicode_FromString("@@@@") : read(as_move(self).uci);
}
unsigned word(PyObject* self) { return move_of(self).word(); }

PyObject* repr(PyObject* self) {
  const Ref uci(read(as_move(self).uci));
  return PyUnicode_FromFormat("Move.from_uci(%R)", uci.get());
}
PyObject* str(PyObject* self) { return read(as_move(self).uci); }
int truth(PyObject* self) { return !move_of(self).is_null(); }
Py_hash_t hash(PyObject* self) { return Py_hash_t(value_of(self)); }

}  // namespace

PyObject* make_shared(Move m) {
  char text[MaxUci + 1];
  text[write_uci(m, text)] = 0;
  Ref from(PyLong_FromLong(long(index(m.from())))), to(PyLong_FromLong(long(index(m.to()))));
  Ref promotion(to_python(m.promotion())), drop(to_python(m.dropped())), uci(interned_text(text));
  if (!from || !to || !promotion || !drop || !uci) return nullptr;
  // The object becomes immortal before other threads see it. If another thread was faster, this object is leaked.
  PyObject *const made = new_shared_object(move_type, sizeof(MoveObject), m.word()), *first = nullptr;
  if (!made) return nullptr;
  MoveObject& move = as_move(made);
  write(move.from_square, from.release());
  write(move.to_square, to.release());
  write(move.promotion, promotion.release());
  write(move.drop, drop.release());
  write(move.uci, uci.release());
  return move_objects[m.word()].compare_exchange_strong(first, made, std::memory_order_acq_rel) ? made : first;
}

PyObject* to_python(Move move) { return interned(move); }

PyObject* list_of(std::span<const Move> moves) {
  return new_list(moves.size(), [&](std::size_t i) { return interned(moves[i]); });
}

bool load(PyObject* object, Move& move, std::string_view name) {
  if (!is_move(object)) return not_a("a Move", object, name);
  move = move_of(object);
  return true;
}

void define_move(PyObject* module) {
  TypeBuilder type("bitrook.Move", sizeof(MoveObject), Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC);
  type.doc(MoveSignature.characters,
           R"(A move: an origin, a target and, for a promotion or a drop, a piece type.

           Moves are hashable, and are ordered like tuples of the four parameters. Moves of different classes are not
           equal. ``Move(0, 0)`` is the null move and the only move that is false.

           You can assign to the attributes of moves created with this constructor, from_uci() or copy.copy():
           ``move.promotion = QUEEN``. Other moves returned by bitrook are shared, and assigning to their attributes
           raises AttributeError; copy them first.

           :param from_square: the origin, 0..63 (a1 = 0).
           :param to_square: the target, 0..63.
           :param promotion: the piece type of a promotion, 1..6, or None. 0 is stored as given, but means None.
           :param drop: the piece type of a drop, 1..6, or None. 0 is treated as for *promotion*.
           :raises ValueError: if a value is out of range, or if both *promotion* and *drop* are given.

           >>> from bitrook import E2, E4, Move
           >>> Move(E2, E4).uci()
           'e2e4')")
      .members({{"from_square", offsetof(MoveObject, from_square), "The origin, 0..63."},
                {"to_square", offsetof(MoveObject, to_square), "The target, 0..63."},
                {"promotion", offsetof(MoveObject, promotion), "The piece type of a promotion, 1..6, or None."},
                {"drop", offsetof(MoveObject, drop), "The piece type of a drop, 1..6, or None."}})
      .attributes({attribute<"word", word>(
          "The move as 16 bits: origin in bits 0-5, target in bits 6-11, promotion or 8 + drop in bits 12-15.")})
      .methods({
          method<"uci()", uci>("Return the move in UCI notation: 'e2e4', 'a7a8q', 'P@e4', or '0000' for the null "
                               "move."),
          method<"xboard()", xboard>("Return the move in XBoard's notation: as uci(), but '@@@@' for the null move."),
          class_method<"from_uci(uci)", from_uci>(
              R"(Return the move that *uci* denotes. Checks only the notation, because there is no position.

              Accepts two different squares, optionally followed by a lowercase piece letter ('a7a8q'); a drop
              ('P@e4'); and '0000' for the null move.

              :raises InvalidMoveError: for any other text.)"),
          class_method<"null()", null>("Return the null move, which passes the turn."),
          class_method<"from_word(word)", from_word>(
              R"(Return the move with the given ``word``.

              :param word: the move as 16 bits. See Move.word. As an int16, drops are negative.
              :raises ValueError: if *word* does not encode a move.)"),
      })
      .constant("__match_args__", Py_BuildValue("(ssss)", "from_square", "to_square", "promotion", "drop"))
      .constant("__dataclass_fields__", dataclass_fields())
      .vectorcall<vectorcall>()
      .slot<new_move>(Py_tp_new)
      .slot<initialize<MoveSignature, initialize_move>>(Py_tp_init)
      .slot<repr>(Py_tp_repr)
      .slot<str>(Py_tp_str)
      .slot<hash>(Py_tp_hash)
      .slot<truth>(Py_nb_bool);
  move_type = add_values<MoveValues>(type).slot<dealloc>(Py_tp_dealloc).build(module);
  if (!shared(Move::null())) throw_python_error();
}

}  // namespace bitrook::bindings
