// Detects the format of a network file; reads and writes bitrook's own format: a header, a description, and the block
// of a network.
#include "bitrook/nnue/format.hpp"

#include <algorithm>
#include <cstring>
#include <string_view>

#include "bitrook/nnue/bytes.hpp"

namespace bitrook::nnue {

namespace {

constexpr std::string_view Magic = "BITROOKN";
constexpr std::uint32_t FormatVersion = 1;
constexpr std::size_t HeaderSize = 128, ChecksumOffset = 56, MaxDescription = 1 << 16;

// Smaller files are copied: they cost little memory, and a program that overwrites the file does no harm.
constexpr std::size_t SmallestMapped = std::size_t{4} << 20;

// FNV-1a over 64-bit words instead of bytes. The word that holds the checksum counts as 0.
std::uint64_t checksum(std::span<const std::uint8_t> bytes) {
  std::uint64_t hash = 0xCBF29CE484222325;
  ByteReader reader(bytes);
  while (reader.offset() < bytes.size()) {
    const bool is_result = reader.offset() == ChecksumOffset;
    const auto word = reader.integer<std::uint64_t>();
    hash = (hash ^ (is_result ? 0 : word)) * 0x100000001B3;
  }
  return hash;
}

}  // namespace

bool is_container(std::span<const std::uint8_t> bytes) {
  return bytes.size() >= Magic.size() && std::memcmp(bytes.data(), Magic.data(), Magic.size()) == 0;
}

Loaded read_container(std::span<const std::uint8_t> bytes, std::unique_ptr<MappedFile> file) {
  if (bytes.size() < HeaderSize)
    return Loaded::failed("a truncated bitrook network: expected at least 128 bytes, got " +
                          std::to_string(bytes.size()));
  ByteReader reader(bytes, Magic.size());
  const auto next = [&reader] { return reader.integer<std::uint32_t>(); };
  if (const std::uint32_t version = next(); version != FormatVersion)
    return Loaded::failed("a bitrook network of version " + std::to_string(version) +
                          ", which this version does not support");
  Shape shape;
  const std::uint32_t kind = next();  // 0 for a simple network, n + 1 for architecture n of Stockfish
  shape.hidden = next();
  const std::uint32_t activation = next();  // for Stockfish, the index of the version
  shape.activation = Activation(activation);
  shape.output_buckets = next();
  shape.mirrored = next() != 0;
  shape.qa = std::int32_t(next());
  shape.qb = std::int32_t(next());
  shape.scale = std::int32_t(next());
  const std::size_t length = next();
  const auto size = reader.integer<std::uint64_t>(), expected_sum = reader.integer<std::uint64_t>();
  if (bytes.size() != size)
    return Loaded::failed(std::string(bytes.size() < size ? "a truncated" : "a damaged") +
                          " bitrook network: expected " + std::to_string(size) + " bytes, got " +
                          std::to_string(bytes.size()));
  if (size % 64 != 0 || checksum(bytes) != expected_sum)
    return Loaded::failed("a damaged bitrook network: its checksum is wrong");
  reader.copy(reinterpret_cast<std::byte*>(shape.king_buckets.data()), 64, 1);
  const auto architectures = Architecture::all();
  const char* problem = kind > architectures.size() ? "unknown kind" : nullptr;
  if (!problem && kind > 0) {
    const Architecture& architecture = architectures[kind - 1];
    if (activation >= architecture.versions.size()) {
      problem = "unknown version";
    } else {
      shape = Shape::of(architecture, *architecture.versions[activation]);
    }
  }
  if (!problem) problem = shape.problem();
  if (length > MaxDescription) problem = "the description is too long";
  if (problem) return Loaded::failed(std::string("a damaged bitrook network: ") + problem);
  const std::size_t start = HeaderSize + padded_to_64(length);
  const Layout layout(shape);
  if (size != start + layout.size) return Loaded::failed("a damaged bitrook network: wrong size");

  const bool in_place = file && bytes.size() >= SmallestMapped && std::endian::native == std::endian::little;
  std::string description(length, '\0');
  reader.copy(reinterpret_cast<std::byte*>(description.data()), length, 1);
  if (in_place) return {std::make_unique<Network>(shape, std::move(description), nullptr, std::move(file), start), {}};
  AlignedBytes block = block_of(layout);
  for (const Layout::Place& place : layout.places)
    ByteReader(bytes, start + place.offset).copy(block.get() + place.offset, place.items, place.item_size);
  return {std::make_unique<Network>(shape, std::move(description), std::move(block)), {}};
}

std::string write(const Network& network) {
  const Shape& shape = network.shape();
  std::uint32_t kind = 0;
  auto activation = std::uint32_t(shape.activation);
  if (!shape.is_simple()) {
    const auto& versions = shape.stockfish->versions;
    kind = std::uint32_t(shape.stockfish - Architecture::all().data()) + 1;
    activation = std::uint32_t(std::ranges::find(versions, shape.version) - versions.begin());
  }
  const std::string description = network.description().substr(0, MaxDescription);
  std::string file(Magic);
  file.reserve(HeaderSize + padded_to_64(description.size()) + network.layout().size);
  for (const auto word : {FormatVersion, kind, shape.hidden, activation, shape.output_buckets,
                          std::uint32_t(shape.mirrored), std::uint32_t(shape.qa), std::uint32_t(shape.qb),
                          std::uint32_t(shape.scale), std::uint32_t(description.size())})
    append(file, word);
  append(file, std::uint64_t(HeaderSize + padded_to_64(description.size()) + network.layout().size));
  append(file, std::uint64_t{0});
  file.append(reinterpret_cast<const char*>(shape.king_buckets.data()), 64);
  file += description;
  file.resize(HeaderSize + padded_to_64(description.size()));
  const std::size_t start = file.size();
  for (const Layout::Place& place : network.layout().places) {
    file.resize(start + place.offset);
    append(file, network.block().data() + place.offset, place.items, place.item_size);
  }
  file.resize(start + network.layout().size);
  std::string sum;
  append(sum, checksum({reinterpret_cast<const std::uint8_t*>(file.data()), file.size()}));
  file.replace(ChecksumOffset, 8, sum);
  return file;
}

namespace {

Loaded read_any(std::span<const std::uint8_t> bytes, const Shape& plain, std::string_view version,
                std::unique_ptr<MappedFile> file) {
  Loaded loaded = is_container(bytes)   ? read_container(bytes, std::move(file))
                  : is_stockfish(bytes) ? read_stockfish(bytes, file.get())
                                        : read_plain(bytes, plain);
  if (!loaded.network) return loaded;
  if (!version.empty())
    if (std::string problem = loaded.network->set_version(version); !problem.empty())
      return Loaded::failed(std::move(problem));
  return loaded;
}

}  // namespace

Loaded read(std::span<const std::uint8_t> bytes, const Shape& plain, std::string_view version) {
  return read_any(bytes, plain, version, nullptr);
}

int read_file(const char* path, const Shape& plain, std::string_view version, Loaded& loaded) {
  auto file = std::make_unique<MappedFile>();
  if (const int error = file->open(path)) return error;
  const std::span<const std::uint8_t> bytes = file->bytes();
  loaded = read_any(bytes, plain, version, std::move(file));
  return 0;
}

}  // namespace bitrook::nnue
