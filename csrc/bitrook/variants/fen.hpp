// FENs of variants: those of chess, with the pockets of Crazyhouse and the counters of three-check.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "bitrook/notation/fen.hpp"
#include "bitrook/variants/position.hpp"

namespace bitrook::fen {

// Reads a FEN as parse() does. Pockets are written in brackets after the placement, "[Qp]", or as a ninth rank, "/Qp";
// counters as a fifth field with the checks that White and Black have yet to give, "3+3", or as a seventh field with
// those that they have given, "+0+0". Both may be missing.
std::optional<Error> parse(std::string_view text, Variant v, Setup& setup, VariantState& state);

// Reads the letters of both pockets.
std::optional<Error> parse_pockets(std::string_view text, VariantState& state);

// Writes a FEN, with pockets in brackets and counters in the fifth field.
std::string write(const VariantPosition& p, Style style);
// Writes the FEN that the variant uses: in Crazyhouse, with promoted pieces marked.
inline std::string write(const VariantPosition& p) { return write(p, {.promoted = p.rules().marks_promoted(p)}); }
// The letters of one pocket, from queens to pawns; upper-case for White.
std::string write_pocket(const Pocket& pocket, Color c);

}  // namespace bitrook::fen
