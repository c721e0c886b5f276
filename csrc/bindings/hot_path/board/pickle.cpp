// Boards as bytes: pickling, with the history and with what was edited by hand in it.
#include <cstring>
#include <vector>

#include "bindings/hot_path/board/board.hpp"

namespace bitrook::bindings {

namespace {

// One position as it was set, in a layout of its own (little-endian words on every platform the wheels serve; the
// version byte is there for the day when one is not).
struct Record {
  std::uint64_t types[6];
  std::uint64_t colors[2];
  std::uint64_t promoted, castling;
  std::uint32_t halfmove_clock, fullmove_number;
  std::uint32_t ply;  // of the history, before which the position was this
  std::uint8_t turn, en_passant, chess960, version;
};
static_assert(sizeof(Record) == 96);
constexpr std::uint8_t Version = 1;

Record record_of(const Game& game, std::size_t ply) {
  const Position& p = game.position();
  Record r{};
  for (const PieceType t : PieceTypes) r.types[index(t) - 1] = p.of(t).word();
  for (const Color c : Colors) r.colors[index(c)] = p.of(c).word();
  r.promoted = p.promoted().word();
  r.castling = game.castling_rights().word();
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

// False if the record is that of no board.
bool setup_of(const Record& r, Setup& setup) {
  std::uint64_t all = 0;
  for (const std::uint64_t set : r.types) {
    if (all & set) return false;
    all |= set;
  }
  if ((r.colors[0] & r.colors[1]) != 0 || (r.colors[0] | r.colors[1]) != all) return false;
  if (r.version != Version || r.turn > 1 || r.en_passant > 64 || r.chess960 > 1 || (r.promoted & ~all)) return false;
  for (const PieceType t : PieceTypes) {
    for (const Color c : Colors) {
      setup.placement.toggle(make_piece(t, c), Bitboard(r.types[index(t) - 1] & r.colors[index(c)]));
    }
  }
  setup.promoted = Bitboard(r.promoted);
  setup.castling = Bitboard(r.castling);
  setup.halfmove_clock = r.halfmove_clock;
  setup.fullmove_number = r.fullmove_number;
  setup.turn = Color(r.turn);
  setup.en_passant = Square(r.en_passant);
  setup.chess960 = r.chess960;
  return true;
}

// The root's record, the moves, and the records of the positions that the moves alone do not lead to.
PyObject* state(const Game& game) {
  const std::size_t plies = game.ply_count();
  std::vector<Record> positions(plies + 1);
  Game back = game;
  positions[plies] = record_of(back, plies);
  for (std::size_t i = plies; i-- > 0;) {
    back.pop();
    positions[i] = record_of(back, i);
  }
  std::vector<Move> moves;
  std::vector<Record> records{positions[0]};
  for (std::size_t i = 0; i < plies; ++i) {
    moves.push_back(game.move(i));
    back.push(moves.back());
    const Record& then = positions[i + 1];
    if (same_state(record_of(back, i + 1), then)) continue;
    records.push_back(then);
    Setup setup;
    if (setup_of(then, setup)) back = Game(Position(setup), setup.castling);
  }
  Owned moves_bytes(
      PyBytes_FromStringAndSize(reinterpret_cast<const char*>(moves.data()), Py_ssize_t(moves.size() * sizeof(Move))));
  Owned record_bytes(PyBytes_FromStringAndSize(reinterpret_cast<const char*>(records.data()),
                                               Py_ssize_t(records.size() * sizeof(Record))));
  if (!moves_bytes || !record_bytes) return nullptr;
  return PyTuple_Pack(2, record_bytes.get(), moves_bytes.get());
}

PyObject* reduce(BoardObject& board) {
  PyObject* self = &board.ob_base;
  Owned core(state(board.game));
  Owned newobj(core ? PyImport_ImportModule("copyreg") : nullptr);
  Owned reconstruct(newobj ? PyObject_GetAttrString(newobj.get(), "__newobj__") : nullptr);
  if (!reconstruct) return nullptr;
  PyObject* dict = board.dict && PyDict_GET_SIZE(board.dict) ? board.dict : Py_None;
  return Py_BuildValue("O(O)(OO)", reconstruct.get(), Py_TYPE(self), core.get(), dict);
}

PyObject* refuse() {
  PyErr_SetString(PyExc_ValueError, "not the pickled state of a board");
  return nullptr;
}

PyObject* set_state(PyObject* self, PyObject* pickled) {
  PyObject *core, *dict;
  char *record_bytes, *move_bytes;
  Py_ssize_t record_size, move_size;
  if (!PyTuple_Check(pickled) || !PyArg_ParseTuple(pickled, "O!O", &PyTuple_Type, &core, &dict) ||
      !PyArg_ParseTuple(core, "y#y#", &record_bytes, &record_size, &move_bytes, &move_size)) {
    return PyErr_Occurred() ? nullptr : refuse();
  }
  if (record_size < Py_ssize_t(sizeof(Record)) || record_size % sizeof(Record) || move_size % sizeof(Move)) {
    return refuse();
  }
  std::vector<Record> records(std::size_t(record_size) / sizeof(Record));
  std::memcpy(static_cast<void*>(records.data()), record_bytes, std::size_t(record_size));
  std::vector<std::uint16_t> words(std::size_t(move_size) / sizeof(Move));
  if (move_size > 0) std::memcpy(words.data(), move_bytes, std::size_t(move_size));  // no words have no address

  Setup setup;
  if (!setup_of(records[0], setup)) return refuse();
  Game game(Position(setup), setup.castling);
  std::size_t next = 1;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const unsigned kind = words[i] >> 12;
    if ((kind & 7) == 7 || kind == 8) return refuse();
    game.push(Move::from_word(words[i]));
    if (next == records.size() || records[next].ply != i + 1) continue;
    Setup edited;
    if (!setup_of(records[next++], edited) || !(edited.placement == game.position().placement())) return refuse();
    game.amend([&](Position& p) { p = Position(edited); });
    game.set_castling_rights(edited.castling);
  }
  if (next != records.size()) return refuse();

  if (dict != Py_None) {
    Owned own(PyObject_GetAttrString(self, "__dict__"));
    if (!own || PyDict_Update(own.get(), dict) < 0) return nullptr;
  }
  const Lock lock(self);
  note_change();
  board_of(self).game = game;
  return none();
}

}  // namespace

void add_board_pickle(TypeBuilder& base_board, TypeBuilder&) {
  base_board.methods({
      method<"__reduce__()", reduce>("For pickle: the position, its history and the attributes that were added."),
      method<"__setstate__(state)", set_state>("For pickle. Raises ValueError if the state is not one."),
  });
}

}  // namespace bitrook::bindings
