// The package's exceptions, and functions that convert the core's errors to Python exceptions.
#pragma once

#include <exception>
#include <optional>
#include <string>
#include <string_view>

#include "bindings/support/python.hpp"
#include "bitrook/notation/fen.hpp"
#include "bitrook/notation/uci.hpp"

namespace bitrook {
class VariantPosition;
}

namespace bitrook::bindings {

inline PyObject* InvalidMoveError = nullptr;    // the text does not have the form of a move
inline PyObject* IllegalMoveError = nullptr;    // the move is not legal in the position
inline PyObject* AmbiguousMoveError = nullptr;  // the text matches several legal moves

// Returns the FEN of a position, for messages.
std::string fen_text(const Position& position);
std::string fen_text(const VariantPosition& position);

// Each of these functions sets an exception.

// "message: 'text'". The text may contain any bytes.
Failure raise(PyObject* error, std::string_view message, std::string_view text);
// ValueError with the field, the problem and the offset.
Failure raise_fen_error(const fen::Error& error, std::string_view text);
// The exception for a text that parse_san() or parse_uci() rejected in a position: "illegal san, reason: 'Ke2' in FEN".
// `notation` is "san" or "uci". P is Position or VariantPosition.
template <class P>
Failure raise_move_error(const ParsedMove& parsed, std::string_view notation, const P& position, std::string_view text);
// IllegalMoveError: "what, reason: 'e2e5' in FEN". `written` is the move as the caller wrote it, if its encoding
// differs from that of `move`.
template <class P>
Failure raise_illegal_move(std::string_view what, const P& position, Move move,
                           std::optional<Move> written = std::nullopt);
// The Python exception for a C++ exception: MemoryError for std::bad_alloc and std::length_error, the Python exception
// itself for pybind11::error_already_set, and IllegalMoveError for the core's. Other standard exceptions are translated
// as in pybind11.
Failure raise_from(const std::exception& error);

// Throws the Python exception that is set, as pybind11::error_already_set: throw_python_error(not_a(...)). Also for
// files that do not include pybind11, which would add four seconds to their compile time.
[[noreturn]] void throw_python_error(Failure = {});
// Throws a new Python exception. The format is that of PyErr_Format().
template <class... Values>
[[noreturn]] void throw_error(PyObject* error, const char* format, Values... values) {
  throw_python_error(fail(error, format, values...));
}

}  // namespace bitrook::bindings
