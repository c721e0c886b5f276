// History: the moves of a game with the data needed to unmake them, shared by copies of the game.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "bitrook/base/bitboard.hpp"
#include "bitrook/base/checked.hpp"
#include "bitrook/position/position.hpp"

namespace bitrook {

// A sequence of Undo records in a reference-counted array. Copying a history increments the count. The owners may have
// different sizes: the first one that appends at the end of the array does so in place; any other change by one of
// several owners first copies the records to a new array. Records never change once written, so owners in different
// threads can read and append without a lock. A single History must not be used by two threads at the same time.
class History {
 public:
  // The whole position before a move, for the few moves whose Undo cannot restore it.
  struct Snapshot {
    std::uint32_t ply;         // the index of the move
    bool edited;               // the position after the move was edited: its clocks no longer count the moves
    Bitboard castling_rights;  // as they were set, whether or not they can be used
    Position position;
  };

  History() = default;
  History(const History& other);
  History(History&& other) noexcept : array_(other.array_), size_(other.size_) {
    other.array_ = nullptr;
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
    std::swap(array_, other.array_);
    std::swap(size_, other.size_);
  }

  std::size_t size() const { return size_; }
  const Undo& operator[](std::size_t i) const {
    BITROOK_ASSERT(i < size_);
    return array_->records()[i];
  }

  // Adds a record at the end, which the caller must construct immediately; the second form also saves a snapshot for it
  // and sets the snapshot's ply. If they throw std::bad_alloc, the history is unchanged.
  Undo* append();
  Undo* append(Snapshot snapshot);
  // Removes the last record, which stays readable until the next change. Precondition: size() > 0.
  const Undo& pop() {
    BITROOK_ASSERT(size_ > 0);
    return array_->records()[--size_];
  }
  void clear();
  void keep_last(std::size_t n);

  bool has_snapshots() const { return array_ != nullptr && array_->snapshots != nullptr; }
  const Snapshot* snapshot(std::size_t ply) const;  // nullptr if not saved
  void save(const Snapshot& snapshot);              // replaces the one of the same ply; precondition: ply <= size()
  bool edited() const;                              // some position was edited after its move

 private:
  // The header of an array. The records follow it in the same block of memory.
  struct alignas(Undo) Array {
    std::atomic<std::uint32_t> owners;
    std::atomic<std::uint32_t> used;  // the size of the largest history that this array has held
    std::uint32_t capacity;
    std::unique_ptr<std::vector<Snapshot>> snapshots;  // by ply; changed only while there is one owner

    Undo* records() { return reinterpret_cast<Undo*>(this + 1); }
  };
  struct Destroy {
    void operator()(Array* array) const;
  };

  static std::unique_ptr<Array, Destroy> make_array(std::size_t capacity);
  void release();
  bool is_sole_owner() const { return array_->owners.load(std::memory_order_acquire) == 1; }
  // Moves the records starting at `first` to a new array with room for `capacity` records.
  void reallocate(std::size_t first, std::size_t capacity);
  Undo* append_to_array();
  Undo* append_slow_path();
  void drop_stale_snapshots();

  Array* array_ = nullptr;
  std::uint32_t size_ = 0;
};

inline Undo* History::append_to_array() {
  BITROOK_ASSERT(is_sole_owner() && size_ < array_->capacity);
  array_->used.store(size_ + 1, std::memory_order_relaxed);
  return array_->records() + size_++;
}

inline Undo* History::append() {
  if (array_ == nullptr || size_ == array_->capacity || array_->snapshots != nullptr) [[unlikely]] {
    return append_slow_path();
  }
  if (is_sole_owner()) [[likely]]
    return append_to_array();
  // If there are several owners, the first one to append gets the next record.
  std::uint32_t end = size_;
  if (!array_->used.compare_exchange_strong(end, size_ + 1, std::memory_order_relaxed)) return append_slow_path();
  return array_->records() + size_++;
}

}  // namespace bitrook
