// The parser of conditions: precedence climbing, with a kind for each term.
#include <algorithm>
#include <charconv>
#include <optional>

#include "bitrook/base/characters.hpp"
#include "bitrook/base/names.hpp"
#include "bitrook/notation/fen.hpp"
#include "bitrook/query/program.hpp"

namespace bitrook::query {

namespace {

struct Token {
  enum class Type : std::uint8_t { End, Word, Number, Text, Symbol };
  Type type;
  std::string_view text;
  std::size_t at;
  bool is(std::string_view symbol) const { return type == Type::Symbol && text == symbol; }
  bool is_word(std::string_view word) const { return type == Type::Word && lower_case(text) == word; }
};

constexpr std::array<std::string_view, 9> Keywords{"and", "or", "not", "for", "then", "plies", "ply", "true", "false"};
// Tags that are not names of conditions as well, as `white` is.
constexpr std::array<std::string_view, 14> Tags{"blackelo",    "blacktitle", "date",     "eco",       "event",
                                                "opening",     "result",     "round",    "site",      "termination",
                                                "timecontrol", "variant",    "whiteelo", "whitetitle"};
// Longer symbols come first.
constexpr std::array<std::string_view, 22> Symbols{"<<", ">>", "==", "!=", "<=", ">=", "<", ">", "-", "~", "&",
                                                   "|",  "^",  "+",  "*",  "(",  ")",  "{", "}", ",", "",  ""};

std::string quoted(std::string_view text) { return "'" + std::string(text) + "'"; }

std::string_view description(Kind kind) {
  switch (kind) {
    case Kind::Set:
      return "a set";
    case Kind::Number:
    case Kind::Real:
      return "a number";
    case Kind::Truth:
      return "true or false";
    case Kind::Piece:
      return "a piece";
    case Kind::Side:
      return "a side";
    case Kind::Text:
      return "a text";
  }
  return "";
}

// Binary operators on words, with the precedence that they have in Python; a higher number binds more tightly.
struct Operator {
  std::string_view symbol;
  Op op;
  int precedence;
};
constexpr std::array Operators{Operator{"|", Op::Or, 1},          Operator{"^", Op::Xor, 2},
                               Operator{"&", Op::And, 3},         Operator{"<<", Op::ShiftLeft, 4},
                               Operator{">>", Op::ShiftRight, 4}, Operator{"+", Op::Add, 5},
                               Operator{"-", Op::Subtract, 5},    Operator{"*", Op::Multiply, 6}};
struct Comparison {
  std::string_view symbol;
  Op op, real;
};
constexpr std::array Comparisons{
    Comparison{"==", Op::Equal, Op::RealEqual},    Comparison{"!=", Op::NotEqual, Op::RealNotEqual},
    Comparison{"<", Op::Less, Op::RealLess},       Comparison{"<=", Op::LessEqual, Op::RealLessEqual},
    Comparison{">", Op::Greater, Op::RealGreater}, Comparison{">=", Op::GreaterEqual, Op::RealGreaterEqual}};

template <class Table>
auto find_symbol(const Table& table, const Token& token) -> const typename Table::value_type* {
  if (token.type != Token::Type::Symbol) return nullptr;
  const auto found = std::ranges::find(table, token.text, &Table::value_type::symbol);
  return found == table.end() ? nullptr : &*found;
}

class Parser {
 public:
  explicit Parser(Program& program) : program_(program), text_(program.text) {
    if (text_.size() > MaxLength) fail("longer than " + std::to_string(MaxLength) + " characters", MaxLength);
    read_tokens();
  }

  void parse() {
    program_.root = sequence();
    if (token().type != Token::Type::End) fail("unexpected " + quoted(token().text) + hint_for_symbol(), token().at);
    require_condition(program_.root);
  }

 private:
  using Index = std::size_t;

  [[noreturn]] void fail(std::string message, std::size_t at) const {
    const std::string_view before = text_.substr(0, at);
    const auto characters = std::ranges::count_if(before, [](char c) { return (c & 0xC0) != 0x80; });
    throw Error{std::move(message), std::size_t(characters) + 1};
  }
  [[noreturn]] void fail(std::string message, const Node& node) const { fail(std::move(message), node.term.begin); }

  // --- Tokens.

