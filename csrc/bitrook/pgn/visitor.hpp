// Visitor: the events by which a PGN reader reports a game.
#pragma once

#include <concepts>
#include <cstdint>
#include <string_view>
#include <type_traits>

#include "bitrook/base/move.hpp"
#include "bitrook/pgn/error.hpp"
#include "bitrook/position/position.hpp"

namespace bitrook::pgn {

// What an event may return, unless it returns void.
enum class Flow : std::uint8_t {
  Continue,
  Skip,  // begin_variation: skip this variation. Other events: skip the rest of this game, up to end_game
};

// What `san` may return, unless it returns void.
enum class Reply : std::uint8_t {
  Play,     // read the move, make it and report it; without positions, count it as made
  Ignore,   // as if the move were not there
  Illegal,  // skip the rest of the variation, or of the main line, as after an illegal move; reports no error
};

// Default implementations of all events. Derive from this class and define the events that you need; they are called on
// the derived type without virtual functions. Texts are views of the input or of a buffer, and are only valid during
// the call.
//
// The order of events is the same as in python-chess:
//   begin_game  tag*  begin_movetext  start_position  (san move | nag | comment | begin_variation | end_variation |
//   result | error)*  end_game
struct Visitor {
  // Whether moves are checked and made. If false, `san` reports moves as written, and `move` and `start_position` are
  // not called. In games of variants, `move` and `start_position` get a VariantPosition, for which a visitor may
  // overload them; others get the pieces, but not the rules.
  static constexpr bool Replay = true;
  // Whether moves by unknown rules (an unsupported Variant tag) are reported by `san` as written. Otherwise, they are
  // skipped, up to the result. With this but without Replay, the tags FEN and Variant are not evaluated.
  static constexpr bool AnyVariant = false;

  void begin_game() {}
  void tag(std::string_view /*name*/, std::string_view /*value*/) {}  // bytes between the quotes, not unescaped
  void begin_movetext() {}  // after the last tag, before FEN and Variant are evaluated
  void start_position(const Position& /*start*/) {}
  void san(std::string_view /*text*/) {}  // a move as written, before it is read; also "1-0" in a variation
  void move(Move /*move*/, const Position& /*before*/) {}
  void nag(std::uint32_t /*number*/) {}       // $n; ! ? !! ?? !? ?! are 1 to 6
  void comment(std::string_view /*text*/) {}  // in braces; a space after "{" and one before "}" are dropped
  void begin_variation() {}
  void end_variation() {}
  void result(std::string_view /*text*/) {}  // "1-0", "0-1", "1/2-1/2" or "*" in the main line
  void error(const Error& /*error*/) {}
  void end_game() {}
};

// `san` returns void or Reply, and all other events return void or Flow.
template <class V>
concept IsVisitor = std::derived_from<V, Visitor>;

// Determines only where games begin and end.
struct SkipVisitor : Visitor {
  static constexpr bool Replay = false;
  Flow begin_game() { return Flow::Skip; }
};

// Calls an event that returns void or Flow. True if it returns Skip.
template <class Event>
bool skips(Event&& event) {
  if constexpr (std::is_void_v<decltype(event())>) {
    event();
    return false;
  } else {
    return event() == Flow::Skip;
  }
}

}  // namespace bitrook::pgn
