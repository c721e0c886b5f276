// Reading and writing network files.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "bitrook/nnue/network.hpp"

namespace bitrook::nnue {

// A network, or an error that identifies the file, such as "a Stockfish network with hash 0x…".
struct Loaded {
  std::unique_ptr<Network> network;
  std::string error;
};

// Reads any of the formats, which are recognized by their first bytes: Stockfish's, bitrook's, otherwise the plain form
// of trainers. `plain` is the shape of a plain file, where hidden or output_buckets may be 0: they are then found from
// the size. Shape::problem() is tested, all bytes may be hostile.
Loaded read(std::span<const std::uint8_t> bytes, const Shape& plain);
// The same for a file. A network in bitrook's format stays in the mapped file, which other processes share. Returns 0
// or a value of `errno`.
int read_file(const char* path, const Shape& plain, Loaded& loaded);  // `path` is UTF-8

// A file in bitrook's format, which docs/reference/nnue.md describes.
std::string write(const Network& network);
// The plain form. Precondition: the network is a simple one.
std::string write_plain(const Network& network);

// The parts of read(), each in a file of its own.
Loaded read_stockfish(std::span<const std::uint8_t> bytes);
Loaded read_container(std::span<const std::uint8_t> bytes, std::unique_ptr<MappedFile> file);
Loaded read_plain(std::span<const std::uint8_t> bytes, const Shape& plain);
bool is_stockfish(std::span<const std::uint8_t> bytes);
bool is_container(std::span<const std::uint8_t> bytes);

}  // namespace bitrook::nnue
