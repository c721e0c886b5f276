// Parsing evaluations and puzzles, and building their rows.
#include "bitrook/data/lines.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <tuple>
#include <utility>

#include "bitrook/base/scan.hpp"
#include "bitrook/data/values.hpp"
#include "bitrook/movegen/movegen.hpp"
#include "bitrook/notation/fen.hpp"
#include "bitrook/notation/uci.hpp"

namespace bitrook::data {

namespace {

using Format = LinePlan::Format;

struct KnownColumn {
  std::string_view name;
  Type type;
  LineContent content;
};
constexpr KnownColumn OfBoth[] = {
    {"offset", Type::Int64, LineContent::Offset},  {"error", Type::String, LineContent::Error},
    {"packed", Type::Packed, LineContent::Packed}, {"key", Type::UInt64, LineContent::Key},
    {"fen", Type::String, LineContent::Fen},
};
constexpr KnownColumn OfEvaluations[] = {
    {"depth", Type::Int16, LineContent::Depth},       {"knodes", Type::Int64, LineContent::Knodes},
    {"score", Type::Int16, LineContent::Score},       {"best", Type::Int16, LineContent::Best},
    {"line", Type::ListInt16, LineContent::Line},     {"multipv", Type::Int16, LineContent::Multipv},
    {"scores", Type::ListInt16, LineContent::Scores}, {"moves", Type::ListInt16, LineContent::Moves},
};
constexpr KnownColumn OfPuzzles[] = {
    {"last_move", Type::Int16, LineContent::LastMove},
    {"moves", Type::ListInt16, LineContent::Solution},
    {"PuzzleId", Type::String, LineContent::PuzzleId},
    {"Rating", Type::Int16, LineContent::Rating},
    {"RatingDeviation", Type::Int16, LineContent::RatingDeviation},
    {"Popularity", Type::Int16, LineContent::Popularity},
    {"NbPlays", Type::Int32, LineContent::NbPlays},
    {"Themes", Type::ListString, LineContent::Themes},
    {"GameUrl", Type::String, LineContent::GameUrl},
    {"OpeningTags", Type::ListString, LineContent::OpeningTags},
};

const KnownColumn* known_column(Format format, std::string_view name) {
  const auto in = [name](const auto& columns) -> const KnownColumn* {
    const auto* found = std::ranges::find(columns, name, &KnownColumn::name);
    return found == std::end(columns) ? nullptr : found;
  };
  if (const auto* found = in(OfBoth)) return found;
  return format == Format::Evaluations ? in(OfEvaluations) : in(OfPuzzles);
}

// A centipawn score or a mate as int16, as in the evaluations of games. `fen` gives the side to move.
std::int16_t score_of(bool is_mate, std::int64_t value, std::string_view fen) {
  if (!is_mate) return std::int16_t(std::clamp<std::int64_t>(value, -32000, 32000));
  if (value == 0) {  // the mover is mated
    const std::size_t space = fen.find(' ');
    const bool black = space != fen.npos && fen.substr(space + 1).starts_with('b');
    return black ? std::int16_t(32767) : std::int16_t(-32768);
  }
  return std::int16_t(mate_in(value < 0 ? -value : value, value < 0));
}

// Eight characters, the first one in the lowest byte.
std::uint64_t eight_characters(const char* at) {
  std::uint64_t word;
  std::memcpy(&word, at, 8);
  return std::endian::native == std::endian::big ? byte_swapped(word) : word;
}

// Removes the next word from `text`, up to a space, and returns it. Most words have less than eight characters.
std::string_view next_word(std::string_view& text) {
  std::size_t end = 0;
  std::uint64_t spaces = 0;  // the highest bit of each byte; only the first of them is certain
  for (; text.size() - end >= 8; end += 8) {
    const std::uint64_t others = eight_characters(text.data() + end) ^ 0x2020202020202020;
    spaces = (others - 0x0101010101010101) & ~others & 0x8080808080808080;
    if (spaces != 0) break;
  }
  if (spaces != 0) {
    end += lowest_bit(spaces) / 8;
  } else {
    while (end < text.size() && text[end] != ' ') ++end;
  }
  const std::string_view word = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return word;
}

// A number that is not in the file. An std::optional would be stored in two parts and loaded as one, which stalls the
// processor at each of them.
constexpr std::int64_t Missing = std::numeric_limits<std::int64_t>::min();

std::optional<std::int64_t> optional_of(std::int64_t number) {
  return number == Missing ? std::nullopt : std::optional(number);
}

// Reads a decimal integer of up to 18 digits and moves `at` behind it. Returns Missing if there is none.
std::int64_t next_integer(const char*& at, const char* end) {
  const bool negative = at != end && *at == '-';
  at += negative;
  std::int64_t value = 0;
  unsigned digits = 0;
  if (end - at >= 8) {  // usually the length cannot be predicted, so up to seven digits are read without a loop
    std::uint64_t word = eight_characters(at) ^ 0x3030303030303030;
    const std::uint64_t others = (word | (word + 0x7676767676767676)) & 0x8080808080808080;
    digits = others == 0 ? 0 : lowest_bit(others) / 8;
    if (digits != 0) {
      word <<= 64 - 8 * digits;  // the first digit is in the lowest byte
      word = 10 * word + (word >> 8);
      value = std::int64_t(
          ((word & 0x000000FF000000FF) * 0x000F424000000064 + (word >> 16 & 0x000000FF000000FF) * 0x0000271000000001) >>
          32);
    }
  }
  if (digits == 0) {
    while (at + digits != end && unsigned(at[digits] - '0') <= 9 && digits <= 18) {
      value = 10 * value + (at[digits++] - '0');
    }
    if (digits == 0 || digits > 18) return Missing;
  }
  at += digits;
  return negative ? -value : value;
}

// --- Evaluations.

struct Variation {
  bool is_mate = false;
  std::int64_t value = Missing;  // in centipawns, or moves to mate
  std::string_view line;
};
struct Evaluation {
  std::int64_t depth = Missing, knodes = Missing;
  std::size_t first = 0, count = 0;  // of its variations
};

// A strict parser of Lichess's evaluations: JSON without white space, escapes and unknown keys. The keys of each object
// may have any order.
class EvaluationParser {
 public:
  std::string_view fen;
  std::vector<Evaluation> evaluations;
  std::vector<Variation> variations;

