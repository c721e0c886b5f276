// ChunkReader: reads PGN in pieces and makes rows of its games.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "bitrook/data/column.hpp"
#include "bitrook/data/offsets.hpp"
#include "bitrook/data/plan.hpp"

namespace bitrook::data {

class ChunkReader {
 public:
  virtual ~ChunkReader() = default;

  // Reads a piece of text, which goes on where the last one ended. `offsets` says what its bytes are called.
  virtual void feed(std::string_view text, const Offsets& offsets) = 0;
  virtual void finish() = 0;  // the end of the text
  // Whether the text that was read ends within a game.
  virtual bool in_game() const = 0;

  const std::shared_ptr<Table>& table() const { return table_; }
  // Continues with a new table, which gets what the old one holds of a row or a game that is not complete.
  void start_table() {
    auto table = std::make_shared<Table>(plan_.fields);
    table->take_open_rows(*table_);
    table_ = std::move(table);
  }
  std::uint64_t games() const { return games_; }  // of the last piece, whether or not they passed the filter
  // With OnError::Raise, the error of the first game that has one: no rows follow.
  const std::optional<std::string>& failure() const { return failure_; }

 protected:
  explicit ChunkReader(const Plan& plan) : plan_(plan), table_(std::make_shared<Table>(plan.fields)) {}

  const Plan& plan_;
  std::shared_ptr<Table> table_;
  std::uint64_t games_ = 0;
  std::optional<std::string> failure_;
};

// A reader for text of which the first byte is `position` in the stream. `plan` must outlive it.
std::unique_ptr<ChunkReader> new_reader(const Plan& plan, std::uint64_t position);

}  // namespace bitrook::data
