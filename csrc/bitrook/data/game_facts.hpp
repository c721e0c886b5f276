// GameFacts: the data that is collected about a game while it is read, to fill its columns.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bitrook/data/plan.hpp"
#include "bitrook/data/values.hpp"

namespace bitrook::data {

// Its memory is reused from game to game.
struct GameFacts {
  static constexpr std::int32_t None = Annotations::None;

  explicit GameFacts(const Plan& p) : plan(p), texts(p.tags.size()), tags(p.tags.size()) {}

  void clear() {
    for (auto& tag : tags) tag.reset();
    moves.clear();
    clocks.clear();
    evals.clear();
    depths.clear();
    times.clear();
    spent.clear();
    nags.clear();
    for (std::string& c : comments) c.clear();
    result.reset();
    plies = 0;
    black_begins = false;
    error.clear();
    fen.clear();
  }

  void set_tag(std::string_view name, std::string_view value) {
    if (const auto i = plan.tags.find(name)) {
      texts[*i] = value;
      tags[*i] = texts[*i];
    }
  }
  void set_result(std::string_view text) {
    if (text == "1-0") result = 1;
    if (text == "0-1") result = -1;
    if (text == "1/2-1/2") result = 0;
  }
  // Must be called after the last tag.
  void tags_are_complete() {
    if (const auto& tag = tags[plan.result_tag]) set_result(*tag);
    if (const auto& tag = tags[plan.fen_tag]) {
      const auto space = tag->find(' ');
      black_begins = space != std::string_view::npos && tag->substr(space).starts_with(" b");
    }
  }
  void add_comment(std::string_view text) {
    if (plies == 0) return;  // it is about the whole game
    if (plan.annotations) {
      if (const std::int32_t clock = parse_plain_clock(text); clock != None) {
        set(clocks, clock);
      } else {
        const bool white_moved = (plies % 2 == 1) != black_begins;
        const Annotations found = parse_annotations(text, white_moved);
        if (found.clock != None) set(clocks, found.clock);
        if (found.eval != None) set(evals, found.eval);
        if (found.depth != None) set(depths, found.depth);
        if (found.time != None) set(times, found.time);
      }
    }
    if (plan.comments) {
      if (comments.size() < plies) comments.resize(plies);
      std::string& comment = comments[plies - 1];
      if (!comment.empty() && !text.empty()) comment += ' ';
      comment += text;
    }
  }
  // Computes the time that each move took: what a comment states or, if the time control is known, what the clocks
  // show.
  void compute_time_spent() {
    if (const auto& tag = tags[plan.time_control_tag]) {
      if (const auto control = parse_time_control(*tag)) data::time_spent(*control, clocks, spent);
    }
    if (spent.size() < times.size()) spent.resize(times.size(), None);
    for (std::size_t i = 0; i < times.size(); ++i) {
      if (times[i] != None) spent[i] = times[i];
    }
    if (std::ranges::all_of(spent, [](std::int32_t time) { return time == None; })) spent.clear();
  }
  // The value of the move after `ply` plies, or None.
  static std::int32_t value_at(const std::vector<std::int32_t>& list, std::size_t ply) {
    return ply < list.size() ? list[ply] : None;
  }

  const Plan& plan;
  std::vector<std::string> texts;
  std::vector<std::optional<std::string_view>> tags;  // views of `texts`
  std::vector<std::int16_t> moves;
  // By ply, up to the last one with a value; None if missing.
  std::vector<std::int32_t> clocks, evals, depths, times, spent;
  std::vector<std::pair<std::size_t, std::int16_t>> nags;  // with the number of plies before them
  std::vector<std::string> comments;                       // may be shorter than the game
  std::optional<std::int64_t> result;
  std::size_t plies = 0;
  bool black_begins = false;
  std::string error, fen;

 private:
  // Sets the value of the last ply, unless it has one.
  void set(std::vector<std::int32_t>& list, std::int32_t value) {
    if (list.size() == plies) return;
    if (list.size() + 1 != plies) list.resize(plies - 1, None);
    list.push_back(value);
  }
};

}  // namespace bitrook::data