  // Returns false for a line of another shape.
  bool parse(std::string_view line) {
    at_ = line.data();
    end_ = at_ + line.size();
    evaluations.clear();
    variations.clear();
    bool has_fen = false, has_evaluations = false;
    const bool good = object([&] {
      if (take("\"fen\":")) return !std::exchange(has_fen, true) && text(fen);
      if (!take("\"evals\":") || std::exchange(has_evaluations, true)) return false;
      return array([&] { return evaluation(); });
    });
    while (at_ < end_ && (*at_ == ' ' || *at_ == '\r' || *at_ == '\t')) ++at_;
    return good && at_ == end_ && has_fen && has_evaluations;
  }

 private:
  bool take(char c) {
    if (at_ == end_ || *at_ != c) return false;
    ++at_;
    return true;
  }
  // The size is a constant, so the comparison is one of words.
  template <std::size_t Size>
  bool take(const char (&text)[Size]) {
    constexpr std::size_t Length = Size - 1;
    if (std::size_t(end_ - at_) < Length || std::memcmp(at_, text, Length) != 0) return false;
    at_ += Length;
    return true;
  }
  bool text(std::string_view& out) {
    if (!take('"')) return false;
    const char* const quote = find_first(at_, end_, '"', '\\');
    if (quote == end_ || *quote != '"') return false;
    out = {at_, std::size_t(quote - at_)};
    at_ = quote + 1;
    return true;
  }
  bool number(std::int64_t& out) {
    if (out != Missing) return false;  // the key occurs twice
    const char* const begin = at_;
    out = next_integer(at_, end_);
    if (out == Missing) return false;
    const char* const first = begin + (*begin == '-');
    return *first != '0' || at_ - first == 1;
  }
  template <class Member>
  bool object(Member member) {
    if (!take('{')) return false;
    if (take('}')) return true;
    do {
      if (!member()) return false;
    } while (take(','));
    return take('}');
  }
  template <class Item>
  bool array(Item item) {
    if (!take('[')) return false;
    if (take(']')) return true;
    do {
      if (!item()) return false;
    } while (take(','));
    return take(']');
  }
  bool evaluation() {
    Evaluation& e = evaluations.emplace_back();
    bool has_variations = false;
    return object([&] {
      if (take("\"pvs\":")) {
        if (std::exchange(has_variations, true)) return false;
        e.first = variations.size();
        const bool good = array([&] { return variation(); });
        e.count = variations.size() - e.first;
        return good;
      }
      if (take("\"knodes\":")) return number(e.knodes);
      return take("\"depth\":") && number(e.depth);
    });
  }
  bool variation() {
    Variation& v = variations.emplace_back();
    bool has_line = false;
    return object([&] {
      if (take("\"cp\":")) return number(v.value);
      if (take("\"line\":")) return !std::exchange(has_line, true) && text(v.line);
      v.is_mate = true;
      return take("\"mate\":") && number(v.value);
    });
  }

