// Files of positions: the classes behind bitrook.batch.read_positions() and write_positions().
#include "bitrook/batch/records/records.hpp"

#include <algorithm>
#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include "bindings/support/buffer.hpp"
#include "bindings/support/gil.hpp"
#include "bindings/support/in_use.hpp"
#include "bindings/support/object.hpp"
#include "bitrook/batch/records/columns.hpp"

namespace py = pybind11;

namespace bitrook::bindings {

namespace {

batch::RecordFormat format_of(std::string_view name) {
  const auto* found = std::ranges::find(batch::RecordFormats, name, &batch::RecordFormatInfo::name);
  if (found != batch::RecordFormats.end()) return found->format;
  std::string names;
  for (const auto& format : batch::RecordFormats) names.append(names.empty() ? "" : ", ").append(format.name);
  throw py::value_error("format must be one of " + names + ", not '" + std::string(name) + "'");
}

// Calls work(threads) without the GIL. If a signal handler raises, its exception is thrown.
template <class Work>
void run_records(unsigned threads, Work work) {
  {
    ReleasedGil released;
    const GoOn go_on = [&](std::size_t) { return released.check_signals(); };
    work(batch::Threads{threads, go_on});
  }
  throw_if_set();
}

// The columns of records. `Buffer` is ReadableBuffer or WritableBuffer.
template <template <class> class Buffer>
struct Columns {
  Columns(const py::object& positions, const py::object& moves, const py::object& scores, const py::object& results,
          const py::object& halfmoves, const py::object& fullmoves)
      : positions(positions.ptr(), "positions"),
        moves(moves.ptr(), "moves"),
        scores(scores.ptr(), "scores"),
        results(results.ptr(), "results"),
        halfmoves(halfmoves.ptr(), "halfmove_clocks"),
        fullmoves(fullmoves.ptr(), "fullmove_numbers") {
    const std::size_t size = this->positions.size() / batch::PackedSize;
    if (this->positions.size() % batch::PackedSize != 0)
      throw py::value_error("positions must contain a multiple of 24 bytes");
    this->moves.require_shape({size});
    this->scores.require_shape({size});
    this->results.require_shape({size});
    this->halfmoves.require_shape({size});
    this->fullmoves.require_shape({size});
  }
  batch::BasicRecordColumns<std::is_same_v<Buffer<int>, ReadableBuffer<int>>> columns() const {
    return {positions.items(), moves.items(), scores.items(), results.items(), halfmoves.items(), fullmoves.items()};
  }

  Buffer<std::uint8_t> positions;
  Buffer<std::uint16_t> moves;
  Buffer<std::int16_t> scores;
  Buffer<std::int8_t> results;
  Buffer<std::uint16_t> halfmoves, fullmoves;
};

struct Reader {
  explicit Reader(batch::RecordFormat format) : reader(format) {}

  void feed(const py::object& data) {
    const InUse use(used, "this reader or writer is");
    const ReadableBuffer<std::uint8_t> bytes(data.ptr(), "data");
    const ReleasedGil released;
    reader.feed(bytes.items());
  }

  void finish() {
    const InUse use(used, "this reader or writer is");
    reader.finish();
  }

  // Writes as many records to the columns as are available and fit, and returns their number.
  std::size_t read(const py::object& positions, const py::object& moves, const py::object& scores,
                   const py::object& results, const py::object& halfmoves, const py::object& fullmoves,
                   unsigned threads) {
    const InUse use(used, "this reader or writer is");
    const Columns<WritableBuffer> buffers(positions, moves, scores, results, halfmoves, fullmoves);
    BufferView::require_apart({&buffers.positions, &buffers.moves, &buffers.scores, &buffers.results,
                               &buffers.halfmoves, &buffers.fullmoves});
    const auto out = buffers.columns();
    std::size_t n = 0;
    run_records(threads, [&](const batch::Threads& t) { batch::read_records(reader, out, t, n); });
    return n;
  }

  std::optional<std::string> error() const {
    const char* why = reader.error();
    if (!why) return std::nullopt;
    return "at byte " + std::to_string(reader.offset()) + ": " + why;
  }

  batch::RecordReader reader;
  std::atomic<bool> used = false;
};

struct Writer {
  explicit Writer(batch::RecordFormat format) : writer(format) {}

  // Returns the bytes that are complete, the number of records consumed, and an error for the next record or None.
  py::tuple write(const py::object& positions, const py::object& moves, const py::object& scores,
                  const py::object& results, const py::object& halfmoves, const py::object& fullmoves,
                  unsigned threads) {
    const InUse use(used, "this reader or writer is");
    const Columns<ReadableBuffer> buffers(positions, moves, scores, results, halfmoves, fullmoves);
    const auto in = buffers.columns();
    const char* error = nullptr;
    std::size_t n = 0;
    run_records(threads, [&](const batch::Threads& t) { batch::write_records(writer, in, t, n, error); });
    return py::make_tuple(taken(), n, error ? py::object(py::str(error)) : py::none());
  }

  py::bytes finish() {
    const InUse use(used, "this reader or writer is");
    writer.finish();
    return taken();
  }

  py::bytes taken() {
    const std::vector<std::uint8_t> bytes = writer.take();
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
  }

  batch::RecordWriter writer;
  std::atomic<bool> used = false;
};

struct ReaderObject {
  std::unique_ptr<Reader> reader;
};
struct WriterObject {
  std::unique_ptr<Writer> writer;
};

std::size_t read_columns(const ReaderObject& r, const py::object& positions, const py::object& moves,
                         const py::object& scores, const py::object& results, const py::object& halfmoves,
                         const py::object& fullmoves, unsigned threads) {
  return r.reader->read(positions, moves, scores, results, halfmoves, fullmoves, threads);
}

py::tuple write_columns(const WriterObject& w, const py::object& positions, const py::object& moves,
                        const py::object& scores, const py::object& results, const py::object& halfmoves,
                        const py::object& fullmoves, unsigned threads) {
  return w.writer->write(positions, moves, scores, results, halfmoves, fullmoves, threads);
}

ReaderObject new_reader(std::string_view format) { return {std::make_unique<Reader>(format_of(format))}; }
WriterObject new_writer(std::string_view format) { return {std::make_unique<Writer>(format_of(format))}; }

auto reading_error(const ReaderObject& r) { return r.reader->error(); }
void feed(const ReaderObject& r, const py::object& data) { r.reader->feed(data); }
void finish_reading(const ReaderObject& r) { r.reader->finish(); }
py::bytes finish_writing(const WriterObject& w) { return w.writer->finish(); }

}  // namespace

void define_batch_records(py::module_& m) {
  ObjectType<ReaderObject> reader("bitrook._RecordReader");
  reader.attributes({bound_attribute<"error", reading_error>()});
  reader.methods({
      bound<"feed(data)", feed>(),
      bound<"finish()", finish_reading>(),
      bound<"read(positions, moves, scores, results, halfmove_clocks, fullmove_numbers, threads)", read_columns>(),
  });
  reader.build(m);
  ObjectType<WriterObject> writer("bitrook._RecordWriter");
  writer.methods({
      bound<"finish()", finish_writing>(),
      bound<"write(positions, moves, scores, results, halfmove_clocks, fullmove_numbers, threads)", write_columns>(),
  });
  writer.build(m);
  add_functions(m.ptr(),
                {bound<"_record_reader(format)", new_reader>(), bound<"_record_writer(format)", new_writer>()});
}

}  // namespace bitrook::bindings
