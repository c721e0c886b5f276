// Mirrored batches: the same games with the colors exchanged, or with the files reversed.
#pragma once

#include "bitrook/batch/boards.hpp"

namespace bitrook::batch {

// Exchanges the colors and flips each board vertically: the same game for the other side. History is kept.
Boards mirrored(const Boards& boards);

// Reverses the files. Castling rights have no mirror image in the rules: a game is kept from its first position without
// them on, and a board that still has rights becomes a position without rights and without history.
Boards flipped(const Boards& boards);

}  // namespace bitrook::batch