  const char* at_ = nullptr;
  const char* end_ = nullptr;
};

// --- Puzzles.

constexpr std::string_view PuzzleHeader =
    "PuzzleId,FEN,Moves,Rating,RatingDeviation,Popularity,NbPlays,Themes,GameUrl,OpeningTags";

class Puzzle {
 public:
  static constexpr std::size_t FewestFields = 8;

  // Splits a line of CSV. Later columns are ignored. Returns false if quotes are not closed, or closed within a field.
  bool parse(std::string_view line) {
    if (line.ends_with('\r')) line.remove_suffix(1);
    const char *at = line.data(), *const end = at + line.size();
    unquoted_.clear();
    numbers_.fill(Missing);
    for (count_ = 0; count_ < fields_.size();) {
      const char* field_end = at;
      if (at != end && *at == '"') {
        field_end = read_quoted(at, end);
        if (field_end == nullptr) return false;
      } else {
        if (is_number(count_)) numbers_[count_ - FirstNumber] = next_integer(field_end, end);
        if (field_end != end && *field_end != ',') {  // not a number
          if (is_number(count_)) numbers_[count_ - FirstNumber] = Missing;
          field_end = find_first(field_end, end, ',');
        }
        fields_[count_] = {at, std::size_t(field_end - at)};
      }
      ++count_;
      if (field_end == end) break;
      at = field_end + 1;
    }
    std::fill(fields_.begin() + std::ptrdiff_t(count_), fields_.end(), std::string_view());
    return true;
  }
  std::size_t count() const { return count_; }
  std::string_view fen() const { return fields_[1]; }
  std::string_view moves() const { return fields_[2]; }
  std::string_view operator[](LineContent c) const {
    return fields_[c == LineContent::PuzzleId ? 0 : std::size_t(c) - std::size_t(LineContent::Rating) + FirstNumber];
  }
  // One of the numbers, or Missing if it is not an integer.
  std::int64_t number(LineContent c) const { return numbers_[std::size_t(c) - std::size_t(LineContent::Rating)]; }
  // The fields as a line without quotes.
  std::string joined() const {
    std::string text;
    for (std::size_t i = 0; i < count_; ++i) text.append(i == 0 ? "" : ",").append(fields_[i]);
    return text;
  }

 private:
  // Reads a field in quotes, in which a quote is doubled. Returns its end, or null.
  const char* read_quoted(const char* at, const char* end) {
    unquoted_.reserve(std::size_t(end - at) + unquoted_.size());  // the first of them, so that no view is invalidated
    const std::size_t begin = unquoted_.size();
    while (true) {
      const char* const quote = find_first(++at, end, '"');
      if (quote == end) return nullptr;
      unquoted_.append(at, quote);
      at = quote + 1;
      if (at == end || *at != '"') break;
      unquoted_.push_back('"');
    }
    if (at != end && *at != ',') return nullptr;
    const std::string_view field = fields_[count_] = std::string_view(unquoted_).substr(begin);
    if (is_number(count_)) {
      const char *digits = field.data(), *const digits_end = digits + field.size();
      const std::int64_t number = next_integer(digits, digits_end);
      if (digits == digits_end) numbers_[count_ - FirstNumber] = number;
    }
    return at;
  }

  static constexpr std::size_t FirstNumber = 3, Numbers = 4;
  static constexpr bool is_number(std::size_t field) { return field - FirstNumber < Numbers; }

  std::array<std::string_view, 10> fields_;
  std::array<std::int64_t, Numbers> numbers_;
  std::size_t count_ = 0;
  std::string unquoted_;  // the fields that were in quotes
};

// --- Rows.

class LineReader final : public ChunkReader {
 public:
  LineReader(const Plan& plan, std::uint64_t position)
      : ChunkReader(plan), lines_(*plan.lines), position_(position), line_position_(position) {}

