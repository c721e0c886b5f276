// Compiles the headers that have no source file of their own.
#include "attacks.hpp"
#include "bitboard.hpp"
#include "move.hpp"