  void read_tokens() {
    std::size_t at = 0;
    const auto while_true = [&](auto accepts) {
      while (at < text_.size() && accepts(text_[at])) ++at;
    };
    for (;;) {
      while_true(is_space);
      const std::size_t start = at;
      if (at == text_.size()) break;
      const char c = text_[at];
      Token::Type type = Token::Type::Symbol;
      if (is_letter(c)) {
        type = Token::Type::Word;
        while_true([](char d) { return is_letter(d) || is_digit(d) || d == '_' || d == '/' || d == '.'; });
      } else if (is_digit(c)) {
        type = Token::Type::Number;
        const char base = at + 1 < text_.size() && c == '0' ? text_[at + 1] : ' ';
        if (base == 'x' || base == 'X') {
          at += 2;
          while_true(
              [](char d) { return is_digit(d) || (d >= 'a' && d <= 'f') || (d >= 'A' && d <= 'F') || d == '_'; });
        } else if (base == 'b' || base == 'B') {
          at += 2;
          while_true([](char d) { return d == '0' || d == '1' || d == '_'; });
        } else {
          while_true(is_digit);
          if (at + 1 < text_.size() && text_[at] == '.' && is_digit(text_[at + 1])) {
            ++at;
            while_true(is_digit);
          }
        }
      } else if (c == '"' || c == '\'') {
        type = Token::Type::Text;
        at = text_.find(c, at + 1);
        if (at == text_.npos) fail("the text is not closed", start);
        ++at;
      } else {
        const auto symbol = std::ranges::find_if(
            Symbols, [&](std::string_view s) { return !s.empty() && text_.substr(at).starts_with(s); });
        if (symbol == Symbols.end()) {
          std::size_t end = at + 1;
          while (end < text_.size() && (text_[end] & 0xC0) == 0x80) ++end;  // the whole character
          const char next = end < text_.size() ? text_[end] : ' ';
          const std::string_view hint = c == '=' && next == '>'   ? " (did you mean >=?)"
                                        : c == '=' && next == '<' ? " (did you mean <=?)"
                                        : c == '='                ? " (did you mean ==?)"
                                        : c == '!'                ? " (did you mean not?)"
                                                                  : "";
          fail("unexpected " + quoted(text_.substr(at, end - at)) + std::string(hint), at);
        }
        at += symbol->size();
      }
      tokens_.push_back({type, text_.substr(start, at - start), start});
    }
    std::size_t end = text_.size();
    while (end > 0 && is_space(text_[end - 1])) --end;
    tokens_.push_back({Token::Type::End, {}, end});
  }

  const Token& token() const { return tokens_[at_]; }
  std::size_t end() const { return tokens_[at_ - 1].at + tokens_[at_ - 1].text.size(); }  // of the last token
  void expect(std::string_view symbol) {
    if (!token().is(symbol)) fail("expected " + quoted(symbol) + hint_for_symbol(), token().at);
    ++at_;
  }
  // Words that other languages use.
  std::string hint_for_symbol() const {
    const Token& t = token();
    const bool doubled = at_ > 0 && t.type == Token::Type::Symbol && tokens_[at_ - 1].is(t.text);
    if (doubled && t.is("&")) return " (did you mean and?)";
    if (doubled && t.is("|")) return " (did you mean or?)";
    const bool known = std::ranges::find(Keywords, lower_case(t.text)) != Keywords.end();
    return t.type == Token::Type::Word && !known ? did_you_mean(t.text, Keywords) : "";
  }

  // --- Nodes.

  Node& node(Index i) { return program_.nodes[i]; }

