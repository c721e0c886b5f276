// Reads Stockfish's network files, as described by the table of architectures.
#include <algorithm>
#include <cstring>

#include "bitrook/nnue/bytes.hpp"
#include "bitrook/nnue/format.hpp"

namespace bitrook::nnue {

namespace {

constexpr std::string_view LebMagic = "COMPRESSED_LEB128";
constexpr std::size_t StockfishHeaderSize = 12, LebHeaderSize = LebMagic.size() + 4;

struct FirstLayerArray {
  Layout::Part part;
  std::size_t first, items;  // within the part
  std::size_t item_size;     // in memory, and in a file that is not compressed
};

FirstLayerArray array_of(const Shape& shape, Array array) {
  const std::size_t hidden = shape.hidden;
  const std::size_t threats = shape.stockfish->threat_rows(), pairs = shape.stockfish->pair_rows();
  switch (array) {
    case Array::Biases:
      return {Layout::Biases, 0, hidden, 2};
    case Array::Rows:
      return {Layout::Rows, 0, shape.rows() * hidden, 2};
    case Array::Psqt:
      return {Layout::Psqt, 0, shape.rows() * 8, 4};
    case Array::ThreatRows:
      return {Layout::RelationRows, 0, threats * hidden, 1};
    case Array::ThreatPsqt:
      return {Layout::RelationPsqt, 0, threats * 8, 4};
    case Array::PairRows:
      return {Layout::RelationRows, threats * hidden, pairs * hidden, 1};
    case Array::PairPsqt:
      return {Layout::RelationPsqt, threats * 8, pairs * 8, 4};
    case Array::None:
      break;
  }
  return {Layout::Biases, 0, 0, 1};
}

// The number of bytes of an array of 16-bit or 32-bit integers cannot be larger than this in LEB128.
std::size_t most_leb_bytes(const FirstLayerArray& array) { return array.items * (array.item_size == 2 ? 3 : 5); }

// A readable description of a version word and a hash.
std::string name_of(std::uint32_t word, std::uint32_t hash) {
  std::string name = "a Stockfish network of version " + hexadecimal(word) + " with hash " + hexadecimal(hash);
  if (word == 0x7AF32F16 && hash == 0x3E5AA6EE) name += " (Stockfish 12 or 13)";
  return name;
}

std::string not_supported(const std::string& what) {
  return what + ", which this version does not support; expected a network of Stockfish 15.1 to 19";
}

std::string size_error(const char* kind, const char* expected, std::size_t size, std::size_t found) {
  return std::string(kind) + " Stockfish network: expected " + expected + std::to_string(size) + " bytes, got " +
         std::to_string(found);
}

std::string damaged(const std::string& expected, std::size_t offset) {
  return "a damaged Stockfish network: expected " + expected + " at offset " + std::to_string(offset);
}

// Compares all parts and sizes of a file with those of its architecture before memory is allocated for the network.
// Returns an error message, or an empty text. The contents of compressed blocks are not checked.
std::string problem_of(std::span<const std::uint8_t> bytes, const Shape& shape, std::size_t description) {
  const Architecture& architecture = *shape.stockfish;
  std::size_t least = StockfishHeaderSize + description + 4 + 8 * architecture.stack_size();
  bool is_exact = true;
  for (const FilePart& part : architecture.parts) {
    if (part.encoding == Encoding::Leb128) is_exact = false, least += LebHeaderSize;
    for (const Array array : part.arrays) {
      const FirstLayerArray a = array_of(shape, array);
      least += a.items * (part.encoding == Encoding::Leb128 ? 1 : a.item_size);
    }
  }
  if (bytes.size() < least) return size_error("a truncated", is_exact ? "" : "at least ", least, bytes.size());
  if (is_exact && bytes.size() > least) return size_error("a damaged", "", least, bytes.size());

  ByteReader reader(bytes, StockfishHeaderSize + description);
  const auto is_truncated = [&](std::size_t wanted) { return bytes.size() - reader.offset() < wanted; };
  const auto truncated = [&](std::size_t wanted) {
    return size_error("a truncated", "at least ", reader.offset() + wanted, bytes.size());
  };
  const auto is_word = [&](std::uint32_t word) {
    return reader.integer<std::uint32_t>() == word ? "" : damaged(hexadecimal(word), reader.offset() - 4);
  };
  if (std::string error = is_word(architecture.transformer_hash()); !error.empty()) return error;
  for (const FilePart& part : architecture.parts) {
    std::size_t items = 0, size = 0, most = 0;
    for (const Array array : part.arrays) {
      const FirstLayerArray a = array_of(shape, array);
      items += a.items;
      size += a.items * a.item_size;
      most += most_leb_bytes(a);
    }
    if (part.encoding == Encoding::Leb128) {
      if (is_truncated(LebHeaderSize)) return truncated(LebHeaderSize);
      if (std::memcmp(reader.data(), LebMagic.data(), LebMagic.size()) != 0)
        return damaged(std::string(LebMagic), reader.offset());
      reader.skip(LebMagic.size());
      size = reader.integer<std::uint32_t>();
      if (size < items || size > most)
        return damaged("the compressed size of " + std::to_string(items) + " integers, not " + std::to_string(size),
                       reader.offset() - 4);
    }
    if (is_truncated(size)) return truncated(size);
    reader.skip(size);
  }
  for (std::size_t k = 0; k < 8; ++k) {
    if (is_truncated(architecture.stack_size())) return truncated(architecture.stack_size() * (8 - k));
    if (std::string error = is_word(architecture.stack_hash); !error.empty()) return error;
    reader.skip(architecture.stack_size() - 4);
  }
  if (reader.offset() != bytes.size()) return size_error("a damaged", "", reader.offset(), bytes.size());
  return {};
}

// Between Stockfish 18 and 19, development networks with other threat features had the hash of 18. Returns the number
// of features if the file is one of them, otherwise 0.
std::size_t development_threats(std::span<const std::uint8_t> bytes, const Shape& shape, std::size_t description) {
  if (!shape.stockfish->threats || shape.stockfish->has_pairs) return 0;
  const std::size_t biases = StockfishHeaderSize + description + 4;
  if (bytes.size() < biases + LebHeaderSize) return 0;
  ByteReader reader(bytes, biases + LebMagic.size());
  const std::size_t size = reader.integer<std::uint32_t>(), rows = reader.offset() + size;
  for (const std::size_t count : {66'864, 60'144, 60'720}) {
    const std::size_t end = rows + count * shape.hidden;
    if (end + LebMagic.size() <= bytes.size() && std::memcmp(bytes.data() + end, LebMagic.data(), LebMagic.size()) == 0)
      return count;
  }
  return 0;
}

// Reads the arrays of one part of the first layer. Returns an error message, or an empty text.
std::string read_part(ByteReader& reader, const Shape& shape, const Layout& layout, std::byte* block,
                      const FilePart& part) {
  std::size_t size = 0;
  if (part.encoding == Encoding::Leb128) {
    reader.skip(LebMagic.size());
    size = reader.integer<std::uint32_t>();
  }
  for (const Array array : part.arrays) {
    const FirstLayerArray a = array_of(shape, array);
    std::byte* const to = block + layout.places[a.part].offset + a.first * a.item_size;
    if (part.encoding == Encoding::Raw) {
      reader.copy(to, a.items, a.item_size);
    } else if (a.items != 0) {
      const bool is_right = a.item_size == 2 ? reader.leb128(reinterpret_cast<std::int16_t*>(to), a.items, size)
                                             : reader.leb128(reinterpret_cast<std::int32_t*>(to), a.items, size);
      if (!is_right) return damaged("an integer of " + std::to_string(8 * a.item_size) + " bits", reader.offset());
    }
  }
  return size == 0 ? "" : damaged("the end of a compressed block", reader.offset());
}

// Reads one set of last layers. The weights of the first two of them are regrouped.
void read_stack(ByteReader& reader, const Shape& shape, const Layout& layout, std::byte* block, std::size_t number) {
  const LayerSizes sizes = sizes_of(shape.stockfish->layers);
  const std::size_t hidden = shape.hidden;
  const auto place = [&](Layout::Part part, std::size_t size) {
    return block + layout.places[part].offset + number * size;
  };
  // Copies outputs x inputs weights so that each group of four inputs is stored together for all outputs.
  const auto copy_grouped = [&](std::byte* to, std::size_t outputs, std::size_t inputs) {
    for (std::size_t o = 0; o < outputs; ++o)
      for (std::size_t i = 0; i < inputs; i += 4) reader.copy(to + i * outputs + 4 * o, 4, 1);
  };
  reader.copy(place(Layout::Biases0, sizes.outputs * 4), sizes.outputs, 4);
  copy_grouped(place(Layout::Weights0, sizes.outputs * hidden), sizes.outputs, hidden);
  reader.copy(place(Layout::Biases1, sizes.outputs1 * 4), sizes.outputs1, 4);
  copy_grouped(place(Layout::Weights1, sizes.outputs1 * sizes.inputs1), sizes.outputs1, sizes.inputs1);
  reader.copy(place(Layout::Biases2, 4), 1, 4);
  reader.copy(place(Layout::Weights2, sizes.inputs2), sizes.inputs2, 1);
}

}  // namespace

// A version word of the two known families, or a header with a description and what follows it in every version, so
// that a network of an unknown version is never read as a plain one.
bool is_stockfish(std::span<const std::uint8_t> bytes) {
  if (bytes.size() < 4) return false;
  ByteReader reader(bytes);
  const std::uint32_t family = reader.integer<std::uint32_t>() & 0xFFFFFF00;
  if (family == 0x7AF32F00 || family == 0x6A448A00) return true;
  if (bytes.size() < StockfishHeaderSize + 4) return false;
  reader.skip(4);
  const std::size_t length = reader.integer<std::uint32_t>();
  if (length > bytes.size() - StockfishHeaderSize - 4) return false;
  const auto description = bytes.subspan(StockfishHeaderSize, length);
  const auto is_text = [](std::uint8_t c) { return (c >= ' ' && c != 0x7F) || c == '\n' || c == '\t' || c == '\r'; };
  if (length >= 8 && std::ranges::all_of(description, is_text)) return true;
  const auto rest = bytes.subspan(StockfishHeaderSize + length + 4);
  return rest.size() >= LebMagic.size() && std::memcmp(rest.data(), LebMagic.data(), LebMagic.size()) == 0;
}

Loaded read_stockfish(std::span<const std::uint8_t> bytes, const MappedFile* file,
                      std::span<const Architecture> architectures) {
  if (bytes.size() < StockfishHeaderSize)
    return Loaded::failed(size_error("a truncated", "at least ", StockfishHeaderSize, bytes.size()));
  ByteReader reader(bytes, 0, file);
  const auto word = reader.integer<std::uint32_t>(), hash = reader.integer<std::uint32_t>();
  const std::size_t length = reader.integer<std::uint32_t>();
  const auto architecture =
      std::ranges::find_if(architectures, [&](const Architecture& a) { return a.word == word && a.hash() == hash; });
  if (architecture == architectures.end()) return Loaded::failed(not_supported(name_of(word, hash)));
  const Shape shape = Shape::of(*architecture);
  if (std::string error = problem_of(bytes, shape, length); !error.empty()) {
    if (const std::size_t threats = development_threats(bytes, shape, length))
      error = not_supported("a development network between Stockfish 18 and 19, with " + std::to_string(threats) +
                            " threat features");
    return Loaded::failed(std::move(error));
  }
  const Layout layout(shape);
  AlignedBytes block = block_of(layout);
  std::string description(length, '\0');
  reader.copy(reinterpret_cast<std::byte*>(description.data()), length, 1);
  reader.skip(4);
  for (const FilePart& part : architecture->parts)
    if (std::string error = read_part(reader, shape, layout, block.get(), part); !error.empty())
      return Loaded::failed(std::move(error));
  for (std::size_t k = 0; k < 8; ++k) {
    reader.skip(4);
    read_stack(reader, shape, layout, block.get(), k);
  }
  return {std::make_unique<Network>(shape, std::move(description), std::move(block)), {}};
}

}  // namespace bitrook::nnue
