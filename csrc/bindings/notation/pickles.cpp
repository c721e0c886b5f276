// Pickles of boards: the position, the history, and attributes that were assigned between its moves.
#include <array>
#include <cstring>
#include <optional>
#include <utility>
#include <vector>

#include "bindings/hot_path/board/board.hpp"
#include "bindings/support/python_method.hpp"

namespace bitrook::bindings {

namespace {

// One position, in the byte order of the machine. `version` allows this layout to change.
struct Record {
  std::array<Bitboard, 6> types;
  std::array<Bitboard, 2> colors;
  Bitboard promoted, castling;
  std::uint32_t halfmove_clock, fullmove_number;
  std::uint32_t ply;  // the number of moves before this position
  std::uint8_t turn, en_passant, chess960, version;
};
static_assert(sizeof(Record) == 96);
constexpr std::uint8_t Version = 1;

Record record_of(const Game& game, std::size_t ply) {
  const Position& p = game.position();
  Record r{};
  for (const PieceType t : PieceTypes) r.types[index(t) - 1] = p.of(t);
  for (const Color c : Colors) r.colors[index(c)] = p.of(c);
  r.promoted = p.promoted();
  r.castling = game.castling_rights();
  r.halfmove_clock = p.halfmove_clock();
  r.fullmove_number = p.fullmove_number();
  r.ply = std::uint32_t(ply);
  r.turn = std::uint8_t(index(p.turn()));
  r.en_passant = std::uint8_t(index(p.en_passant()));
  r.chess960 = p.chess960();
  r.version = Version;
  return r;
}

bool same_state(Record a, Record b) {
  a.ply = b.ply = 0;
  return std::memcmp(&a, &b, sizeof a) == 0;
}

// Returns false if the record is invalid.
bool setup_of(const Record& r, Setup& setup) {
  const std::optional<Placement> placement = placement::placement_of<Placement>(r.types, r.colors);
  if (!placement || !r.promoted.subset_of(placement->occupied())) return false;
  if (r.version != Version || r.turn > 1 || r.en_passant > 64 || r.chess960 > 1) return false;
  setup.placement = *placement;
  setup.promoted = r.promoted;
  setup.castling = r.castling;
  setup.halfmove_clock = r.halfmove_clock;
  setup.fullmove_number = r.fullmove_number;
  setup.turn = Color(r.turn);
  setup.en_passant = Square(r.en_passant);
  setup.chess960 = r.chess960;
  return true;
}

// ---- A game is stored as moves and records. There is a record for the first position, and for each position that the
// moves alone do not produce, because a program assigned attributes there. To find these positions, state() replays the
// game with the same calls as set_state().

std::optional<Game> first_game(const Record& r) {
  Setup setup;
  if (!setup_of(r, setup)) return std::nullopt;
  return Game(setup);
}
std::optional<VariantGame> first_game(const Record& r, const Rules& rules, const VariantState& state) {
  Setup setup;
  if (!setup_of(r, setup)) return std::nullopt;
  return VariantGame(rules, setup, state);
}

// Assigns the attributes in the record to the game's current position. Returns false if that is not possible.
bool assign(Game& game, const Record& r) {
  Setup setup;
  if (!setup_of(r, setup) || !(setup.placement == game.position().placement())) return false;
  game.amend([&](Position& p) { p = Position(setup); });
  game.set_castling_rights(setup.castling);
  return true;
}

template <class T>
PyObject* bytes_of(const std::vector<T>& items) {
  return PyBytes_FromStringAndSize(reinterpret_cast<const char*>(items.data()), Py_ssize_t(items.size() * sizeof(T)));
}

// first_game(record) returns the game before its first move.
template <class AnyGame, class First>
PyObject* state(const AnyGame& game, First first_game) {
  const std::size_t plies = game.ply_count();
  std::vector<Record> positions(plies + 1);
  AnyGame unwound = game;
  positions[plies] = record_of(unwound, plies);
  for (std::size_t i = plies; i-- > 0;) {
    unwound.pop();
    positions[i] = record_of(unwound, i);
  }
  std::vector<Move> moves;
  std::vector<Record> records{positions[0]};
  std::optional<AnyGame> replay = first_game(positions[0]);
  for (std::size_t i = 0; replay && i < plies; ++i) {
    moves.push_back(game.move(i));
    replay->push(moves.back());
    const Record& then = positions[i + 1];
    if (same_state(record_of(*replay, i + 1), then)) continue;
    records.push_back(then);
    assign(*replay, then);
  }
  const Ref record_bytes(bytes_of(records)), move_bytes(bytes_of(moves));
  return record_bytes && move_bytes ? PyTuple_Pack(2, record_bytes.get(), move_bytes.get()) : nullptr;
}

PyObject* state(const Game& game) {
  return state(game, [](const Record& r) { return first_game(r); });
}
// A game of a variant adds the pockets and counters before each move and now.
PyObject* state(const VariantGame& game) {
  const std::vector<VariantState> states = game.states();
  const Ref of_chess(state(game, [&](const Record& r) { return first_game(r, game.rules(), states[0]); }));
  const Ref state_bytes(bytes_of(states));
  if (!of_chess || !state_bytes) return nullptr;
  return PyTuple_Pack(3, PyTuple_GET_ITEM(of_chess.get(), 0), PyTuple_GET_ITEM(of_chess.get(), 1), state_bytes.get());
}

// Owns references to the class and the dict, because allocating can run the garbage collector, and finalizers can
// replace both.
PyObject* reduce(BoardObject& board) {
  const bool variant = is_variant_board(&board.ob_base);
  const Ref core(variant ? state(variant_game_of(&board.ob_base)) : state(board.game));
  const Ref copyreg(core ? PyImport_ImportModule("copyreg") : nullptr);
  const Ref reconstruct(copyreg ? PyObject_GetAttrString(copyreg.get(), "__newobj__") : nullptr);
  if (!reconstruct) return nullptr;
  const Ref type = type_ref(&board.ob_base);
  const bool plain =
      as_type(type) == board_type || as_type(type) == base_board_type || is_exactly_variant_board(&board.ob_base);
  const Ref found(!plain ? call_python_part<"attributes">(&board.ob_base)  // a subclass may have slots
                         : incref(board.dict && PyDict_GET_SIZE(board.dict) ? board.dict : Py_None));
  return found ? Py_BuildValue("O(O)(OO)", reconstruct.get(), type.get(), core.get(), found.get()) : nullptr;
}

Failure refuse_state() { return fail(PyExc_ValueError, "not the pickled state of a board"); }

// Replays the moves and assigns the attributes. Returns false if the state is not that of a game.
bool replay(auto& game, const std::vector<Record>& records, const std::vector<std::uint16_t>& words) {
  std::size_t next = 1;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const unsigned kind = words[i] >> 12;
    if ((kind & 7) == 7 || kind == 8) return false;
    game.push(Move::from_word(words[i]));
    if (next == records.size() || records[next].ply != i + 1) continue;
    if (!assign(game, records[next++])) return false;
  }
  return next == records.size();
}

// Copies the contents of a bytes object, which is null for no items.
template <class T>
bool load_items(PyObject* bytes, std::vector<T>& items) {
  const auto size = bytes ? std::size_t(PyBytes_GET_SIZE(bytes)) : 0;
  if (size % sizeof(T) != 0) return false;
  items.resize(size / sizeof(T));
  if (size > 0) std::memcpy(static_cast<void*>(items.data()), PyBytes_AS_STRING(bytes), size);  // data() may be null
  return true;
}

PyObject* set_state(PyObject* self, PyObject* pickled) {
  PyObject *core, *dict, *record_bytes, *move_bytes, *state_bytes = nullptr;
  if (!PyTuple_Check(pickled)) return refuse_state();
  if (!PyArg_ParseTuple(pickled, "O!O", &PyTuple_Type, &core, &dict) ||
      !PyArg_ParseTuple(core, "SS|S", &record_bytes, &move_bytes, &state_bytes)) {
    return nullptr;
  }
  const bool variant = is_variant_board(self);
  std::vector<Record> records;
  std::vector<std::uint16_t> words;
  std::vector<VariantState> states;
  if (!load_items(record_bytes, records) || records.empty() || !load_items(move_bytes, words) ||
      !load_items(state_bytes, states) || states.size() != (variant ? words.size() + 1 : 0)) {
    return refuse_state();
  }
  std::optional<Game> game;
  std::optional<VariantGame> variant_game;
  if (variant) {
    variant_game = first_game(records[0], variant_game_of(self).rules(), states[0]);
    if (!variant_game || !replay(*variant_game, records, words)) return refuse_state();
    variant_game->set_states(states);
  } else {
    game = first_game(records[0]);
    if (!game || !replay(*game, records, words)) return refuse_state();
  }

  if (PyTuple_Check(dict)) {
    const Ref done(call_python_part<"set_attributes">(self, dict));
    if (!done) return nullptr;
  } else if (dict != Py_None) {
    const Ref own(PyObject_GetAttrString(self, "__dict__"));
    if (!own || PyDict_Update(own.get(), dict) < 0) return nullptr;
  }
  const Lock lock(self);
  variant ? std::swap(variant_game_of(self), *variant_game) : std::swap(game_of(self), *game);
  return none();
}

}  // namespace

void add_board_pickles(TypeBuilder& base_board, TypeBuilder&, TypeBuilder&) {
  base_board.methods({
      method<"__reduce__()", reduce>("Support pickle. The history and attributes added to the instance are included."),
      method<"__setstate__(state)", set_state>(
          R"(Support pickle.

          :raises ValueError: if *state* is not the state of a board.)"),
  });
}

}  // namespace bitrook::bindings