  Index add(Node made, std::size_t begin) {
    made.term.begin = begin;
    made.term.end = end();
    bool constant = depends_on_operands_only(made.op);
    made.may_miss = is_partial(made.op);
    for (const Index arg : made.args) {
      made.cost += node(arg).cost;
      made.may_miss |= node(arg).may_miss;
      constant &= node(arg).constant;
    }
    if (made.op == Op::Const) constant = true;
    made.constant = constant;
    program_.nodes.push_back(std::move(made));
    const Index i = program_.nodes.size() - 1;
    fold(i);
    return i;
  }
  // Computes the value of a node if it does not depend on the position and is defined.
  void fold(Index i) {
    if (!node(i).constant || node(i).op == Op::Const) return;
    std::vector<Instruction> code;
    static const Moment any(Position::start());
    const char* missing = nullptr;
    node(i).constant = false;
    if (!compile_value(program_, i, code)) return;
    const std::uint64_t value = run(program_, code, any, nullptr, &missing);
    if (missing) return;
    node(i).k = value;
    node(i).constant = true;
    node(i).cost = 1;
  }
  Index binary_node(Op op, Kind kind, std::string_view name, Index left, Index right) {
    Node made{.op = op, .kind = kind, .args = {left, right}};
    made.term.operator_name = name;
    return add(std::move(made), node(left).term.begin);
  }
  Index unary_node(Op op, Kind kind, std::string_view name, Index arg, std::size_t begin) {
    Node made{.op = op, .kind = kind, .args = {arg}};
    made.term.operator_name = name;
    return add(std::move(made), begin);
  }
  // Adds an operand to `a op b`, so that it becomes one term with three parts. Returns false if it is another term.
  bool append(Index left, Op op, Index right) {
    Node& n = node(left);
    if (n.op != op || n.args.size() < 2 || n.parenthesized) return false;
    n.args.push_back(right);
    n.term.end = end();
    n.cost += node(right).cost;
    n.may_miss |= node(right).may_miss;
    n.constant &= node(right).constant;
    fold(left);
    return true;
  }

  void require_word(Index i, std::string_view of) {
    const Node& n = node(i);
    if (n.kind == Kind::Set || n.kind == Kind::Number) return;
    std::string hint;
    if (n.kind == Kind::Truth) {
      hint = of == "~" ? "; use `not`" : of == "&" ? "; use `and`" : of == "|" ? "; use `or`" : "";
    } else if (n.kind == Kind::Real) {
      hint = "; clock, eval and decimals can only be compared";
    } else if (n.kind == Kind::Piece && n.op == Op::Const && is_file_letter(text_[n.term.begin])) {
      hint = "; the file is file(" + std::string(text_.substr(n.term.begin, 1)) + ")";
    }
    const std::string_view what = n.kind == Kind::Real ? "a decimal number" : description(n.kind);
    fail("expected a set or an integer, found " + std::string(what) + hint, n);
  }
  void require_condition(Index i) {
    const Node& n = node(i);
    if (n.kind == Kind::Set || n.kind == Kind::Number || n.kind == Kind::Truth) return;
    std::string hint;
    if (n.op == Op::Turn) hint = "; compare it: turn == white";
    if (n.op == Op::PieceOn) hint = "; compare it: piece(e4) == N";
    if (n.op == Op::Move) hint = "; compare it: move == \"Nf3\"";
    if (n.op == Op::Clock || n.op == Op::Eval) hint = "; compare it: " + std::string(n.term.name) + " < 30";
    fail("expected a condition, found " + std::string(description(n.kind)) + hint, n);
  }

  // `A or B for 8 plies` would be true for 8 positions that alternate between A and B, which is rarely what is meant.
  void require_no_or(Index i, std::size_t at) {
    if (node(i).op != Op::LogicalOr || node(i).parenthesized) return;
    fail("'or' next to 'for' or 'then' needs parentheses: (A for 8 plies) or (B for 8 plies), (A or B) then C", at);
  }

  // --- The grammar, from the loosest operator to the tightest.

  Index sequence() {  // a then b then c
    Index left = lasting();
    while (token().is_word("then")) {
      const std::size_t at = token().at;
      require_condition(left);
      require_no_or(left, at);
      ++at_;
      const Index right = lasting();
      require_condition(right);
      require_no_or(right, at);
      left = binary_node(Op::Then, Kind::Truth, "then", left, right);
      program_.facts.sequence = true;
    }
    return left;
  }

  Index lasting() {  // a for 8 plies
    Index i = disjunction();
    while (token().is_word("for")) {
      require_condition(i);
      require_no_or(i, token().at);
      ++at_;
      const Token count = token();
      std::uint64_t plies = 0;
      if (count.type == Token::Type::Number) plies = integer(count);
      if (count.type != Token::Type::Number || plies == 0 || plies > MaxPlies) {
        fail("expected a number from 1 to " + std::to_string(MaxPlies), count.at);
      }
      ++at_;
      if (!token().is_word("plies") && !token().is_word("ply")) fail("expected 'plies'", token().at);
      ++at_;
      if (token().is_word("and") || token().is_word("or"))
        fail("'for' next to " + quoted(token().text) + " needs parentheses: (A for 8 plies) " +
                 lower_case(token().text) + " B",
             token().at);
      Node made{.op = Op::For, .kind = Kind::Truth, .k = plies, .args = {i}};
      made.term.operator_name = "for";
      i = add(std::move(made), node(i).term.begin);
      program_.facts.sequence = true;
    }
    return i;
  }

