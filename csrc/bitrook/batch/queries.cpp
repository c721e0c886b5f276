// Computing the properties of all positions: queries, evaluations, and packed positions.
#include "bitrook/batch/queries.hpp"

#include <algorithm>
#include <array>
#include <type_traits>

#include "bitrook/position/placement/views.hpp"
#include "bitrook/position/problems.hpp"
#include "bitrook/search/pawns.hpp"
#include "bitrook/search/properties.hpp"

namespace bitrook::batch {

namespace {

constexpr std::array<int, 7> Centipawns{0, 100, 300, 300, 500, 900, 0};  // by piece type

std::array<std::uint8_t, 12> piece_counts(const Position& p) {
  std::array<std::uint8_t, 12> counts{};
  for (const Color c : Colors) {
    for (const PieceType t : PieceTypes) counts[6 * index(c) + index(t) - 1] = std::uint8_t(p.of(t, c).count());
  }
  return counts;
}

std::int32_t material(const Position& p) {
  std::int32_t sum = 0;
  for (const PieceType t : PieceTypes) {
    const int white = int(p.of(t, Color::White).count()), black = int(p.of(t, Color::Black).count());
    sum += Centipawns[index(t)] * (white - black);
  }
  return sum;
}

std::int8_t en_passant(const Position& p) {
  return p.en_passant() == Square::None ? std::int8_t(-1) : std::int8_t(index(p.en_passant()));
}

template <class Layout>
auto words(const Position& p) {
  return placement::converted<Layout>(p.placement()).words();
}

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

// The function, which has no state, returns the item or items of board i.
template <class F>
constexpr Query query(std::string_view name, F) {
  using Result = std::remove_cvref_t<std::invoke_result_t<F, const Boards&, std::size_t>>;
  using Item = typename Items<Result>::Item;
  return {name, Items<Result>::Count, sizeof(Item),
          [](const Boards& b, std::size_t i, void* out) { static_cast<Result*>(out)[i] = F{}(b, i); }};
}

// The same for a function of the position of the board.
template <class F>
constexpr Query position_query(std::string_view name, F) {
  return query(name, [](const Boards& b, std::size_t i) { return F{}(b.position(i)); });
}

constexpr std::array Queries{
    position_query("keys", [](const Position& p) { return p.key(); }),
    position_query("turns", [](const Position& p) { return std::uint8_t(p.turn() == Color::White); }),
    position_query("in_check", [](const Position& p) { return std::uint8_t(p.is_check()); }),
    position_query("piece_counts", [](const Position& p) { return piece_counts(p); }),
    position_query("material", [](const Position& p) { return material(p); }),
    position_query("status", [](const Position& p) { return std::uint32_t(problems(p)); }),
    position_query("halfmove_clocks", [](const Position& p) { return p.halfmove_clock(); }),
    position_query("fullmove_numbers", [](const Position& p) { return p.fullmove_number(); }),
    position_query("castling_rights", [](const Position& p) { return p.castling_rights().word(); }),
    position_query("en_passant_squares", [](const Position& p) { return en_passant(p); }),
    query("plies", [](const Boards& b, std::size_t i) { return b.plies(i); }),
    query("reasons", [](const Boards& b, std::size_t i) { return std::uint8_t(b.reason(i)); }),
    query("repetitions", [](const Boards& b, std::size_t i) { return std::uint8_t(b.repetitions(i)); }),
    position_query("classical", [](const Position& p) { return words<placement::Classical>(p); }),
    position_query("indexed", [](const Position& p) { return words<placement::Indexed>(p); }),
    position_query("dense", [](const Position& p) { return words<placement::Dense>(p); }),
    position_query("quad", [](const Position& p) { return placement::quad_of(p.placement()).words(); }),
    position_query("open_files", [](const Position& p) { return pawns::open_files(p.of(PieceType::Pawn), {}).word(); }),
};

// A set of squares of each color.
struct ColorQuery {
  std::string_view name;
  std::array<Query, 3> queries;  // White's set, Black's, and both
};
template <class F>
constexpr ColorQuery color_query(std::string_view name, F) {
  using enum Color;
  return {name,
          {position_query("white", [](const Position& p) { return F{}(p, White).word(); }),
           position_query("black", [](const Position& p) { return F{}(p, Black).word(); }),
           position_query("both",
                          [](const Position& p) { return std::array{F{}(p, White).word(), F{}(p, Black).word()}; })}};
}
// The same for a function of the pawns of the color and of the enemy.
template <class F>
constexpr ColorQuery pawn_query(std::string_view name, F) {
  return color_query(
      name, [](const Position& p, Color c) { return F{}(c, p.of(PieceType::Pawn, c), p.of(PieceType::Pawn, ~c)); });
}

constexpr std::array ColorQueries{
    pawn_query("passed_pawns", [](Color c, Bitboard own, Bitboard enemy) { return pawns::passed(c, own, enemy); }),
    pawn_query("isolated_pawns", [](Color, Bitboard own, Bitboard) { return pawns::isolated(own); }),
    pawn_query("doubled_pawns", [](Color c, Bitboard own, Bitboard) { return pawns::doubled(c, own); }),
    pawn_query("backward_pawns", [](Color c, Bitboard own, Bitboard enemy) { return pawns::backward(c, own, enemy); }),
    pawn_query("connected_pawns", [](Color c, Bitboard own, Bitboard) { return pawns::connected(c, own); }),
    pawn_query("pawn_front_span", [](Color c, Bitboard own, Bitboard) { return pawns::front_span(c, own); }),
    pawn_query("pawn_attack_span", [](Color c, Bitboard own, Bitboard) { return pawns::attack_span(c, own); }),
    pawn_query("outposts", [](Color c, Bitboard own, Bitboard enemy) { return pawns::outposts(c, own, enemy); }),
    pawn_query("half_open_files",
               [](Color, Bitboard own, Bitboard enemy) { return pawns::half_open_files(own, enemy); }),
    color_query("king_zone",
                [](const Position& p, Color c) {
                  const Square king = p.king(c);
                  return king == Square::None ? Bitboard() : pawns::king_zone(c, Bitboard(king));
                }),
    color_query("attacked_by", [](const Position& p, Color c) { return p.attacked_by(c); }),
    color_query("blockers", [](const Position& p, Color c) { return p.blockers(c); }),
    color_query("pinners", [](const Position& p, Color c) { return p.pinners(c); }),
    color_query("threats", [](const Position& p, Color c) { return search::threats(p, c); }),
};

}  // namespace

const Query* find_query(std::string_view name) {
  const auto found = std::ranges::find(Queries, name, &Query::name);
  if (found != Queries.end()) return &*found;
  const std::size_t dot = std::min(name.find('.'), name.size() - 1);
  const auto of_colors = std::ranges::find(ColorQueries, name.substr(0, dot), &ColorQuery::name);
  if (of_colors == ColorQueries.end()) return nullptr;
  const auto query = std::ranges::find(of_colors->queries, name.substr(dot + 1), &Query::name);
  return query == of_colors->queries.end() ? nullptr : &*query;
}

std::vector<const Query*> all_queries() {
  std::vector<const Query*> all;
  for (const Query& query : Queries) all.push_back(&query);
  for (const ColorQuery& of_colors : ColorQueries) {
    for (const Query& query : of_colors.queries) all.push_back(&query);
  }
  return all;
}

void answer(const Boards& boards, const Query& query, void* out, const Threads& threads) {
  for_each(boards.size(), threads, [&](std::size_t i) { query.write(boards, i, out); });
}

void evaluate(const Boards& boards, const search::Evaluation& evaluation, std::span<std::int32_t> out,
              const Threads& threads) {
  for_each(boards.size(), threads, [&](std::size_t i) { out[i] = evaluation(boards.position(i)); });
}

void where(const Boards& boards, const query::Condition& condition, std::span<std::uint8_t> out,
           const Threads& threads) {
  for_each(boards.size(), threads, [&](std::size_t i) { out[i] = condition.holds(boards.position(i)); });
}

std::optional<NotPacked> pack(const Boards& boards, std::span<std::uint8_t> out, const Threads& threads) {
  FirstError bad(boards.size());
  for_each(boards.size(), threads, [&](std::size_t i) {
    data::Packed bytes;
    const data::PackedError error = data::pack(boards.position(i), bytes);
    if (error != data::PackedError::None) return bad.add(i, data::description(error));
    std::ranges::copy(bytes, out.begin() + std::ptrdiff_t(24 * i));
  });
  return bad.any() ? std::optional<NotPacked>({bad.at(), bad.why()}) : std::nullopt;
}

}  // namespace bitrook::batch
