// Parsing texts of single games, and converting moves.
#include "bitrook/data/texts.hpp"

#include <algorithm>

#include "bitrook/data/rows.hpp"
#include "bitrook/movegen/movegen.hpp"
#include "bitrook/notation/fen.hpp"
#include "bitrook/notation/san.hpp"
#include "bitrook/notation/uci.hpp"

namespace bitrook::data {

namespace {

constexpr std::size_t PartSize = 1024;  // texts

void parse_part(const Plan& plan, std::span<const std::optional<std::string_view>> texts, Table& out, Worker& worker) {
  std::unique_ptr<ChunkReader> reader;
  std::uint64_t position = 0;
  for (const auto& text : texts) {
    if (!worker.go_on()) return;
    if (!reader) reader = new_reader(plan, position);
    const std::size_t before = reader->table()->rows();
    if (text) {
      Offsets offsets;
      offsets.add(position, 0);  // each text counts its own bytes
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

// The start position of a game; why not, if its FEN is wrong.
std::optional<std::string> start_of(const Texts& starts, std::size_t game, Position& p) {
  if (game >= starts.size() || !starts[game]) {
    p = Position::start();
    return std::nullopt;
  }
  Setup setup;
  if (const auto error = fen::parse(*starts[game], setup)) {
    return std::string("invalid fen, ") + fen::name(error->field) + ": " + fen::description(error->problem);
  }
  p = Position(setup);
  return std::nullopt;
}

}  // namespace

std::shared_ptr<Table> parse_texts(const Plan& plan, const Texts& texts, unsigned threads, const GoOn& go_on) {
  const std::size_t parts = (texts.size() + PartSize - 1) / PartSize;
  std::vector<std::unique_ptr<Table>> tables(parts);
  const auto part = [&](std::size_t i, Worker& worker) {
    tables[i] = std::make_unique<Table>(plan.fields);
    const std::size_t from = i * PartSize;
    parse_part(plan, std::span(texts).subspan(from, std::min(PartSize, texts.size() - from)), *tables[i], worker);
  };
  if (!run_parts(parts, threads, part, go_on)) return nullptr;
  auto all = std::make_shared<Table>(plan.fields);
  for (auto& t : tables) {
    all->append(*t, 0, t->rows());
    t.reset();
  }
  return all;
}

std::optional<MoveTextError> write_moves(std::span<const std::span<const std::int16_t>> games, const Texts& starts,
                                         Notation notation, Column& out) {
  for (std::size_t game = 0; game < games.size(); ++game) {
    Position p = Position::start();
    if (notation == Notation::San) {
      if (auto why = start_of(starts, game, p)) return MoveTextError{game, 0, *why};
    }
    for (std::size_t ply = 0; ply < games[game].size(); ++ply) {
      const Move m = Move::from_word(std::uint16_t(games[game][ply]));
      char text[MaxSan + MaxUci];
      std::size_t length = 0;
      const unsigned kind = m.word() >> 12;
      if (kind == 7 || kind >= 8) return MoveTextError{game, ply, "not a move: " + std::to_string(m.word())};
      if (notation == Notation::Uci) {
        length = write_uci(m, text);
      } else {
        const Move own = with_castling_encoding(p, m, p.chess960());
        if (!own.is_null() && !is_legal(p, own)) {
          length = write_uci(m, text);
          return MoveTextError{game, ply, "illegal move " + std::string(text, length)};
        }
        length = write_san(p, own, text);
        own.is_null() ? (void)p.play_null() : (void)p.play_unchecked(own);
      }
      out.items().add_text({text, length});
    }
    out.end_list();
  }
  return std::nullopt;
}

std::optional<MoveTextError> read_moves(const Texts& games, const Texts& starts, Notation notation, Column& out) {
  constexpr std::string_view Space = " \t\r\n\v\f";
  for (std::size_t game = 0; game < games.size(); ++game) {
    if (!games[game]) {
      out.add_null();
      continue;
    }
    Position p = Position::start();
    if (notation == Notation::San) {
      if (auto why = start_of(starts, game, p)) return MoveTextError{game, 0, *why};
    }
    std::string_view rest = *games[game];
    for (std::size_t ply = 0;; ++ply) {
      rest.remove_prefix(std::min(rest.find_first_not_of(Space), rest.size()));
      if (rest.empty()) break;
      const std::string_view text = rest.substr(0, rest.find_first_of(Space));
      rest.remove_prefix(text.size());
      std::optional<Move> move;
      if (notation == Notation::Uci) {
        move = read_uci(text);
        if (move && move->is_drop()) move.reset();
      } else if (const ParsedMove parsed = parse_san(p, text)) {
        move = parsed.move;
        move->is_null() ? (void)p.play_null() : (void)p.play_unchecked(*move);
      }
      if (!move) return MoveTextError{game, ply, "not a legal move: '" + std::string(text) + "'"};
      out.items().add(std::int16_t(move->word()));
    }
    out.end_list();
  }
  return std::nullopt;
}

}  // namespace bitrook::data