  void feed(std::string_view text, const Offsets& offsets) override {
    offsets_.append(offsets);
    while (!text.empty()) {
      const std::size_t newline = text.find('\n');
      const std::string_view part = text.substr(0, newline);
      if (newline == text.npos) {
        keep(part);
        position_ += part.size();
        return;
      }
      if (kept_.empty() && !too_long_) {
        read(part);
      } else {
        keep(part);
        read_kept();
      }
      text.remove_prefix(newline + 1);
      position_ += newline + 1;
      line_position_ = position_;
    }
  }
  void finish() override {
    if (!kept_.empty() || too_long_) read_kept();
    line_position_ = position_;
  }

  void resolve(const Deferred& line, const std::optional<std::string>& rewritten, std::string_view why) override {
    offset_ = line.offset;
    if (!rewritten) return add_unreadable(std::string(why));
    if (!parse(*rewritten)) add_unreadable("the line has another shape than Lichess's files");
  }

 private:
  static constexpr std::size_t Longest = std::size_t{16} << 20;

  void keep(std::string_view part) {
    if (kept_.size() + part.size() > Longest) too_long_ = true;
    too_long_ ? kept_.clear() : void(kept_.append(part));
  }
  void read_kept() {
    if (too_long_) {
      offset_ = offsets_.at(line_position_);
      add_unreadable("the line is longer than 16 MiB");
    } else {
      read(kept_);
    }
    kept_.clear();
    too_long_ = false;
  }

  void read(std::string_view line) {
    if (failure_ || line.find_first_not_of(" \t\r") == line.npos) return;
    offset_ = offsets_.at(line_position_);
    if (lines_.format == Format::Puzzles) return read_puzzle(line);
    if (!parse(line)) deferred_.push_back({table_->rows(), offset_, std::string(line)});
  }
  void read_puzzle(std::string_view line) {
    if (!puzzle_.parse(line)) return add_unreadable("not CSV: a quote is not closed at the end of a field");
    if (puzzle_[LineContent::PuzzleId] == "PuzzleId") {
      const std::string header = puzzle_.joined();
      if (PuzzleHeader.starts_with(header)) return;
      return add_unreadable("the columns must be " + std::string(PuzzleHeader));
    }
    if (puzzle_.count() < Puzzle::FewestFields) {
      return add_unreadable("expected 8 to 10 columns, found " + std::to_string(puzzle_.count()));
    }
    ++games_;
    add_puzzle();
  }
  // Adds the rows of a line with evaluations. Returns false for a line of another shape.
  bool parse(std::string_view line) {
    if (!evaluations_.parse(line)) return false;
    ++games_;
    add_evaluations();
    return true;
  }

  // --- Errors.

  void wrong(std::string why) {
    if (error_.empty()) error_ = "offset " + std::to_string(offset_) + ": " + std::move(why);
  }
  void add_unreadable(std::string why) {
    ++games_;
    error_.clear();
    has_position_ = false;
    wrong(std::move(why));
    if (!lines_.filter.any.empty()) return handle_dropped();
    if (!begin_row()) return;
    for (std::size_t i = 0; i < lines_.contents.size(); ++i) {
      add_common(table_->columns[i], lines_.contents[i]);
    }
    table_->row_added();
  }
  // With filters, a line without values does not pass, but errors="raise" still reports it.
  void handle_dropped() {
    if (plan_.on_error == OnError::Raise) failure_ = error_;
  }
  // Returns whether a row with the current error is to be added.
  bool begin_row() {
    if (error_.empty() || plan_.on_error == OnError::Column) return !failure_;
    if (plan_.on_error == OnError::Raise && !failure_) failure_ = error_;
    return false;
  }

  // --- Values.

