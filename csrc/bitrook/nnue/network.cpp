// The memory of a network, and updates of its first layer.
#include "bitrook/nnue/network.hpp"

#include <algorithm>
#include <cstring>
#include <new>
#include <utility>

#include "bitrook/base/bitboard.hpp"
#include "bitrook/base/simd.hpp"
#include "bitrook/util/huge_pages.hpp"

namespace bitrook::nnue {

namespace {

struct RowList {
  std::array<const std::int16_t*, 64> rows;
  std::size_t size = 0;
};

// Computes to = from + added - removed for Vectors * 16 values starting at `first`, which are kept in registers.
template <std::size_t Vectors>
void add_rows(const RowList& added, const RowList& removed, const std::int16_t* from, std::int16_t* to,
              std::size_t first) {
  const auto at = [first](const std::int16_t* values, std::size_t k) {
    return Int16x16::load(values + first + 16 * k);
  };
  const auto sums = [&]<std::size_t... K>(std::index_sequence<K...>) {
    std::array sums{at(from, K)...};
    for (std::size_t i = 0; i < added.size; ++i) ((sums[K] = sums[K] + at(added.rows[i], K)), ...);
    for (std::size_t i = 0; i < removed.size; ++i) ((sums[K] = sums[K] - at(removed.rows[i], K)), ...);
    return sums;
  }(std::make_index_sequence<Vectors>());
  for (std::size_t k = 0; k < Vectors; ++k) sums[k].store(to + first + 16 * k);
}

}  // namespace

Layout::Layout(const Shape& shape) {
  const auto add = [this](Part part, std::size_t items, std::size_t item_size) {
    places[part] = {size, items, item_size};
    size += (items * item_size + 63) / 64 * 64;
  };
  const std::size_t width = shape.width(), buckets = shape.output_buckets;
  const bool is_simple = shape.kind == Kind::Simple;
  add(Biases, width, 2);
  add(Rows, shape.rows() * width, 2);
  add(Psqt, is_simple ? 0 : shape.rows() * 8, 4);
  add(Biases0, is_simple ? buckets : 8 * 16, is_simple ? 2 : 4);
  add(Weights0, is_simple ? buckets * 2 * width : 8 * 16 * 1024, is_simple ? 2 : 1);
  add(Biases1, is_simple ? 0 : 8 * 32, 4);
  add(Weights1, is_simple ? 0 : 8 * 32 * 32, 1);
  add(Biases2, is_simple ? 0 : 8, 4);
  add(Weights2, is_simple ? 0 : 8 * 32, 1);
}

AlignedBytes aligned_bytes(std::size_t size) {
  auto* memory = static_cast<std::byte*>(::operator new(size, detail::CacheLine));
  advise_huge_pages(memory, size);
  return AlignedBytes(memory);
}

Network::Network(const Shape& shape)
    : shape_(shape), features_(shape), layout_(shape), memory_(aligned_bytes(layout_.size)), block_(memory_.get()) {
  std::memset(memory_.get(), 0, layout_.size);
}

Network::Network(const Shape& shape, std::unique_ptr<MappedFile> file, std::size_t offset)
    : shape_(shape),
      features_(shape),
      layout_(shape),
      file_(std::move(file)),
      block_(reinterpret_cast<const std::byte*>(file_->bytes().data()) + offset) {
  BITROOK_ASSERT(file_->bytes().size() >= offset + layout_.size);
}

bool Network::is_valid(const Position& p) {
  const Bitboard kings = p.of(PieceType::King);
  return kings.count() == 2 && (kings & p.of(Color::White)).count() == 1 && p.occupied().count() <= 32;
}

Half Network::half_at(std::byte* memory) const {
  return {.pieces = {},
          .view = -1,
          .values = reinterpret_cast<std::int16_t*>(memory),
          .psqt = is_simple() ? nullptr : reinterpret_cast<std::int32_t*>(memory + shape_.width() * 2)};
}

void Network::clear(Half& half, const KingView& view) const {
  half.pieces.fill(Piece::None);
  half.view = view.index;
  std::copy_n(part<std::int16_t>(Layout::Biases), shape_.width(), half.values);
  if (half.psqt) std::fill_n(half.psqt, PsqtBuckets, 0);
}

void Network::update(const Half& from, Half& to, const Position& p, Color perspective, const KingView& view) const {
  BITROOK_ASSERT(from.view == view.index);
  const auto* const weights = part<std::int16_t>(Layout::Rows);
  const auto* const psqt = part<std::int32_t>(Layout::Psqt);
  const std::size_t width = shape_.width();
  std::array<std::uint32_t, PsqtBuckets> sums{};
  if (from.psqt) std::copy_n(from.psqt, PsqtBuckets, sums.begin());
  RowList added, removed;
  const auto change = [&](RowList& list, Piece piece, Square s, std::uint32_t sign) {
    if (piece == Piece::None) return;
    const std::size_t row = features_.row(view, perspective, piece, s);
    list.rows[list.size++] = weights + row * width;
    if (from.psqt)
      for (std::size_t k = 0; k < PsqtBuckets; ++k) sums[k] += sign * std::uint32_t(psqt[row * PsqtBuckets + k]);
  };
  for (const Square s : Bitboard(differences(from.pieces.data(), p.mailbox().data()))) {
    change(removed, from.pieces[index(s)], s, ~0u);
    change(added, p.piece_at(s), s, 1);
  }
  if (to.psqt) std::ranges::copy(sums, to.psqt);
  std::size_t first = 0;
  for (; first + 128 <= width; first += 128) add_rows<8>(added, removed, from.values, to.values, first);
  for (; first < width; first += 32) add_rows<2>(added, removed, from.values, to.values, first);
  to.pieces = p.mailbox();
  to.view = view.index;
}

Raw Network::raw(const Position& p) const {
  BITROOK_ASSERT(is_valid(p));
  const AlignedBytes memory = aligned_bytes(2 * bytes_per_half());
  std::array<Half, 2> halves;
  for (const Color c : Colors) {
    Half& half = halves[index(c)];
    half = half_at(memory.get() + index(c) * bytes_per_half());
    const KingView& view = features_.view(c, p.of(PieceType::King, c).first());
    clear(half, view);
    update(half, half, p, c, view);
  }
  Raw raw{bucket(p), std::vector<Output>(shape_.output_buckets)};
  for (std::size_t b = 0; b < raw.outputs.size(); ++b)
    raw.outputs[b] = output(halves[index(p.turn())], halves[index(~p.turn())], b);
  return raw;
}

int Network::evaluate(const Position& p) const {
  const Raw all = raw(p);
  return centipawns(all.outputs[all.bucket]);
}

}  // namespace bitrook::nnue
