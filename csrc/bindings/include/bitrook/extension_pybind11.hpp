// Type casters with which functions of other pybind11 modules accept and return bitrook's boards and moves.
#pragma once

#include <pybind11/pybind11.h>

#include "bitrook/extension.hpp"

namespace bitrook::extension {

// Returns the interface of the installed bitrook, which the first call imports. Throws error_already_set (ImportError)
// if it does not match these headers. Call it in PYBIND11_MODULE as well, so that a mismatch is detected at import.
inline const Api& api() {
  static const Api* const imported = import();
  if (!imported) throw pybind11::error_already_set();
  return *imported;
}

// A bitrook.Board as a parameter or result, with its history. It refers to the Python object: push() and pop() change
// that board. Its methods throw error_already_set with the exceptions that Api documents.
class Board : public pybind11::object {
 public:
  PYBIND11_OBJECT(Board, pybind11::object, is_board)

  const Position& position() const { return *checked(api().position(ptr())); }
  std::size_t ply_count() const { return std::size_t(at_least_0(api().ply_count(ptr()))); }
  Move move(std::size_t i) const {
    Move move;
    checked(api().move_at(ptr(), i, &move));
    return move;
  }
  std::uint64_t key(std::size_t i) const {
    std::uint64_t key = 0;
    checked(api().key_at(ptr(), i, &key));
    return key;
  }
  bool is_repetition(unsigned count = 3) const { return at_least_0(api().is_repetition(ptr(), count)) == 1; }
  void push(Move move) { checked(api().push(ptr(), move)); }
  Move pop() {
    Move move;
    checked(api().pop(ptr(), &move));
    return move;
  }

 private:
  static bool is_board(PyObject* object) {
    const bool board = api().ply_count(object) >= 0;
    if (!board) PyErr_Clear();
    return board;
  }
  template <class T>
  static T checked(T result) {
    if (!result) throw pybind11::error_already_set();
    return result;
  }
  template <class T>
  static T at_least_0(T result) {
    if (result < 0) throw pybind11::error_already_set();
    return result;
  }
};

}  // namespace bitrook::extension

namespace pybind11::detail {

template <>
struct handle_type_name<bitrook::extension::Board> {
  static constexpr auto name = const_name("bitrook.Board");
};

// `const bitrook::Position&` refers into the board. See Api::position for how long it is valid.
template <>
struct type_caster<bitrook::Position> {
  static constexpr auto name = const_name("bitrook.Board");
  template <class T>
  using cast_op_type = const bitrook::Position&;
  operator const bitrook::Position&() const { return *position_; }

  bool load(handle source, bool) {
    position_ = bitrook::extension::api().position(source.ptr());
    if (!position_) PyErr_Clear();  // pybind11 tries the next overload, or raises its own TypeError
    return position_ != nullptr;
  }
  static handle cast(const bitrook::Position& position, return_value_policy, handle) {
    return bitrook::extension::api().new_board(&position);
  }

 private:
  const bitrook::Position* position_ = nullptr;
};

template <>
struct type_caster<bitrook::Move> {
  PYBIND11_TYPE_CASTER(bitrook::Move, const_name("bitrook.Move"));

  bool load(handle source, bool) {
    const bool is_move = bitrook::extension::api().move(source.ptr(), &value);
    if (!is_move) PyErr_Clear();
    return is_move;
  }
  static handle cast(bitrook::Move move, return_value_policy, handle) {
    return bitrook::extension::api().new_move(move);
  }
};

}  // namespace pybind11::detail
