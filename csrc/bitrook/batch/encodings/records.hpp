// Files of positions for training evaluations: formats of tools for NNUE networks, read and written as records.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "bitrook/position/position.hpp"

namespace bitrook::batch {

// A position with the move, the score and the result of its game. What a format does not keep is 0.
struct Record {
  Position position;
  Move move;
  std::int16_t score = 0;  // in centipawns, from White's side
  std::int8_t result = 0;  // 1 White won, 0 drawn, -1 Black won
};

enum class RecordFormat : std::uint8_t {
  BinaryFen,   // 24 bytes: the position only
  Marlin,      // 32 bytes: marlinformat; no move
  Bullet,      // 32 bytes: bulletformat; the side to move is White, no castling rights, en passant, clocks or move
  PackedSfen,  // 40 bytes: Stockfish's .bin
  Viri,        // games: a record of marlinformat, then 4 bytes for each move
};

struct RecordFormatInfo {
  std::string_view name;
  RecordFormat format;
  unsigned record_size;  // 0 if records differ in size
};
inline constexpr std::array<RecordFormatInfo, 5> RecordFormats{{
    {"binary_fen", RecordFormat::BinaryFen, 24},
    {"marlinformat", RecordFormat::Marlin, 32},
    {"bulletformat", RecordFormat::Bullet, 32},
    {"packedsfen", RecordFormat::PackedSfen, 40},
    {"viriformat", RecordFormat::Viri, 0},
}};

// Reads the whole records, or games, at the start of `bytes`, adds them and returns how many bytes they had. On failure
// `error` says why; the bytes returned are those before the record that is wrong.
std::size_t read_records(RecordFormat format, std::span<const std::uint8_t> bytes, std::vector<Record>& records,
                         const char*& error);

// Adds the bytes of the records. Those of viriformat are one game as long as each position follows from the one before
// it and its move, and the results are the same. Returns nothing, or why the record `bad` cannot be written.
const char* write_records(RecordFormat format, std::span<const Record> records, std::vector<std::uint8_t>& bytes,
                          std::size_t& bad);

}  // namespace bitrook::batch
