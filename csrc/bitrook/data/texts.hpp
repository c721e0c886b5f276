// Rows of many texts, each of which is one game; and moves as text, many games at once.
#pragma once

#include <cstdint>
#include <memory>

#include "bitrook/data/column.hpp"
#include "bitrook/data/import.hpp"
#include "bitrook/data/plan.hpp"
#include "bitrook/util/threads.hpp"

namespace bitrook::data {

// These functions make one row for each game with up to `threads` threads. They return null if `go_on` stopped the
// work.

// The rows of a plan for the first game in each text; nulls if there is none. `plan` has rows of games, no filter and
// OnError::Column.
std::shared_ptr<Table> parse_texts(const Plan& plan, const Texts& texts, unsigned threads, const GoOn& go_on);

enum class Notation : std::uint8_t { Uci, San };

// The tags FEN and Variant of games. Each list has a text or nothing for each game, or is empty.
struct Starts {
  Texts fens, variants;
};

// The columns of both functions: moves, and a text that says which one is wrong, null if none is. A row has the moves
// before that one. UCI is read and written without positions, so that `starts` is not used.
Fields fields_of_texts(Notation notation);  // ListString, String
Fields fields_of_moves();                   // ListInt16, String

// The texts of moves.
std::shared_ptr<Table> write_moves(const MoveLists& games, const Starts& starts, Notation notation, unsigned threads,
                                   const GoOn& go_on);
// The moves of texts, in which white space separates them.
std::shared_ptr<Table> read_moves(const Texts& games, const Starts& starts, Notation notation, unsigned threads,
                                  const GoOn& go_on);

}  // namespace bitrook::data