  // Reads a position. It is Chess960 if a castling right needs that. If only the packed position is needed, which has
  // no key, checks and pins, `position_now_` is not set, and `setup_` is enough unless a right or a capture en passant
  // has to be tested.
  void read_position(std::string_view fen) {
    has_position_ = false;
    if (const auto error = fen::parse(fen, setup_)) {
      return wrong("FEN: " + std::string(fen::name(error->field)) + ": " + fen::description(error->problem));
    }
    setup_.chess960 = false;
    is_packed_only_ = !lines_.board && setup_.en_passant == Square::None;
    for (const Color c : Colors) {
      const Bitboard king = setup_.placement.of(PieceType::King, c);
      if (king.count() != 1) return wrong("FEN: each side must have one king");
      const Bitboard rights = setup_.castling & Bitboard(relative(Rank::R1, c));
      if (rights.empty()) continue;
      const Bitboard rooks = rights & setup_.placement.of(PieceType::Rook, c);
      const bool is_regular = file_of(king.first()) == File::E && (rooks - Corners).empty();
      if (rooks.any() && !is_regular) setup_.chess960 = true;
      is_packed_only_ &= is_regular && rooks == rights && king == Bitboard(relative(Square::E1, c));
    }
    if (!is_packed_only_) position_now_ = Position(setup_);
    has_position_ = true;
  }

  // Reads moves and plays them, up to the first illegal one.
  void read_moves(std::string_view text, std::vector<std::int16_t>& words, const char* name, bool all) {
    Position p = position_now_;
    while (!text.empty()) {
      const std::string_view word = next_word(text);
      const ParsedMove parsed = parse_uci(p, word);
      if (!parsed || parsed.move.is_null()) {
        return wrong(std::string(name) + ": " + std::string(word.substr(0, 12)) + " is not a legal move");
      }
      words.push_back(std::int16_t(parsed.move.word()));
      if (!all) return;
      p.play_unchecked(parsed.move);
    }
  }

  // Adds a value that both kinds of lines have, or null for other columns.
  void add_common(Column& column, LineContent content) {
    switch (content) {
      case LineContent::Offset:
        return column.add(offset_);
      case LineContent::Error:
        return add_text(column, error_);
      case LineContent::Packed:
        if (!has_position_) return column.add_null();
        return is_packed_only_ ? add_packed(column, setup_) : add_packed(column, position_now_);
      case LineContent::Key:
        return has_position_ ? column.add(position_now_.key()) : column.add_null();
      default:
        return column.add_null();
    }
  }
  // Whether a number fits in its column.
  static bool fits(LineContent content, std::int64_t number) {
    if (content == LineContent::Knodes) return number != Missing;
    const std::int64_t most = content == LineContent::NbPlays ? 0x7FFFFFFF : 0x7FFF;
    return number >= -most - 1 && number <= most;
  }
  static void add_fitting(Column& column, LineContent content, std::int64_t number) {
    if (!fits(content, number)) return column.add_null();
    content == LineContent::Knodes ? column.add(number) : add_number(column, number);
  }
  static void add_words(Column& column, const std::vector<std::int16_t>& words) {
    column.items().add_all(words);
    column.end_list();
  }

  // --- Evaluations.

  void add_evaluations() {
    const auto& list = evaluations_.evaluations;
    is_read_ = false;
    if (list.empty()) {
      error_.clear();
      return add_evaluation(nullptr);
    }
    if (lines_.all_evaluations) {
      for (const Evaluation& e : list) add_evaluation(&e);
      return;
    }
    const auto rank = [](const Evaluation& e) {
      const auto known = [](std::int64_t number) { return number == Missing ? 0 : number; };
      return std::tuple(e.count != 0, known(e.depth), known(e.knodes));
    };
    const Evaluation* deepest = &list[0];
    for (const Evaluation& e : list) {
      if (rank(e) > rank(*deepest)) deepest = &e;
    }
    add_evaluation(deepest);
  }

  std::int64_t number_of_evaluation(LineContent content, const Evaluation* e) const {
    if (!e) return Missing;
    switch (content) {
      case LineContent::Depth:
        return e->depth;
      case LineContent::Knodes:
        return e->knodes;
      case LineContent::Multipv:
        return std::int64_t(e->count);
      case LineContent::Score:
        return e->count != 0 ? score(evaluations_.variations[e->first]) : Missing;
      default:
        return Missing;
    }
  }
  std::int64_t score(const Variation& v) const {
    return v.value == Missing ? Missing : score_of(v.is_mate, v.value, evaluations_.fen);
  }

