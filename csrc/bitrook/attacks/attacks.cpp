// Compiles the headers that have no source file of their own.
#include "bitrook/attacks/attacks.hpp"
#include "bitrook/base/bitboard.hpp"
#include "bitrook/base/move.hpp"
