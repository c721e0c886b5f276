// Fuzzes the columns of games: however the text is divided into blocks, chunks, threads and shards, the rows must be
// those of the whole text. The first byte chooses columns, errors and conditions, the second the sizes of the pieces,
// the third the cuts into shards.
#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bitrook/data/pipeline.hpp"
#include "bitrook/data/rows.hpp"
#include "bitrook/pgn/marker.hpp"
#include "bitrook/pgn/reader.hpp"
#include "fuzz.hpp"

using namespace bitrook;
using namespace bitrook::data;
using fuzz::check;

namespace {

// A value as text. The items of a list are in parentheses.
std::string value(const Column& column, std::size_t row) {
  if (column.is_null(row)) return "null";
  if (is_text(column.type())) return std::string(column.text(row));
  if (is_list(column.type())) {
    const auto at = column.offsets().as<std::int32_t>();
    std::string all = "(";
    for (auto i = at[row]; i < at[row + 1]; ++i) all += value(column.items(), std::size_t(i)) + ' ';
    return all + ')';
  }
  const std::size_t size = width(column.type());
  std::string bytes;
  for (std::size_t i = 0; i < size; ++i) {
    bytes += std::to_string(static_cast<unsigned char>(column.data().data()[row * size + i])) + '.';
  }
  return bytes;
}

using Rows = std::vector<std::string>;

void add_rows(const Table& table, Rows& rows) {
  for (const Column& c : table.columns) {
    check(c.length() == table.rows(), "all columns have the length of the table");
    check(c.nulls() != 0 || c.validity().empty(), "a column without nulls has no validity");
  }
  for (std::size_t i = 0; i < table.rows(); ++i) {
    rows.emplace_back();
    for (const Column& c : table.columns) rows.back() += value(c, i) + '\n';
  }
}

struct Result {
  Rows rows;
  std::string error;
  bool operator==(const Result&) const = default;
};

// Builds the rows of the whole text with a single reader, without a pipeline.
Result read_whole(const Plan& plan, std::string_view text) {
  const auto reader = new_reader(plan, 0);
  reader->feed(text, Offsets());
  reader->finish();
  Result result;
  add_rows(*reader->table(), result.rows);
  if (reader->failure()) result.error = reader->failure()->c_str();  // ends at a NUL, like the message of an exception
  return result;
}

// Provides the part of a text from `begin` to `end` in blocks, then the text after it for as long as it is requested.
class Blocks : public Source {
 public:
  Blocks(std::string_view text, std::size_t begin, std::size_t end, unsigned sizes)
      : text_(text), begin_(begin), end_(end), at_(begin), sizes_(sizes), state_(sizes) {}

  bool read(Block& block) override {
    if (at_ == text_.size()) return false;
    state_ = state_ * 1664525 + 1013904223;
    const std::size_t wanted = 1 + (sizes_ < 16 ? sizes_ : (state_ >> 16) % (sizes_ < 128 ? 8 : 200));
    const std::size_t limit = at_ < end_ ? end_ : text_.size();
    const std::size_t size = std::min(wanted, limit - at_);
    block.bytes.append(text_.data() + at_, size);
    block.offset = std::int64_t(at_);
    block.past_end = at_ >= end_;
    block.is_new_text = at_ == begin_;
    block.starts_at_marker = begin_ != 0;
    at_ += size;
    return true;
  }
  void skip_text() override { at_ = text_.size(); }
  void go_on(std::uint64_t) override {}

