// The compiler of conditions: turns nodes into instructions for a stack machine.
#include <algorithm>
#include <utility>

#include "bitrook/query/program.hpp"

namespace bitrook::query {

namespace {

class Compiler {
 public:
  // `program` receives parts and sequences, unless it is null.
  Compiler(const std::vector<Node>& nodes, Program* program, Part& part)
      : nodes_(nodes), program_(program), part_(part) {}

  void value(std::size_t i) {
    const Node& n = nodes_[i];
    if (n.constant) return add(Op::Const, n.k, 1);
    switch (n.op) {
      case Op::LogicalAnd:
        return connected(n, Op::JumpIfFalse);
      case Op::LogicalOr:
        return connected(n, Op::JumpIfTrue);
      case Op::LogicalNot:
        truth(n.args[0]);
        return add(Op::LogicalNot, 0, 0);
      case Op::For:
      case Op::Then:
        return sequence(n);
      case Op::IsMove:
      case Op::IsNotMove:
      case Op::IsMaterial:
      case Op::IsPosition:
      case Op::PieceOn:
        return add(n.op, n.k, 1);  // the arguments are in k
      default:
        break;
    }
    if (n.args.empty()) return add(n.op, n.k, 1);
    value(n.args[0]);
    if (n.op == Op::Bishop || n.op == Op::Rook || n.op == Op::Queen) {
      if (n.args.size() == 1) {
        add(Op::Const, 0, 1);
      } else {
        value(n.args[1]);
      }
      return add(n.op, 0, -1);
    }
    if (n.args.size() == 1) {
      if (n.op != Op::Or) add(n.op, n.k, 0);  // {e4} has only one operand
      return;
    }
    for (std::size_t k = 1; k < n.args.size(); ++k) {
      if (n.op == Op::And && intersected(nodes_[n.args[k]])) continue;
      value(n.args[k]);
      add(n.op, 0, -1);
    }
  }

  // Any value that is not 0 is true. A missing value becomes 0.
  void truth(std::size_t i) {
    value(i);
    if (nodes_[i].kind != Kind::Truth && nodes_[i].may_miss) add(Op::ToTruth, 0, 0);
  }

  bool fits() const { return deepest_ <= int(MaxStack); }

 private:
  bool intersected(const Node& right) {
    if (right.constant) {
      add(Op::AndConst, right.k, 0);
    } else if (right.op == Op::OfColor || right.op == Op::OfType) {
      add(right.op == Op::OfColor ? Op::AndOfColor : Op::AndOfType, right.k, 0);
    } else {
      return false;
    }
    return true;
  }

  void add(Op op, std::uint64_t k, int pushed) {
    part_.code.push_back({op, k});
    deepest_ = std::max(deepest_, depth_ += pushed);
  }

  // Evaluates the cheapest operand first. The order cannot change the result, because operands have no side effects.
  void connected(const Node& n, Op jump) {
    std::vector<std::size_t> order = n.args;
    std::ranges::sort(order, {}, [&](std::size_t i) { return std::pair(nodes_[i].cost, i); });
    std::vector<std::size_t> jumps;
    for (std::size_t k = 0; k < order.size(); ++k) {
      truth(order[k]);
      if (k + 1 == order.size()) break;
      jumps.push_back(part_.code.size());
      add(jump, 0, -1);
    }
    for (const std::size_t at : jumps) part_.code[at].k = part_.code.size();
  }

  void sequence(const Node& n) {
    Sequence made;
    if (program_) {
      made.plies = n.op == Op::For ? std::uint32_t(n.k) : 0;
      made.left = compile_condition(*program_, n.args[0]);
      if (n.op == Op::Then) made.right = compile_condition(*program_, n.args[1]);
      program_->sequences.push_back(made);
      part_.sequences.push_back(program_->sequences.size() - 1);
    }
    add(Op::Sequence, program_ ? program_->sequences.size() - 1 : 0, 1);
  }

  const std::vector<Node>& nodes_;
  Program* const program_;
  Part& part_;
  int depth_ = 0, deepest_ = 0;
};

// The types of pieces, at most two, whose squares and colors decide the value. Empty if it depends on anything else.
std::vector<PieceType> deciding_types(const std::vector<Instruction>& code) {
  std::vector<PieceType> types;
  const auto insert = [&](PieceType t) {
    if (std::ranges::find(types, t) == types.end()) types.push_back(t);
  };
  bool is_within = false;  // the value on top is a set of pieces of these types
  for (std::size_t i = 0; i < code.size(); ++i) {
    switch (code[i].op) {
      case Op::OfType:
        insert(PieceType(code[i].k));
        is_within = true;
        break;
      case Op::OfPiece:
        insert(type_of(Piece(code[i].k)));
        is_within = true;
        break;
      case Op::OfColor:  // white & pawns, white & file_d & pawns
        while (i + 1 < code.size() && code[i + 1].op == Op::AndConst) ++i;
        if (i + 1 == code.size() || code[i + 1].op != Op::AndOfType) return {};
        break;
      case Op::AndOfType:
        insert(PieceType(code[i].k));
        is_within = true;
        break;
      case Op::AndOfColor:
        if (!is_within) return {};
        break;
      case Op::AndConst:
        break;
      case Op::JumpIfFalse:
      case Op::JumpIfTrue:
      case Op::Const:
        is_within = false;
        break;
      default:
        if (!depends_on_operands_only(code[i].op)) return {};
        is_within = false;
    }
  }
  return types.size() <= 2 ? types : std::vector<PieceType>();
}

}  // namespace

std::size_t compile_condition(Program& program, std::size_t node) {
  Part part;
  Compiler compiler(program.nodes, &program, part);
  compiler.truth(node);
  if (!compiler.fits()) throw Error{"too many nested operators", 1};
  part.types = deciding_types(part.code);
  program.parts.push_back(std::move(part));
  return program.parts.size() - 1;
}

bool compile_value(const Program& program, std::size_t node, std::vector<Instruction>& code) {
  Part part;
  Compiler compiler(program.nodes, nullptr, part);
  compiler.value(node);
  code = std::move(part.code);
  return compiler.fits();
}

}  // namespace bitrook::query
