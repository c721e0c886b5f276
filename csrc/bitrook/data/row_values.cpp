// Adding the values of a game to columns.
#include "bitrook/data/row_values.hpp"

#include <algorithm>
#include <string>

#include "bitrook/data/packed.hpp"

namespace bitrook::data {

std::int16_t capped(std::size_t plies) { return std::int16_t(std::min<std::size_t>(plies, 0x7FFF)); }

void add_number(Column& column, std::int64_t value) {
  width(column.type()) == 2 ? column.add(std::int16_t(value)) : column.add(std::int32_t(value));
}

void add_optional(Column& column, std::int32_t value) {
  value == GameFacts::None ? column.add_null() : add_number(column, value);
}

void add_tag_number(Column& column, Content content, const std::optional<std::string_view>& text) {
  const Subject subject = content == Content::TagDate   ? Subject::Date
                          : content == Content::TagTime ? Subject::Time
                                                        : Subject::Integer;
  const auto value = text ? number_of(subject, *text) : std::nullopt;
  if (value && (content != Content::TagInteger || (-0x8000 <= *value && *value <= 0x7FFF))) {
    add_number(column, *value);
  } else {
    column.add_null();
  }
}

void add_packed(Column& column, const Position& p) {
  Packed bytes;
  pack(p, bytes) == PackedError::None ? column.add_bytes(bytes.data()) : column.add_null();
}

void add_packed(Column& column, const VariantPosition& p) {
  p.rules().has_state() ? column.add_null() : add_packed(column, p.chess());
}

void add_list(Column& column, const std::vector<std::int32_t>& values, std::size_t plies) {
  if (values.empty()) return column.add_null();
  const bool is_full = values.size() == plies && std::ranges::find(values, GameFacts::None) == values.end();
  if (is_full && column.items().type() == Type::Int32) {
    column.items().add_all(values);
  } else {
    for (std::size_t i = 0; i < plies; ++i) add_optional(column.items(), GameFacts::value_at(values, i));
  }
  column.end_list();
}

void add_text(Column& column, std::string_view text) { text.empty() ? column.add_null() : column.add_text(text); }

void add_nags(Column& column, const GameFacts& game) {
  if (game.nags.empty()) return column.add_null();
  std::size_t next = 0;
  while (next < game.nags.size() && game.nags[next].first == 0) ++next;  // before the first move
  for (std::size_t ply = 1; ply <= game.plies; ++ply) {
    for (; next < game.nags.size() && game.nags[next].first == ply; ++next) {
      column.items().items().add(game.nags[next].second);
    }
    column.items().end_list();
  }
  column.end_list();
}

void add_comments(Column& column, const GameFacts& game) {
  const auto& texts = game.comments;
  if (std::ranges::all_of(texts, [](const std::string& c) { return c.empty(); })) return column.add_null();
  for (std::size_t i = 0; i < game.plies; ++i) {
    add_text(column.items(), i < texts.size() ? std::string_view(texts[i]) : std::string_view());
  }
  column.end_list();
}

}  // namespace bitrook::data
