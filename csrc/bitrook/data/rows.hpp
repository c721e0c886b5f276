// ChunkReader: reads PGN in pieces and builds rows from its games.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bitrook/data/column.hpp"
#include "bitrook/data/plan.hpp"
#include "bitrook/data/source.hpp"
#include "bitrook/pgn/start.hpp"
#include "bitrook/position/position.hpp"

namespace bitrook::data {

// A line that its source must rewrite before it can be read.
struct Deferred {
  std::size_t row;  // the number of rows before it
  std::int64_t offset;
  std::string line;
};

// A game that is not text: its tags, and the main line with the comment and the NAGs of each move.
struct Record {
  struct Turn {
    Move move;
    std::string comment;
    std::vector<std::uint64_t> nags;
  };
  std::vector<std::pair<std::string, std::string>> tags;
  std::vector<Turn> turns;
};

class ChunkReader {
 public:
  virtual ~ChunkReader() = default;

  // Reads a piece of text, which continues where the last one ended. `offsets` maps its positions to offsets in the
  // source.
  virtual void feed(std::string_view text, const Offsets& offsets) = 0;
  virtual void finish() = 0;  // must be called at the end of the text

  const std::shared_ptr<Table>& table() const { return table_; }
  // Continues with a new table, which takes over the values of a row or a game that is not complete.
  void start_table() {
    auto table = std::make_shared<Table>(plan_.fields);
    table->take_open_rows(*table_);
    table_ = std::move(table);
    games_ = 0;
    deferred_.clear();
  }
  // The lines that were deferred since the table was started.
  const std::vector<Deferred>& deferred() const { return deferred_; }
  // Adds the rows of a line that another reader has deferred: as its source has rewritten it, or, without a text, with
  // an error that explains why it could not.
  virtual void resolve(const Deferred&, const std::optional<std::string>&, std::string_view) {}
  // Adds the row of a game that is not text, without its offset and its movetext. If its start position is not known,
  // `error` is the reason; otherwise, it is empty, and the moves are played from `start`.
  virtual void add(const Record&, pgn::StartPosition&, std::string) {}
  // The games that were read since the table was started, whether or not they passed the filter.
  std::uint64_t games() const { return games_; }
  // With OnError::Raise, the error of the first game with an error. No rows follow it.
  const std::optional<std::string>& failure() const { return failure_; }

 protected:
  explicit ChunkReader(const Plan& plan) : plan_(plan), table_(std::make_shared<Table>(plan.fields)) {}

  const Plan& plan_;
  std::shared_ptr<Table> table_;
  std::uint64_t games_ = 0;
  std::vector<Deferred> deferred_;
  std::optional<std::string> failure_;
};

// Returns a reader for text that starts at `position` in the stream. `plan` must outlive it.
std::unique_ptr<ChunkReader> new_reader(const Plan& plan, std::uint64_t position);

// --- Adding values to the columns of a row.

void add_number(Column& column, std::int64_t value);   // in the width of the column: 2 or 4 bytes
void add_text(Column& column, std::string_view text);  // null if it is empty
void add_packed(Column& column, const Position& p);    // null if it does not fit
void add_packed(Column& column, const Setup& setup);   // the same; without an en-passant square, with usable rights

}  // namespace bitrook::data
