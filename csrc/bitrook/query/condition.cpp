// Conditions and matchers: what the header declares, built from the parser, the compiler and the evaluator.
#include "bitrook/query/condition.hpp"

#include <algorithm>
#include <bit>

#include "bitrook/query/program.hpp"

namespace bitrook::query {

std::optional<Error> Condition::parse(std::string_view text, Condition& condition) {
  auto program = std::make_shared<Program>();
  try {
    query::parse(text, *program);
    program->main = compile_condition(*program, program->root);
  } catch (Error& error) {
    return std::move(error);
  }
  condition.program_ = std::move(program);
  return std::nullopt;
}

const std::string& Condition::text() const { return program_->text; }
Facts Condition::facts() const { return program_->facts; }
Kind Condition::kind() const { return program_->nodes[program_->root].kind; }
const std::vector<Term>& Condition::terms() const { return program_->terms; }
std::size_t Condition::root() const { return program_->root; }

bool Condition::holds(const Moment& moment) const {
  BITROOK_ASSERT(!facts().sequence);
  return run(*program_, program_->parts[program_->main].code, moment) != 0;
}

Value Condition::evaluate(std::size_t term, const Moment& moment) const {
  BITROOK_ASSERT(!facts().sequence);
  std::vector<Instruction> code;
  Value value;
  if (!compile_value(*program_, term, code)) {
    value.missing = "too many nested operators";
    return value;
  }
  value.word = run(*program_, code, moment, nullptr, &value.missing);
  if (program_->nodes[term].kind == Kind::Truth) value.word = value.word != 0;
  if (program_->nodes[term].kind == Kind::Real) value.real = std::bit_cast<double>(value.word);
  return value;
}

Matcher::Matcher(const Condition& condition) : program_(condition.program_), memories_(program_->parts.size()) {
  start_game();
}

void Matcher::start_game() {
  progress_.assign(program_->sequences.size(), 0);
  results_.assign(program_->sequences.size(), 0);
}

bool Matcher::next(const Moment& moment) { return evaluate(program_->main, moment); }

bool Matcher::evaluate(std::size_t part, const Moment& moment) {
  const Part& p = program_->parts[part];
  if (!p.types.empty()) {
    Memory& m = memories_[part];
    bool is_same = m.is_known;
    std::size_t i = 0;
    for (const PieceType t : p.types) {
      for (const Color c : Colors) {
        const Bitboard pieces = moment.position().of(t, c);
        is_same &= pieces == m.pieces[i];
        m.pieces[i++] = pieces;
      }
    }
    if (!is_same) {
      m.truth = run(*program_, p.code, moment) != 0;
      m.is_known = true;
    }
    return m.truth;
  }
  // All of them, whatever the rest of the condition decides, because each must see every position.
  for (const std::size_t i : p.sequences) results_[i] = advance(i, moment);
  return run(*program_, p.code, moment, results_.data()) != 0;
}

bool Matcher::advance(std::size_t sequence, const Moment& moment) {
  const Sequence& s = program_->sequences[sequence];
  std::uint32_t& progress = progress_[sequence];
  if (s.plies != 0) {
    progress = evaluate(s.left, moment) ? std::min(progress + 1, s.plies) : 0;
    return progress == s.plies;
  }
  if (progress != 0) return evaluate(s.right, moment);
  progress = evaluate(s.left, moment);
  return false;
}

}  // namespace bitrook::query
