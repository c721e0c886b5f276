// Mirrored batches: the same games with the colors exchanged, or with the files reversed.
#pragma once

#include "bitrook/batch/boards.hpp"

namespace bitrook::batch {

// Exchanges the colors and flips each board vertically, which results in the same game for the other side. History is
// kept.
Boards mirrored(const Boards& boards);

// Reverses the files. Castling rights cannot be mirrored horizontally, so the history is kept only from the first
// position without them. A board that still has castling rights loses them and its history.
Boards flipped(const Boards& boards);

}  // namespace bitrook::batch
