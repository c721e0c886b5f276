// Parsing texts of single games, and converting moves.
#include "bitrook/data/texts.hpp"

#include <algorithm>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

#include "bitrook/data/rows.hpp"
#include "bitrook/movegen/movegen.hpp"
#include "bitrook/notation/fen.hpp"
#include "bitrook/notation/san.hpp"
#include "bitrook/notation/uci.hpp"
#include "bitrook/pgn/start.hpp"

namespace bitrook::data {

namespace {

constexpr std::size_t PartSize = 1024;  // games

// Calls part(first, count, table, worker) for parts of the games, each with its own table, and joins the tables.
template <class Part>
std::shared_ptr<Table> joined_parts(const Fields& fields, std::size_t games, unsigned threads, const GoOn& go_on,
                                    Part part) {
  std::vector<std::unique_ptr<Table>> tables((games + PartSize - 1) / PartSize);
  const auto run = [&](std::size_t i, Worker& worker) {
    tables[i] = std::make_unique<Table>(fields);
    part(i * PartSize, std::min(PartSize, games - i * PartSize), *tables[i], worker);
  };
  if (!run_parts(tables.size(), threads, run, go_on)) return nullptr;
  auto all = std::make_shared<Table>(fields);
  for (auto& t : tables) {
    all->append(*t, 0, t->rows());
    t.reset();
  }
  return all;
}

void parse_part(const Plan& plan, std::span<const std::optional<std::string_view>> texts, Table& out, Worker& worker) {
  std::unique_ptr<ChunkReader> reader;
  std::uint64_t position = 0;
  for (const auto& text : texts) {
    if (!worker.go_on()) return;
    if (!reader) reader = new_reader(plan, position);
    const std::size_t before = reader->table()->rows();
    if (text) {
      Offsets offsets;
      offsets.add(position, 0);  // offsets start at 0 in each text
      reader->feed(*text, offsets);
      reader->finish();
      position += text->size();
    }
    Table& rows = *reader->table();
    if (rows.rows() > before + 1) rows.truncate(before + 1);
    if (rows.rows() == before) {
      for (Column& c : rows.columns) c.add_null();
      rows.row_added();
    }
  }
  if (reader) out.append(*reader->table(), 0, reader->table()->rows());
}

using Why = std::optional<std::string>;

Why at_ply(std::size_t ply, const std::string& why) { return "ply " + std::to_string(ply) + ": " + why; }

// Sets the start position of a game, or returns an error.
Why find_start(const Starts& starts, std::size_t game, pgn::StartPosition& start) {
  const auto tag = [&](const Texts& texts) { return texts.empty() ? std::nullopt : texts[game]; };
  const auto variant = tag(starts.variants);
  const auto error = pgn::read_start(variant, tag(starts.fens), start);
  if (!error) return std::nullopt;
  if (error->kind == pgn::ErrorKind::Variant) return at_ply(0, "unsupported variant " + std::string(*variant));
  const fen::Error& why = *error->fen;
  return at_ply(0, std::string("invalid fen, ") + fen::name(why.field) + ": " + fen::description(why.problem));
}

template <class P>
Why write_game(std::span<const std::int16_t> words, Notation notation, P& p, Column& out) {
  char text[MaxSan + MaxUci];
  for (std::size_t ply = 0; ply < words.size(); ++ply) {
    const auto word = std::uint16_t(words[ply]);
    const Move m = Move::from_word(word);
    const unsigned kind = word >> 12;
    if (kind == 7 || kind == 8 || kind > 14 || (m.is_drop() && m.from() != m.to()))
      return at_ply(ply, "not a move: " + std::to_string(word));
    std::size_t length = write_uci(m, text);
    if (notation == Notation::San) {
      const Move own = with_castling_encoding(p, m, p.chess960());
      if (!own.is_null() && !is_legal(p, own)) return at_ply(ply, "illegal move " + std::string(text, length));
      length = write_san(p, own, text);
      p.play_unchecked(own);
    }
    out.add_text({text, length});
  }
  return std::nullopt;
}

template <class P>
std::optional<Move> read_move(std::string_view text, Notation notation, P& p) {
  if (notation == Notation::Uci) {
    const auto move = read_uci(text);
    return std::is_same_v<P, Position> && move && move->is_drop() ? std::nullopt : move;
  }
  const ParsedMove parsed = parse_san(p, text);
  if (!parsed) return std::nullopt;
  p.play_unchecked(parsed.move);
  return parsed.move;
}

// Whether a move has the form of castling in standard chess as a move of the king to its rook.
bool may_be_king_to_rook(Move m) {
  const Square from = m.from(), to = m.to();
  return (from == Square::E1 && (to == Square::A1 || to == Square::H1)) ||
         (from == Square::E8 && (to == Square::A8 || to == Square::H8));
}

// Converts castling to the position's own encoding, up to the first illegal move.
template <class P>
void encode_castling(P& p, std::span<Move> moves) {
  for (Move& m : moves) {
    const Move own = to_own_encoding(p, m);
    if (!own.is_null() && !is_legal(p, own)) return;
    m = own;
    p.play_unchecked(m);
  }
}

template <class P>
Why read_game(std::string_view game, Notation notation, P& p, Column& out) {
  constexpr std::string_view Space = " \t\r\n\v\f";
  std::vector<Move> moves;
  moves.reserve(game.size() / 5 + 1);
  Why why;
  for (std::size_t ply = 0;; ++ply) {
    game.remove_prefix(std::min(game.find_first_not_of(Space), game.size()));
    if (game.empty()) break;
    const std::string_view text = game.substr(0, game.find_first_of(Space));
    game.remove_prefix(text.size());
    const auto move = read_move(text, notation, p);
    if (!move) {
      why = at_ply(ply, "not a legal move: '" + std::string(text) + "'");
      break;
    }
    moves.push_back(*move);
  }
  if (notation == Notation::Uci && (p.chess960() || std::ranges::any_of(moves, may_be_king_to_rook)))
    encode_castling(p, moves);
  for (const Move m : moves) out.add(std::int16_t(m.word()));
  return why;
}

// Converts each game that is not null with convert(game, notation, position, items of the row).
template <class Games, class Convert>
std::shared_ptr<Table> convert_moves(const Field& converted, const Games& games, const Starts& starts,
                                     Notation notation, unsigned threads, const GoOn& go_on, Convert convert) {
  const bool needs_start = notation == Notation::San || !starts.fens.empty() || !starts.variants.empty();
  const auto part = [&](std::size_t first, std::size_t count, Table& out, Worker& worker) {
    Column &moves = out.columns[0], &errors = out.columns[1];
    for (std::size_t game = first; game < first + count && worker.go_on(); ++game, out.row_added()) {
      if (!games[game]) {
        moves.add_null();
        errors.add_null();
        continue;
      }
      pgn::StartPosition start = Position::start();
      Why why = needs_start ? find_start(starts, game, start) : std::nullopt;
      if (!why) why = std::visit([&](auto& p) { return convert(*games[game], notation, p, moves.items()); }, start);
      moves.end_list();
      why ? errors.add_text(*why) : errors.add_null();
    }
  };
  return joined_parts({converted, {"error", Type::String}}, games.size(), threads, go_on, part);
}

}  // namespace

std::shared_ptr<Table> parse_texts(const Plan& plan, const Texts& texts, unsigned threads, const GoOn& go_on) {
  const auto part = [&](std::size_t first, std::size_t count, Table& out, Worker& worker) {
    parse_part(plan, std::span(texts).subspan(first, count), out, worker);
  };
  return joined_parts(plan.fields, texts.size(), threads, go_on, part);
}

void add_record(ChunkReader& reader, const Record& game) {
  const auto tag = [&](std::string_view name) -> Texts {
    const auto found = std::ranges::find(game.tags, name, &std::pair<std::string, std::string>::first);
    return {found == game.tags.end() ? std::nullopt : std::optional<std::string_view>(found->second)};
  };
  pgn::StartPosition start = Position::start();
  const Why why = find_start({tag("FEN"), tag("Variant")}, 0, start);
  reader.add(game, start, why.value_or(""));
}

std::shared_ptr<Table> write_moves(const MoveLists& games, const Starts& starts, Notation notation, unsigned threads,
                                   const GoOn& go_on) {
  const Field text{notation == Notation::San ? "san" : "uci", Type::ListString};
  return convert_moves(text, games, starts, notation, threads, go_on,
                       [](auto&... each) { return write_game(each...); });
}
std::shared_ptr<Table> read_moves(const Texts& games, const Starts& starts, Notation notation, unsigned threads,
                                  const GoOn& go_on) {
  return convert_moves({"moves", Type::ListInt16}, games, starts, notation, threads, go_on,
                       [](auto&... each) { return read_game(each...); });
}

}  // namespace bitrook::data
