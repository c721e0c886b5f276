// Answering the queries, and packing all positions.
#include "bitrook/batch/queries.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <type_traits>

#include "bitrook/position/placement/views.hpp"
#include "bitrook/position/problems.hpp"

namespace bitrook::batch {

namespace {

constexpr std::array<int, 7> Centipawns{0, 100, 300, 300, 500, 900, 0};  // by piece type

std::uint64_t key(const Boards& b, std::size_t i) { return b.position(i).key(); }
std::uint8_t turn(const Boards& b, std::size_t i) { return b.position(i).turn() == Color::White; }
std::uint8_t in_check(const Boards& b, std::size_t i) { return b.position(i).is_check(); }
std::array<std::uint8_t, 12> piece_counts(const Boards& b, std::size_t i) {
  std::array<std::uint8_t, 12> counts{};
  for (const Color c : Colors) {
    for (const PieceType t : PieceTypes) {
      counts[6 * index(c) + index(t) - 1] = std::uint8_t(b.position(i).of(t, c).count());
    }
  }
  return counts;
}
std::int32_t material(const Boards& b, std::size_t i) {
  std::int32_t sum = 0;
  for (const PieceType t : PieceTypes) {
    const int white = int(b.position(i).of(t, Color::White).count());
    const int black = int(b.position(i).of(t, Color::Black).count());
    sum += Centipawns[index(t)] * (white - black);
  }
  return sum;
}
std::uint32_t status(const Boards& b, std::size_t i) { return problems(b.position(i)); }
std::uint32_t halfmove_clock(const Boards& b, std::size_t i) { return b.position(i).halfmove_clock(); }
std::uint32_t fullmove_number(const Boards& b, std::size_t i) { return b.position(i).fullmove_number(); }
std::uint64_t castling_rights(const Boards& b, std::size_t i) { return b.position(i).castling_rights().word(); }
std::int8_t en_passant(const Boards& b, std::size_t i) {
  const Square s = b.position(i).en_passant();
  return s == Square::None ? std::int8_t(-1) : std::int8_t(index(s));
}
std::uint32_t plies(const Boards& b, std::size_t i) { return b.plies(i); }
std::uint8_t reason(const Boards& b, std::size_t i) { return std::uint8_t(b.reason(i)); }
std::uint8_t repetitions(const Boards& b, std::size_t i) { return std::uint8_t(b.repetitions(i)); }
template <class Layout>
auto words(const Boards& b, std::size_t i) {
  return placement::converted<Layout>(b.position(i).placement()).words();
}
auto quad(const Boards& b, std::size_t i) { return placement::quad_of(b.position(i).placement()).words(); }

template <class T>
struct Items {
  using Item = T;
  static constexpr unsigned Count = 1;
};
template <class T, std::size_t N>
struct Items<std::array<T, N>> {
  using Item = T;
  static constexpr unsigned Count = N;
};

template <auto F>
constexpr Query query(std::string_view name) {
  using Result = std::remove_cvref_t<decltype(F(std::declval<const Boards&>(), 0))>;
  using Item = typename Items<Result>::Item;
  return {name, Items<Result>::Count, sizeof(Item),
          [](const Boards& b, std::size_t i, void* out) { static_cast<Result*>(out)[i] = F(b, i); }};
}

constexpr std::array Queries{
    query<key>("keys"),
    query<turn>("turns"),
    query<in_check>("in_check"),
    query<piece_counts>("piece_counts"),
    query<material>("material"),
    query<status>("status"),
    query<halfmove_clock>("halfmove_clocks"),
    query<fullmove_number>("fullmove_numbers"),
    query<castling_rights>("castling_rights"),
    query<en_passant>("en_passant_squares"),
    query<plies>("plies"),
    query<reason>("reasons"),
    query<repetitions>("repetitions"),
    query<words<placement::Classical>>("classical"),
    query<words<placement::Indexed>>("indexed"),
    query<words<placement::Dense>>("dense"),
    query<quad>("quad"),
};

}  // namespace

std::span<const Query> queries() { return Queries; }

const Query* find_query(std::string_view name) {
  const auto found = std::ranges::find(Queries, name, &Query::name);
  return found == Queries.end() ? nullptr : &*found;
}

void answer(const Boards& boards, const Query& query, void* out, const Threads& threads) {
  for_parts(boards.size(), threads, [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) query.write(boards, i, out);
  });
}

std::optional<NotPacked> pack(const Boards& boards, std::span<std::uint8_t> out, const Threads& threads) {
  FirstError bad(boards.size());
  for_parts(boards.size(), threads, [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) {
      data::Packed bytes;
      if (data::pack(boards.position(i), bytes) != data::PackedError::None) return bad.add(i);
      std::ranges::copy(bytes, out.begin() + std::ptrdiff_t(24 * i));
    }
  });
  if (!bad.any()) return std::nullopt;
  data::Packed bytes;
  return NotPacked{bad.at(), data::pack(boards.position(bad.at()), bytes)};
}

}  // namespace bitrook::batch
