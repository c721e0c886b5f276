// Properties of all positions of a batch, written to caller-provided arrays: queries, evaluations, and packed
// positions.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "bitrook/batch/boards.hpp"
#include "bitrook/batch/parts.hpp"
#include "bitrook/query/condition.hpp"
#include "bitrook/search/evaluation.hpp"

namespace bitrook::batch {

// One number for each board, or several of the same kind.
struct Query {
  std::string_view name;
  unsigned items;      // per board
  unsigned item_size;  // in bytes
  // Writes the items of board i.
  void (*write)(const Boards& boards, std::size_t i, void* out);
};

// All queries: keys, turns, in_check, piece_counts, material, status, halfmove_clocks, fullmove_numbers,
// en_passant_squares, castling_rights, plies, reasons and repetitions, and the words of the layouts classical, indexed,
// dense and quad. The names of those about one color have a suffix: ".white", ".black", or ".both" for two items, first
// White's. They are the sets of squares that boards and `pawns` compute: passed_pawns, isolated_pawns, doubled_pawns,
// backward_pawns, connected_pawns, pawn_front_span, pawn_attack_span, outposts, half_open_files, king_zone,
// attacked_by, blockers, pinners and threats; and open_files, which has no suffix.
const Query* find_query(std::string_view name);
std::vector<const Query*> all_queries();

// Precondition: `out` has room for `items` items of `item_size` bytes per board, and is aligned to `item_size`.
void answer(const Boards& boards, const Query& query, void* out, const Threads& threads);

// Writes the evaluation of each board, in centipawns from the point of view of its side to move, whether or not its
// game is over.
// Precondition: `out` has one item per board, and the evaluation is thread-safe.
void evaluate(const Boards& boards, const search::Evaluation& evaluation, std::span<std::int32_t> out,
              const Threads& threads);

// Writes 1 for each board whose position fulfills the condition, and otherwise 0.
// Preconditions: `out` has one item per board, and the condition is one on single positions.
void where(const Boards& boards, const query::Condition& condition, std::span<std::uint8_t> out,
           const Threads& threads);

// The first board that cannot be packed.
struct NotPacked {
  std::size_t board;
  const char* why;
};
// Writes each position in 24 bytes.
std::optional<NotPacked> pack(const Boards& boards, std::span<std::uint8_t> out, const Threads& threads);

}  // namespace bitrook::batch
