// Creating and raising the exceptions of the package.
#include "bindings/support/errors.hpp"

#include <pybind11/pybind11.h>

#include <cstring>
#include <new>
#include <stdexcept>

#include "bindings/support/convert.hpp"
#include "bitrook/movegen/why_illegal.hpp"
#include "bitrook/notation/san.hpp"
#include "bitrook/variants/fen.hpp"

namespace py = pybind11;

namespace bitrook::bindings {

namespace {

// Returns the moves that an ambiguous text may denote, such as "Nbd2 or Nfd2".
template <class P>
std::string candidates(const P& position, std::string_view text) {
  MoveList moves;
  list_san_candidates(position, text, moves);
  std::string names;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    char san[MaxSan];
    names.append(i == 0 ? "" : i + 1 == moves.size() ? " or " : ", ");
    names.append(san, write_san(position, moves[i], san));
  }
  return names;
}

}  // namespace

std::string fen_text(const Position& position) {
  char fen[fen::MaxLength];
  return std::string(fen, fen::write(position, {}, fen));
}

std::string fen_text(const VariantPosition& position) { return fen::write(position); }

Failure raise(PyObject* error, std::string_view message, std::string_view text) {
  const Ref shown(PyUnicode_DecodeUTF8(text.data(), Py_ssize_t(text.size()), "backslashreplace"));
  if (shown) PyErr_Format(error, "%s: %R", std::string(message).c_str(), shown.get());
  return {};
}

Failure raise_fen_error(const fen::Error& error, std::string_view text) {
  const std::string message = std::string("invalid fen, ") + fen::name(error.field) + ": " +
                              fen::description(error.problem) + " at offset " + std::to_string(error.offset);
  return raise(PyExc_ValueError, message, text);
}

template <class P>
Failure raise_move_error(const ParsedMove& parsed, std::string_view notation, const P& position,
                         std::string_view given) {
  const std::string name(notation);
  if (parsed.error == MoveError::Invalid) return raise(InvalidMoveError, "invalid " + name, given);
  const bool ambiguous = parsed.error == MoveError::Ambiguous;
  const std::string message = ambiguous ? "ambiguous " + name + ", " + candidates(position, given)
                                        : "illegal " + name + ", " + std::string(text(parsed.reason));
  const Ref shown(to_python(given));
  if (shown) {
    PyErr_Format(ambiguous ? AmbiguousMoveError : IllegalMoveError, "%s: %R in %s", message.c_str(), shown.get(),
                 fen_text(position).c_str());
  }
  return {};
}
template Failure raise_move_error(const ParsedMove&, std::string_view, const Position&, std::string_view);
template Failure raise_move_error(const ParsedMove&, std::string_view, const VariantPosition&, std::string_view);

template <class P>
Failure raise_illegal_move(std::string_view what, const P& position, Move move, std::optional<Move> written) {
  const std::string message = std::string(what) + ", " + std::string(text(why_illegal(position, move)));
  const Ref shown(to_python(written.value_or(move)));
  if (shown) PyErr_Format(IllegalMoveError, "%s: '%S' in %s", message.c_str(), shown.get(), fen_text(position).c_str());
  return {};
}
template Failure raise_illegal_move(std::string_view, const Position&, Move, std::optional<Move>);
template Failure raise_illegal_move(std::string_view, const VariantPosition&, Move, std::optional<Move>);

Failure raise_from(const std::exception& error) {
  if (PyErr_Occurred() && PyErr_ExceptionMatches(PyExc_MemoryError)) return {};  // pybind11 throws a different error
  if (const auto* python_error = dynamic_cast<const py::error_already_set*>(&error)) {
    py::error_already_set(*python_error).restore();
    return {};
  }
  if (const auto* builtin = dynamic_cast<const py::builtin_exception*>(&error)) {
    builtin->set_error();
    return {};
  }
  if (dynamic_cast<const std::bad_alloc*>(&error) || dynamic_cast<const std::length_error*>(&error) ||
      std::strstr(error.what(), "REPLACED BY MemoryError")) {  // an exception that pybind11 could not create
    PyErr_NoMemory();
    return {};
  }
  PyObject* type = PyExc_RuntimeError;
  if (dynamic_cast<const bitrook::IllegalMoveError*>(&error)) {
    type = IllegalMoveError;
  } else if (dynamic_cast<const std::invalid_argument*>(&error) || dynamic_cast<const std::domain_error*>(&error)) {
    type = PyExc_ValueError;
  } else if (dynamic_cast<const std::out_of_range*>(&error)) {
    type = PyExc_IndexError;
  }
  PyErr_SetString(type, error.what());
  return {};
}

void throw_python_error(Failure) { throw py::error_already_set(); }

void define_errors(py::module_& m) {
  // pybind11 translates most exceptions of the standard library like raise_from().
  py::register_local_exception_translator([](std::exception_ptr error) {
    try {
      std::rethrow_exception(error);
    } catch (const bitrook::IllegalMoveError& illegal) {
      raise_from(illegal);
    } catch (const std::length_error& too_long) {
      raise_from(too_long);
    }
  });
  const auto add = [&m](const char* name, const char* doc) {
    const std::string qualified = std::string("bitrook.") + name;
    PyObject* error = PyErr_NewExceptionWithDoc(qualified.c_str(), doc, PyExc_ValueError, nullptr);
    if (!error || PyModule_AddObjectRef(m.ptr(), name, error) < 0) throw py::error_already_set();
    return error;  // never freed
  };
  InvalidMoveError = add("InvalidMoveError", "The text does not have the form of a move.");
  IllegalMoveError = add("IllegalMoveError", "The move is not legal in the position. The message gives the reason.");
  AmbiguousMoveError = add("AmbiguousMoveError", "The text matches several legal moves.");
}

}  // namespace bitrook::bindings
