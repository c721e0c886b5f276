// What was played: an append-only row of Undo records that copies of a game share until one of them changes it.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "bitrook/base/bitboard.hpp"
#include "bitrook/position/position.hpp"

namespace bitrook {

// Copying is one increment. Of several owners of one row, the first to append at its common end may do so in
// place; any other change makes a row of its own. A row that is shared never changes below its end, so owners
// in different threads may read and append without a lock; one owner is one thread's at a time.
class History {
 public:
  // What an Undo cannot hold, kept for the few plies that need it: a whole position after hand-made edits.
  struct Memory {
    std::uint32_t ply;         // the position before this move of the row
    bool amended;              // the position after it was edited: clocks say nothing about the moves any more
    Bitboard castling_rights;  // as they were written, usable or not
    Position position;
  };

  History() = default;
  History(const History& other);
  History(History&& other) noexcept : row_(other.row_), size_(other.size_) {
    other.row_ = nullptr;
    other.size_ = 0;
  }
  History& operator=(const History& other) {
    History copy(other);
    swap(copy);
    return *this;
  }
  History& operator=(History&& other) noexcept {
    swap(other);
    return *this;
  }
  ~History() { release(); }

  void swap(History& other) noexcept {
    std::swap(row_, other.row_);
    std::swap(size_, other.size_);
  }

  std::size_t size() const { return size_; }
  const Undo& operator[](std::size_t i) const { return row_->undos()[i]; }

  // Room for one more record at the end, for the caller to construct at once; the second also remembers the
  // position before it (its ply is set here). Both throw std::bad_alloc, changing nothing, if memory ends.
  Undo* append();
  Undo* append(Memory memory);
  // Drops the last record, which stays readable until the next change. The caller guarantees that there is one.
  const Undo& drop() { return row_->undos()[--size_]; }
  void clear();
  void keep_last(std::size_t n);

  bool has_memories() const { return row_ != nullptr && row_->memories != nullptr; }
  const Memory* memory(std::size_t ply) const;  // of a move of this history, or nullptr
  void remember(const Memory& memory);          // of a move of this history
  bool amended() const;                         // some position of this history was edited after it was reached

 private:
  // The header of a row; the records follow it in the same block.
  struct alignas(Undo) Row {
    std::atomic<std::uint32_t> owners;
    std::atomic<std::uint32_t> used;  // records written by the owner that went furthest
    std::uint32_t capacity;
    std::vector<Memory>* memories;  // by ply; written only while there is one owner

    Undo* undos() { return reinterpret_cast<Undo*>(this + 1); }
  };

  static Row* make_row(std::size_t capacity);
  void release();
  bool is_sole_owner() const { return row_->owners.load(std::memory_order_acquire) == 1; }
  // A row of this history's own, with the records from `first` on and room for `capacity`.
  void own(std::size_t first, std::size_t capacity);
  Undo* append_slowly();
  void forget_memories_from(std::size_t ply);

  Row* row_ = nullptr;
  std::uint32_t size_ = 0;
};

inline Undo* History::append() {
  Row* const row = row_;
  if (row == nullptr || size_ == row->capacity || row->memories != nullptr) [[unlikely]] {
    return append_slowly();
  }
  if (is_sole_owner()) [[likely]] {
    row->used.store(size_ + 1, std::memory_order_relaxed);
  } else {
    std::uint32_t end = size_;
    if (!row->used.compare_exchange_strong(end, size_ + 1, std::memory_order_relaxed)) return append_slowly();
  }
  return row->undos() + size_++;
}

}  // namespace bitrook
