// Files of positions: the functions behind bitrook.batch.read_positions() and write_positions().
#include "bitrook/batch/encodings/records.hpp"

#include <algorithm>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include "bindings/support/buffer.hpp"
#include "bindings/support/gil.hpp"
#include "bitrook/data/packed.hpp"

namespace py = pybind11;

namespace bitrook::bindings {

namespace {

using batch::Record;

const batch::RecordFormatInfo& format_of(std::string_view name) {
  const auto* found = std::ranges::find(batch::RecordFormats, name, &batch::RecordFormatInfo::name);
  if (found != batch::RecordFormats.end()) return *found;
  std::string names;
  for (const auto& format : batch::RecordFormats) names.append(names.empty() ? "" : ", ").append(format.name);
  throw py::value_error("format must be one of " + names + ", not '" + std::string(name) + "'");
}

unsigned record_size(std::string_view format) { return format_of(format).record_size; }

template <class T>
py::bytes bytes_of(const std::vector<T>& items) {
  return {reinterpret_cast<const char*>(items.data()), items.size() * sizeof(T)};
}

// The columns of records, each as bytes, and how many bytes were read.
auto read(std::string_view format, const py::object& data, std::uint64_t offset) {
  const batch::RecordFormat kind = format_of(format).format;
  const ReadableBuffer<std::uint8_t> buffer(data.ptr(), "data");
  std::vector<Record> records;
  std::vector<data::Packed> positions;
  std::vector<std::uint16_t> moves, halfmoves, fullmoves;
  std::vector<std::int16_t> scores;
  std::vector<std::int8_t> results;
  const char* error = nullptr;
  std::size_t size = 0;
  {
    const ReleasedGil released;
    size = batch::read_records(kind, buffer.items(), records, error);
    for (const Record& r : records) {
      if (error) break;
      const data::PackedError packed = data::pack(r.position, positions.emplace_back());
      if (packed != data::PackedError::None) error = data::description(packed);
      moves.push_back(r.move.word());
      scores.push_back(r.score);
      results.push_back(r.result);
      halfmoves.push_back(std::uint16_t(std::min(r.position.halfmove_clock(), 65535u)));
      fullmoves.push_back(std::uint16_t(std::min(r.position.fullmove_number(), 65535u)));
    }
  }
  if (error) throw py::value_error("source, at byte " + std::to_string(offset + size) + ": " + error);
  return std::make_tuple(size, bytes_of(positions), bytes_of(moves), bytes_of(scores), bytes_of(results),
                         bytes_of(halfmoves), bytes_of(fullmoves));
}

py::bytes write(std::string_view format, const py::object& positions, const py::object& moves, const py::object& scores,
                const py::object& results, const py::object& halfmoves, const py::object& fullmoves) {
  const batch::RecordFormat kind = format_of(format).format;
  const ReadableBuffer<std::uint8_t> packed(positions.ptr(), "positions");
  if (packed.size() % 24 != 0) throw py::value_error("positions must have 24 bytes for each");
  const std::size_t n = packed.size() / 24;
  const ReadableBuffer<std::uint16_t> words(moves.ptr(), "moves"), clocks(halfmoves.ptr(), "halfmove_clocks"),
      numbers(fullmoves.ptr(), "fullmove_numbers");
  const ReadableBuffer<std::int16_t> points(scores.ptr(), "scores");
  const ReadableBuffer<std::int8_t> winners(results.ptr(), "results");
  words.require_shape({n});
  clocks.require_shape({n});
  numbers.require_shape({n});
  points.require_shape({n});
  winners.require_shape({n});
  std::vector<Record> records(n);
  std::vector<std::uint8_t> bytes;
  std::size_t bad = 0;
  const char* error = nullptr;
  {
    const ReleasedGil released;
    for (std::size_t i = 0; i < n && !error; ++i) {
      Setup setup;
      const data::PackedError failed = data::unpack(packed.items().subspan(24 * i).first<24>(), setup);
      setup.halfmove_clock = clocks.items()[i];
      setup.fullmove_number = numbers.items()[i];
      const std::int8_t result = winners.items()[i];
      bad = i;
      if (failed != data::PackedError::None) error = data::description(failed);
      if (result < -1 || result > 1) error = "the result is not -1, 0 or 1";
      if (!error) records[i] = {Position(setup), Move::from_word(words.items()[i]), points.items()[i], result};
    }
    if (!error) error = batch::write_records(kind, records, bytes, bad);
  }
  if (error) throw py::value_error("positions[" + std::to_string(bad) + "] cannot be written: " + error);
  return bytes_of(bytes);
}

}  // namespace

void define_batch_records(py::module_& m) {
  m.def("_record_size", record_size, py::arg("format"));
  m.def("_read_records", read, py::arg("format"), py::arg("data"), py::arg("offset"));
  m.def("_write_records", write, py::arg("format"), py::arg("positions"), py::arg("moves"), py::arg("scores"),
        py::arg("results"), py::arg("halfmove_clocks"), py::arg("fullmove_numbers"));
}

}  // namespace bitrook::bindings
