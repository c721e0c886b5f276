// The plain form of (768 -> H)x2 -> 1 networks: 16-bit integers without a header, as the trainer "bullet" writes them.
#include <vector>

#include "bitrook/nnue/bytes.hpp"
#include "bitrook/nnue/format.hpp"

namespace bitrook::nnue {

namespace {

std::size_t plain_size(const Shape& shape) {
  const std::size_t hidden = shape.hidden, buckets = shape.output_buckets;
  return 2 * (shape.rows() * hidden + hidden + buckets * (2 * hidden + 1));
}

// Most programs pad files to a multiple of 64 bytes, but not all do.
bool fits(const Shape& shape, std::size_t size) {
  return size == plain_size(shape) || size == padded_to_64(plain_size(shape));
}

// The shapes that a file of this size can have. If the number of output buckets is not given, it must be a power of
// two; if the hidden size is not given, it must be a multiple of 8.
std::vector<Shape> shapes_of_size(std::size_t size, Shape shape) {
  std::vector<std::uint32_t> buckets{1, 2, 4, 8, 16, 32};
  if (shape.output_buckets != 0) buckets.assign(1, shape.output_buckets);
  const std::uint32_t hidden = shape.hidden;
  std::vector<Shape> found;
  for (const std::uint32_t b : buckets) {
    shape.output_buckets = b;
    const std::uint32_t step = hidden != 0 ? Shape::MaxHidden : 8;
    for (shape.hidden = hidden != 0 ? hidden : step; shape.hidden <= Shape::MaxHidden; shape.hidden += step)
      if (fits(shape, size)) found.push_back(shape);
  }
  return found;
}

std::string first_bytes(std::span<const std::uint8_t> bytes) {
  std::string text;
  for (std::size_t i = 0; i < std::min<std::size_t>(bytes.size(), 4); ++i)
    text += " " + hexadecimal(bytes[i]).substr(8);
  return text.empty() ? " nothing" : text;
}

std::string text_of(const Shape& shape) {
  return "hidden=" + std::to_string(shape.hidden) + " with output_buckets=" + std::to_string(shape.output_buckets);
}

// Calls row(offset, items) for each row in the order of the file, with its offset in the block and its number of items
// in the file, which is less than `width` if the rows in memory are padded.
template <class Row>
void for_each_row(const Shape& shape, const Layout& layout, Row row) {
  const auto rows_at = [&](Layout::Part part, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) row(layout.places[part].offset + i * 2 * shape.width(), shape.hidden);
  };
  rows_at(Layout::Rows, shape.rows());
  rows_at(Layout::Biases, 1);
  rows_at(Layout::Weights0, 2 * std::size_t{shape.output_buckets});
  row(layout.places[Layout::Biases0].offset, std::size_t{shape.output_buckets});
}

}  // namespace

Loaded read_plain(std::span<const std::uint8_t> bytes, const Shape& plain) {
  Shape tested = plain;
  if (tested.hidden == 0) tested.hidden = 1;
  if (tested.output_buckets == 0) tested.output_buckets = 1;
  if (const char* problem = tested.problem()) return Loaded::failed(problem);
  const std::vector<Shape> shapes = shapes_of_size(bytes.size(), plain);
  if (shapes.empty()) {
    std::string wanted = plain.hidden != 0 && plain.output_buckets != 0 ? " with " + text_of(plain) : "";
    return Loaded::failed("not a network: it begins with" + first_bytes(bytes) + ", and its size, " +
                          std::to_string(bytes.size()) + " bytes, is not that of a (768 -> H)x2 -> 1 network" + wanted);
  }
  if (shapes.size() > 1) {
    std::string list;
    for (const Shape& shape : shapes) list += (list.empty() ? "" : ", ") + text_of(shape);
    return Loaded::failed("a file without a header whose size fits several networks; choose one: " + list);
  }
  const Layout layout(shapes[0]);
  AlignedBytes block = block_of(layout);
  ByteReader reader(bytes);
  for_each_row(shapes[0], layout,
               [&](std::size_t offset, std::size_t items) { reader.copy(block.get() + offset, items, 2); });
  return {std::make_unique<Network>(shapes[0], std::string(), std::move(block)), {}};
}

std::string write_plain(const Network& network) {
  BITROOK_ASSERT(network.is_simple());
  std::string file;
  file.reserve(plain_size(network.shape()) + 64);
  for_each_row(network.shape(), network.layout(),
               [&](std::size_t offset, std::size_t items) { append(file, network.block().data() + offset, items, 2); });
  file.resize(padded_to_64(file.size()));
  return file;
}

}  // namespace bitrook::nnue
