#include "bitboard.hpp"
#include "move.hpp"
