// The set words of the Python Bitboard: its methods, apart from the type.
#pragma once

#include "bindings/hot_path/sets/bitboard.hpp"
#include "bindings/support/type_builder.hpp"

namespace bitrook::bindings {

// A method's first parameter is the set itself.
template <>
struct Self<Bitboard> {
  static constexpr bool Locked = false;
  static Bitboard get(PyObject* self) { return bitboard_of(self); }
};

void add_bitboard_words(TypeBuilder& type);

}  // namespace bitrook::bindings
