// The core's tables as read-only memoryviews of 64-bit words: no copy, no NumPy.
#include "bindings/tables.hpp"

#include <array>

#include "bitrook/attacks/sliders/magic_factors.hpp"
#include "bitrook/attacks/sliders/relevant.hpp"
#include "bitrook/base/debruijn.hpp"
#include "bitrook/base/geometry.hpp"

namespace bitrook {

namespace {

static_assert(sizeof(Bitboard) == sizeof(std::uint64_t));

using bindings::Owned;
using Squares64 = std::array<Bitboard, 64>;

constexpr auto SquareBits = detail::table([](Square s) { return Bitboard(s); });
constexpr auto RookRays = detail::table([](Square s) { return rook_rays(s); });
constexpr auto BishopRays = detail::table([](Square s) { return bishop_rays(s); });
constexpr auto QueenRays = detail::table([](Square s) { return queen_rays(s); });
constexpr auto RookRelevant = detail::table([](Square s) { return sliders::rook_relevant(s); });
constexpr auto BishopRelevant = detail::table([](Square s) { return sliders::bishop_relevant(s); });
// Python's colours index a table: False, Black, is 0.
constexpr std::array<Squares64, 2> PawnAttacksByBool{PawnAttacks[1], PawnAttacks[0]};
constexpr std::array<Squares64, 2> PawnPushesByBool{PawnPushes[1], PawnPushes[0]};

// The memory is the module's own and lives as long as the process.
bool add(PyObject* tables, const char* name, const void* memory, const char* format, Py_ssize_t itemsize,
         std::initializer_list<Py_ssize_t> shape) {
  Py_ssize_t extents[2], strides[2];
  int dimensions = 0;
  Py_buffer view{};
  view.len = itemsize;
  for (const Py_ssize_t n : shape) {
    extents[dimensions++] = n;
    view.len *= n;
  }
  for (Py_ssize_t stride = itemsize, i = dimensions; i-- > 0; stride *= extents[i]) strides[i] = stride;
  view.buf = const_cast<void*>(memory);
  view.readonly = 1;
  view.itemsize = itemsize;
  view.format = const_cast<char*>(format);
  view.ndim = dimensions;
  view.shape = extents;
  view.strides = strides;
  const Owned memoryview(PyMemoryView_FromBuffer(&view));
  return memoryview && PyDict_SetItemString(tables, name, memoryview.get()) == 0;
}

template <class T, std::size_t N>
bool add(PyObject* tables, const char* name, const std::array<T, N>& table) {
  static_assert(sizeof(T) == 8 || sizeof(T) == 1);
  return add(tables, name, table.data(), sizeof(T) == 8 ? "Q" : "B", sizeof(T), {Py_ssize_t(N)});
}
template <std::size_t M>
bool add(PyObject* tables, const char* name, const std::array<Squares64, M>& table) {
  return add(tables, name, table.data(), "Q", 8, {Py_ssize_t(M), 64});
}

}  // namespace

bool add_tables(PyObject* module) {
  PyObject* tables = PyDict_New();
  if (!tables) return false;
  bool added = true;
  const auto table = [&](const char* name, const auto& words) { added = added && add(tables, name, words); };
  table("square_bits", SquareBits);
  table("mask_rank", MaskRank);
  table("clear_rank", ClearRank);
  table("mask_file", MaskFile);
  table("clear_file", ClearFile);
  table("diagonals", Diagonals);
  table("anti_diagonals", AntiDiagonals);
  table("knight_attacks", KnightAttacks);
  table("king_attacks", KingAttacks);
  table("pawn_attacks", PawnAttacksByBool);
  table("pawn_pushes", PawnPushesByBool);
  table("rook_rays", RookRays);
  table("bishop_rays", BishopRays);
  table("queen_rays", QueenRays);
  table("rook_relevant", RookRelevant);
  table("bishop_relevant", BishopRelevant);
  table("rook_magics", magic::RookFactors);
  table("bishop_magics", magic::BishopFactors);
  table("between", detail::Between);
  table("line", detail::Line);
  table("de_bruijn_shifts", debruijn::ShiftOf);
  if (!added) {
    Py_DECREF(tables);
    return false;
  }
  return PyModule_AddObject(module, "_tables", tables) == 0;
}

}  // namespace bitrook
