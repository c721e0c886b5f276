// Files of positions: the classes behind bitrook.batch.read_positions() and write_positions().
#include "bitrook/batch/records/records.hpp"

#include <atomic>
#include <initializer_list>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include "bindings/batch/boards.hpp"

namespace py = pybind11;

namespace bitrook::bindings {

namespace {

// The columns of records. `Buffer` is ReadableBuffer or WritableBuffer.
template <template <class> class Buffer>
struct Columns {
  explicit Columns(const py::sequence& columns)
      : positions(py::object(columns[0]).ptr(), "positions"),
        moves(py::object(columns[1]).ptr(), "moves"),
        scores(py::object(columns[2]).ptr(), "scores"),
        results(py::object(columns[3]).ptr(), "results"),
        halfmoves(py::object(columns[4]).ptr(), "halfmove_clocks"),
        fullmoves(py::object(columns[5]).ptr(), "fullmove_numbers") {
    if (positions.size() % batch::PackedSize != 0)
      throw py::value_error("positions must contain a multiple of 24 bytes");
    for (const BufferView* column :
         std::initializer_list<const BufferView*>{&moves, &scores, &results, &halfmoves, &fullmoves}) {
      column->require_shape({positions.size() / batch::PackedSize});
    }
  }
  auto columns() const {
    using Spans = batch::BasicRecordColumns<std::is_same_v<Buffer<int>, ReadableBuffer<int>>>;
    return Spans{positions.items(), moves.items(),     scores.items(),
                 results.items(),   halfmoves.items(), fullmoves.items()};
  }

  Buffer<std::uint8_t> positions;
  Buffer<std::uint16_t> moves;
  Buffer<std::int16_t> scores;
  Buffer<std::int8_t> results;
  Buffer<std::uint16_t> halfmoves, fullmoves;
};

// A RecordReader or RecordWriter that only one thread at a time may use.
template <class T>
struct Stream {
  T stream;
  std::atomic<bool> used = false;

  explicit Stream(std::string_view format) : stream(named(batch::RecordFormats, format, "format").format) {}
  Stream(Stream&& other) noexcept : stream(std::move(other.stream)) {}

  InUse use() { return InUse(used, "this reader or writer is"); }
};
using ReaderObject = Stream<batch::RecordReader>;
using WriterObject = Stream<batch::RecordWriter>;

void feed(ReaderObject& r, const py::object& data) {
  const InUse use = r.use();
  const ReadableBuffer<std::uint8_t> bytes(data.ptr(), "data");
  const ReleasedGil released;
  r.stream.feed(bytes.items());
}

void finish_reading(ReaderObject& r) {
  const InUse use = r.use();
  r.stream.finish();
}

// Writes as many records to the columns as are available and fit, and returns their number.
std::size_t read_columns(ReaderObject& r, const py::sequence& columns, unsigned threads) {
  const InUse use = r.use();
  const Columns<WritableBuffer> out(columns);
  BufferView::require_apart({&out.positions, &out.moves, &out.scores, &out.results, &out.halfmoves, &out.fullmoves});
  std::size_t n = 0;
  run_interruptible(
      [&](const GoOn& go_on) { return batch::read_records(r.stream, out.columns(), {threads, go_on}, n); });
  return n;
}

std::optional<std::string> reading_error(const ReaderObject& r) {
  const char* why = r.stream.error();
  if (!why) return std::nullopt;
  return "at byte " + std::to_string(r.stream.offset()) + ": " + why;
}

py::bytes taken(WriterObject& w) {
  const std::vector<std::uint8_t> bytes = w.stream.take();
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

// Returns the bytes that are complete, the number of records consumed, and an error for the next record or None.
py::tuple write_columns(WriterObject& w, const py::sequence& columns, unsigned threads) {
  const InUse use = w.use();
  const Columns<ReadableBuffer> in(columns);
  const char* error = nullptr;
  std::size_t n = 0;
  run_interruptible(
      [&](const GoOn& go_on) { return batch::write_records(w.stream, in.columns(), {threads, go_on}, n, error); });
  return py::make_tuple(taken(w), n, error ? py::object(py::str(error)) : py::none());
}

py::bytes finish_writing(WriterObject& w) {
  const InUse use = w.use();
  w.stream.finish();
  return taken(w);
}

}  // namespace

void define_batch_records(py::module_& m) {
  py::class_<ReaderObject>(m, "_RecordReader", py::is_final(), not_instantiable)
      .def_property_readonly("error", &reading_error)
      .def("feed", &feed, "data"_a)
      .def("finish", &finish_reading)
      .def("read", &read_columns, "columns"_a, "threads"_a);

  py::class_<WriterObject>(m, "_RecordWriter", py::is_final(), not_instantiable)
      .def("finish", &finish_writing)
      .def("write", &write_columns, "columns"_a, "threads"_a);

  m.def("_record_reader", [](std::string_view format) { return ReaderObject(format); }, "format"_a);
  m.def("_record_writer", [](std::string_view format) { return WriterObject(format); }, "format"_a);
}

}  // namespace bitrook::bindings
