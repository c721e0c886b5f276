#include "attacks.hpp"
#include "bitboard.hpp"
#include "move.hpp"
