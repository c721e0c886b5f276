// Move lists as lists of objects or texts, or as words in a buffer.
#include "bindings/hot_path/moves/move_lists.hpp"

#include <algorithm>

#include "bindings/hot_path/moves/move.hpp"
#include "bindings/support/buffer.hpp"
#include "bitrook/movegen/movegen.hpp"
#include "bitrook/notation/san.hpp"
#include "bitrook/variants/position.hpp"

namespace bitrook::bindings {

namespace {

// Returns a list of the results of `make` for the moves.
template <class Make>
PyObject* list_of(std::span<const Move> moves, Make make) {
  return new_list(moves.size(), [&](std::size_t i) { return make(moves[i]); });
}

PyObject* uci_text(Move move) {
  PyObject* object = shared(move);
  return object ? read(reinterpret_cast<MoveObject*>(object)->uci) : nullptr;
}

template <class P>
PyObject* san_text(const P& p, Move move) {
  char san[MaxSan];
  return to_python(std::string_view(san, write_san(p, move, san)));
}

template <class P>
PyObject* san_texts(const P& p, const MoveList& moves, bool all_legal) {
  return list_of(moves, [&](Move m) { return all_legal || is_legal(p, m) ? san_text(p, m) : uci_text(m); });
}

}  // namespace

PyObject* list_of(std::span<const Move> moves) {
  return list_of(moves, [](Move m) { return interned(m); });
}
PyObject* uci_list(const MoveList& moves) { return list_of(moves, uci_text); }

PyObject* san_list(const Position& p, const MoveList& moves, bool all_legal) { return san_texts(p, moves, all_legal); }
PyObject* san_list(const VariantPosition& p, const MoveList& moves, bool all_legal) {
  return san_texts(p, moves, all_legal);
}

PyObject* word_list(const MoveList& moves, PyObject* out) {
  static_assert(sizeof(Move) == sizeof(std::uint16_t));
  if (!out || out == Py_None) {
    return PyBytes_FromStringAndSize(reinterpret_cast<const char*>(moves.data()),
                                     Py_ssize_t(moves.size() * sizeof(Move)));
  }
  const WritableBuffer<std::uint16_t> buffer(out, "out");
  buffer.require_at_least(moves.size());
  std::transform(moves.begin(), moves.end(), buffer.items().begin(), [](Move m) { return m.word(); });
  return PyLong_FromSize_t(moves.size());
}

}  // namespace bitrook::bindings
