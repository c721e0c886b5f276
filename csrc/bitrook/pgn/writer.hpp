// Writer: a visitor that writes games as PGN, as python-chess's exporters do.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "bitrook/pgn/visitor.hpp"

namespace bitrook::pgn {

struct WriterOptions {
  std::size_t columns = 80;  // maximum length of a line of movetext; 0: a single line. Comments are not broken
  bool headers = true;       // write tags
  bool comments = true;      // write comments and NAGs
  bool variations = true;
};

// Pass it to a reader, or call its events: begin_game, tag, begin_movetext, then moves with the position before each.
// Moves are written in SAN.
class Writer : public Visitor {
 public:
  static constexpr bool AnyVariant = true;

  explicit Writer(const WriterOptions& options = {}) : options_(options) {}

  // The games written so far. Each ends with an empty line.
  const std::string& text() const { return text_; }
  void clear() { text_.clear(); }

  void begin_game();
  void tag(std::string_view name, std::string_view value);
  void begin_movetext();
  void move(Move m, const Position& before);
  void move(Move m, const VariantPosition& before);
  void nag(std::uint32_t number);
  void comment(std::string_view text);
  Flow begin_variation();
  void end_variation();
  void result(std::string_view text);
  void end_game();

 private:
  // Writes a token and a space. `width` is the length of the token in characters.
  void token(std::string_view token) { this->token(token, token.size()); }
  void token(std::string_view token, std::size_t width);
  template <class P>
  void write_move(Move m, const P& before);
  void move_number(std::uint32_t number, std::string_view dots);
  void end_line();
  bool is_silent() const { return !options_.variations && depth_ != 0; }

  WriterOptions options_;
  std::string text_;
  std::string comment_;         // a buffer for the current comment
  std::size_t line_width_ = 0;  // characters of the current line of movetext, including the last space
  std::ptrdiff_t depth_ = 0;    // of variations; negative if more have ended than begun
  bool has_tags_ = false;
  bool needs_number_ = true;  // if the next move is Black's
};

}  // namespace bitrook::pgn
