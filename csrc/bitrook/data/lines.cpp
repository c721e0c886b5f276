// Parsing evaluations and puzzles, and building their rows.
#include "bitrook/data/lines.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>
#include <tuple>
#include <utility>

#include "bitrook/data/row_values.hpp"
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

// A centipawn score or a mate as int16, as in the evaluations of games.
std::int16_t score_of(bool is_mate, std::int64_t value, Color turn) {
  if (!is_mate) return std::int16_t(std::clamp<std::int64_t>(value, -32000, 32000));
  if (value == 0) return turn == Color::White ? std::int16_t(-32768) : std::int16_t(32767);  // the mover is mated
  const std::int64_t moves = std::min<std::int64_t>(value < 0 ? -value : value, 700) - 1;
  return std::int16_t(value < 0 ? -32768 + moves : 32767 - moves);
}

// Removes the next word from `text`, up to a space, and returns it.
std::string_view next_word(std::string_view& text) {
  const std::size_t end = std::min(text.find(' '), text.size());
  const std::string_view word = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return word;
}

std::optional<std::int64_t> integer(std::string_view text) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

// --- Evaluations.

struct Variation {
  bool is_mate = false, has_score = false;
  std::int64_t value = 0;
  std::string_view line;
};
struct Evaluation {
  std::int64_t depth = 0, knodes = 0;
  bool has_depth = false, has_knodes = false;
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
    const bool good = std::memchr(line.data(), '\\', line.size()) == nullptr && object([&](std::string_view key) {
                        if (key == "fen" && !std::exchange(has_fen, true)) return text(fen);
                        if (key == "evals" && !std::exchange(has_evaluations, true))
                          return array([&] { return evaluation(); });
                        return false;
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
  bool text(std::string_view& out) {
    if (!take('"')) return false;
    const auto* quote = static_cast<const char*>(std::memchr(at_, '"', std::size_t(end_ - at_)));
    if (quote == nullptr) return false;
    out = {at_, std::size_t(quote - at_)};
    at_ = quote + 1;
    return true;
  }
  bool number(std::int64_t& out) {
    constexpr unsigned MostDigits = 18;
    const bool negative = take('-');
    const char* const begin = at_;
    std::int64_t value = 0;
    while (at_ < end_ && *at_ >= '0' && *at_ <= '9') value = 10 * value + (*at_++ - '0');
    const auto digits = std::size_t(at_ - begin);
    out = negative ? -value : value;
    return digits != 0 && digits <= MostDigits && (*begin != '0' || digits == 1);
  }
  template <class Member>
  bool object(Member member) {
    if (!take('{')) return false;
    if (take('}')) return true;
    do {
      std::string_view key;
      if (!text(key) || !take(':') || !member(key)) return false;
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
    Evaluation e;
    bool has_variations = false;
    const bool good = object([&](std::string_view key) {
      if (key == "pvs" && !std::exchange(has_variations, true)) {
        e.first = variations.size();
        const bool parsed = array([&] { return variation(); });
        e.count = variations.size() - e.first;
        return parsed;
      }
      if (key == "knodes" && !std::exchange(e.has_knodes, true)) return number(e.knodes);
      if (key == "depth" && !std::exchange(e.has_depth, true)) return number(e.depth);
      return false;
    });
    if (good) evaluations.push_back(e);
    return good;
  }
  bool variation() {
    Variation v;
    bool has_line = false;
    const bool good = object([&](std::string_view key) {
      if (key == "line" && !std::exchange(has_line, true)) return text(v.line);
      if (key != "cp" && key != "mate") return false;
      v.is_mate = key == "mate";
      return !std::exchange(v.has_score, true) && number(v.value);
    });
    if (good) variations.push_back(v);
    return good;
  }

  const char* at_ = nullptr;
  const char* end_ = nullptr;
};

// --- Puzzles.

constexpr std::string_view PuzzleHeader =
    "PuzzleId,FEN,Moves,Rating,RatingDeviation,Popularity,NbPlays,Themes,GameUrl,OpeningTags";

struct Puzzle {
  static constexpr std::size_t Fields = 10, FewestFields = 8;

  std::array<std::string_view, Fields> fields;
  std::size_t count = 0;

  // Splits a line without quoted fields. Later columns are ignored. Returns false for a line of another shape.
  bool parse(std::string_view line) {
    if (std::memchr(line.data(), '"', line.size()) != nullptr) return false;
    if (line.ends_with('\r')) line.remove_suffix(1);
    for (count = 0; count < Fields; ++count) {
      const std::size_t comma = line.find(',');
      fields[count] = line.substr(0, comma);
      if (comma == line.npos) {
        ++count;
        break;
      }
      line.remove_prefix(comma + 1);
    }
    std::fill(fields.begin() + std::ptrdiff_t(count), fields.end(), std::string_view());
    return true;
  }
  std::string_view operator[](LineContent c) const { return fields[index_of(c)]; }

 private:
  static std::size_t index_of(LineContent c) {
    return c == LineContent::PuzzleId ? 0 : std::size_t(c) - std::size_t(LineContent::Rating) + 3;
  }
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
    if (lines_.format == Format::Puzzles && line.starts_with("PuzzleId,")) return read_header(line);
    offset_ = offsets_.at(line_position_);
    if (!parse(line)) deferred_.push_back({table_->rows(), offset_, std::string(line)});
  }
  void read_header(std::string_view line) {
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.starts_with(PuzzleHeader) || PuzzleHeader.starts_with(line)) return;
    offset_ = offsets_.at(line_position_);
    add_unreadable("the columns must be " + std::string(PuzzleHeader));
  }

  // Adds the rows of a line. Returns false for a line of another shape.
  bool parse(std::string_view line) {
    if (lines_.format == Format::Puzzles) {
      if (!puzzle_.parse(line)) return false;
      if (puzzle_.count < Puzzle::FewestFields) {
        add_unreadable("expected 8 to 10 columns, found " + std::to_string(puzzle_.count));
      } else {
        ++games_;
        add_puzzle();
      }
      return true;
    }
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
      if (!add_common(table_->columns[i], lines_.contents[i])) table_->columns[i].add_null();
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

  // Reads a position. It is Chess960 if a castling right needs that.
  void read_position(std::string_view fen) {
    has_position_ = false;
    Setup setup;
    if (const auto error = fen::parse(fen, setup)) {
      return wrong("FEN: " + std::string(fen::name(error->field)) + ": " + fen::description(error->problem));
    }
    for (const Color c : Colors) {
      const Bitboard king = setup.placement.of(PieceType::King, c);
      if (king.count() != 1) return wrong("FEN: each side must have one king");
      const Bitboard rooks = setup.castling & setup.placement.of(PieceType::Rook, c);
      const bool is_regular = file_of(king.first()) == File::E && (rooks - Corners).empty();
      if (rooks.any() && !is_regular) setup.chess960 = true;
    }
    position_now_ = Position(setup);
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

  // Adds a value that both kinds of lines have. Returns false for other columns.
  bool add_common(Column& column, LineContent content) {
    switch (content) {
      case LineContent::Offset:
        column.add(offset_);
        return true;
      case LineContent::Error:
        add_text(column, error_);
        return true;
      case LineContent::Packed:
        has_position_ ? add_packed(column, position_now_) : column.add_null();
        return true;
      case LineContent::Key:
        has_position_ ? column.add(position_now_.key()) : column.add_null();
        return true;
      default:
        return false;
    }
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
    const auto rank = [](const Evaluation& e) { return std::tuple(e.count != 0, e.depth, e.knodes); };
    const Evaluation* deepest = &list[0];
    for (const Evaluation& e : list) {
      if (rank(e) > rank(*deepest)) deepest = &e;
    }
    add_evaluation(deepest);
  }

  std::optional<std::int64_t> number_of_evaluation(LineContent content, const Evaluation* e) const {
    switch (content) {
      case LineContent::Depth:
        return e && e->has_depth ? std::optional(e->depth) : std::nullopt;
      case LineContent::Knodes:
        return e && e->has_knodes ? std::optional(e->knodes) : std::nullopt;
      case LineContent::Multipv:
        return e ? std::optional(std::int64_t(e->count)) : std::nullopt;
      case LineContent::Score:
        return e && e->count != 0 ? score(evaluations_.variations[e->first]) : std::nullopt;
      default:
        return std::nullopt;
    }
  }
  std::optional<std::int64_t> score(const Variation& v) const {
    if (!v.has_score) return std::nullopt;
    const std::size_t space = evaluations_.fen.find(' ');
    const bool black = space != std::string_view::npos && evaluations_.fen.substr(space + 1).starts_with('b');
    return score_of(v.is_mate, v.value, black ? Color::Black : Color::White);
  }

  void add_evaluation(const Evaluation* e) {
    const auto& any = lines_.filter.any;
    const auto all_pass = [&](const auto& all) {
      return std::ranges::all_of(
          all, [&](const Condition& c) { return passes(c, number_of_evaluation(LineContent(c.tag), e)); });
    };
    if (!any.empty() && std::ranges::none_of(any, all_pass)) return;
    error_.clear();
    if (lines_.position) {
      if (!is_read_) {
        read_position(evaluations_.fen);
        is_read_ = true;
        position_error_ = error_;
      }
      error_ = position_error_;
    }
    if (!e) wrong("there are no evaluations");
    words_.clear();
    const Variation* best = e && e->count != 0 ? &evaluations_.variations[e->first] : nullptr;
    if (has_position_ && lines_.position && best) read_moves(best->line, words_, "line", lines_.moves);
    if (e && (e->depth < -0x8000 || e->depth > 0x7FFF)) wrong("depth: does not fit int16");
    if (!begin_row()) return;
    for (std::size_t i = 0; i < lines_.contents.size(); ++i) {
      add_evaluation_value(table_->columns[i], lines_.contents[i], e, best);
    }
    table_->row_added();
  }

  void add_evaluation_value(Column& column, LineContent content, const Evaluation* e, const Variation* best) {
    if (add_common(column, content)) return;
    switch (content) {
      case LineContent::Fen:
        return column.add_text(evaluations_.fen);
      case LineContent::Knodes: {
        const auto number = number_of_evaluation(content, e);
        return number ? column.add(*number) : column.add_null();
      }
      case LineContent::Depth:
      case LineContent::Multipv:
      case LineContent::Score: {
        const auto number = number_of_evaluation(content, e);
        const bool fits = number && *number >= -0x8000 && *number <= 0x7FFF;
        return fits ? column.add(std::int16_t(*number)) : column.add_null();
      }
      case LineContent::Best:
        return words_.empty() ? column.add_null() : column.add(words_[0]);
      case LineContent::Line:
        return best && has_position_ ? add_words(column, words_) : column.add_null();
      case LineContent::Scores:
        others_.clear();
        for (std::size_t k = 0; e && k < e->count; ++k) {
          const auto value = score(evaluations_.variations[e->first + k]);
          if (!value) return column.add_null();
          others_.push_back(std::int16_t(*value));
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
        return column.add_null();
    }
  }

  // --- Puzzles.

  bool passes_puzzle(const Condition& c) const {
    const auto content = LineContent(c.tag);
    if (content != LineContent::Themes && content != LineContent::OpeningTags) {
      if (c.subject == Subject::Integer) return passes(c, integer(puzzle_[content]));
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
      read_position(puzzle_.fields[1]);
      std::string_view moves = puzzle_.fields[2];
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
      const std::string_view text = puzzle_[content];
      if (!text.empty() && !fitting(content)) wrong("a number is invalid: " + std::string(text.substr(0, 20)));
    }
    if (!begin_row()) return;
    for (std::size_t i = 0; i < lines_.contents.size(); ++i) {
      add_puzzle_value(table_->columns[i], lines_.contents[i]);
    }
    table_->row_added();
  }
  std::optional<std::int64_t> fitting(LineContent content) const {
    const auto number = integer(puzzle_[content]);
    const std::int64_t most = content == LineContent::NbPlays ? 0x7FFFFFFF : 0x7FFF;
    return number && *number >= -most - 1 && *number <= most ? number : std::nullopt;
  }

  void add_puzzle_value(Column& column, LineContent content) {
    if (add_common(column, content)) return;
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
        for (std::string_view rest = puzzle_[content]; !rest.empty();) {
          if (const auto word = next_word(rest); !word.empty()) column.items().add_text(word);
        }
        return column.end_list();
      default: {
        const auto number = fitting(content);
        return number ? add_number(column, *number) : column.add_null();
      }
    }
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
  Position position_now_ = Position::start();
  bool has_position_ = false, is_read_ = false, has_last_move_ = false;
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
  const bool reports = on_error != OnError::Column || has({LineContent::Error});
  lines->moves = reports || has({LineContent::Line, LineContent::Solution});
  lines->position = lines->moves || has({LineContent::Packed, LineContent::Key, LineContent::Best, LineContent::Moves,
                                         LineContent::LastMove});
  if (format == LinePlan::Format::Puzzles && has({LineContent::Fen})) lines->position = true;
  plan.on_error = on_error;
  plan.lines = std::move(lines);
  return plan;
}

std::unique_ptr<ChunkReader> new_line_reader(const Plan& plan, std::uint64_t position) {
  return std::make_unique<LineReader>(plan, position);
}

}  // namespace bitrook::data
