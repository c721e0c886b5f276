// Fuzzes the functions that convert many games at once. The lines of the input are games. They are parsed as movetexts,
// and converted as moves from text and back; arbitrary words are converted to text, too. Each text and each list is in
// a memory block of exactly its size.
#include <algorithm>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bitrook/data/texts.hpp"
#include "fuzz.hpp"

using namespace bitrook;
using namespace bitrook::data;
using fuzz::check;

namespace {

bool go_on(std::size_t) { return true; }

bool equal(const Column& a, const Column& b) {
  if (a.length() != b.length() || a.nulls() != b.nulls()) return false;
  for (std::size_t row = 0; row < a.length(); ++row)
    if (a.is_null(row) != b.is_null(row)) return false;
  const auto bytes = [](const Buffer& buffer) { return std::string_view(buffer.data(), buffer.size()); };
  return bytes(a.offsets()) == bytes(b.offsets()) && bytes(a.data()) == bytes(b.data()) &&
         (!is_list(a.type()) || equal(a.items(), b.items()));
}

// Returns the result of a function with one thread, and checks that three threads give the same result.
template <class Convert>
std::shared_ptr<Table> with_threads(Convert convert) {
  const auto one = convert(1), three = convert(3);
  check(one && three && one->columns.size() == three->columns.size(), "nothing stops the work");
  for (std::size_t i = 0; i < one->columns.size(); ++i)
    check(equal(one->columns[i], three->columns[i]), "threads do not change the columns");
  return one;
}

// Copies of texts or lists, each in a memory block of exactly its size.
template <class Item>
class Blocks {
 public:
  const Item* add(const void* from, std::size_t count) {
    blocks_.emplace_back(new Item[count]);
    if (count) std::memcpy(blocks_.back().get(), from, count * sizeof(Item));
    return blocks_.back().get();
  }

 private:
  std::vector<std::unique_ptr<Item[]>> blocks_;
};

void check_words(std::string_view text, const Starts& starts, Notation notation, Blocks<std::int16_t>& blocks) {
  const std::size_t size = text.size() / 2 / starts.fens.size();
  MoveLists games;
  for (std::size_t i = 0; i < starts.fens.size(); ++i)
    games.emplace_back(std::in_place, blocks.add(text.data() + 2 * size * i, size), size);
  with_threads([&](unsigned threads) { return write_moves(games, starts, notation, threads, go_on); });
}

// Reads moves, writes them and reads them again.
void check_round_trip(const Texts& games, const Starts& starts, Notation notation, Blocks<std::int16_t>& blocks) {
  const auto read = with_threads([&](unsigned n) { return read_moves(games, starts, notation, n, go_on); });
  const Column& moves = read->columns[0];
  MoveLists lists;
  for (std::size_t row = 0; row < games.size(); ++row) {
    if (moves.is_null(row)) {
      lists.emplace_back();
      continue;
    }
    const auto at = moves.offsets().as<std::int32_t>();
    const std::size_t count = std::size_t(at[row + 1] - at[row]);
    lists.emplace_back(std::in_place, blocks.add(moves.items().data().data() + 2 * at[row], count), count);
  }
  const auto written = with_threads([&](unsigned n) { return write_moves(lists, starts, notation, n, go_on); });
  const Column &texts = written->columns[0], &words = texts.items();
  for (std::size_t row = 0; row < lists.size(); ++row) {
    if (!lists[row]) continue;
    if (!written->columns[1].is_null(row)) {
      check(!read->columns[1].is_null(row), "moves that were read can be written");
      continue;
    }
    const auto at = texts.offsets().as<std::int32_t>();
    std::string text;
    for (auto i = std::size_t(at[row]); i < std::size_t(at[row + 1]); ++i) text += std::string(words.text(i)) + ' ';
    Starts start;
    if (!starts.fens.empty()) start = {{starts.fens[row]}, {starts.variants[row]}};
    const auto again = read_moves({text}, start, notation, 1, go_on);
    const auto span = again->columns[0].items().data().as<std::int16_t>();
    check(again->columns[1].nulls() == 1, "moves that were written can be read");
    check(std::ranges::equal(span, *lists[row]), "moves are the same after writing and reading");
  }
}

}  // namespace

// The bits of the first byte are the notation, whether every other line is a FEN, and whether the games are Chess960.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::Bytes bytes(data, size);
  const unsigned options = bytes.byte();
  const Notation notation = options & 1 ? Notation::San : Notation::Uci;
  Blocks<char> texts;
  Blocks<std::int16_t> words;
  Texts games;
  Starts starts;
  bool is_fen = options & 2;
  for (std::string_view rest = bytes.rest(); !rest.empty() && games.size() < 40;) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(rest.size(), line.size() + 1));
    const std::string_view text(texts.add(line.data(), line.size()), line.size());
    (is_fen ? starts.fens : games).push_back(line == "-" ? std::nullopt : std::optional(text));
    if (options & 2) is_fen = !is_fen;
  }
  starts.fens.resize(options & 2 ? games.size() : 0);
  starts.variants.assign(starts.fens.size(), options & 4 ? std::optional<std::string_view>("Chess960") : std::nullopt);
  check_round_trip(games, starts, notation, words);
  if (!starts.fens.empty()) check_words(bytes.rest(), starts, notation, words);
  const auto plan = Plan::of(Plan::Kind::Games, {"White", "moves", "movetext", "clocks", "comments", "fen", "error"},
                             OnError::Column, {}, {});
  check(plan.has_value(), "the columns are known");
  with_threads([&](unsigned threads) { return parse_texts(*plan, games, threads, go_on); });
  return 0;
}