  Index disjunction() {
    return connected("or", Op::LogicalOr, [this] { return conjunction(); });
  }
  Index conjunction() {
    return connected("and", Op::LogicalAnd, [this] { return negation(); });
  }
  template <class Operand>
  Index connected(std::string_view word, Op op, Operand operand) {
    Index left = operand();
    while (token().is_word(word)) {
      require_condition(left);
      ++at_;
      const Index right = operand();
      require_condition(right);
      if (!append(left, op, right)) left = binary_node(op, Kind::Truth, word, left, right);
    }
    return left;
  }

  Index negation() {
    if (!token().is_word("not")) return comparison();
    const std::size_t begin = token().at;
    enter();
    ++at_;
    const Index i = negation();
    require_condition(i);
    --depth_;
    return unary_node(Op::LogicalNot, Kind::Truth, "not", i, begin);
  }

  Index comparison() {  // a < b <= c is a < b and b <= c
    const Index first = binary(0);
    const Comparison* c = find_symbol(Comparisons, token());
    if (!c) return first;
    std::optional<Index> all;
    for (Index left = first; c; c = find_symbol(Comparisons, token())) {
      const std::size_t at = token().at;
      ++at_;
      const Index right = binary(0);
      const Index one = compared(*c, left, right, at);
      if (!all) {
        all = one;
      } else if (!append(*all, Op::LogicalAnd, one)) {
        all = binary_node(Op::LogicalAnd, Kind::Truth, "and", *all, one);
      }
      left = right;
    }
    return *all;
  }

  // The node of a comparison whose operator is at `at`. Converts operands to the same kind.
  Index compared(const Comparison& c, Index left, Index right, std::size_t at) {
    const bool equality = c.op == Op::Equal || c.op == Op::NotEqual;
    const auto either = [&](Op op) { return node(left).op == op || node(right).op == op; };
    const auto number_like = [&](Index i) { return node(i).kind == Kind::Number || node(i).kind == Kind::Real; };
    // `white`, `black` and `none` are sets, except next to a side or a piece.
    if (either(Op::Turn)) {
      for (const Index i : {left, right}) {
        Node& n = node(i);
        if (n.kind == Kind::Side) continue;
        if (n.op != Op::OfColor || n.parenthesized) fail("expected white or black", n);
        n = {.op = Op::Const, .kind = Kind::Side, .constant = true, .k = n.k, .term = n.term};
      }
    }
    if (either(Op::PieceOn)) {
      for (const Index i : {left, right}) {
        Node& n = node(i);
        if (n.kind == Kind::Piece) continue;
        if (n.term.name != "none") fail("expected a piece (PNBRQK for White, pnbrqk for Black) or none", n);
        n.kind = Kind::Piece;  // its word is 0, as that of Piece::None
      }
    }
    const Kind a = node(left).kind, b = node(right).kind;
    if (either(Op::Move)) return move_compared(c, left, right, at);
    for (const Index i : {left, right}) {
      if (node(i).kind == Kind::Text) fail("a text can only be compared with move", node(i));
      if (node(i).kind == Kind::Truth) fail("a condition cannot be compared; use `and`, `or` and `not`", node(i));
    }
    const auto word = [&](Index i) {
      return std::string(text_.substr(node(i).term.begin, node(i).term.end - node(i).term.begin));
    };
    if (number_like(left) && number_like(right)) {
      if (a == Kind::Real || b == Kind::Real) {
        for (Index* i : {&left, &right}) {
          if (node(*i).kind == Kind::Number) *i = converted(*i);
        }
        return binary_node(c.real, Kind::Truth, c.symbol, left, right);
      }
      for (const Index i : {left, right}) {
        if (node(i).op == Op::Const && node(i).k >> 63 != 0)
          fail("comparisons are limited to numbers below 2^63", node(i));
      }
      return binary_node(c.op, Kind::Truth, c.symbol, left, right);
    }
    const bool sets = (a == Kind::Set || (a == Kind::Number && node(left).constant)) &&
                      (b == Kind::Set || (b == Kind::Number && node(right).constant));
    if (a != b && !sets) {
      const Index set = a == Kind::Set ? left : right;
      const std::string hint =
          node(set).kind == Kind::Set && (a != Kind::Piece && b != Kind::Piece && a != Kind::Side && b != Kind::Side)
              ? "; did you mean count(" + word(set) + ")?"
              : "";
      fail("cannot compare " + std::string(description(a)) + " with " + std::string(description(b)) + hint, at);
    }
    if (!equality) {
      const Index set = a == Kind::Set ? left : right;
      const std::string hint = node(set).kind == Kind::Set ? "; did you mean count(" + word(set) + ")?" : "";
      fail(quoted(c.symbol) + " compares numbers" + hint, at);
    }
    return binary_node(c.op, Kind::Truth, c.symbol, left, right);
  }

