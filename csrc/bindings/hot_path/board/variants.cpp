// The types of the boards of variants: creation, editing, class attributes.
#include <algorithm>
#include <array>
#include <new>
#include <string>

#include "bindings/hot_path/board/board.hpp"
#include "bindings/support/python_method.hpp"
#include "bitrook/tablebase/table.hpp"
#include "bitrook/variants/fen.hpp"
#include "bitrook/variants/rules.hpp"

namespace bitrook::bindings {

namespace {

std::array<PyTypeObject*, VariantCount> types;

const Rules& rules_of(PyTypeObject* type) {
  for (; type; type = type->tp_base) {
    for (std::size_t v = 0; v < types.size(); ++v)
      if (types[v] == type) return rules(Variant(v));
  }
  return rules(Variant::Suicide);  // unreachable: the common base cannot be instantiated
}

VariantGame empty_game(const Rules& rules) { return VariantGame(rules, Setup(), VariantState()); }

// ---- Creation.

PyObject* allocate(PyTypeObject* type, const VariantGame& game) {
  PyObject* self = type->tp_alloc(type, 0);
  if (!self) return nullptr;
  if (std::ranges::find(types, type) != types.end()) {
    PyObject_GC_UnTrack(self);  // until it has a __dict__
    attributes_of(self).dict = Py_XNewRef(no_attributes);
  }
  new (&variant_game_of(self)) VariantGame(game);
  return self;
}

PyObject* new_instance(PyTypeObject* type, PyObject*, PyObject*) { return allocate(type, empty_game(rules_of(type))); }

void dealloc(PyObject* self) {
  clear_attributes(self);
  variant_game_of(self).~VariantGame();
  free_object(self);
}

constexpr Text CallSignature("Board(fen='', *, chess960=False)");

PyObject* call(PyObject* type, PyObject* const* args, std::size_t given, PyObject* keywords) {
  Ref board(
      allocate(reinterpret_cast<PyTypeObject*>(type), empty_game(rules_of(reinterpret_cast<PyTypeObject*>(type)))));
  if (!board) return nullptr;
  const Ref done(construct<CallSignature, initialize_board<VariantGame>>(board.get(), args, given, keywords));
  return done ? board.release() : nullptr;
}

// ---- Pockets and counters, for the parts written in Python.

// The counts of a pocket, pawn to queen.
PyObject* pocket(const VariantGame& game, Color color) {
  const Pocket& pocket = game.state().pockets[index(color)];
  return PyBytes_FromStringAndSize(reinterpret_cast<const char*>(pocket.counts.data()),
                                   Py_ssize_t(pocket.counts.size()));
}
PyObject* set_pocket(VariantGame& game, Color color, PyObject* counts) {
  VariantState state = game.state();
  Pocket& pocket = state.pockets[index(color)];
  if (!PyBytes_Check(counts) || PyBytes_GET_SIZE(counts) != Py_ssize_t(pocket.counts.size()))
    return fail(PyExc_ValueError, "counts must be five bytes");
  std::copy_n(PyBytes_AS_STRING(counts), pocket.counts.size(), pocket.counts.begin());
  game.set_state(state);
  return none();
}
int remaining_check_count(const VariantGame& game, Color color) { return game.state().remaining_checks[index(color)]; }
void set_remaining_check_count(VariantGame& game, Color color, Within<-100, 100> n) {
  VariantState state = game.state();
  state.remaining_checks[index(color)] = std::int8_t(n.value);
  game.set_state(state);
}
template <Text Part>
PyObject* python_attribute(PyObject* self) {
  return call_python_part<Part>(self);
}
template <Text Part>
PyObject* set_python_attribute(PyObject* self, PyObject* value) {
  return call_python_part<Part>(self, value);
}

// ---- Crazyhouse.

PyObject* iterate_drops(const VariantPosition& p, Bitboard squares) {
  MoveList moves;
  crazyhouse::add_drops(p, moves, squares);
  return iterate_moves(moves);
}
Bitboard drop_squares(const VariantPosition& p) { return crazyhouse::drop_squares(p); }
Squares drop_square_set(const VariantPosition& p) { return {crazyhouse::drop_squares(p)}; }
PyObject* pseudo_legal_drops(const VariantPosition& p, Or<Bitboard, ~0ull> to_mask) {
  return iterate_drops(p, to_mask.value);
}
PyObject* legal_drops(const VariantPosition& p, Or<Bitboard, ~0ull> to_mask) {
  return iterate_drops(p, to_mask.value & drop_squares(p));
}

// ---- The classes.

struct Class {
  const char* name;
  const char* doc;
  Variant base;                          // the variant itself, if its base is the common one
  char tables = 0, pawnless_tables = 0;  // see add_board_constants()
};

constexpr std::array<Class, VariantCount> Classes{{
    {"bitrook.variant.SuicideBoard",
     R"(A board of suicide chess: who loses all pieces wins, captures are compulsory, and the king is a piece like others.

     If the side to move has no legal move, the side with fewer pieces wins.

     >>> from bitrook.variant import SuicideBoard
     >>> board = SuicideBoard()
     >>> for san in ("b3", "e6", "Ba3"):
     ...     _ = board.push_san(san)
     >>> [board.san(move) for move in board.legal_moves]
     ['Bxa3'])",
     Variant::Suicide, 's', 'g'},
    {"bitrook.variant.GiveawayBoard",
     "A board of giveaway chess: suicide chess, except that a side without legal moves wins.", Variant::Suicide, 'g',
     's'},
    {"bitrook.variant.AntichessBoard",
     "A board of antichess, as on Lichess: giveaway chess, whose start position has no castling rights.",
     Variant::Giveaway, 'g', 's'},
    {"bitrook.variant.AtomicBoard",
     R"(A board of atomic chess: a capture also removes the capturing piece and all pieces but pawns next to the target.

     A king that explodes loses. Kings cannot capture, and kings next to each other are not in check.

     >>> from bitrook.variant import AtomicBoard
     >>> board = AtomicBoard()
     >>> for san in ("Nf3", "a6", "Ng5", "a5", "Nxf7"):
     ...     _ = board.push_san(san)
     >>> board.outcome()
     Outcome(termination=<Termination.VARIANT_LOSS: 9>, winner=True))",
     Variant::Atomic, 'a'},
    {"bitrook.variant.KingOfTheHillBoard",
     "A board of King of the Hill: a king on one of the four center squares wins.", Variant::KingOfTheHill},
    {"bitrook.variant.RacingKingsBoard",
     "A board of racing kings: the first king on the eighth rank wins, and no move may give check.",
     Variant::RacingKings},
    {"bitrook.variant.HordeBoard",
     "A board of horde chess: White has 36 pawns and no king, and loses when all its pieces are captured.",
     Variant::Horde},
    {"bitrook.variant.ThreeCheckBoard",
     R"(A board of three-check: giving check for the third time wins.

     FENs have the checks that White and Black have yet to give in a fifth field, "3+3".)",
     Variant::ThreeCheck},
    {"bitrook.variant.CrazyhouseBoard",
     R"(A board of Crazyhouse: captured pieces change sides and can be dropped on empty squares instead of a move.

     FENs have the captured pieces in brackets after the placement.

     >>> from bitrook.variant import CrazyhouseBoard
     >>> board = CrazyhouseBoard("4k3/8/8/8/8/8/8/4K3[Np] w - - 0 1")
     >>> board.push_san("N@f6")
     Move.from_uci('N@f6')
     >>> board.fen()
     '4k3/8/5N2/8/8/8/8/4K3[p] b - - 1 1')",
     Variant::Crazyhouse},
}};