  void add_evaluation(const Evaluation* e) {
    const auto& any = lines_.filter.any;
    const auto all_pass = [&](const auto& all) {
      return std::ranges::all_of(
          all, [&](const Condition& c) { return passes(c, optional_of(number_of_evaluation(LineContent(c.tag), e))); });
    };
    if (!any.empty() && std::ranges::none_of(any, all_pass)) return;
    error_.clear();
    if (lines_.position) {
      if (!is_read_) {
        read_position(evaluations_.fen);
        is_read_ = true;
        position_error_ = error_;
      }
      if (!position_error_.empty()) error_ = position_error_;
    }
    if (!e) wrong("there are no evaluations");
    words_.clear();
    const Variation* best = e && e->count != 0 ? &evaluations_.variations[e->first] : nullptr;
    if (has_position_ && lines_.best && best) read_moves(best->line, words_, "line", lines_.moves);
    if (e && e->depth != Missing && !fits(LineContent::Depth, e->depth)) wrong("depth: does not fit int16");
    if (!begin_row()) return;
    for (std::size_t i = 0; i < lines_.contents.size(); ++i) {
      add_evaluation_value(table_->columns[i], lines_.contents[i], e, best);
    }
    table_->row_added();
  }

  void add_evaluation_value(Column& column, LineContent content, const Evaluation* e, const Variation* best) {
    switch (content) {
      case LineContent::Fen:
        return column.add_text(evaluations_.fen);
      case LineContent::Knodes:
      case LineContent::Depth:
      case LineContent::Multipv:
      case LineContent::Score:
        return add_fitting(column, content, number_of_evaluation(content, e));
      case LineContent::Best:
        return words_.empty() ? column.add_null() : column.add(words_[0]);
      case LineContent::Line:
        return best && has_position_ ? add_words(column, words_) : column.add_null();
      case LineContent::Scores:
        others_.clear();
        for (std::size_t k = 0; e && k < e->count; ++k) {
          const auto value = score(evaluations_.variations[e->first + k]);
          if (value == Missing) return column.add_null();
          others_.push_back(std::int16_t(value));
        }
        return add_words(column, others_);
      case LineContent::Moves:
        if (!has_position_) return column.add_null();
        others_.clear();
        for (std::size_t k = 0; e && k < e->count; ++k) {
          const std::size_t before = others_.size();
          read_moves(evaluations_.variations[e->first + k].line, others_, "line", false);
          if (others_.size() == before) others_.push_back(0);  // as many items as there are scores
        }
        return add_words(column, others_);
      default:
        return add_common(column, content);
    }
  }

  // --- Puzzles.

  bool passes_puzzle(const Condition& c) const {
    const auto content = LineContent(c.tag);
    if (content != LineContent::Themes && content != LineContent::OpeningTags) {
      if (c.subject == Subject::Integer) return passes(c, optional_of(puzzle_.number(content)));
      return passes(c, puzzle_[content].empty() ? std::nullopt : std::optional(puzzle_[content]));
    }
    std::string_view rest = puzzle_[content];
    if (c.comparison == Comparison::IsNull || c.comparison == Comparison::IsNotNull) {
      return rest.empty() == (c.comparison == Comparison::IsNull);
    }
    bool has = false;
    while (!rest.empty()) has |= std::ranges::find(c.texts, next_word(rest)) != c.texts.end();
    return has == (c.comparison == Comparison::Equal || c.comparison == Comparison::In);
  }

  void add_puzzle() {
    const auto& any = lines_.filter.any;
    const auto all_pass = [this](const auto& all) {
      return std::ranges::all_of(all, [this](const Condition& c) { return passes_puzzle(c); });
    };
    if (!any.empty() && std::ranges::none_of(any, all_pass)) return;
    error_.clear();
    words_.clear();
    has_last_move_ = has_position_ = false;
    if (lines_.position) {
      read_position(puzzle_.fen());
      std::string_view moves = puzzle_.moves();
      if (has_position_) {
        const std::string_view first = next_word(moves);
        const ParsedMove parsed = parse_uci(position_now_, first);
        if (parsed && !parsed.move.is_null()) {
          last_move_ = std::int16_t(parsed.move.word());
          has_last_move_ = true;
          position_now_.play_unchecked(parsed.move);
          if (lines_.moves) read_moves(moves, words_, "Moves", true);
        } else {
          has_position_ = false;
          wrong("Moves: " + std::string(first.substr(0, 12)) + " is not a legal move");
        }
      }
    }
    for (const auto content :
         {LineContent::Rating, LineContent::RatingDeviation, LineContent::Popularity, LineContent::NbPlays}) {
      if (!lines_.reports) break;
      const std::string_view text = puzzle_[content];
      if (!text.empty() && !fits(content, puzzle_.number(content)))
        wrong("a number is invalid: " + std::string(text.substr(0, 20)));
    }
    if (!begin_row()) return;
    for (std::size_t i = 0; i < lines_.contents.size(); ++i) {
      add_puzzle_value(table_->columns[i], lines_.contents[i]);
    }
    table_->row_added();
  }