  // A number as a real number, which takes the place of the number among the terms.
  Index converted(Index i) {
    Node made{.op = Op::ToReal, .kind = Kind::Real, .args = {i}};
    made.term = node(i).term;
    made.cost = node(i).cost + 1;
    made.may_miss = node(i).may_miss;
    made.constant = node(i).constant;
    program_.nodes.push_back(std::move(made));
    fold(program_.nodes.size() - 1);
    return program_.nodes.size() - 1;
  }

  Index move_compared(const Comparison& c, Index left, Index right, std::size_t at) {
    const Index text = node(left).op == Op::Move ? right : left;
    if (node(text).op != Op::Text) fail("move can only be compared with a text such as \"Nf3\"", node(text));
    if (c.op != Op::Equal && c.op != Op::NotEqual) fail("move can only be compared by == and !=", at);
    program_.moves.push_back(move_text(node(text)));
    program_.facts.move = true;
    Node made{.op = c.op == Op::Equal ? Op::IsMove : Op::IsNotMove, .kind = Kind::Truth};
    made.k = program_.moves.size() - 1;
    made.cost = 3;
    made.term.operator_name = c.symbol;
    made.args = {left, right};
    return add(std::move(made), node(left).term.begin);
  }

  Index binary(int least) {
    Index left = unary();
    for (const Operator* o; (o = find_symbol(Operators, token())) && o->precedence > least;) {
      require_word(left, o->symbol);
      ++at_;
      const Index right = binary(o->precedence);
      require_word(right, o->symbol);
      // a & b & c has three operands, but a << 1 << 2 has two, a << 1 and 2.
      const bool shifts = o->op == Op::ShiftLeft || o->op == Op::ShiftRight;
      const bool constant = node(left).constant && node(right).constant;
      // 1 << lsb(pawns) is a set.
      const bool numbers = node(left).kind == Kind::Number && (shifts ? constant : node(right).kind == Kind::Number);
      const Kind kind = numbers ? Kind::Number : Kind::Set;
      if (!shifts && append(left, o->op, right)) {
        node(left).kind = kind;
      } else {
        left = binary_node(o->op, kind, o->symbol, left, right);
      }
    }
    return left;
  }

  void enter() {
    if (++depth_ > MaxDepth) fail("nested deeper than " + std::to_string(MaxDepth), token().at);
  }

  Index unary() {
    const Token first = token();
    enter();
    ++at_;
    const Index i = primary(first);
    --depth_;
    return i;
  }

  Index primary(const Token& first) {
    switch (first.type) {
      case Token::Type::Number:
        return number(first);
      case Token::Type::Word:
        return word(first);
      case Token::Type::Text: {
        Node made{.op = Op::Text, .kind = Kind::Text};
        return add(std::move(made), first.at);
      }
      case Token::Type::Symbol:
        if (first.is("~") || first.is("-")) return complement_or_negation(first);
        if (first.is("(")) {
          const Index i = sequence();
          expect(")");
          node(i).term.begin = first.at;
          node(i).term.end = end();
          node(i).parenthesized = true;
          return i;
        }
        if (first.is("{")) return listed(first);
        break;
      case Token::Type::End:
        break;
    }
    --at_;
    fail(first.text.empty() ? "expected a set" : "expected a set, not " + quoted(first.text) + hint_for_symbol(),
         first.at);
  }

  Index complement_or_negation(const Token& sign) {
    const Index i = unary();
    if (sign.is("-") && node(i).kind == Kind::Real && node(i).op == Op::Const) {
      node(i).k ^= std::uint64_t{1} << 63;  // the sign bit
      node(i).term.begin = sign.at;
      return i;
    }
    require_word(i, sign.text);
    return unary_node(sign.is("~") ? Op::Complement : Op::Negate, node(i).kind, sign.text, i, sign.at);
  }

