// A method that returns a set of squares has two forms: `name_mask` returns an int and `name` a SquareSet.
#pragma once

#include "bindings/support/convert.hpp"
#include "bitrook/position/position.hpp"

namespace bitrook::bindings {

// The SquareSet form of F, which returns a Bitboard.
template <auto F, class = decltype(F)>
struct SetOf;
template <auto F, class... A>
struct SetOf<F, Bitboard (*)(const Position&, A...)> {
  static Squares squares(const Position& p, A... arguments) { return {F(p, arguments...)}; }
};
template <auto F, class... A>
struct SetOf<F, Bitboard (Position::*)(A...) const> {
  static Squares squares(const Position& p, A... arguments) { return {(p.*F)(arguments...)}; }
};
template <auto F>
inline constexpr auto set_of = SetOf<F>::squares;

}  // namespace bitrook::bindings
