// Writing and merging books.
#include "bitrook/book/writer.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <filesystem>

namespace bitrook::book {

namespace {

constexpr std::uint64_t MaxWeight = 0xFFFF;

}  // namespace

Writer::Writer(const std::string& path) {
  errno = 0;
  file_.open(std::filesystem::path(std::u8string(path.begin(), path.end())), std::ios::binary | std::ios::trunc);
  if (!file_) error_ = last_error();
}

void Writer::add(std::uint64_t key, std::vector<WeightedMove> moves) {
  std::erase_if(moves, [](const WeightedMove& m) { return m.weight == 0; });
  if (moves.empty()) return;
  std::ranges::stable_sort(moves, std::ranges::greater(), &WeightedMove::weight);
  const std::uint64_t most = moves[0].weight;
  for (const WeightedMove& m : moves) {
    // In floating point, because the product may not fit in 64 bits.
    const double scaled = double(m.weight) * double(MaxWeight) / double(most);
    const std::uint64_t weight = most <= MaxWeight ? m.weight : std::max<std::uint64_t>(std::uint64_t(scaled), 1);
    std::array<std::uint8_t, Entry::Size> bytes;
    Entry{key, m.move, std::uint16_t(weight), m.learn}.write(bytes.data());
    errno = 0;
    file_.write(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    if (!file_ && error_ == 0) error_ = last_error();
    ++entries_;
  }
}

int Writer::close() {
  errno = 0;
  file_.close();
  if (!file_ && error_ == 0) error_ = last_error();
  return error_;
}

bool is_sorted(const Book& book) {
  for (std::size_t i = 1; i < book.size(); ++i)
    if (book[i].key < book[i - 1].key) return false;
  return true;
}

int merge(const std::vector<const Book*>& books, Writer& out) {
  std::vector<std::size_t> at(books.size(), 0);  // the next entry of each book
  for (;;) {
    std::uint64_t key = ~std::uint64_t{0};
    bool is_done = true;
    for (std::size_t i = 0; i < books.size(); ++i) {
      if (at[i] == books[i]->size()) continue;
      key = std::min(key, (*books[i])[at[i]].key);
      is_done = false;
    }
    if (is_done) return out.close();
    std::vector<WeightedMove> moves;
    for (std::size_t i = 0; i < books.size(); ++i)
      for (; at[i] < books[i]->size() && (*books[i])[at[i]].key == key; ++at[i]) {
        const Entry entry = (*books[i])[at[i]];
        const auto found = std::ranges::find(moves, entry.move, &WeightedMove::move);
        if (found == moves.end()) {
          moves.push_back({entry.move, entry.weight, entry.learn});
        } else {
          found->weight += entry.weight;
        }
      }
    out.add(key, std::move(moves));
  }
}

}  // namespace bitrook::book