  Index listed(const Token& brace) {  // {a1 b2, c3}
    Node made{.op = Op::Or};
    while (!token().is("}")) {
      if (token().is(",")) ++at_;
      const Index i = binary(0);
      require_word(i, "{");
      made.args.push_back(i);
    }
    ++at_;
    if (made.args.empty()) made.op = Op::Const;
    made.parenthesized = true;
    return add(std::move(made), brace.at);
  }

  std::uint64_t integer(const Token& t) const {
    std::string digits(t.text);
    std::erase(digits, '_');
    const bool hexadecimal = digits.starts_with("0x") || digits.starts_with("0X");
    const bool binary = digits.starts_with("0b") || digits.starts_with("0B");
    const char* begin = digits.data() + (hexadecimal || binary ? 2 : 0);
    const char* last = digits.data() + digits.size();
    std::uint64_t value = 0;
    const auto [stop, error] = std::from_chars(begin, last, value, hexadecimal ? 16 : binary ? 2 : 10);
    if (error == std::errc::result_out_of_range) fail("more than 64 bits", t.at);
    if (error != std::errc() || stop != last) fail("not a number " + quoted(t.text), t.at);
    return value;
  }

  Index number(const Token& t) {
    Node made{.op = Op::Const, .kind = Kind::Number};
    if (t.text.find('.') == t.text.npos) {
      made.k = integer(t);
    } else {
      made.kind = Kind::Real;
      made.k = decimal(t);
    }
    return add(std::move(made), t.at);
  }
  // The bits of a number such as 2.5. Up to 15 digits give the nearest double, because both integers are exact.
  std::uint64_t decimal(const Token& t) const {
    const std::size_t point = t.text.find('.');
    const std::size_t places = t.text.size() - point - 1;
    if (t.text.size() > 16) fail("more than 15 digits", t.at);
    std::uint64_t value = 0, scale = 1;
    for (const char c : t.text) {
      if (c != '.') value = 10 * value + std::uint64_t(c - '0');
    }
    for (std::size_t i = 0; i < places; ++i) scale *= 10;
    return std::bit_cast<std::uint64_t>(double(value) / double(scale));
  }

  Index word(const Token& t) {
    if (token().is("(")) return call(t);
    if (t.text.size() == 1) {
      const char c = t.text[0];
      const bool black = c >= 'a';
      const PieceType type = type_named(black ? c : to_lower(c));
      if (type != PieceType::None) {
        Node made{.op = Op::Const, .kind = Kind::Piece};
        made.k = index(make_piece(type, black ? Color::Black : Color::White));
        return add(std::move(made), t.at);
      }
    }
    const std::string lower = lower_case(t.text);
    if (lower == "true" || lower == "false") {
      Node made{.op = Op::Const, .kind = Kind::Truth, .k = lower == "true"};
      return add(std::move(made), t.at);
    }
    if (std::ranges::find(Keywords, lower) != Keywords.end() && lower != "ply") {
      --at_;
      fail("expected a set, not " + quoted(t.text), t.at);
    }
    const Name* name = find_name(t.text);
    if (!name) fail_unknown(t);
    Node made{.op = name->op, .kind = name->kind, .k = name->k, .cost = name->cost};
    made.term.name = name->name;
    program_.facts.move |= name->op == Op::MoveFrom || name->op == Op::MoveTo || name->op == Op::Capture;
    program_.facts.clock |= name->op == Op::Clock;
    program_.facts.eval |= name->op == Op::Eval;
    return add(std::move(made), t.at);
  }

  [[noreturn]] void fail_unknown(const Token& t) const {
    if (const Function* f = find_function(t.text)) {
      fail(std::string(f->name) + " is a function: " + std::string(f->name) + "(...)", t.at);
    }
    if (t.text.size() == 1 && is_file_letter(t.text[0])) {
      fail("no set is named " + quoted(t.text) + " (did you mean file(" + std::string(t.text) + ")?)", t.at);
    }
    if (std::ranges::find(Tags, lower_case(t.text)) != Tags.end())
      fail(quoted(t.text) + " is a tag, and conditions are about positions; use filters= or --where", t.at);
    std::vector<std::string_view> all(names().begin(), names().end());
    all.insert(all.end(), function_names().begin(), function_names().end());
    all.insert(all.end(), Keywords.begin(), Keywords.end());
    fail("no set is named " + quoted(t.text) + did_you_mean(t.text, all), t.at);
  }

