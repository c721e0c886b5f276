// Observation planes: the functions behind bitrook.batch.Encoding.
#include <pybind11/stl.h>

#include <cstring>
#include <string>
#include <vector>

#include "bindings/batch/encodings/source.hpp"
#include "bindings/hot_path/board/board.hpp"
#include "bindings/support/object_of.hpp"
#include "bitrook/batch/encodings/planes.hpp"

namespace py = pybind11;

namespace bitrook::bindings {

namespace {

using batch::Planes;
using batch::PlaneStack;

PlaneStack find_stack(std::string_view name) {
  if (auto stack = PlaneStack::find(name)) return *std::move(stack);
  std::string message("encoding must be ");
  for (const std::string_view known : PlaneStack::Known)
    message.append(known).append(known == PlaneStack::Known.back() ? " " : ", ");
  throw py::value_error(message.append("or a list of planes, not '").append(name).append("'"));
}

PlaneStack stack_of(const std::vector<std::string>& names, bool mirrored, bool rank_1_first) {
  std::size_t bad = 0;
  if (auto stack = PlaneStack::of(names, mirrored, rank_1_first, bad)) return *std::move(stack);
  if (bad >= PlaneStack::MaxPlanes) throw py::value_error("there can be at most 4096 planes");
  throw py::value_error("planes[" + std::to_string(bad) + "], '" + names[bad] + "', is not the name of a plane");
}

PlaneStack lc0_stack(unsigned format, std::string_view fill) {
  using batch::Lc0Fill;
  using batch::Lc0Format;
  if ((format < 1 || format > 5) && format != 132 && format != 133) {
    throw py::value_error("input_format must be 1 to 5, 132 or 133, not " + std::to_string(format));
  }
  if (fill == "no") return PlaneStack::lc0(Lc0Format(format), Lc0Fill::No);
  if (fill == "fen_only") return PlaneStack::lc0(Lc0Format(format), Lc0Fill::FenOnly);
  if (fill == "always") return PlaneStack::lc0(Lc0Format(format), Lc0Fill::Always);
  throw py::value_error("fill must be no, fen_only or always, not '" + std::string(fill) + "'");
}

// Calls write(planes, i) for each board.
template <class Write>
void encode_boards(const PlaneStack& stack, const SourceObject& boards, unsigned threads, Write write) {
  for_frames(boards, stack.depth(), threads,
             [&, planes = Planes(stack.size())](std::size_t i, std::span<const batch::Frame> frames) mutable {
               stack.encode(frames, planes);
               write(planes, i);
             });
}

// Floats are written as their bits.
void encode_planes(const PlaneStack& stack, const SourceObject& boards, const py::object& out, unsigned item_size,
                   bool channels_last, unsigned threads) {
  const OutputBuffer buffer(out.ptr(),
                            {item_size == 1 ? ItemFormat::Kind::Integer : ItemFormat::Kind::Float, item_size});
  const std::size_t planes = stack.size();
  if (channels_last) {
    buffer.require_shape({boards.size(), 8, 8, planes});
  } else {
    buffer.require_shape({boards.size(), planes, 8, 8});
  }
  BufferView::require_apart({&buffer}, {boards.buffer()});
  const auto run = [&](auto zero) {
    auto* const first = static_cast<decltype(zero)*>(buffer.data());
    encode_boards(stack, boards, threads, [&](const Planes& board, std::size_t i) {
      auto* const at = first + i * 64 * planes;
      channels_last ? batch::write_squares(board, stack.divisors(), at)
                    : batch::write_planes(board, stack.divisors(), at);
    });
  };
  if (item_size == 1) return run(std::uint8_t{});
  if (item_size == 2) return run(std::uint16_t{});
  run(std::uint32_t{});
}

void encode_packed(const PlaneStack& stack, const SourceObject& boards, const py::object& out, unsigned threads) {
  const WritableBuffer<std::uint64_t> buffer(out.ptr(), "out");
  buffer.require_shape({boards.size(), stack.size()});
  BufferView::require_apart({&buffer}, {boards.buffer()});
  std::uint64_t* const first = buffer.items().data();
  encode_boards(stack, boards, threads, [&](const Planes& board, std::size_t i) {
    batch::write_words(board, stack.counters(), first + i * stack.size());
  });
}

std::vector<bool> counters(const PlaneStack& stack) {
  std::vector<bool> flags(stack.size());
  for (const std::uint16_t i : stack.counters()) flags[i] = true;
  return flags;
}

// ---- One Board: the base class of Encoding.

struct OneEncoder {
  py::object owner;  // of `stack`
  const PlaneStack* stack;
  std::string layout;  // the default: channels_first, channels_last or tokens
};
using EncodingObject = ObjectOf<OneEncoder>;

PyObject* new_encoding(PyTypeObject* type, PyObject* stack, std::string_view layout) {
  if (!py::isinstance<PlaneStack>(stack)) return not_a("a _PlaneStack", stack, "stack");
  const auto owner = py::reinterpret_borrow<py::object>(stack);
  return EncodingObject::make({owner, owner.cast<const PlaneStack*>(), std::string(layout)}, type);
}

// Memory that the calls of a thread share. Allocating it took 30 of 160 ns.
struct Scratch {
  std::vector<batch::Frame> frames;
  Planes planes{0};
};

template <class Bits>
void write_board(const PlaneStack& stack, PyObject* board, bool channels_first, void* out) {
  thread_local Scratch scratch;
  read_frames(board, stack.depth(), scratch.frames);
  scratch.planes.reset(stack.size());
  stack.encode(scratch.frames, scratch.planes);
  const Planes& planes = scratch.planes;
  auto* const at = static_cast<Bits*>(out);
  channels_first ? batch::write_planes(planes, stack.divisors(), at)
                 : batch::write_squares(planes, stack.divisors(), at);
}

// Returns null without an exception if the arguments are not those of a common call.
PyObject* encode_board(const OneEncoder& e, PyObject* board, PyObject* dtype, PyObject* layout, PyObject* out) {
  std::string_view name = e.layout;
  if (is_given(layout) && (!PyUnicode_CheckExact(layout) || !load(layout, name, "layout"))) return nullptr;
  const py::ssize_t n = e.stack->size(), first[]{n, 8, 8}, last[]{8, 8, n}, tokens[]{64, n};
  std::span<const py::ssize_t> shape;
  if (name == "channels_first") shape = first;
  if (name == "channels_last") shape = last;
  if (name == "tokens") shape = tokens;
  auto array = py::reinterpret_steal<py::array>(py::handle());  // py::array() would make one
  if (shape.empty() || (is_given(out) && !py::isinstance<py::array>(out))) return nullptr;
  if (is_given(out)) {
    array = py::reinterpret_borrow<py::array>(out);
    if (!is_plain(array, shape)) return nullptr;
  } else {
    const auto type = dtype ? py::dtype::from_args(py::reinterpret_borrow<py::object>(dtype)) : py::dtype::of<float>();
    if (!std::strchr("Bef", type.char_())) return nullptr;
    array = py::array(type, std::vector(shape.begin(), shape.end()));
  }
  void* const data = const_cast<void*>(array.data());
  const bool channels_first = shape.data() == first;
  switch (array.dtype().char_()) {
    case 'B':
      write_board<std::uint8_t>(*e.stack, board, channels_first, data);
      break;
    case 'e':
      write_board<std::uint16_t>(*e.stack, board, channels_first, data);
      break;
    case 'f':
      write_board<std::uint32_t>(*e.stack, board, channels_first, data);
      break;
    default:
      return nullptr;
  }
  return array.release().ptr();
}

PyObject* encode_one_board(PyObject* self, PyObject* boards, PyObject* dtype, PyObject* layout, Or<bool, false> packed,
                           PyObject* out, PyObject* threads) {
  if (is_board(boards) && !packed.value && !threads) {
    PyObject* made = encode_board(EncodingObject::get(self), boards, dtype, layout, out);
    if (made || PyErr_Occurred()) return made;
  }
  const Ref float32(dtype ? incref(dtype) : to_python(std::string_view("float32")));
  if (!float32) return nullptr;
  return call_general(self, "_encode", threads, boards, float32.get(), layout, packed.value ? Py_True : Py_False, out);
}

}  // namespace

void define_batch_planes(py::module_& m) {
  py::class_<PlaneStack>(m, "_PlaneStack", py::is_final(), not_instantiable)
      .def_property_readonly("size", [](const PlaneStack& p) { return p.size(); })
      .def_property_readonly("depth", [](const PlaneStack& p) { return p.depth(); })
      .def_property_readonly("mirrored", [](const PlaneStack& p) { return p.mirrored(); })
      .def_property_readonly("rank_1_first", [](const PlaneStack& p) { return p.rank_1_first(); })
      .def_property_readonly("names", [](const PlaneStack& p) { return p.names(); })
      .def_property_readonly("divisors", [](const PlaneStack& p) { return p.divisors(); })
      .def_property_readonly("counters", &counters)
      .def("encode", &encode_planes, "batch"_a, "out"_a, "item_size"_a, "channels_last"_a, "threads"_a)
      .def("encode_packed", &encode_packed, "batch"_a, "out"_a, "threads"_a);

  EncodingObject::type =
      TypeBuilder("bitrook._EncodingBase", sizeof(EncodingObject), Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE)
          .constructor<"_EncodingBase(stack, layout)", new_encoding>(
              "The methods of bitrook.batch.Encoding that take boards.")
          .methods({
              method<"encode(boards, *, dtype='float32', layout=None, packed=False, out=None, threads=1)",
                     encode_one_board>(
                  R"(Encode boards as planes.

                ::

                    boards   (n,)             Boards, FENs, or packed positions as uint8[n, 24] or uint8[n, h, 24]
                    result   (n, C, 8, 8)     of the given dtype, with layout="channels_first"
                             (n, 8, 8, C)     of the given dtype, with layout="channels_last"
                             (n, 64, C)       of the given dtype, with layout="tokens": the same numbers, one token per square
                             (n, C)           uint64, with packed=True

                For a single board, the result has no first axis. The history of a Board is its move stack. For other boards,
                pass the history as h packed positions per board, the newest first, or as a list of FENs per board. Packed
                positions do not include clocks.

                :param boards: the positions, as above.
                :param dtype: float32, float16, uint8 or bool. Floats are divided by *divisors*. Integers are not divided, but
                    capped at 255. bool requires an encoding without counters.
                :param layout: "channels_first", "channels_last" or "tokens". By default, the layout of the framework.
                :param packed: return one word per plane, in which bit 8 * row + column is a square. For a counter, the word is
                    the number itself. unpack() converts words to planes.
                :param out: an array, tensor or buffer to write into, with the dtype and shape of the result. It is returned as
                    an array.
                :param threads: the number of threads to use, from 1 to 1024.
                :raises ValueError: if a position is invalid, or *out* has the wrong shape or dtype.

                >>> import bitrook.batch
                >>> planes = bitrook.batch.encoding("alphazero").encode(Board())
                >>> planes.shape, int(planes[:, :, 0].sum())
                ((8, 8, 119), 8))"),
          })
          .slot<EncodingObject::free>(Py_tp_dealloc)
          .build(m.ptr());
  m.def("_plane_stack", &find_stack, "name"_a);
  m.def("_plane_stack_of", &stack_of, "names"_a, "mirrored"_a, "rank_1_first"_a);
  m.def("_plane_stack_of_lc0", &lc0_stack, "input_format"_a, "fill"_a);
}

}  // namespace bitrook::bindings
