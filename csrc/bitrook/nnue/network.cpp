// The memory of a network, and updates of its first layer.
#include "bitrook/nnue/network.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <new>
#include <type_traits>
#include <utility>

#include "bitrook/base/bitboard.hpp"
#include "bitrook/base/simd.hpp"
#include "bitrook/util/bytes.hpp"
#include "bitrook/util/huge_pages.hpp"

namespace bitrook::nnue {

namespace {

// Computes to = from + added - removed for Vectors * 16 values starting at `first`, which are kept in registers.
template <std::size_t Vectors, class Item>
void add_rows(const Update& update, const Item* table, std::size_t width, std::size_t first) {
  const auto at = [first](const auto* values, std::size_t k) { return Int16x16::load(values + first + 16 * k); };
  const auto sums = [&]<std::size_t... K>(std::index_sequence<K...>) {
    std::array sums{at(update.from->values, K)...};
    for (const std::size_t row : update.added) ((sums[K] = sums[K] + at(table + row * width, K)), ...);
    for (const std::size_t row : update.removed) ((sums[K] = sums[K] - at(table + row * width, K)), ...);
    return sums;
  }(std::make_index_sequence<Vectors>());
  for (std::size_t k = 0; k < Vectors; ++k) sums[k].store(update.to->values + first + 16 * k);
}

template <class Item>
void apply(const Update& update, const Item* table, const std::int32_t* psqt, std::size_t width) {
  std::size_t first = 0;
  for (; first + 128 <= width; first += 128) add_rows<8>(update, table, width, first);
  for (; first < width; first += 32) add_rows<2>(update, table, width, first);
  if (!update.to->psqt) return;
  std::array<std::uint32_t, Network::PsqtBuckets> sums;
  std::copy_n(update.from->psqt, sums.size(), sums.begin());
  for (const std::size_t row : update.added)
    for (std::size_t k = 0; k < sums.size(); ++k) sums[k] += std::uint32_t(psqt[row * sums.size() + k]);
  for (const std::size_t row : update.removed)
    for (std::size_t k = 0; k < sums.size(); ++k) sums[k] -= std::uint32_t(psqt[row * sums.size() + k]);
  std::ranges::copy(sums, update.to->psqt);
}

}  // namespace

Layout::Layout(const Shape& shape) {
  const auto add = [this](Part part, std::size_t items, std::size_t item_size) {
    places[part] = {size, items, item_size};
    size += padded_to_64(items * item_size);
  };
  const std::size_t width = shape.width(), buckets = shape.output_buckets;
  add(Biases, width, 2);
  add(Rows, shape.rows() * width, 2);
  add(Psqt, shape.is_simple() ? 0 : shape.rows() * 8, 4);
  add(RelationRows, shape.relation_rows() * width, 1);
  add(RelationPsqt, shape.relation_rows() * 8, 4);
  if (shape.is_simple()) {
    add(Biases0, buckets, 2);
    add(Weights0, buckets * 2 * width, 2);
    for (const Part part : {Biases1, Weights1, Biases2, Weights2}) add(part, 0, 1);
    return;
  }
  const LayerSizes sizes = sizes_of(shape.stockfish->layers);
  add(Biases0, buckets * sizes.outputs, 4);
  add(Weights0, buckets * sizes.outputs * width, 1);
  add(Biases1, buckets * sizes.outputs1, 4);
  add(Weights1, buckets * sizes.outputs1 * sizes.inputs1, 1);
  add(Biases2, buckets, 4);
  add(Weights2, buckets * sizes.inputs2, 1);
}

AlignedBytes aligned_bytes(std::size_t size) {
  auto* memory = static_cast<std::byte*>(::operator new(size, detail::CacheLine));
  advise_huge_pages(memory, size);
  return AlignedBytes(memory);
}

AlignedBytes block_of(const Layout& layout) {
  AlignedBytes block = aligned_bytes(layout.size);
  std::memset(block.get(), 0, layout.size);
  return block;
}

Network::Network(const Shape& shape, std::string description, AlignedBytes memory, std::unique_ptr<MappedFile> file,
                 std::size_t offset)
    : shape_(shape),
      features_(shape),
      relations_(shape),
      layout_(shape),
      description_(std::move(description)),
      file_(std::move(file)),
      memory_(std::move(memory)),
      block_(memory_ ? memory_.get() : reinterpret_cast<const std::byte*>(file_->bytes().data()) + offset) {
  BITROOK_ASSERT(memory_ || file_->bytes().size() >= offset + layout_.size);
  if (!is_simple()) return;
  const auto* const weights = part<std::int16_t>(Layout::Weights0);
  for (std::size_t i = 0; i < layout_.places[Layout::Weights0].items; ++i)
    largest_output_weight_ = std::max<std::int64_t>(largest_output_weight_, std::abs(int{weights[i]}));
}

std::string Network::set_version(std::string_view name) {
  if (is_simple()) return "not a Stockfish network, so version does not apply";
  std::string names;
  for (const Version* version : shape_.stockfish->versions) {
    if (version->name == name) return shape_.version = version, "";
    names += (names.empty() ? "" : ", ") + std::string(version->name);
  }
  return "a network of Stockfish " + names + ", not " + std::string(name);
}

const char* Network::problem(const Position& p) const {
  if (!has_one_king_each(p.placement()) || p.occupied().count() > 32)
    return "a network needs one king of each color and at most 32 pieces";
  if (shape_.has_relations() && p.of(PieceType::Pawn).meets(Backranks))
    return "this network cannot evaluate pawns on the first or last rank";
  return nullptr;
}

Half Network::half_at(std::byte* memory) const {
  const auto sum_at = [this](std::byte* at) {
    return Sum{.pieces = {},
               .view = -1,
               .values = reinterpret_cast<std::int16_t*>(at),
               .psqt = is_simple() ? nullptr : reinterpret_cast<std::int32_t*>(at + shape_.width() * 2)};
  };
  Half half{.pieces = sum_at(memory), .relations = {}, .relation_sets = {}};
  if (shape_.has_relations()) half.relations = sum_at(memory + bytes_per_sum());
  return half;
}

void Network::clear_pieces(Sum& sum, const KingView& view) const {
  sum.pieces.fill(Piece::None);
  sum.view = view.index;
  std::copy_n(part<std::int16_t>(Layout::Biases), shape_.width(), sum.values);
  if (sum.psqt) std::fill_n(sum.psqt, PsqtBuckets, 0);
}

void Network::clear_relations(Half& half, int view) const {
  half.relations.pieces.fill(Piece::None);
  half.relations.view = view;
  half.relation_sets = {};
  std::fill_n(half.relations.values, shape_.width(), std::int16_t{0});
  std::fill_n(half.relations.psqt, PsqtBuckets, 0);
}

void Network::plan_pieces(const Sum& from, Sum& to, const Position& p, Color perspective, const KingView& view,
                          Update& update) const {
  BITROOK_ASSERT(from.view == view.index);
  update.from = &from;
  update.to = &to;
  update.added.size = update.removed.size = 0;
  for (const Square s : Bitboard(differences(from.pieces.data(), p.mailbox().data()))) {
    if (const Piece old = from.pieces[index(s)]; old != Piece::None)
      update.removed.add(features_.row(view, perspective, old, s));
    if (const Piece piece = p.piece_at(s); piece != Piece::None)
      update.added.add(features_.row(view, perspective, piece, s));
  }
}

void Network::plan_relations(const Half& from, Half& to, const RelationChanges& changes, const Position& p,
                             Color perspective, Update& update) const {
  const unsigned flip = Relations::flip(perspective, p.of(PieceType::King, perspective).first());
  update.from = &from.relations;
  update.to = &to.relations;
  update.added.size = update.removed.size = 0;
  const auto* const rows = part<std::int8_t>(Layout::RelationRows);
  const auto add = [&](auto& list, std::uint32_t row) {
    list.add(row);
    prefetch(rows + row * shape_.width());
  };
  const auto add_threats = [&](const auto& threats, auto& list) {
    for (const Relation& r : threats)
      if (const std::uint32_t row = relations_.threat_row(perspective, flip, r); row != Relations::NoRow)
        add(list, row);
  };
  const auto add_pairs = [&](const auto& pairs, auto& list) {
    for (const Relation& r : pairs) add(list, relations_.pair_row(perspective, flip, r));
  };
  add_threats(changes.removed_threats, update.removed);
  add_threats(changes.added_threats, update.added);
  add_pairs(changes.removed_pairs, update.removed);
  add_pairs(changes.added_pairs, update.added);
}

void Network::apply_to_pieces(const Update& update, const Position& p, const KingView& view) const {
  apply(update, part<std::int16_t>(Layout::Rows), part<std::int32_t>(Layout::Psqt), shape_.width());
  update.to->pieces = p.mailbox();
  update.to->view = view.index;
}

void Network::apply_to_relations(const Update& update, Half& to, const Position& p, int view) const {
  BITROOK_ASSERT(update.to == &to.relations);
  apply(update, part<std::int8_t>(Layout::RelationRows), part<std::int32_t>(Layout::RelationPsqt), shape_.width());
  to.relations.pieces = p.mailbox();
  to.relations.view = view;
  to.relation_sets = p.placement();
}

template <class Use>
auto Network::with_halves(const Position& p, Use use) const {
  BITROOK_ASSERT(is_valid(p));
  const AlignedBytes memory = aligned_bytes(2 * bytes_per_half());
  std::array<Half, 2> halves;
  Update update;
  for (const Color c : Colors) {
    Half& half = halves[index(c)];
    half = half_at(memory.get() + index(c) * bytes_per_half());
    const Square king = p.of(PieceType::King, c).first();
    const KingView& view = features_.view(c, king);
    clear_pieces(half.pieces, view);
    plan_pieces(half.pieces, half.pieces, p, c, view, update);
    apply_to_pieces(update, p, view);
    if (!half.relations.values) continue;
    const int relation_view = Relations::view(c, king);
    clear_relations(half, relation_view);
    RelationChanges changes;
    relations_.find(half.relations.pieces, half.relation_sets, p, changes);
    plan_relations(half, half, changes, p, c, update);
    apply_to_relations(update, half, p, relation_view);
  }
  return use(halves[index(p.turn())], halves[index(~p.turn())]);
}

Raw Network::raw(const Position& p) const {
  return with_halves(p, [&](const Half& us, const Half& them) {
    Raw raw{bucket(p), std::vector<Output>(shape_.output_buckets)};
    for (std::size_t b = 0; b < raw.outputs.size(); ++b) raw.outputs[b] = output(us, them, b);
    return raw;
  });
}

Output Network::output(const Position& p) const {
  return with_halves(p, [&](const Half& us, const Half& them) { return output(us, them, p); });
}

}  // namespace bitrook::nnue