  Index call(const Token& t) {
    const Function* f = find_function(t.text);
    ++at_;
    if (!f) {
      const Name* name = find_name(t.text);
      const std::string hint = !name                     ? did_you_mean(t.text, function_names())
                               : name->kind == Kind::Set ? "; it is a set: white & " + std::string(name->name)
                                                         : "";
      fail("no function is named " + quoted(t.text) + hint, t.at);
    }
    Node made{.op = f->op, .kind = f->kind, .cost = f->cost};
    made.term.name = f->name;
    if (!letter_or_digit(*f, made)) {
      if (!token().is(")")) {
        made.args.push_back(argument(*f));
        while (token().is(",")) {
          ++at_;
          made.args.push_back(argument(*f));
        }
      }
      expect(")");
      if (made.args.size() < f->least || made.args.size() > f->most) {
        const std::string wanted =
            std::to_string(f->least) + (f->most > f->least ? " or " + std::to_string(f->most) : "");
        fail(std::string(f->name) + " takes " + wanted + " argument" + (f->most > 1 ? "s" : ""), t.at);
      }
    }
    if (f->arguments == Arguments::Square) {
      const Node& square = node(made.args[0]);
      if (!square.constant || Bitboard(square.k).count() != 1) {
        fail(std::string(f->name) + " takes a square such as e4", square);
      }
      made.k = index(Bitboard(square.k).first());
    }
    if (f->op == Op::IsMaterial) {
      program_.materials.push_back(material_text(node(made.args[0])));
      made.k = program_.materials.size() - 1;
    }
    if (f->op == Op::IsPosition) {
      program_.positions.push_back(position_text(node(made.args[0])));
      made.k = program_.positions.size() - 1;
    }
    return add(std::move(made), t.at);
  }

  // file(d) and rank(4), which take a letter or digit besides sets.
  bool letter_or_digit(const Function& f, Node& made) {
    const Token& t = token();
    if (!tokens_[at_ + (t.type != Token::Type::End)].is(")")) return false;
    const char c = t.text.size() == 1 ? lower_case(t.text)[0] : ' ';
    if (f.arguments == Arguments::Files && t.type == Token::Type::Word && is_file_letter(c)) {
      made.k = Bitboard(File(c - 'a')).word();
    } else if (f.arguments == Arguments::Ranks && t.type == Token::Type::Number && is_rank_digit(c)) {
      made.k = Bitboard(Rank(c - '1')).word();
    } else if (f.arguments == Arguments::Files && t.type == Token::Type::Number) {
      fail("file takes a letter from a to h, or a set", t.at);
    } else if (f.arguments == Arguments::Ranks && t.type == Token::Type::Number) {
      fail("rank takes a digit from 1 to 8, or a set", t.at);
    } else {
      return false;
    }
    at_ += 2;
    made.op = Op::Const;
    made.cost = 1;
    return true;
  }

  Index argument(const Function& f) {
    if (f.arguments == Arguments::Text && token().type != Token::Type::Text) {
      fail(std::string(f.name) + " takes a text in quotes", token().at);
    }
    const Index i = binary(0);
    if (f.arguments != Arguments::Text) require_word(i, "(");
    return i;
  }

  // --- Texts. An error is at a place in the text.

  std::string_view content(const Node& n) const {
    return text_.substr(n.term.begin + 1, n.term.end - n.term.begin - 2);
  }

