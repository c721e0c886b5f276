// LineReader: feeds the lines of a Python file to a parser, up to the end of a game.
#include "bindings/pgn/line_reader.hpp"

#include <pybind11/stl.h>

#include <array>
#include <string>
#include <utility>

#include "bindings/pgn/text.hpp"
#include "bindings/support/errors.hpp"

namespace py = pybind11;

namespace bitrook::bindings {

namespace {

// One per thread, for reading one game after another. It is taken away while a game is read, because readline() may
// read other games.
thread_local std::unique_ptr<ReaderState> spare;

constexpr std::size_t MaxKept = std::size_t{256} << 10;  // the memory of a huge game is not kept

py::object decoded(const py::object& line) {
  const char* data = PyBytes_AS_STRING(line.ptr());
  const Py_ssize_t size = PyBytes_GET_SIZE(line.ptr());
  if (PyObject* text = PyUnicode_DecodeUTF8(data, size, nullptr)) return py::reinterpret_steal<py::object>(text);
  if (!PyErr_ExceptionMatches(PyExc_UnicodeDecodeError)) throw py::error_already_set();
  PyErr_Clear();
  return steal(PyUnicode_DecodeLatin1(data, size, nullptr));
}

}  // namespace

pgn::Limits limits_of(const py::object& limits) {
  return limits.is_none() ? pgn::Limits() : limits.cast<pgn::Limits>();
}

pgn::PieceLetters letters_of(const py::object& letters) {
  if (letters.is_none()) return {};
  return {letters.cast<std::array<std::string, 6>>()};
}

py::object exception_of(const pgn::GameParser& parser, pgn::Error error) {
  error.line -= parser.game_line() - 1;
  py::handle type = PyExc_ValueError;
  if (error.kind == pgn::ErrorKind::San) {
    const MoveError problem = error.move.error;
    type = problem == MoveError::Illegal     ? IllegalMoveError
           : problem == MoveError::Ambiguous ? AmbiguousMoveError
                                             : InvalidMoveError;
  }
  return type(text_of(pgn::message(error)));
}

LineReader::LineReader(const py::object& readline, const HowToRead& how)
    : readline_(readline), is_default_(how.limits.is_none() && how.letters.is_none()) {
  const pgn::Limits limits = limits_of(how.limits);
  longest_ = limits.game;
  if (how.sized) size_ = steal(PyLong_FromSize_t(longest_ + 1));
  if (is_default_ && spare && spare->ignores_parentheses == how.ignores_parentheses) {
    state_ = std::move(spare);
  } else {
    state_ = std::make_unique<ReaderState>(pgn::Options{
        .limits = limits, .letters = letters_of(how.letters), .ignores_parentheses = how.ignores_parentheses});
  }
  state_->parser.seek(0, 1);
}

LineReader::~LineReader() {
  state_->builder.errors.clear();
  if (is_default_ && state_->builder.kept_bytes() <= MaxKept) spare = std::move(state_);
}

py::object LineReader::joined(std::string_view rest) const { return text_of(std::string(after_blank_).append(rest)); }

LineReader::Text LineReader::next_piece() {
  py::object piece =
      steal(size_ ? PyObject_CallOneArg(readline_.ptr(), size_.ptr()) : PyObject_CallNoArgs(readline_.ptr()));
  if (PyBytes_Check(piece.ptr())) piece = decoded(piece);
  PyObject* const text = piece.ptr();
  if (!PyUnicode_Check(text))
    throw py::type_error("readline() must return a str or bytes, not " + std::string(Py_TYPE(text)->tp_name));
  const Py_ssize_t length = PyUnicode_GET_LENGTH(text);
  line_is_open_ = std::size_t(length) > longest_ && PyUnicode_READ_CHAR(text, length - 1) != '\n';
  if (PyUnicode_IS_COMPACT_ASCII(text)) [[likely]]
    return {{reinterpret_cast<const char*>(PyUnicode_1BYTE_DATA(text)), std::size_t(length)}, std::move(piece)};
  Py_ssize_t size = 0;
  if (const char* data = PyUnicode_AsUTF8AndSize(text, &size)) return {{data, std::size_t(size)}, std::move(piece)};
  if (!PyErr_ExceptionMatches(PyExc_UnicodeEncodeError)) throw py::error_already_set();
  PyErr_Clear();  // lone surrogates
  py::object bytes = steal(PyUnicode_AsEncodedString(text, "utf-8", "surrogatepass"));
  const std::string_view utf8(PyBytes_AS_STRING(bytes.ptr()), std::size_t(PyBytes_GET_SIZE(bytes.ptr())));
  return {utf8, std::move(bytes)};
}

// Returns the beginning of the next line, after passing the rest of the previous line to the parser.
LineReader::Text LineReader::next_line() {
  while (line_is_open_) {
    const Text rest = next_piece();
    parser().rest_of_line(rest.text, rest.text.size());
  }
  return next_piece();
}

}  // namespace bitrook::bindings
