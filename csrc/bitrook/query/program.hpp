// The parts of a condition: the nodes that the parser creates, and the instructions that they are compiled to.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bitrook/query/condition.hpp"

namespace bitrook::query {

// What a node computes, or what an instruction does. An instruction replaces its operands on the stack by its result.
// Sets, integers and truth values take one 64-bit word; real numbers are stored by their bits.
enum class Op : std::uint8_t {
  Const,  // k
  // --- Sets of the position.
  Occupied,
  Empty,
  OfColor,  // k: the color
  Us,
  Them,
  OfType,   // k: the piece type
  OfPiece,  // k: the piece
  Promoted,
  CastlingRights,
  EnPassant,
  Checkers,
  Pinned,
  PassedPawns,
  IsolatedPawns,
  DoubledPawns,
  BackwardPawns,
  ConnectedPawns,
  OpenFiles,
  MoveFrom,
  MoveTo,
  // --- Numbers.
  Ply,
  HalfmoveClock,
  FullmoveNumber,
  Clock,
  Eval,
  // --- True or false.
  Check,
  Checkmate,
  Stalemate,
  Capture,
  IsMaterial,  // k: index in `materials`
  IsPosition,  // k: index in `positions`
  IsMove,      // k: index in `moves`
  IsNotMove,
  Sequence,  // k: index in `sequences`: the result of `for` or `then`, which was computed before
  // --- Others.
  Turn,     // the index of the color
  PieceOn,  // k: the square
  Move,     // never compiled: a part of IsMove
  Text,     // never compiled: an argument or a part of IsMove
  // --- Operators. Those from here to the functions of the position depend only on their operands.
  Complement,
  Negate,
  And,
  Or,
  Xor,
  ShiftLeft,
  ShiftRight,
  Add,
  Subtract,
  Multiply,
  Equal,
  NotEqual,
  Less,
  LessEqual,
  Greater,
  GreaterEqual,
  RealEqual,
  RealNotEqual,
  RealLess,
  RealLessEqual,
  RealGreater,
  RealGreaterEqual,
  ToReal,
  ToTruth,
  LogicalNot,
  // --- Functions of sets.
  Knight,
  King,
  WhitePawn,
  BlackPawn,
  Bishop,
  Rook,
  Queen,
  Between,
  Line,
  North,
  South,
  East,
  West,
  NorthEast,
  NorthWest,
  SouthEast,
  SouthWest,
  NorthFill,
  SouthFill,
  FlipVertical,
  FlipHorizontal,
  FlipDiagonal,
  FlipAntiDiagonal,
  First,
  Last,
  Lsb,
  Msb,
  Count,
  Files,
  Ranks,
  // --- Functions of the position and a set.
  Attacks,
  WhiteAttackers,
  BlackAttackers,
  Moves,
  // --- `& right` without a second value on the stack; k is that of the right operand.
  AndConst,
  AndOfColor,
  AndOfType,
  // --- Control flow: k is the target. They jump and keep the value, or remove it and continue.
  JumpIfFalse,
  JumpIfTrue,
  // --- Nodes that have a compiler of their own.
  LogicalAnd,
  LogicalOr,
  For,  // k: the number of positions
  Then,
};
constexpr bool depends_on_operands_only(Op op) { return op >= Op::Complement && op <= Op::Ranks; }

// Whether some operands or moments leave the result without a value.
constexpr bool is_partial(Op op) {
  switch (op) {
    case Op::Lsb:
    case Op::Msb:
    case Op::Between:
    case Op::Line:
    case Op::MoveFrom:
    case Op::MoveTo:
    case Op::Clock:
    case Op::Eval:
      return true;
    default:
      return false;
  }
}

struct Instruction {
  Op op;
  std::uint64_t k;
};
inline constexpr std::size_t MaxStack = 512;

struct Node {
  Op op = Op::Const;
  Kind kind = Kind::Set;
  bool constant = false;       // `k` is the value
  bool may_miss = false;       // the value may be missing
  bool parenthesized = false;  // so it is a single operand of the operator around it
  std::uint64_t k = 0;
  std::vector<std::size_t> args{};
  std::uint32_t cost = 1;  // a rough estimate, in operations on words
  Term term{};
};

// material("KRPkr*")
struct MaterialText {
  struct Side {
    std::array<std::uint8_t, 7> least{};  // by piece type
    unsigned total = 0;                   // pieces, including those of '?'
    bool more = false;                    // '*': or any larger number
  };
  std::array<Side, 2> sides;  // White's and Black's, or in either order
  bool either = false;
};

// position("FEN"); the fields that the text leaves out may be anything.
struct PositionText {
  Position position;
  unsigned fields;
  std::uint64_t key;
};

// move == "Bxh7+"
struct MoveText {
  std::string san;  // without the suffix
  char suffix = 0;  // '+', '#', or 0 if it may be either or none
  bool castling = false;
  bool drop = false;
  PieceType type = PieceType::None, promotion = PieceType::None;
  Square to = Square::None;
};

// Instructions for the truth of a condition, and the sequences that are evaluated before them.
struct Part {
  std::vector<std::size_t> sequences;
  std::vector<Instruction> code;
  // If the truth depends only on where the pieces of one or two types are, these types; otherwise empty.
  std::vector<PieceType> types;
};
// `left for N plies`, or `left then right`.
struct Sequence {
  std::uint32_t plies = 0;          // 0: then
  std::size_t left = 0, right = 0;  // parts
};

struct Program {
  std::string text;
  Facts facts;
  std::vector<Node> nodes;
  std::vector<Term> terms;
  std::size_t root = 0;
  std::vector<MaterialText> materials;
  std::vector<PositionText> positions;
  std::vector<MoveText> moves;
  std::vector<Part> parts;
  std::vector<Sequence> sequences;
  std::size_t main = 0;  // the part of the whole condition
};

// parser.cpp: fills in `text`, `facts`, `nodes`, `root` and the texts. Throws Error.
void parse(std::string_view text, Program& program);

// compiler.cpp: appends the parts and sequences for the truth of a node and returns its part, or the instructions for
// the value of a node. Returns false if they need too large a stack.
std::size_t compile_condition(Program& program, std::size_t node);
bool compile_value(const Program& program, std::size_t node, std::vector<Instruction>& code);

// evaluator.cpp: runs the instructions and returns the value that they leave on the stack. `missing` is set to the
// first reason why a value was missing. `results` are those of the sequences.
std::uint64_t run(const Program& program, std::span<const Instruction> code, const Moment& moment,
                  const std::uint8_t* results = nullptr, const char** missing = nullptr);

// names.cpp
struct Name {
  std::string_view name;
  Op op;
  Kind kind;
  std::uint64_t k = 0;
  std::uint32_t cost = 1;
};
enum class Arguments : std::uint8_t {
  Sets,
  Square,  // a single square that does not depend on the position
  Files,   // a letter a to h, or a set
  Ranks,   // a digit 1 to 8, or a set
  Text,
};
struct Function {
  std::string_view name;
  Op op;
  Kind kind = Kind::Set;
  unsigned least = 1, most = 1;  // arguments
  std::uint32_t cost = 2;
  Arguments arguments = Arguments::Sets;
};
// The name may start with "bb_" and have '/' or '.' instead of '_'; letters may have either case.
const Name* find_name(std::string_view name);
const Function* find_function(std::string_view name);
std::string lower_case(std::string_view text);
// " (did you mean X?)", or an empty text if none of the names is similar.
std::string did_you_mean(std::string_view word, std::span<const std::string_view> names);

}  // namespace bitrook::query
