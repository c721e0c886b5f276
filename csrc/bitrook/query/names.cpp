// The names and functions of conditions, and suggestions for misspelled ones.
#include <algorithm>
#include <deque>
#include <unordered_map>

#include "bitrook/base/characters.hpp"
#include "bitrook/base/geometry.hpp"
#include "bitrook/base/names.hpp"
#include "bitrook/query/program.hpp"

namespace bitrook::query {

namespace {

constexpr std::array<std::string_view, 7> TypeNames{"", "pawn", "knight", "bishop", "rook", "queen", "king"};

// The names in the order of the documentation, and the texts of those that are put together here.
struct Table {
  std::deque<std::string> texts;
  std::vector<Name> names;
  std::unordered_map<std::string_view, std::size_t> by_name;
  std::vector<std::string_view> list;

  void add(std::string name, Op op, Kind kind, std::uint64_t k = 0, std::uint32_t cost = 1) {
    texts.push_back(std::move(name));
    by_name.emplace(texts.back(), names.size());
    list.push_back(texts.back());
    names.push_back({texts.back(), op, kind, k, cost});
  }
  void add(std::string name, Bitboard set) { add(std::move(name), Op::Const, Kind::Set, set.word()); }

  Table() {
    add("white", Op::OfColor, Kind::Set, index(Color::White));
    add("black", Op::OfColor, Kind::Set, index(Color::Black));
    add("us", Op::Us, Kind::Set);
    add("them", Op::Them, Kind::Set);
    add("occupied", Op::Occupied, Kind::Set);
    add("empty", Op::Empty, Kind::Set);
    for (const PieceType t : PieceTypes) {
      const std::string type(TypeNames[index(t)]);
      for (const std::string& name : {type + "s", type}) {
        add(name, Op::OfType, Kind::Set, index(t));
        add("white_" + name, Op::OfPiece, Kind::Set, index(make_piece(t, Color::White)));
        add("black_" + name, Op::OfPiece, Kind::Set, index(make_piece(t, Color::Black)));
      }
    }
    add("promoted", Op::Promoted, Kind::Set);
    add("castling_rights", Op::CastlingRights, Kind::Set);
    add("en_passant", Op::EnPassant, Kind::Set);
    add("checkers", Op::Checkers, Kind::Set, 0, 2);
    add("pinned", Op::Pinned, Kind::Set, 0, 20);
    add("passed_pawns", Op::PassedPawns, Kind::Set, 0, 40);
    add("isolated_pawns", Op::IsolatedPawns, Kind::Set, 0, 40);
    add("doubled_pawns", Op::DoubledPawns, Kind::Set, 0, 20);
    add("backward_pawns", Op::BackwardPawns, Kind::Set, 0, 40);
    add("connected_pawns", Op::ConnectedPawns, Kind::Set, 0, 10);
    add("open_files", Op::OpenFiles, Kind::Set, 0, 15);
    add("all", Bitboard::all());
    add("none", Bitboard());
    add("light", LightSquares);
    add("light_squares", LightSquares);
    add("dark", DarkSquares);
    add("dark_squares", DarkSquares);
    add("corners", Corners);
    add("center", (MaskFile[3] | MaskFile[4]) & (MaskRank[3] | MaskRank[4]));
    add("backranks", Backranks);
    add("edges", Edges);
    for (unsigned i = 0; i < 8; ++i) add(std::string("file_") + char('a' + i), MaskFile[i]);
    for (unsigned i = 0; i < 8; ++i) add(std::string("rank_") + char('1' + i), MaskRank[i]);
    for (unsigned i = 0; i < 64; ++i) {
      add({file_letter(Square(i)), rank_digit(Square(i))}, Bitboard(Square(i)));
    }
    add("move_from", Op::MoveFrom, Kind::Set);
    add("move_to", Op::MoveTo, Kind::Set);
    add("ply", Op::Ply, Kind::Number);
    add("halfmove_clock", Op::HalfmoveClock, Kind::Number);
    add("fullmove_number", Op::FullmoveNumber, Kind::Number);
    add("clock", Op::Clock, Kind::Real);
    add("eval", Op::Eval, Kind::Real);
    add("check", Op::Check, Kind::Truth);
    add("checkmate", Op::Checkmate, Kind::Truth, 0, 5);
    add("stalemate", Op::Stalemate, Kind::Truth, 0, 100);
    add("capture", Op::Capture, Kind::Truth, 0, 5);
    add("turn", Op::Turn, Kind::Side);
    add("move", Op::Move, Kind::Text);
  }
};

const Table& table() {
  // Not destroyed at exit, when daemon threads may still be using it.
  static const auto& made = *new Table();
  return made;
}

constexpr std::array Functions{
    Function{"knight", Op::Knight, Kind::Set, 1, 1, 10},
    Function{"king", Op::King, Kind::Set, 1, 1, 8},
    Function{"white_pawn", Op::WhitePawn},
    Function{"black_pawn", Op::BlackPawn},
    Function{"bishop", Op::Bishop, Kind::Set, 1, 2, 15},
    Function{"rook", Op::Rook, Kind::Set, 1, 2, 15},
    Function{"queen", Op::Queen, Kind::Set, 1, 2, 25},
    Function{"attacks", Op::Attacks, Kind::Set, 1, 1, 60},
    Function{"white_attackers", Op::WhiteAttackers, Kind::Set, 1, 1, 100},
    Function{"black_attackers", Op::BlackAttackers, Kind::Set, 1, 1, 100},
    Function{"moves", Op::Moves, Kind::Set, 1, 1, 300},
    Function{"between", Op::Between, Kind::Set, 2, 2},
    Function{"line", Op::Line, Kind::Set, 2, 2},
    Function{"file", Op::Files, Kind::Set, 1, 1, 10, Arguments::Files},
    Function{"rank", Op::Ranks, Kind::Set, 1, 1, 5, Arguments::Ranks},
    Function{"north", Op::North},
    Function{"south", Op::South},
    Function{"east", Op::East},
    Function{"west", Op::West},
    Function{"north_east", Op::NorthEast},
    Function{"north_west", Op::NorthWest},
    Function{"south_east", Op::SouthEast},
    Function{"south_west", Op::SouthWest},
    Function{"north_fill", Op::NorthFill, Kind::Set, 1, 1, 6},
    Function{"south_fill", Op::SouthFill, Kind::Set, 1, 1, 6},
    Function{"flip_vertical", Op::FlipVertical},
    Function{"flip_horizontal", Op::FlipHorizontal, Kind::Set, 1, 1, 8},
    Function{"flip_diagonal", Op::FlipDiagonal, Kind::Set, 1, 1, 12},
    Function{"flip_anti_diagonal", Op::FlipAntiDiagonal, Kind::Set, 1, 1, 12},
    Function{"first", Op::First},
    Function{"last", Op::Last},
    Function{"lsb", Op::Lsb, Kind::Number},
    Function{"msb", Op::Msb, Kind::Number},
    Function{"count", Op::Count, Kind::Number},
    Function{"piece", Op::PieceOn, Kind::Piece, 1, 1, 1, Arguments::Square},
    Function{"material", Op::IsMaterial, Kind::Truth, 1, 1, 4, Arguments::Text},
    Function{"position", Op::IsPosition, Kind::Truth, 1, 1, 3, Arguments::Text},
};

constexpr auto FunctionNames = [] {
  std::array<std::string_view, Functions.size()> names{};
  for (std::size_t i = 0; i < names.size(); ++i) names[i] = Functions[i].name;
  return names;
}();

// The number of letters to insert, delete, replace or swap with the next one; at most `limit` + 1.
unsigned edits(std::string_view a, std::string_view b, unsigned limit) {
  if (std::max(a.size(), b.size()) - std::min(a.size(), b.size()) > limit) return limit + 1;
  std::vector<unsigned> before(b.size() + 1), row(b.size() + 1), next(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = unsigned(j);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    next[0] = unsigned(i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      next[j] = std::min({row[j] + 1, next[j - 1] + 1, row[j - 1] + (a[i - 1] != b[j - 1])});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        next[j] = std::min(next[j], before[j - 2] + 1);
    }
    before.swap(row);
    row.swap(next);
  }
  return row[b.size()];
}

}  // namespace

std::string lower_case(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) {
    if (is_upper(c)) c = to_lower(c);
  }
  return lower;
}

const Name* find_name(std::string_view name) {
  std::string plain = lower_case(name);
  std::ranges::replace_if(plain, [](char c) { return c == '/' || c == '.'; }, '_');
  const std::string_view key = std::string_view(plain).substr(plain.starts_with("bb_") ? 3 : 0);
  const auto found = table().by_name.find(key);
  return found == table().by_name.end() ? nullptr : &table().names[found->second];
}

const Function* find_function(std::string_view name) {
  const auto found = std::ranges::find(Functions, lower_case(name), &Function::name);
  return found == Functions.end() ? nullptr : &*found;
}

std::string did_you_mean(std::string_view word, std::span<const std::string_view> names) {
  const std::string lower = lower_case(word);
  unsigned least = unsigned(std::min<std::size_t>(lower.size(), 24) / 3) + 1;
  std::string_view nearest;
  for (const std::string_view name : names) {
    const unsigned n = edits(lower, name, least);
    if (n >= least) continue;
    least = n;
    nearest = name;
  }
  return nearest.empty() ? std::string() : " (did you mean " + std::string(nearest) + "?)";
}

std::span<const std::string_view> names() { return table().list; }
std::span<const std::string_view> function_names() { return FunctionNames; }

}  // namespace bitrook::query
