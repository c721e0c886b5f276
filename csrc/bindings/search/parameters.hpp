// Numbers that callers pass to evaluations as buffers or as nested sequences (weights, piece values and tables). All
// functions throw the Python exception. For an invalid argument, that is TypeError or ValueError with the parameter and
// the index.
#pragma once

#include <span>

#include "bindings/support/python.hpp"
#include "bitrook/search/evaluation.hpp"
#include "bitrook/search/exchange.hpp"

namespace bitrook::bindings {

// Five piece values, from pawn to queen, or six, including the king.
search::PieceValues exchange_values(PyObject* object);

// True keeps the weights, and False sets them to 0. Anything else must contain a pair of numbers for each weight.
void load_weights(PyObject* object, const char* name, std::span<search::Tapered> weights);

// The arguments of PieceSquareTables(), of which only `midgame` must be given.
search::PieceSquareTables piece_square_tables(PyObject* midgame, PyObject* endgame, PyObject* values, PyObject* phase);

}  // namespace bitrook::bindings
