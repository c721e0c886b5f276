// The slow paths of a history: growing, copying a shared array, and snapshots of edited positions.
#include "bitrook/game/history.hpp"

#include <algorithm>
#include <cstring>
#include <new>
#include <type_traits>

#include "bitrook/base/checked.hpp"

namespace bitrook {

static_assert(std::is_trivially_copyable_v<Undo>);

namespace {

// 16 plies are enough for most searches. Longer histories grow by half.
constexpr std::size_t FirstCapacity = 16;
constexpr std::size_t grown(std::size_t size) { return std::max(FirstCapacity, size + size / 2); }

constexpr auto is_before = [](const History::Snapshot& snapshot, std::size_t ply) { return snapshot.ply < ply; };

}  // namespace

std::unique_ptr<History::Array, History::Destroy> History::make_array(std::size_t capacity) {
  static_assert(sizeof(Array) % alignof(Undo) == 0 && alignof(Array) <= __STDCPP_DEFAULT_NEW_ALIGNMENT__);
  if (capacity > UINT32_MAX) throw std::bad_alloc();
  void* const block = ::operator new(sizeof(Array) + capacity * sizeof(Undo));
  return std::unique_ptr<Array, Destroy>(::new (block) Array{1, 0, std::uint32_t(capacity), nullptr});
}

void History::Destroy::operator()(Array* array) const {
  array->~Array();
  ::operator delete(array);
}

History::History(const History& other) {
  if (other.size_ == 0) return;
  array_ = other.array_;
  size_ = other.size_;
  array_->owners.fetch_add(1, std::memory_order_relaxed);
}

void History::release() {
  if (array_ != nullptr && array_->owners.fetch_sub(1, std::memory_order_acq_rel) == 1) Destroy()(array_);
}

void History::reallocate(std::size_t first, std::size_t capacity) {
  auto fresh = make_array(capacity);
  const std::size_t kept = size_ - first;
  if (kept != 0) {
    std::memcpy(static_cast<void*>(fresh->records()), array_->records() + first, kept * sizeof(Undo));
  }
  if (has_snapshots()) {
    auto snapshots = std::make_unique<std::vector<Snapshot>>();
    for (Snapshot snapshot : *array_->snapshots) {
      if (snapshot.ply < first || snapshot.ply >= size_) continue;
      snapshot.ply -= std::uint32_t(first);
      snapshots->push_back(snapshot);
    }
    if (!snapshots->empty()) fresh->snapshots = std::move(snapshots);
  }
  release();
  fresh->used.store(std::uint32_t(kept), std::memory_order_relaxed);
  array_ = fresh.release();
  size_ = std::uint32_t(kept);
}

Undo* History::append_slow_path() {
  if (array_ == nullptr || size_ == array_->capacity || !is_sole_owner()) {
    reallocate(0, grown(size_));
  } else {
    drop_stale_snapshots();
  }
  return append_to_array();
}

Undo* History::append(Snapshot snapshot) {
  snapshot.ply = size_;
  save(snapshot);
  return append_to_array();
}

void History::clear() {
  release();
  array_ = nullptr;
  size_ = 0;
}

void History::keep_last(std::size_t n) {
  if (n >= size_) return;
  if (n == 0) return clear();
  reallocate(size_ - n, grown(n));
}

// Drops the snapshots of moves that have been popped.
void History::drop_stale_snapshots() {
  auto& snapshots = array_->snapshots;
  if (snapshots == nullptr) return;
  while (!snapshots->empty() && snapshots->back().ply >= size_) snapshots->pop_back();
  if (snapshots->empty()) snapshots.reset();
}

const History::Snapshot* History::snapshot(std::size_t ply) const {
  if (!has_snapshots() || ply >= size_) return nullptr;
  const auto& snapshots = *array_->snapshots;
  const auto found = std::lower_bound(snapshots.begin(), snapshots.end(), ply, is_before);
  return found != snapshots.end() && found->ply == ply ? &*found : nullptr;
}

void History::save(const Snapshot& snapshot) {
  BITROOK_ASSERT(snapshot.ply <= size_);
  if (array_ == nullptr || size_ == array_->capacity || !is_sole_owner()) reallocate(0, grown(size_));
  drop_stale_snapshots();
  if (array_->snapshots == nullptr) array_->snapshots = std::make_unique<std::vector<Snapshot>>();
  auto& snapshots = *array_->snapshots;
  const auto place = std::lower_bound(snapshots.begin(), snapshots.end(), snapshot.ply, is_before);
  if (place != snapshots.end() && place->ply == snapshot.ply) {
    *place = snapshot;
  } else {
    snapshots.insert(place, snapshot);
  }
}

bool History::edited() const {
  if (!has_snapshots()) return false;
  return std::any_of(array_->snapshots->begin(), array_->snapshots->end(),
                     [this](const Snapshot& s) { return s.ply < size_ && s.edited; });
}

}  // namespace bitrook
