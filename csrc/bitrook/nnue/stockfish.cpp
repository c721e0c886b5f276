// Reads the network files of Stockfish 15.1.
#include "bitrook/nnue/bytes.hpp"
#include "bitrook/nnue/format.hpp"

namespace bitrook::nnue {

namespace {

constexpr std::uint32_t StockfishVersion = 0x7AF32F20, StockfishHash = 0x1C102EF2;
constexpr std::uint32_t TransformerHash = 0x7F2344B8, StackHash = 0x63336A4A;
constexpr std::size_t StackSize = 4 + 16 * 4 + 16 * 1024 + 32 * 4 + 32 * 32 + 4 + 32;

std::string not_supported(const std::string& what) {
  return what + ", which this version does not support; expected a network of Stockfish 15.1 (version " +
         hexadecimal(StockfishVersion) + ", hash " + hexadecimal(StockfishHash) + ")";
}

// Reads one set of last layers. The weights of the first two of them are regrouped.
void read_stack(ByteReader& reader, Network& network, std::size_t number) {
  std::byte* const block = network.writable_block().data();
  const auto place = [&](Layout::Part part, std::size_t size) {
    return block + network.layout().places[part].offset + number * size;
  };
  // Copies outputs x inputs weights so that each group of four inputs is stored together for all outputs.
  const auto copy_grouped = [&](std::byte* to, std::size_t outputs, std::size_t inputs) {
    for (std::size_t o = 0; o < outputs; ++o)
      for (std::size_t i = 0; i < inputs; i += 4) reader.copy(to + i * outputs + 4 * o, 4, 1);
  };
  reader.copy(place(Layout::Biases0, 16 * 4), 16, 4);
  copy_grouped(place(Layout::Weights0, 16 * 1024), 16, 1024);
  reader.copy(place(Layout::Biases1, 32 * 4), 32, 4);
  copy_grouped(place(Layout::Weights1, 32 * 32), 32, 32);
  reader.copy(place(Layout::Biases2, 4), 1, 4);
  reader.copy(place(Layout::Weights2, 32), 32, 1);
}

}  // namespace

bool is_stockfish(std::span<const std::uint8_t> bytes) {
  return bytes.size() >= 4 &&
         (ByteReader(bytes).integer<std::uint32_t>() & 0xFFFFFF00) == (StockfishVersion & 0xFFFFFF00);
}

Loaded read_stockfish(std::span<const std::uint8_t> bytes) {
  if (bytes.size() < 12)
    return Loaded::failed("a truncated Stockfish network: expected at least 12 bytes, got " +
                          std::to_string(bytes.size()));
  ByteReader reader(bytes);
  const auto version = reader.integer<std::uint32_t>(), hash = reader.integer<std::uint32_t>();
  if (version != StockfishVersion)
    return Loaded::failed(not_supported("a Stockfish network of version " + hexadecimal(version)));
  if (hash != StockfishHash) return Loaded::failed(not_supported("a Stockfish network with hash " + hexadecimal(hash)));
  const std::size_t length = reader.integer<std::uint32_t>();
  const Shape shape = Shape::stockfish();
  const std::size_t rows = shape.rows(), hidden = shape.hidden;
  const std::size_t expected = 12 + length + 4 + 2 * hidden + rows * (2 * hidden + 4 * 8) + 8 * StackSize;
  if (bytes.size() != expected) {
    const std::string kind = bytes.size() < expected ? "a truncated" : "a damaged";
    return Loaded::failed(kind + " Stockfish network: expected " + std::to_string(expected) + " bytes, got " +
                          std::to_string(bytes.size()));
  }
  Loaded loaded{std::make_unique<Network>(shape), {}};
  Network& network = *loaded.network;
  network.description().resize(length);
  reader.copy(reinterpret_cast<std::byte*>(network.description().data()), length, 1);
  const auto is_section = [&](std::uint32_t section) {
    const std::size_t at = reader.offset();
    if (reader.integer<std::uint32_t>() == section) return true;
    loaded = Loaded::failed("a damaged Stockfish network: expected " + hexadecimal(section) + " at offset " +
                            std::to_string(at));
    return false;
  };
  if (!is_section(TransformerHash)) return loaded;
  for (const Layout::Part part : {Layout::Biases, Layout::Rows, Layout::Psqt}) {
    const Layout::Place& place = network.layout().places[part];
    reader.copy(network.writable_block().data() + place.offset, place.items, place.item_size);
  }
  for (std::size_t k = 0; k < 8; ++k) {
    if (!is_section(StackHash)) return loaded;
    read_stack(reader, network, k);
  }
  return loaded;
}

}  // namespace bitrook::nnue
