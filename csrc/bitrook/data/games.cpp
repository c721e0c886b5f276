// Making a game from the columns of a row.
#include "bitrook/data/games.hpp"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "bitrook/data/plan.hpp"

namespace bitrook::data {

namespace {

// The column with this name, or null if there is none of this type or its value is null.
const Column* find(const Table& table, std::string_view name, Type type, std::size_t row) {
  const auto field = std::ranges::find(table.fields, name, &Field::name);
  if (field == table.fields.end() || field->type != type) return nullptr;
  const Column& column = table.columns[std::size_t(field - table.fields.begin())];
  return column.is_null(row) ? nullptr : &column;
}

// A list in a row; empty without one.
class List {
 public:
  List(const Column* column, std::size_t row) {
    if (!column) return;
    const auto offsets = column->offsets().as<std::int32_t>();
    items_ = &column->items();
    begin_ = std::size_t(offsets[row]);
    size_ = std::size_t(offsets[row + 1]) - begin_;
  }
  std::size_t size() const { return size_; }
  bool has(std::size_t i) const { return i < size_ && !items_->is_null(begin_ + i); }
  // Precondition of these functions: has(i).
  std::int32_t number(std::size_t i) const {
    return items_->type() == Type::Int16 ? items_->data().as<std::int16_t>()[begin_ + i]
                                         : items_->data().as<std::int32_t>()[begin_ + i];
  }
  std::string_view text(std::size_t i) const { return items_->text(begin_ + i); }
  List list(std::size_t i) const { return {items_, begin_ + i}; }

 private:
  const Column* items_ = nullptr;
  std::size_t begin_ = 0, size_ = 0;
};

std::string padded(std::int32_t number, std::size_t digits) {
  std::string text = std::to_string(number);
  if (text.size() < digits) text.insert(0, digits - text.size(), '0');
  return text;
}

// The value of a column as the text of its tag.
std::optional<std::string> tag_text(const Field& field, const Column& column, std::size_t row) {
  if (column.is_null(row)) return std::nullopt;
  switch (column.type()) {
    case Type::String:
      return std::string(column.text(row));
    case Type::Int16: {
      const std::int32_t value = column.data().as<std::int16_t>()[row];
      return (value >= 0 && field.name.ends_with("RatingDiff") ? "+" : "") + std::to_string(value);
    }
    case Type::Date32: {
      const std::chrono::sys_days day(std::chrono::days(column.data().as<std::int32_t>()[row]));
      const std::chrono::year_month_day date(day);
      return padded(int(date.year()), 4) + '.' + padded(int(unsigned(date.month())), 2) + '.' +
             padded(int(unsigned(date.day())), 2);
    }
    case Type::Time32: {
      const std::int32_t seconds = column.data().as<std::int32_t>()[row];
      return padded(seconds / 3600, 2) + ':' + padded(seconds / 60 % 60, 2) + ':' + padded(seconds % 60, 2);
    }
    default:
      return std::nullopt;
  }
}

// An evaluation of the column "evals", with the depth if it is known.
std::string eval_command(std::int32_t value, const std::optional<std::int32_t>& depth) {
  std::string text = "[%eval ";
  if (value > 32000) {
    text += '#' + std::to_string(32768 - value);
  } else if (value < -32000) {
    text += '#' + std::to_string(-32769 - value);
  } else {
    const std::int32_t cents = value < 0 ? -value : value;
    text.append(value < 0 ? "-" : "").append(std::to_string(cents / 100) + '.' + padded(cents % 100, 2));
  }
  if (depth) text += ',' + std::to_string(std::max(*depth, 0));
  return text + ']';
}

std::string time_command(const char* name, std::int32_t milliseconds) {
  const std::int32_t time = std::max(milliseconds, 0), seconds = time / 1000;
  std::string text = std::string("[%") + name + ' ' + std::to_string(seconds / 3600) + ':' +
                     padded(seconds / 60 % 60, 2) + ':' + padded(seconds % 60, 2);
  if (time % 1000 != 0) {
    text += '.' + padded(time % 1000, 3);
    while (text.back() == '0') text.pop_back();
  }
  return text + ']';
}

void add_tags(const Table& table, std::size_t row, pgn::GameTreeBuilder& game) {
  for (std::size_t i = 0; i < table.fields.size(); ++i) {
    const Field& field = table.fields[i];
    if (!is_tag(field.name)) continue;
    const auto text = tag_text(field, table.columns[i], row);
    if (text && (field.name != "Result" || *text != "*")) game.tag(field.name, *text);
  }
  if (const Column* fen = find(table, "fen", Type::String, row)) game.tag("FEN", fen->text(row));
  if (const Column* result = find(table, "result", Type::Int8, row)) {
    const int value = result->data().as<std::int8_t>()[row];
    if (value >= -1 && value <= 1) game.result(value == 0 ? "1/2-1/2" : value > 0 ? "1-0" : "0-1");
  }
}

}  // namespace

pgn::GameTree game_of_row(const Table& table, std::size_t row) {
  static const Position Any = Position::start();  // the builder does not use positions
  const auto list = [&](std::string_view name, Type type) { return List(find(table, name, type, row), row); };
  const List moves = list("moves", Type::ListInt16), comments = list("comments", Type::ListString),
             nags = list("nags", Type::ListListInt16), clocks = list("clocks", Type::ListInt32),
             evals = list("evals", Type::ListInt16), depths = list("depths", Type::ListInt16),
             times = list("times", Type::ListInt32);
  pgn::GameTreeBuilder game;
  game.begin_game();
  add_tags(table, row, game);
  for (std::size_t i = 0; i < moves.size(); ++i) {
    game.move(Move::from_word(std::uint16_t(moves.number(i))), Any);
    if (nags.has(i)) {
      const List each = nags.list(i);
      for (std::size_t k = 0; k < each.size(); ++k) game.nag(std::uint32_t(each.number(k)));
    }
    if (comments.has(i)) {  // it contains the clock and the evaluation
      game.comment(comments.text(i));
      continue;
    }
    if (evals.has(i)) {
      game.comment(eval_command(evals.number(i), depths.has(i) ? std::optional(depths.number(i)) : std::nullopt));
    }
    if (clocks.has(i)) game.comment(time_command("clk", clocks.number(i)));
    if (times.has(i)) game.comment(time_command("emt", times.number(i)));
  }
  return game.take();
}

}  // namespace bitrook::data
