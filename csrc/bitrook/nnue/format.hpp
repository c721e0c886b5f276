// Reading and writing network files.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "bitrook/nnue/network.hpp"

namespace bitrook::nnue {

// A network, or an error that identifies the file, such as "a Stockfish network with hash 0x…".
struct Loaded {
  std::unique_ptr<Network> network;
  std::string error;

  static Loaded failed(std::string error) { return {nullptr, std::move(error)}; }
};

// Reads a network in any format. Stockfish's and bitrook's formats are detected by their first bytes, and all other
// files are read in the plain format of trainers. `plain` is the shape of a plain file; hidden and output_buckets may
// be 0, and are then inferred from the size. `plain` is validated with Shape::problem(), and the bytes may be hostile.
// `version` is the version of Stockfish whose units a Stockfish network uses, such as "17.1". If it is empty, that is
// the newest one that uses the architecture. Others fail.
Loaded read(std::span<const std::uint8_t> bytes, const Shape& plain, std::string_view version = {});
// The same for a file. A network in bitrook's format of at least 4 MiB is used directly from the mapped file, whose
// memory is shared with other processes. Returns 0 or an `errno` value.
int read_file(const char* path, const Shape& plain, std::string_view version, Loaded& loaded);  // `path` is UTF-8

// Returns a file in bitrook's format, which is described in docs/reference/nnue.md.
std::string write(const Network& network);
// Returns a file in the plain format. Precondition: network.is_simple().
std::string write_plain(const Network& network);

// The parts of read(), each defined in a separate file.
Loaded read_stockfish(std::span<const std::uint8_t> bytes, const MappedFile* file,
                      std::span<const Architecture> architectures = Architecture::all());
Loaded read_container(std::span<const std::uint8_t> bytes, std::unique_ptr<MappedFile> file);
Loaded read_plain(std::span<const std::uint8_t> bytes, const Shape& plain);
bool is_stockfish(std::span<const std::uint8_t> bytes);
bool is_container(std::span<const std::uint8_t> bytes);

}  // namespace bitrook::nnue
