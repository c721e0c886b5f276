// Properties of all positions of a batch, written to caller-provided arrays: queries, evaluations, and packed
// positions.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "bitrook/batch/boards.hpp"
#include "bitrook/batch/parts.hpp"
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
// dense and quad.
std::span<const Query> queries();
const Query* find_query(std::string_view name);

// Precondition: `out` has room for `items` items of `item_size` bytes per board, and is aligned to `item_size`.
void answer(const Boards& boards, const Query& query, void* out, const Threads& threads);

// Writes the evaluation of each board, in centipawns from the point of view of its side to move, whether or not its
// game is over.
// Precondition: `out` has one item per board, and the evaluation is thread-safe.
void evaluate(const Boards& boards, const search::Evaluation& evaluation, std::span<std::int32_t> out,
              const Threads& threads);

// The first board that cannot be packed.
struct NotPacked {
  std::size_t board;
  const char* why;
};
// Writes each position in 24 bytes.
std::optional<NotPacked> pack(const Boards& boards, std::span<std::uint8_t> out, const Threads& threads);

}  // namespace bitrook::batch
