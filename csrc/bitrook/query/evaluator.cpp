// The evaluator of conditions: a stack machine on 64-bit words.
#include <bit>
#include <string_view>

#include "bitrook/base/fills.hpp"
#include "bitrook/base/flips.hpp"
#include "bitrook/game/outcome.hpp"
#include "bitrook/movegen/movegen.hpp"
#include "bitrook/notation/san.hpp"
#include "bitrook/query/program.hpp"
#include "bitrook/search/pawns.hpp"

namespace bitrook::query {

namespace {

// Calls f with the VariantPosition of the moment if it has one, and otherwise with its Position.
template <class F>
auto by_rules(const Moment& m, F f) {
  return m.variant() ? f(*m.variant()) : f(m.position());
}

template <class F>
Bitboard union_of(Bitboard squares, F f) {
  Bitboard all;
  for (const Square s : squares) all |= f(s);
  return all;
}

Bitboard pinned(const Moment& m) {
  if (m.variant() && !m.variant()->rules().has_pins()) return Bitboard();
  Bitboard pieces;
  for (const Color c : Colors) pieces |= m.position().blockers(c) & m.position().of(c);
  return pieces;
}

Bitboard target_squares(const Moment& m, Bitboard from) {
  Bitboard to;
  MoveList moves;
  by_rules(m, [&](const auto& p) { generate_legal(p, moves, Mask{from, Bitboard::all()}); });
  for (const Move move : moves) to |= Bitboard(move.to());
  return to;
}

// The union of a pattern for the pawns of each color.
template <class F>
Bitboard pawn_pattern(const Position& p, F f) {
  const Bitboard white = p.of(PieceType::Pawn, Color::White), black = p.of(PieceType::Pawn, Color::Black);
  return f(Color::White, white, black) | f(Color::Black, black, white);
}

bool has_material(const Position& p, Color c, const MaterialText::Side& side) {
  const unsigned n = p.of(c).count();
  if (side.more ? n < side.total : n != side.total) return false;
  for (const PieceType t : PieceTypes) {
    if (p.of(t, c).count() < side.least[index(t)]) return false;
  }
  return true;
}

bool is_material(const Position& p, const MaterialText& m) {
  const auto is = [&](Color first) {
    return has_material(p, first, m.sides[0]) && has_material(p, ~first, m.sides[1]);
  };
  return is(Color::White) || (m.either && is(Color::Black));
}

bool is_position(const Position& p, const PositionText& text) {
  const Position& other = text.position;
  if (!(p.placement() == other.placement())) return false;
  if (text.fields >= 2 && p.turn() != other.turn()) return false;
  if (text.fields >= 3 && p.castling_rights() != other.castling_rights()) return false;
  return text.fields < 4 || p.repetition_key() == text.key;
}

// Compares what is cheap first, so that the texts of few moves are compared.
bool is_move(const Moment& m, const MoveText& text) {
  const Position& before = m.before();
  const Move move = m.move();
  if (text.castling) {
    if (move.is_drop() || !is_castling(before, move)) return false;
  } else {
    if (move.to() != text.to || move.is_drop() != text.drop || move.promotion() != text.promotion) return false;
    if ((text.drop ? move.dropped() : before.type_at(move.from())) != text.type) return false;
  }
  char written[MaxSan];
  const std::size_t n =
      m.variant_before() ? write_san(*m.variant_before(), move, written) : write_san(before, move, written);
  std::string_view san(written, n);
  char suffix = 0;
  if (!san.empty() && (san.back() == '+' || san.back() == '#')) {
    suffix = san.back();
    san.remove_suffix(1);
  }
  return san == text.san && (text.suffix == 0 || text.suffix == suffix);
}

constexpr const char* NoMove = "no move led to this position";
constexpr const char* NoClock = "the clock is not known";
constexpr const char* NoEval = "the evaluation is not known";
constexpr const char* TwoSquares = "between and line take sets of a single square";

}  // namespace

std::uint64_t run(const Program& program, std::span<const Instruction> code, const Moment& moment,
                  const std::uint8_t* results, const char** missing) {
  const Position& p = moment.position();
  std::array<std::uint64_t, MaxStack + 1> stack;  // not initialized
  std::uint64_t* top = stack.data();              // the value on top; the first entry is below the stack
  bool undefined = false;                         // a value in the operands of the next comparison is missing

  const auto push = [&](std::uint64_t word) { *++top = word; };
  const auto push_set = [&](Bitboard set) { *++top = set.word(); };
  const auto miss = [&](const char* why) {
    undefined = true;
    if (missing && !*missing) *missing = why;
  };
  const auto decide = [&](bool truth) {  // replaces the top
    *top = truth && !undefined;
    undefined = false;
  };
  const auto set = [&] { return Bitboard(*top); };

  const Instruction* const begin = code.data();
  const Instruction* const end = begin + code.size();
  for (const Instruction* i = begin; i != end; ++i) {
    switch (i->op) {
      case Op::Const:
        push(i->k);
        break;
      case Op::Occupied:
        push_set(p.occupied());
        break;
      case Op::Empty:
        push_set(p.empty());
        break;
      case Op::OfColor:
        push_set(p.of(Color(i->k)));
        break;
      case Op::Us:
        push_set(p.of(p.turn()));
        break;
      case Op::Them:
        push_set(p.of(~p.turn()));
        break;
      case Op::OfType:
        push_set(p.of(PieceType(i->k)));
        break;
      case Op::OfPiece:
        push_set(p.of(Piece(i->k)));
        break;
      case Op::Promoted:
        push_set(p.promoted());
        break;
      case Op::CastlingRights:
        push_set(p.castling_rights());
        break;
      case Op::EnPassant:
        push_set(p.en_passant() == Square::None ? Bitboard() : Bitboard(p.en_passant()));
        break;
      case Op::Checkers:
        push_set(by_rules(moment, [](const auto& q) { return q.checkers(); }));
        break;
      case Op::Pinned:
        push_set(pinned(moment));
        break;
      case Op::PassedPawns:
        push_set(pawn_pattern(p, [](Color c, Bitboard own, Bitboard enemy) { return pawns::passed(c, own, enemy); }));
        break;
      case Op::IsolatedPawns:
        push_set(pawn_pattern(p, [](Color, Bitboard own, Bitboard) { return pawns::isolated(own); }));
        break;
      case Op::DoubledPawns:
        push_set(pawn_pattern(p, [](Color c, Bitboard own, Bitboard) { return pawns::doubled(c, own); }));
        break;
      case Op::BackwardPawns:
        push_set(pawn_pattern(p, [](Color c, Bitboard own, Bitboard enemy) { return pawns::backward(c, own, enemy); }));
        break;
      case Op::ConnectedPawns:
        push_set(pawn_pattern(p, [](Color c, Bitboard own, Bitboard) { return pawns::connected(c, own); }));
        break;
      case Op::OpenFiles:
        push_set(~file_fill(p.of(PieceType::Pawn)));
        break;
      case Op::MoveFrom:
        if (!moment.has_move()) miss(NoMove);
        // A null move has no squares, and a drop has no origin.
        push_set(moment.move().is_null() || moment.move().is_drop() ? Bitboard() : Bitboard(moment.move().from()));
        break;
      case Op::MoveTo:
        if (!moment.has_move()) miss(NoMove);
        push_set(moment.move().is_null() ? Bitboard() : Bitboard(moment.move().to()));
        break;
      case Op::Ply:
        push(2 * (std::uint64_t{p.fullmove_number()} - 1) + index(p.turn()));
        break;
      case Op::HalfmoveClock:
        push(p.halfmove_clock());
        break;
      case Op::FullmoveNumber:
        push(p.fullmove_number());
        break;
      case Op::Clock:
        if (moment.clock != moment.clock) miss(NoClock);
        push(std::bit_cast<std::uint64_t>(moment.clock));
        break;
      case Op::Eval:
        if (moment.eval != moment.eval) miss(NoEval);
        push(std::bit_cast<std::uint64_t>(moment.eval));
        break;
      case Op::Check:
        push(by_rules(moment, [](const auto& q) { return q.is_check(); }));
        break;
      case Op::Checkmate:
        push(by_rules(moment, [](const auto& q) { return is_checkmate(q); }));
        break;
      case Op::Stalemate:
        push(by_rules(moment, [](const auto& q) { return is_stalemate(q); }));
        break;
      case Op::Capture:
        push(moment.has_move() && !moment.move().is_null() && !moment.move().is_drop() &&
             is_capture(moment.before(), moment.move()));
        break;
      case Op::IsMaterial:
        push(is_material(p, program.materials[i->k]));
        break;
      case Op::IsPosition:
        push(is_position(p, program.positions[i->k]));
        break;
      case Op::IsMove:
        push(moment.has_move() && is_move(moment, program.moves[i->k]));
        break;
      case Op::IsNotMove:
        push(moment.has_move() && !is_move(moment, program.moves[i->k]));
        break;
      case Op::Sequence:
        push(results[i->k]);
        break;
      case Op::Turn:
        push(index(p.turn()));
        break;
      case Op::PieceOn:
        push(index(p.piece_at(Square(i->k))));
        break;
      case Op::Complement:
        *top = ~*top;
        break;
      case Op::Negate:
        *top = 0 - *top;
        break;
      case Op::And:
        --top;
        *top &= top[1];
        break;
      case Op::Or:
        --top;
        *top |= top[1];
        break;
      case Op::Xor:
        --top;
        *top ^= top[1];
        break;
      case Op::ShiftLeft:
        --top;
        *top = top[1] < 64 ? *top << top[1] : 0;
        break;
      case Op::ShiftRight:
        --top;
        *top = top[1] < 64 ? *top >> top[1] : 0;
        break;
      case Op::Add:
        --top;
        *top += top[1];
        break;
      case Op::Subtract:
        --top;
        *top -= top[1];
        break;
      case Op::Multiply:
        --top;
        *top *= top[1];
        break;
      case Op::Equal:
        --top;
        decide(top[0] == top[1]);
        break;
      case Op::NotEqual:
        --top;
        decide(top[0] != top[1]);
        break;
      case Op::Less:
        --top;
        decide(std::int64_t(top[0]) < std::int64_t(top[1]));
        break;
      case Op::LessEqual:
        --top;
        decide(std::int64_t(top[0]) <= std::int64_t(top[1]));
        break;
      case Op::Greater:
        --top;
        decide(std::int64_t(top[0]) > std::int64_t(top[1]));
        break;
      case Op::GreaterEqual:
        --top;
        decide(std::int64_t(top[0]) >= std::int64_t(top[1]));
        break;
      case Op::RealEqual:
        --top;
        decide(std::bit_cast<double>(top[0]) == std::bit_cast<double>(top[1]));
        break;
      case Op::RealNotEqual:
        --top;
        decide(std::bit_cast<double>(top[0]) != std::bit_cast<double>(top[1]));
        break;
      case Op::RealLess:
        --top;
        decide(std::bit_cast<double>(top[0]) < std::bit_cast<double>(top[1]));
        break;
      case Op::RealLessEqual:
        --top;
        decide(std::bit_cast<double>(top[0]) <= std::bit_cast<double>(top[1]));
        break;
      case Op::RealGreater:
        --top;
        decide(std::bit_cast<double>(top[0]) > std::bit_cast<double>(top[1]));
        break;
      case Op::RealGreaterEqual:
        --top;
        decide(std::bit_cast<double>(top[0]) >= std::bit_cast<double>(top[1]));
        break;
      case Op::ToReal:
        *top = std::bit_cast<std::uint64_t>(double(std::int64_t(*top)));
        break;
      case Op::ToTruth:
        decide(*top != 0);
        break;
      case Op::LogicalNot:
        *top = *top == 0;
        break;
      case Op::Knight:
        *top = knight_attacks(set()).word();
        break;
      case Op::King:
        *top = union_of(set(), [](Square s) { return king_attacks(s); }).word();
        break;
      case Op::WhitePawn:
        *top = pawn_attacks(Color::White, set()).word();
        break;
      case Op::BlackPawn:
        *top = pawn_attacks(Color::Black, set()).word();
        break;
      case Op::Bishop:
        --top;
        *top = union_of(set(), [&](Square s) { return bishop_attacks(s, Bitboard(top[1])); }).word();
        break;
      case Op::Rook:
        --top;
        *top = union_of(set(), [&](Square s) { return rook_attacks(s, Bitboard(top[1])); }).word();
        break;
      case Op::Queen:
        --top;
        *top = union_of(set(), [&](Square s) { return queen_attacks(s, Bitboard(top[1])); }).word();
        break;
      case Op::Between:
      case Op::Line: {
        --top;
        const Bitboard a(top[0]), b(top[1]);
        if (a.count() != 1 || b.count() != 1) {
          miss(TwoSquares);
          *top = 0;
        } else {
          *top = (i->op == Op::Between ? between(a.first(), b.first()) : line(a.first(), b.first())).word();
        }
        break;
      }
      case Op::North:
        *top = shifted<Direction::North>(set()).word();
        break;
      case Op::South:
        *top = shifted<Direction::South>(set()).word();
        break;
      case Op::East:
        *top = shifted<Direction::East>(set()).word();
        break;
      case Op::West:
        *top = shifted<Direction::West>(set()).word();
        break;
      case Op::NorthEast:
        *top = shifted<Direction::NorthEast>(set()).word();
        break;
      case Op::NorthWest:
        *top = shifted<Direction::NorthWest>(set()).word();
        break;
      case Op::SouthEast:
        *top = shifted<Direction::SouthEast>(set()).word();
        break;
      case Op::SouthWest:
        *top = shifted<Direction::SouthWest>(set()).word();
        break;
      case Op::NorthFill:
        *top = north_fill(set()).word();
        break;
      case Op::SouthFill:
        *top = south_fill(set()).word();
        break;
      case Op::FlipVertical:
        *top = flipped_vertical(set()).word();
        break;
      case Op::FlipHorizontal:
        *top = flipped_horizontal(set()).word();
        break;
      case Op::FlipDiagonal:
        *top = flipped_diagonal(set()).word();
        break;
      case Op::FlipAntiDiagonal:
        *top = flipped_anti_diagonal(set()).word();
        break;
      case Op::First:
        *top = set().isolated_first().word();
        break;
      case Op::Last:
        *top = *top ? Bitboard(set().last()).word() : 0;
        break;
      case Op::Lsb:
        *top ? void(*top = index(set().first())) : miss("lsb takes a set that is not empty");
        break;
      case Op::Msb:
        *top ? void(*top = index(set().last())) : miss("msb takes a set that is not empty");
        break;
      case Op::Count:
        *top = set().count();
        break;
      case Op::Files:
        *top = file_fill(set()).word();
        break;
      case Op::Ranks:
        *top = (fill(set(), Direction::East) | fill(set(), Direction::West)).word();
        break;
      case Op::Attacks:
        *top = union_of(set() & p.occupied(), [&](Square s) { return p.attacks_from(s); }).word();
        break;
      case Op::WhiteAttackers:
        *top = union_of(set(), [&](Square s) { return p.attackers(Color::White, s); }).word();
        break;
      case Op::BlackAttackers:
        *top = union_of(set(), [&](Square s) { return p.attackers(Color::Black, s); }).word();
        break;
      case Op::Moves:
        *top = target_squares(moment, set()).word();
        break;
      case Op::AndConst:
        *top &= i->k;
        break;
      case Op::AndOfColor:
        *top &= p.of(Color(i->k)).word();
        break;
      case Op::AndOfType:
        *top &= p.of(PieceType(i->k)).word();
        break;
      case Op::JumpIfFalse:
        if (*top == 0) {
          i = begin + i->k - 1;
        } else {
          --top;
        }
        break;
      case Op::JumpIfTrue:
        if (*top != 0) {
          i = begin + i->k - 1;
        } else {
          --top;
        }
        break;
      case Op::Move:
      case Op::Text:
        push(0);  // `bitrook bitboard --steps` shows no value
        break;
      case Op::LogicalAnd:
      case Op::LogicalOr:
      case Op::For:
      case Op::Then:
        break;  // compiled to other instructions
    }
  }
  return *top;
}

}  // namespace bitrook::query
