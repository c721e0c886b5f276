// Reading entries of Polyglot books, converting their moves, finding a position by binary search, and writing books.
#include "bitrook/book/book.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <filesystem>

#include "bitrook/position/castling.hpp"
#include "bitrook/util/bytes.hpp"

namespace bitrook::book {

Entry Entry::read(const std::uint8_t* bytes) {
  return {big_endian<std::uint64_t>(bytes), big_endian<std::uint16_t>(bytes + 8), big_endian<std::uint16_t>(bytes + 10),
          big_endian<std::uint32_t>(bytes + 12)};
}

void Entry::write(std::uint8_t* bytes) const {
  store_big_endian(bytes, key);
  store_big_endian(bytes + 8, move);
  store_big_endian(bytes + 10, weight);
  store_big_endian(bytes + 12, learn);
}

// A move word has the target square in bits 0-5, the origin in bits 6-11, and the promotion in bits 12-14: 1 for a
// knight to 4 for a queen.
Move decode_move(std::uint16_t word) {
  const auto to = Square(word & 63), from = Square(word >> 6 & 63);
  const unsigned promotion = word >> 12 & 7;
  if (promotion == 0) return Move::normal(from, to);
  if (promotion >= index(PieceType::King)) return Move::null();
  const auto type = PieceType(promotion + 1);
  return from == to ? Move::drop(from, to, type) : Move::promotion(from, to, type);
}

Move decode_move(std::uint16_t word, const Position& p) {
  const Move m = decode_move(word);
  return p.chess960() || m.word() > 0xFFF ? m : with_castling_encoding(p, m, false);
}

std::uint16_t encode_move(Move m, const Position& p) {
  m = to_king_takes_rook(p, m);
  const unsigned promotion = m.is_promotion() ? index(m.promotion()) - 1 : 0;
  return std::uint16_t(index(m.to()) | index(m.from()) << 6 | promotion << 12);
}

int Book::open(const char* path) {
  const int error = mapping_.open(path);
  bytes_ = mapping_.bytes();
  return error;
}

std::size_t Book::lower_bound(std::uint64_t key) const {
  std::size_t first = 0, last = size();
  while (first < last) {
    const std::size_t middle = first + (last - first) / 2;
    if ((*this)[middle].key < key) {
      first = middle + 1;
    } else {
      last = middle;
    }
  }
  return first;
}

// --- Writing and merging books.

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
