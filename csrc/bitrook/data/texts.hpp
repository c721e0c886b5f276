// Parsing many texts with one game each, and converting the moves of many games to text and back.
#pragma once

#include <cstdint>
#include <memory>

#include "bitrook/data/arrow.hpp"
#include "bitrook/data/column.hpp"
#include "bitrook/data/plan.hpp"
#include "bitrook/data/rows.hpp"
#include "bitrook/util/threads.hpp"

namespace bitrook::data {

// These functions build one row for each game, with up to `threads` threads. They return null if `go_on` stopped the
// work.

// Builds a row from the first game in each text; if there is no game, all values are null. Precondition: `plan` has
// rows of games, no filter, and OnError::Column.
std::shared_ptr<Table> parse_texts(const Plan& plan, const Texts& texts, unsigned threads, const GoOn& go_on);

// Adds the row of a game that is not text to the table of a reader of games.
void add_record(ChunkReader& reader, const Record& game);

enum class Notation : std::uint8_t { Uci, San };

// The FEN and Variant tags of games. Each list has one item per game, which may be missing, or is empty.
struct Starts {
  Texts fens, variants;
};

// Both conversions return two columns: the moves, and an error that identifies the first invalid move, or null. A row
// contains the moves before the invalid one.

// Converts moves to text. Writing UCI does not use `starts`.
std::shared_ptr<Table> write_moves(const MoveLists& games, const Starts& starts, Notation notation, unsigned threads,
                                   const GoOn& go_on);
// Converts texts, in which moves are separated by white space, to moves. With UCI, moves need not be legal; those up to
// the first illegal one use the encoding of castling of their game.
std::shared_ptr<Table> read_moves(const Texts& games, const Starts& starts, Notation notation, unsigned threads,
                                  const GoOn& go_on);

}  // namespace bitrook::data
