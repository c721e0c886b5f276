// The core's lookup tables as read-only memoryviews, without a copy.
#include <pybind11/pybind11.h>

#include <array>
#include <cstdint>

#include "bitrook/attacks/sliders/magic_factors.hpp"
#include "bitrook/attacks/sliders/table.hpp"
#include "bitrook/base/debruijn.hpp"
#include "bitrook/base/geometry.hpp"

namespace py = pybind11;

namespace bitrook::bindings {

void define_table_type(PyObject* module);

namespace {

using Squares64 = std::array<Bitboard, 64>;

constexpr auto SquareBits = detail::table([](Square s) { return Bitboard(s); });
constexpr auto KnightAttacks = detail::table([](Square s) { return knight_attacks(s); });
constexpr auto KingAttacks = detail::table([](Square s) { return king_attacks(s); });
constexpr auto RookRays = detail::table([](Square s) { return rook_rays(s); });
constexpr auto BishopRays = detail::table([](Square s) { return bishop_rays(s); });
constexpr auto QueenRays = detail::table([](Square s) { return queen_rays(s); });
constexpr auto RookRelevant = detail::table([](Square s) { return sliders::rook_relevant(s); });
constexpr auto BishopRelevant = detail::table([](Square s) { return sliders::bishop_relevant(s); });
// In Python, a color is a bool that indexes a table: Black (False) comes first.
constexpr std::array<Squares64, 2> PawnAttacks{detail::table([](Square s) { return pawn_attacks(Color::Black, s); }),
                                               detail::table([](Square s) { return pawn_attacks(Color::White, s); })};
constexpr std::array<Squares64, 2> PawnPushes{detail::table([](Square s) { return pawn_pushes(Color::Black, s); }),
                                              detail::table([](Square s) { return pawn_pushes(Color::White, s); })};

// Tables are constants of the module, so a memoryview can refer to them for the life of the process. Words have the
// format "Q", and bytes "B".
template <class T, std::size_t N>
py::memoryview view(const std::array<T, N>& table) {
  static_assert(sizeof(T) == 8 || sizeof(T) == 1);
  return py::memoryview::from_buffer(table.data(), sizeof(T), sizeof(T) == 8 ? "Q" : "B", {py::ssize_t(N)},
                                     {py::ssize_t(sizeof(T))});
}
template <std::size_t N>
py::memoryview view(const std::array<Squares64, N>& table) {
  return py::memoryview::from_buffer(table.data(), 8, "Q", {int(N), 64}, {64 * 8, 8});
}

}  // namespace

void define_tables(py::module_& m) {
  py::dict tables;
  tables["square_bits"] = view(SquareBits);
  tables["mask_rank"] = view(MaskRank);
  tables["clear_rank"] = view(ClearRank);
  tables["mask_file"] = view(MaskFile);
  tables["clear_file"] = view(ClearFile);
  tables["diagonals"] = view(Diagonals);
  tables["anti_diagonals"] = view(AntiDiagonals);
  tables["knight_attacks"] = view(KnightAttacks);
  tables["king_attacks"] = view(KingAttacks);
  tables["pawn_attacks"] = view(PawnAttacks);
  tables["pawn_pushes"] = view(PawnPushes);
  tables["rook_rays"] = view(RookRays);
  tables["bishop_rays"] = view(BishopRays);
  tables["queen_rays"] = view(QueenRays);
  tables["rook_relevant"] = view(RookRelevant);
  tables["bishop_relevant"] = view(BishopRelevant);
  tables["rook_magics"] = view(magic::RookFactors);
  tables["bishop_magics"] = view(magic::BishopFactors);
  tables["between"] = view(detail::Between);
  tables["line"] = view(detail::Line);
  tables["de_bruijn_shifts"] = view(debruijn::ShiftOf);
  m.attr("_tables") = tables;
  define_table_type(m.ptr());
}

}  // namespace bitrook::bindings
