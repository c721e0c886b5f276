// The rare half of a history: growing, parting from a shared row, memories of edited positions.
#include "bitrook/game/history.hpp"

#include <algorithm>
#include <cstring>
#include <memory>
#include <new>
#include <type_traits>

namespace bitrook {

static_assert(std::is_trivially_copyable_v<Undo>);

namespace {

// 16 plies serve most searches without growing; a third more each time then wastes little on long games.
constexpr std::size_t FirstCapacity = 16;
constexpr auto before = [](const History::Memory& memory, std::size_t ply) { return memory.ply < ply; };
constexpr std::size_t grown(std::size_t size) { return std::max(FirstCapacity, size + size / 2); }

}  // namespace

History::Row* History::make_row(std::size_t capacity) {
  static_assert(sizeof(Row) % alignof(Undo) == 0 && alignof(Row) <= __STDCPP_DEFAULT_NEW_ALIGNMENT__);
  if (capacity > UINT32_MAX) throw std::bad_alloc();
  void* const block = ::operator new(sizeof(Row) + capacity * sizeof(Undo));
  return ::new (block) Row{1, 0, std::uint32_t(capacity), nullptr};
}

History::History(const History& other) : row_(other.row_), size_(other.size_) {
  if (row_ == nullptr) return;
  if (size_ == 0) {  // nothing to share
    row_ = nullptr;
    return;
  }
  row_->owners.fetch_add(1, std::memory_order_relaxed);
}

void History::release() {
  if (row_ == nullptr) return;
  if (row_->owners.fetch_sub(1, std::memory_order_acq_rel) != 1) return;
  delete row_->memories;
  row_->~Row();
  ::operator delete(row_);
}

void History::own(std::size_t first, std::size_t capacity) {
  Row* const fresh = make_row(capacity);
  const std::size_t kept = size_ - first;
  if (row_ != nullptr) {
    if (kept != 0) std::memcpy(static_cast<void*>(fresh->undos()), row_->undos() + first, kept * sizeof(Undo));
    if (row_->memories != nullptr) {
      try {
        auto memories = std::make_unique<std::vector<Memory>>();
        for (Memory memory : *row_->memories) {
          if (memory.ply < first || memory.ply >= size_) continue;
          memory.ply -= std::uint32_t(first);
          memories->push_back(memory);
        }
        if (!memories->empty()) fresh->memories = memories.release();
      } catch (...) {
        ::operator delete(fresh);
        throw;
      }
    }
    release();
  }
  fresh->used.store(std::uint32_t(kept), std::memory_order_relaxed);
  row_ = fresh;
  size_ = std::uint32_t(kept);
}

Undo* History::append_slowly() {
  if (row_ == nullptr) {
    own(0, FirstCapacity);
  } else if (size_ == row_->capacity || !is_sole_owner()) {
    own(0, grown(size_));
  } else {
    forget_memories_from(size_);  // of moves popped since
  }
  row_->used.store(size_ + 1, std::memory_order_relaxed);
  return row_->undos() + size_++;
}

void History::clear() {
  release();
  row_ = nullptr;
  size_ = 0;
}

void History::keep_last(std::size_t n) {
  if (n >= size_) return;
  if (n == 0) return clear();
  own(size_ - n, grown(n));
}

void History::forget_memories_from(std::size_t ply) {
  std::vector<Memory>*& memories = row_->memories;
  if (memories == nullptr) return;
  while (!memories->empty() && memories->back().ply >= ply) memories->pop_back();
  if (memories->empty()) {
    delete memories;
    memories = nullptr;
  }
}

const History::Memory* History::memory(std::size_t ply) const {
  if (!has_memories() || ply >= size_) return nullptr;
  const auto& memories = *row_->memories;
  const auto found = std::lower_bound(memories.begin(), memories.end(), ply, before);
  return found != memories.end() && found->ply == ply ? &*found : nullptr;
}

Undo* History::append(Memory memory) {
  memory.ply = size_;
  remember(memory);
  row_->used.store(size_ + 1, std::memory_order_relaxed);
  return row_->undos() + size_++;
}

void History::remember(const Memory& memory) {
  if (row_ == nullptr || size_ == row_->capacity || !is_sole_owner()) own(0, grown(size_));
  forget_memories_from(size_);  // of moves popped since
  if (row_->memories == nullptr) row_->memories = new std::vector<Memory>;
  auto& memories = *row_->memories;
  const auto place = std::lower_bound(memories.begin(), memories.end(), memory.ply, before);
  if (place != memories.end() && place->ply == memory.ply) {
    *place = memory;
  } else {
    memories.insert(place, memory);
  }
}

bool History::amended() const {
  if (!has_memories()) return false;
  return std::any_of(row_->memories->begin(), row_->memories->end(),
                     [this](const Memory& m) { return m.ply < size_ && m.amended; });
}

}  // namespace bitrook