  MaterialText material_text(const Node& n) const {
    const std::string_view text = content(n);
    const auto fail_at = [&](std::string message, std::size_t offset) {
      fail(std::move(message), n.term.begin + 1 + offset);
    };
    MaterialText made;
    const std::size_t divider = text.find('v');
    made.either = divider != text.npos;
    bool black = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
      const char c = text[i];
      if (made.either && i == divider) {
        black = true;
        continue;
      }
      const bool lower = c >= 'a' && c <= 'z';
      if (!made.either && lower) black = true;
      MaterialText::Side& side = made.sides[black];
      if (c == '*') {
        side.more = true;
      } else if (c == '?') {
        ++side.total;
        if (side.total > 64) fail_at("more than 64 pieces", i);
      } else {
        const PieceType type = type_named(lower ? c : is_letter(c) ? to_lower(c) : c);
        if (type == PieceType::None)
          fail_at("expected one of KQRBNP, kqrbnp, '*' and '?', not " + quoted(text.substr(i, 1)), i);
        if (made.either && lower) fail_at("with 'v', both sides have capital letters", i);
        if (black && !lower && !made.either)
          fail_at("White's pieces come first, in capital letters, then Black's: \"KQkr\"", i);
        if (side.total >= 64) fail_at("more than 64 pieces", i);
        ++side.least[index(type)];
        ++side.total;
      }
    }
    for (const Color c : Colors) {
      if (made.sides[index(c)].least[index(PieceType::King)] == 0) {
        const std::string_view who = made.either ? "each side" : c == Color::White ? "White" : "Black";
        const std::string_view letter = c == Color::White || made.either ? "K" : "k";
        fail(std::string(who) + " has no king " + quoted(letter) +
                 " in the material; for example \"KRPkr\", or \"KRPvKR\" for either side",
             n);
      }
    }
    return made;
  }

  PositionText position_text(const Node& n) const {
    const std::string_view text = content(n);
    Setup setup;
    if (const auto error = fen::parse(text, setup)) {
      fail(std::string("not a FEN: ") + fen::name(error->field) + ": " + fen::description(error->problem),
           n.term.begin + 1 + std::min(error->offset, text.size()));
    }
    if (!setup.castling.empty() && Position(setup).castling_rights() != setup.castling) setup.chess960 = true;
    const Position position(setup);
    unsigned fields = 0;
    for (std::size_t i = 0; i < text.size(); ++i) fields += !is_space(text[i]) && (i == 0 || is_space(text[i - 1]));
    return {position, fields, position.repetition_key()};
  }

  MoveText move_text(const Node& n) const {
    std::string_view text = content(n);
    const auto wrong = [&]() -> void {
      fail("not a move in standard algebraic notation, such as \"Nf3\", \"exd5\", \"O-O\" or \"e8=Q#\"", n);
    };
    MoveText made;
    if (!text.empty() && (text.back() == '+' || text.back() == '#')) {
      made.suffix = text.back();
      text.remove_suffix(1);
    }
    if (text == "O-O" || text == "0-0" || text == "O-O-O" || text == "0-0-0") {
      made.san = text.size() == 3 ? "O-O" : "O-O-O";
      made.castling = true;
      return made;
    }
    std::string_view rest = text;
    const bool has_letter = !rest.empty() && is_upper(rest[0]);
    made.type = has_letter ? type_named(to_lower(rest[0])) : PieceType::Pawn;
    if (made.type == PieceType::None) wrong();
    if (has_letter) rest.remove_prefix(1);
    if (made.type == PieceType::Pawn) text = rest;  // "P@e4" is written as "@e4"
    made.san = text;
    if (!has_letter && rest.size() > 2 && rest[rest.size() - 2] == '=') {
      const char c = rest.back();
      made.promotion = is_upper(c) ? type_named(to_lower(c)) : PieceType::None;
      if (made.promotion == PieceType::None || made.promotion == PieceType::Pawn) wrong();
      rest.remove_suffix(2);
    }
    if (rest.size() < 2) wrong();
    made.to = square_named(rest[rest.size() - 2], rest.back());
    rest.remove_suffix(2);
    if (made.to == Square::None) wrong();
    made.drop = rest == "@" && made.promotion == PieceType::None;
    if (made.drop) return made;
    if (made.type == PieceType::Pawn) {
      if (has_letter || (!rest.empty() && (rest.size() != 2 || !is_file_letter(rest[0]) || rest[1] != 'x'))) wrong();
      return made;
    }
    if (!rest.empty() && is_file_letter(rest[0])) rest.remove_prefix(1);
    if (!rest.empty() && is_rank_digit(rest[0])) rest.remove_prefix(1);
    if (!rest.empty() && rest != "x") wrong();
    return made;
  }

  Program& program_;
  const std::string_view text_;
  std::vector<Token> tokens_;
  std::size_t at_ = 0;
  unsigned depth_ = 0;
};

}  // namespace

void parse(std::string_view text, Program& program) {
  program.text = text;
  Parser(program).parse();
  for (const Node& node : program.nodes) {
    Term term = node.term;
    term.kind = node.kind;
    if (!term.operator_name.empty()) term.parts = node.args;
    program.terms.push_back(std::move(term));
  }
}

}  // namespace bitrook::query
