// Cutting text where games begin.
#include "bitrook/data/chunker.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

namespace bitrook::data {

namespace {

std::string_view view(const Buffer& b) { return {b.data(), b.size()}; }

}  // namespace

std::optional<pgn::GameMarker> Chunker::next_marker(std::size_t from) const {
  if (!lines_) return pgn::next_game_marker(view(pending_), from);
  const std::size_t at = view(pending_).find('\n', from);
  return at == std::string_view::npos ? std::nullopt : std::optional(pgn::GameMarker{at, at + 1});
}

// The start of the last game or line; 0 if there is only one.
std::size_t Chunker::last_start() const {
  if (lines_) return view(pending_).rfind('\n') + 1;
  const auto marker = pgn::last_game_marker(view(pending_));
  return marker ? marker->game : 0;
}

void Chunker::add(Block&& block) {
  if (block.is_new_text) {
    if (is_open_ || !pending_.empty()) {
      text_is_complete_ = true;
      next_text_ = std::move(block);
      return;
    }
    looks_for_start_ = block.starts_at_marker;
    begins_game_ = true;
    is_open_ = text_is_complete_ = shard_is_complete_ = false;
    shard_end_.reset();
  }
  if (shard_is_complete_) return;
  const std::uint64_t position = position_ + pending_.size();
  offsets_.add(position, block.offset);
  if (block.past_end && !shard_end_) shard_end_ = position;
  if (pending_.empty()) {
    pending_ = std::move(block.bytes);
  } else {
    pending_.append(block.bytes.data(), block.bytes.size());
  }
}

Chunk Chunker::cut(std::size_t length, bool ends_game, bool ends_text) {
  Chunk chunk;
  Buffer rest = pending_.split_off(length);
  chunk.text = std::exchange(pending_, std::move(rest));
  chunk.position = position_;
  position_ += length;
  chunk.offsets = offsets_;
  offsets_ = offsets_.from(position_);
  chunk.begins_game = begins_game_;
  chunk.ends_game = begins_game_ = ends_game;
  chunk.ends_text = ends_text;
  is_open_ = !ends_text;
  return chunk;
}

// Drops the text before the first game of the shard. Returns false if the game has not been found yet, or if there is
// none.
bool Chunker::find_start() {
  const auto marker = next_marker(0);
  if (marker && !(shard_end_ && position_ + marker->begin >= *shard_end_)) {
    pending_ = pending_.split_off(marker->game);
    position_ += marker->game;
    looks_for_start_ = false;
    return true;
  }
  const std::size_t longest = lines_ ? 0 : pgn::LongestMarker;
  if (marker || (shard_end_ && position_ + pending_.size() >= *shard_end_ + longest)) shard_is_complete_ = true;
  const std::size_t keep = shard_is_complete_ || text_is_complete_ ? 0 : std::min(longest, pending_.size());
  position_ += pending_.size() - keep;
  pending_ = pending_.split_off(pending_.size() - keep);
  return false;
}

std::optional<Chunk> Chunker::cut_off() {
  if (looks_for_start_ || pending_.empty()) return std::nullopt;
  return cut(pending_.size(), false, false);
}

std::optional<Chunk> Chunker::next() {
  while (true) {
    if (looks_for_start_ && !shard_is_complete_ && find_start()) continue;
    if (!looks_for_start_) {
      if (shard_end_ && !shard_is_complete_) {
        const std::uint64_t from = *shard_end_ > position_ ? *shard_end_ - position_ : 0;
        if (const auto marker = next_marker(std::size_t(from))) {
          shard_is_complete_ = true;
          Chunk chunk = cut(marker->game, true, true);
          position_ += pending_.size();
          pending_ = Buffer();
          return chunk;
        }
      }
      if (text_is_complete_ && (is_open_ || !pending_.empty())) return cut(pending_.size(), true, true);
      if (!text_is_complete_ && !shard_end_ && pending_.size() >= size_) {
        if (const std::size_t game = last_start()) return cut(game, true, false);
        if (pending_.size() >= 4 * size_) return cut(pending_.size(), false, false);
      }
    }
    if (!next_text_) return std::nullopt;
    Block block = std::move(*next_text_);
    next_text_.reset();
    add(std::move(block));
  }
}

}  // namespace bitrook::data