  void add_puzzle_value(Column& column, LineContent content) {
    switch (content) {
      case LineContent::Fen: {
        if (!has_position_) return column.add_null();
        char text[fen::MaxLength];
        return column.add_text({text, std::size_t(fen::write(position_now_, {}, text) - text)});
      }
      case LineContent::LastMove:
        return has_last_move_ ? column.add(last_move_) : column.add_null();
      case LineContent::Solution:
        return has_position_ ? add_words(column, words_) : column.add_null();
      case LineContent::PuzzleId:
      case LineContent::GameUrl:
        return add_text(column, puzzle_[content]);
      case LineContent::Themes:
      case LineContent::OpeningTags:
        return add_list_of_words(column, puzzle_[content]);
      case LineContent::Rating:
      case LineContent::RatingDeviation:
      case LineContent::Popularity:
      case LineContent::NbPlays:
        return add_fitting(column, content, puzzle_.number(content));
      default:
        return add_common(column, content);
    }
  }

  static void add_list_of_words(Column& column, std::string_view text) {
    const bool is_plain = is_utf8(text);
    while (!text.empty()) {
      const std::string_view word = next_word(text);
      if (!word.empty()) is_plain ? column.items().add_utf8(word) : column.items().add_text(word);
    }
    column.end_list();
  }

  const LinePlan& lines_;
  Offsets offsets_;
  std::uint64_t position_, line_position_;  // in the stream: the next byte, and the first byte of the current line
  std::string kept_;                        // the beginning of a line that is not complete
  bool too_long_ = false;

  // The current line.
  EvaluationParser evaluations_;
  Puzzle puzzle_;
  std::int64_t offset_ = 0;
  std::string error_, position_error_;
  Setup setup_;
  Position position_now_ = Position::start();
  bool has_position_ = false, is_packed_only_ = false, is_read_ = false, has_last_move_ = false;
  std::int16_t last_move_ = 0;
  std::vector<std::int16_t> words_, others_;
};

}  // namespace

std::optional<LineContent> line_content(LinePlan::Format format, std::string_view name) {
  const KnownColumn* const known = known_column(format, name);
  return known ? std::optional(known->content) : std::nullopt;
}

std::optional<Plan> plan_of_lines(LinePlan::Format format, bool all_evaluations, const std::vector<std::string>& names,
                                  OnError on_error, Filter filter, std::string& bad) {
  Plan plan;
  auto lines = std::make_shared<LinePlan>();
  lines->format = format;
  lines->all_evaluations = all_evaluations;
  lines->filter = std::move(filter);
  for (const std::string& name : names) {
    const KnownColumn* const known = known_column(format, name);
    if (!known) {
      bad = name;
      return std::nullopt;
    }
    plan.fields.push_back({name, known->type});
    lines->contents.push_back(known->content);
  }
  const auto has = [&](std::initializer_list<LineContent> list) {
    return std::ranges::any_of(lines->contents, [&](LineContent c) { return std::ranges::count(list, c) != 0; });
  };
  lines->reports = on_error != OnError::Column || has({LineContent::Error});
  lines->moves = lines->reports || has({LineContent::Line, LineContent::Solution});
  lines->best = lines->moves || has({LineContent::Best});
  lines->board = lines->best || has({LineContent::Key, LineContent::Moves, LineContent::LastMove});
  if (format == LinePlan::Format::Puzzles && has({LineContent::Fen, LineContent::Packed})) lines->board = true;
  lines->position = lines->board || has({LineContent::Packed});
  plan.on_error = on_error;
  plan.lines = std::move(lines);
  return plan;
}

std::unique_ptr<ChunkReader> new_line_reader(const Plan& plan, std::uint64_t position) {
  return std::make_unique<LineReader>(plan, position);
}

}  // namespace bitrook::data
