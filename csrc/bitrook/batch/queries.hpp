// Numbers about all positions of a batch, written to arrays of the caller.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "bitrook/batch/boards.hpp"
#include "bitrook/batch/parts.hpp"
#include "bitrook/data/packed.hpp"

namespace bitrook::batch {

// A number of a board, or some of the same kind.
struct Query {
  std::string_view name;
  unsigned items;      // a board
  unsigned item_size;  // in bytes
  // Writes the items of board i.
  void (*write)(const Boards& boards, std::size_t i, void* out);
};

// keys, turns, in_check, piece_counts, material, status, halfmove_clocks, fullmove_numbers, en_passant_squares,
// castling_rights, plies, reasons, repetitions; the layouts' words: classical, indexed, dense, quad.
std::span<const Query> queries();
const Query* find_query(std::string_view name);

// Precondition: `out` has space for `items` of `item_size` a board, aligned to item_size.
void answer(const Boards& boards, const Query& query, void* out, const Threads& threads);

// The positions of 24 bytes.
struct NotPacked {
  std::size_t board;
  data::PackedError error;
};
std::optional<NotPacked> pack(const Boards& boards, std::span<std::uint8_t> out, const Threads& threads);

}  // namespace bitrook::batch