 private:
  const std::string_view text_;
  const std::size_t begin_, end_;
  std::size_t at_;
  const unsigned sizes_;
  std::uint32_t state_;
};

Result read_part(const std::shared_ptr<const Plan>& plan, std::string_view text, std::size_t begin, std::size_t end,
                 unsigned sizes) {
  const PipelineOptions options{
      .threads = 1 + sizes % 3, .batch_size = 1 + sizes % 7, .chunk_size = std::size_t{1} << sizes % 9};
  Pipeline pipeline(plan, std::make_unique<Blocks>(text, begin, end, sizes), options);
  Result result;
  try {
    while (const auto batch = pipeline.next()) {
      check(batch->rows() != 0 && batch->rows() <= options.batch_size, "a batch has one row to batch_size");
      add_rows(*batch, result.rows);
    }
  } catch (const std::invalid_argument& e) {
    result.error = e.what();
  }
  return result;
}

// Whether markers occur only where games begin. If not, the text cannot be divided into shards.
bool can_be_cut(std::string_view text) {
  pgn::StreamReader reader;
  pgn::SkipVisitor skip;
  std::size_t at = 0;
  while (const auto marker = pgn::next_game_marker(text, at)) {
    reader.feed(skip, text.substr(at, marker->game - at));
    at = marker->game;
    if (reader.parser().in_game()) return false;
  }
  return true;
}

// An empty text stands for the absence of a condition.
std::optional<query::Condition> condition_of(const char* text) {
  if (!*text) return std::nullopt;
  query::Condition made;
  check(!query::Condition::parse(text, made), "the condition can be read");
  return made;
}

Plan plan_of(unsigned choice) {
  const OnError on_error = std::array{OnError::Column, OnError::Drop, OnError::Raise, OnError::Column}[choice & 3];
  const std::vector<std::string> games[] = {
      {"White", "WhiteElo", "UTCDate", "UTCTime", "offset", "ply_count", "result", "moves", "clocks", "evals", "nags",
       "comments", "fen", "final", "error", "movetext"},
      {"Black", "BlackElo", "offset"},
      {"clocks", "evals", "ply_count", "result"},
      {"movetext", "White"},
  };
  Filter filter;
  if (choice & 16) {
    filter.any = {
        {{.subject = Subject::PlyCount, .tag = 0, .comparison = Comparison::Greater, .numbers = {1}, .texts = {}}}};
  }
  const bool positions = (choice & 32) != 0;
  std::vector<std::string> columns = games[choice >> 2 & 3];
  if (positions) columns = {"game", "ply", "position", "move", "key", "eval", "clock", "result"};
  Conditions conditions;
  if (choice & 192) {
    const char* texts[] = {"", "check or count(pawns) < 16", "capture then (clock < 60 or eval > 0 or ply >= 4)",
                           "not promoted for 3 plies"};
    conditions.of_games = condition_of(texts[choice >> 6]);
    if (positions) conditions.of_rows = condition_of(texts[choice >> 6 ^ 1]);
    columns.emplace_back("match_ply");
    if (!positions) columns.emplace_back("match_plies");
  }
  auto plan = Plan::of(positions ? Plan::Kind::Positions : Plan::Kind::Games, columns, on_error, std::move(filter), {},
                       std::move(conditions));
  check(plan.has_value(), "the columns are known");
  return std::move(*plan);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::Bytes bytes(data, size);
  const unsigned choice = bytes.byte(), sizes = bytes.byte(), cuts = bytes.byte();
  const std::string_view text = bytes.rest();
  const auto plan = std::make_shared<const Plan>(plan_of(choice));
  const Result whole = read_whole(*plan, text);
  check(whole == read_part(plan, text, 0, text.size(), sizes), "pieces give the rows of the whole");
  if (!can_be_cut(text)) return 0;
  Result joined;
  for (std::size_t begin = 0; begin < text.size() && joined.error.empty();) {
    const std::size_t end = std::min(text.size(), begin + 1 + (cuts < 128 ? cuts : (cuts * (begin + 7)) % 97));
    Result part = read_part(plan, text, begin, end, sizes);
    joined.rows.insert(joined.rows.end(), part.rows.begin(), part.rows.end());
    joined.error = part.error;
    begin = end;
  }
  check(whole == joined, "shards give the rows of the whole");
  return 0;
}
