// The class _Network for Python: reading and writing networks, evaluations of single boards and of batches.
#include "bindings/nnue/network.hpp"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <limits>
#include <string>

#include "bindings/batch/boards.hpp"
#include "bindings/hot_path/board/board.hpp"
#include "bindings/support/buffer.hpp"
#include "bindings/support/convert.hpp"
#include "bindings/support/gil.hpp"
#include "bitrook/batch/parts.hpp"
#include "bitrook/nnue/format.hpp"

namespace py = pybind11;

namespace bitrook::bindings {

namespace {

using nnue::Network;

// The value of an output in centipawns or, if `internal`, in the network's own unit.
std::int32_t value_of(const Network& network, const nnue::Output& output, const Position& p, bool internal) {
  if (!internal) return network.centipawns(output, p);
  constexpr std::int64_t Most = std::numeric_limits<std::int32_t>::max();
  return std::int32_t(std::clamp(network.internal(output), -Most, Most));
}

int evaluate(const NetworkObject& object, const py::object& board, bool internal) {
  const Game game = game_argument(board.ptr());
  const Position& p = game.position();
  require_valid(object.network(), p);
  return object.with_evaluator(
      [&](nnue::Evaluator& e) { return value_of(object.network(), e.output(p, game.ply_count()), p, internal); });
}

// Returns (output bucket of the position, psqt of all buckets, positional of all buckets).
py::tuple raw(const NetworkObject& object, const py::object& board) {
  const Position position = position_argument(board.ptr());
  require_valid(object.network(), position);
  const nnue::Raw raw = object.network().raw(position);
  py::tuple psqt(raw.outputs.size()), positional(raw.outputs.size());
  for (std::size_t b = 0; b < raw.outputs.size(); ++b) {
    psqt[b] = raw.outputs[b].psqt;
    positional[b] = raw.outputs[b].positional;
  }
  return py::make_tuple(raw.bucket, psqt, positional);
}

void evaluate_boards(const NetworkObject& object, BoardsObject& boards, const py::object& out, bool internal,
                     unsigned threads) {
  const Using use(boards);
  const Network& network = object.network();
  const std::size_t n = use.boards().size();
  const WritableBuffer<std::int32_t> buffer(out.ptr(), "out");
  buffer.require_shape({n});
  batch::FirstError bad(n);
  use.run([&](const batch::Threads& given) {
    return batch::for_parts(n, {threads, given.go_on}, [&](std::size_t first, std::size_t last) {
      object.with_evaluator([&](nnue::Evaluator& evaluator) {
        for (std::size_t i = first; i < last; ++i) {
          const Position& p = use.boards().position(i);
          if (!network.is_valid(p)) return bad.add(i), false;
          buffer.items()[i] = value_of(network, evaluator.output(p, i), p, internal);
        }
        return true;
      });
    });
  });
  if (bad.any())
    throw py::value_error("board " + std::to_string(bad.at()) +
                          " cannot be evaluated: " + network.problem(use.boards().position(bad.at())));
}

// The shape that plain files do not contain. `king_buckets` consists of 64 bytes.
nnue::Shape plain_shape(std::uint32_t hidden, bool crelu, std::uint32_t output_buckets, const py::bytes& king_buckets,
                        bool mirrored, std::int32_t qa, std::int32_t qb, std::int32_t scale) {
  const auto table = std::string_view(king_buckets);
  if (table.size() != 64) throw py::value_error("king_buckets must have 64 items");
  nnue::Shape shape{.hidden = hidden,
                    .activation = crelu ? nnue::Activation::CReLU : nnue::Activation::SCReLU,
                    .output_buckets = output_buckets,
                    .mirrored = mirrored};
  std::copy(table.begin(), table.end(), shape.king_buckets.begin());
  shape.qa = qa;
  shape.qb = qb;
  shape.scale = scale;
  return shape;
}

NetworkObject object_of(nnue::Loaded loaded) {
  if (!loaded.network) throw py::value_error(loaded.error);
  return NetworkObject(std::move(loaded.network));
}

NetworkObject load_file(const FilePath& path, const nnue::Shape& plain, const std::string& version) {
  nnue::Loaded loaded;
  if (const int error = call_without_gil([&] { return nnue::read_file(path.bytes.c_str(), plain, version, loaded); }))
    path.raise(error);
  return object_of(std::move(loaded));
}

NetworkObject from_bytes(const py::object& data, const nnue::Shape& plain, const std::string& version) {
  const ReadableBuffer<std::uint8_t> buffer(data.ptr(), "data");
  return object_of(call_without_gil([&] { return nnue::read(buffer.items(), plain, version); }));
}

py::bytes written(const NetworkObject& object, bool plain) {
  if (plain && !object.network().is_simple())
    throw py::value_error("only networks of the architecture (768 -> H)x2 -> 1 have a plain form");
  return py::bytes(plain ? nnue::write_plain(object.network()) : nnue::write(object.network()));
}

py::dict facts(const NetworkObject& object) {
  const Network& network = object.network();
  const nnue::Shape& shape = network.shape();
  py::dict facts;
  facts["architecture"] = network.is_simple() ? "simple" : shape.stockfish->name;
  if (!network.is_simple()) {
    const nnue::Architecture& stockfish = *shape.stockfish;
    facts["title"] = stockfish.title;
    facts["version"] = shape.version->name;
    py::dict inputs;
    if (stockfish.threats) inputs["threats"] = stockfish.threat_rows();
    if (stockfish.has_pairs) inputs["pawn pairs"] = stockfish.pair_rows();
    inputs[shape.has_half_inputs() ? "HalfKAv2_hm" : "pieces"] = shape.rows();
    facts["inputs"] = inputs;
    const nnue::LayerSizes sizes = nnue::sizes_of(stockfish.layers);
    facts["layers"] = py::make_tuple(sizes.outputs, sizes.outputs1, 1);
  }
  facts["hidden"] = shape.hidden;
  facts["output_buckets"] = shape.output_buckets;
  facts["king_buckets"] =
      py::bytes(reinterpret_cast<const char*>(shape.king_buckets.data()), shape.king_buckets.size());
  facts["mirrored"] = shape.mirrored;
  if (network.is_simple()) {
    facts["activation"] = shape.activation == nnue::Activation::CReLU ? "crelu" : "screlu";
    facts["qa"] = shape.qa;
    facts["qb"] = shape.qb;
    facts["scale"] = shape.scale;
  }
  facts["description"] = py::bytes(network.description());
  facts["mapped"] = network.is_mapped();
  facts["bytes"] = network.layout().size;
  return facts;
}

}  // namespace

const NetworkObject* network_of(const py::object& object) {
  return py::isinstance<NetworkObject>(object) ? object.cast<const NetworkObject*>() : nullptr;
}

void require_valid(const Network& network, const Position& p) {
  if (const char* problem = network.problem(p))
    throw py::value_error(std::string("board cannot be evaluated: ") + problem);
}

void define_network(py::module_& m) {
  py::class_<nnue::Shape>(m, "_PlainShape", py::is_final(), not_instantiable,
                          "The shape of a network file without a header.");
  py::class_<NetworkObject>(m, "_Network", py::is_final(), not_instantiable, "A network: see bitrook.nnue.Network.")
      .def("evaluate", &evaluate, "board"_a, "internal"_a)
      .def("evaluate_boards", &evaluate_boards, "boards"_a, "out"_a, "internal"_a, "threads"_a)
      .def("raw", &raw, "board"_a)
      .def("written", &written, "plain"_a)
      .def("facts", &facts);

  m.def("_plain_shape", &plain_shape, "hidden"_a, "crelu"_a, "output_buckets"_a, "king_buckets"_a, "mirrored"_a, "qa"_a,
        "qb"_a, "scale"_a);
  m.def("_load_network", &load_file, "path"_a, "plain"_a, "version"_a);
  m.def("_network_from_bytes", &from_bytes, "data"_a, "plain"_a, "version"_a);
}

}  // namespace bitrook::bindings