void add_crazyhouse(TypeBuilder& type) {
  type
      .attributes({attribute<"pockets", python_attribute<"pockets">, set_python_attribute<"set_pockets">>(
          R"(The captured pieces that each side can drop, indexed by color: ``pockets[WHITE]`` is a CrazyhousePocket.

          Changing a pocket changes the board.)")})
      .methods({
          method<"legal_drop_squares_mask()", drop_squares>(
              "Return the legal drop squares as an int. See legal_drop_squares()."),
          method<"legal_drop_squares()", drop_square_set>(
              R"(Return the empty squares where a dropped piece does not leave the king in check.

              Pawns cannot be dropped on the outer ranks, although these can be in the set.)"),
          method<"generate_pseudo_legal_drops(to_mask=0xFFFFFFFFFFFFFFFF)", pseudo_legal_drops>(
              R"(Return an iterator over the drops of pieces in the pocket, which may leave the king in check.

              :param to_mask: the set of squares to consider, as an int; by default all.)"),
          method<"generate_legal_drops(to_mask=0xFFFFFFFFFFFFFFFF)", legal_drops>(
              "Return an iterator over the legal drops. See generate_pseudo_legal_drops()."),
          method<"_pocket(color)", pocket>("Return the numbers of pawns, knights, bishops, rooks and queens as bytes."),
          method<"_set_pocket(color, counts)", set_pocket>("Set the numbers that _pocket() returns."),
      });
}

void add_three_check(TypeBuilder& type) {
  type.attributes({attribute<"remaining_checks", python_attribute<"remaining_checks">,
                             set_python_attribute<"set_remaining_checks">>(
                      R"(The checks that each side has yet to give, indexed by color: ``remaining_checks[WHITE]``.

          Assigning an item changes the board.)")})
      .methods({
          method<"_remaining_checks(color)", remaining_check_count>("Return the checks that *color* has yet to give."),
          method<"_set_remaining_checks(color, n)", set_remaining_check_count>(
              "Set the checks that *color* has yet to give."),
      });
}

}  // namespace

void add_board_constants(TypeBuilder& type, std::optional<Variant> variant, const VariantNames& names, char tables,
                         char pawnless_tables) {
  constexpr tablebase::Family NoTables{{}, {}, true, false, false};
  const tablebase::Family* found = tablebase::family(variant);
  const tablebase::Family& family = found ? *found : NoTables;
  const auto suffix = [](char first, char last) {
    return first ? PyUnicode_FromFormat(".%ctb%c", first, last) : none();
  };
  const auto bytes = [](char first, std::uint32_t magic) {
    const char text[] = {char(magic), char(magic >> 8), char(magic >> 16), char(magic >> 24)};
    return first ? PyBytes_FromStringAndSize(text, sizeof text) : none();
  };
  type.constant("aliases", new_list(names.aliases.size(), [&](std::size_t i) { return to_python(names.aliases[i]); }))
      .constant("uci_variant", to_python(names.uci))
      .constant("xboard_variant", to_python(names.xboard))
      .constant("starting_fen", to_python(names.starting_fen))
      .constant("tbw_suffix", suffix(tables, 'w'))
      .constant("tbz_suffix", suffix(tables, 'z'))
      .constant("tbw_magic", bytes(tables, family.magics[0]))
      .constant("tbz_magic", bytes(tables, family.magics[1]))
      .constant("pawnless_tbw_suffix", suffix(pawnless_tables, 'w'))
      .constant("pawnless_tbz_suffix", suffix(pawnless_tables, 'z'))
      .constant("pawnless_tbw_magic", bytes(pawnless_tables, family.pawnless_magics[0]))
      .constant("pawnless_tbz_magic", bytes(pawnless_tables, family.pawnless_magics[1]))
      .constant("connected_kings", to_python(family.touching_kings))
      .constant("one_king", to_python(family.one_king))
      .constant("captures_compulsory", to_python(family.compulsory_captures));
}

VariantGame empty_of(const VariantGame& game) { return empty_game(game.rules()); }

VariantGame start_of(const VariantGame& game) {
  const Rules& rules = game.rules();
  Setup setup;
  VariantState state;
  fen::parse(names(rules.variant).starting_fen, rules.variant, setup, state);
  return VariantGame(rules, setup, state);
}

bool is_exactly_variant_board(PyObject* board) { return std::ranges::find(types, Py_TYPE(board)) != types.end(); }

PyObject* new_board(PyTypeObject* type, const VariantGame& game) {
  if (std::ranges::find(types, type) != types.end()) return allocate(type, game);
  const Ref held(incref(reinterpret_cast<PyObject*>(type)));  // the call may drop the last reference to the class
  Ref board(PyObject_CallOneArg(held.get(), Py_None));
  if (!board) return nullptr;
  if (!is_variant_board(board.get()) || &variant_game_of(board.get()).rules() != &game.rules()) {
    return fail(PyExc_TypeError, "%.100s(None) must return a board of the same variant, not %.100s", type->tp_name,
                Py_TYPE(board.get())->tp_name);
  }
  variant_game_of(board.get()) = game;
  return board.release();
}

void add_variant_members(TypeBuilder&, TypeBuilder&, TypeBuilder& variant) {
  add_attributes(variant)
      .doc("", "What the boards of all variants have in common.")
      .slot<dealloc>(Py_tp_dealloc)
      .slot<set_any_attribute>(Py_tp_setattro);
}

void define_variants(PyObject* module) {
  constexpr unsigned long Flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC;
  for (std::size_t v = 0; v < types.size(); ++v) {
    const Class& c = Classes[v];
    TypeBuilder type(c.name, sizeof(VariantBoardObject), Flags);
    const std::string name = std::string(c.name).substr(std::string_view("bitrook.variant.").size());
    const std::string signature =
        name + "(fen='" + std::string(names(Variant(v)).starting_fen) + "', *, chess960=False)";
    add_attributes(type)
        .doc(signature.c_str(), c.doc)
        .slot<set_any_attribute>(Py_tp_setattro)
        .slot<new_instance>(Py_tp_new)
        .slot<dealloc>(Py_tp_dealloc)
        .slot<initialize<CallSignature, initialize_board<VariantGame>>>(Py_tp_init)
        .vectorcall<call>();
    add_board_constants(type, Variant(v), names(Variant(v)), c.tables, c.pawnless_tables);
    if (Variant(v) == Variant::Crazyhouse) add_crazyhouse(type);
    if (Variant(v) == Variant::ThreeCheck) add_three_check(type);
    types[v] = type.base(c.base == Variant(v) ? variant_board_type : types[std::size_t(c.base)]).build(module);
  }
}

}  // namespace bitrook::bindings
