// The table of Stockfish's architectures. Sources: the files themselves, and Stockfish's evaluate_nnue.cpp, uci.h and
// uci.cpp at the tags sf_15.1 to sf_18. The constants of version 19 are those in the module of its npm package.
#include "bitrook/nnue/architecture.hpp"

#include <algorithm>

#include "bitrook/base/bitboard.hpp"
#include "bitrook/base/geometry.hpp"

namespace bitrook::nnue {

namespace table {  // so that the enumerators do not conflict with other names of this namespace

constexpr Version V15_1{"15.1", false, {0, 0, 0, 361}};
constexpr Version V16{"16", false, {0, 0, 0, 328}};
constexpr Version V16_1{"16.1", false, {0, 0, 0, 356}};
constexpr Version V17{"17", true, {-37.45051876, 121.19101539, -132.78783573, 420.70576692}};
constexpr Version V17_1{"17.1", true, {-13.50030198, 40.92780883, -36.82753545, 386.83004070}};
constexpr Version V18{"18", true, {-72.32565836, 185.93832038, -144.58862193, 416.44950446}};
constexpr Version V19{"19", true, {-142.72052667, 372.35176398, -340.71073572, 415.23490212}};

constexpr std::array For15_1{&V15_1}, For16{&V16}, For16_1{&V16_1}, For18{&V18}, For19{&V19};
constexpr std::array For17{&V17_1, &V17};
constexpr std::array ForSmall{&V18, &V17_1, &V17, &V16_1};
constexpr std::array ForLite{&V18, &V17_1};

// By attacker, from pawn to king.
constexpr ThreatInputs Threats18{{"PNR", "PNBRQK", "PNBRK", "PNBRK", "PNBRQK", "PNBR"}};
constexpr ThreatInputs Threats19{{"NR", "PNBRQ", "PNBR", "PNBR", "PNBRQ", ""}};

using enum Array;
using enum Encoding;
using enum PieceInputs;
using enum LastLayers;

constexpr std::array RawParts{FilePart{Raw, {Biases, None}}, FilePart{Raw, {Rows, None}}, FilePart{Raw, {Psqt, None}}};
constexpr std::array LebParts{FilePart{Leb128, {Biases, None}}, FilePart{Leb128, {Rows, None}},
                              FilePart{Leb128, {Psqt, None}}};
constexpr std::array Parts18{FilePart{Leb128, {Biases, None}}, FilePart{Raw, {ThreatRows, None}},
                             FilePart{Leb128, {Rows, None}}, FilePart{Leb128, {ThreatPsqt, Psqt}}};
constexpr std::array Parts19{FilePart{Leb128, {Biases, None}},     FilePart{Raw, {ThreatRows, None}},
                             FilePart{Leb128, {ThreatPsqt, None}}, FilePart{Raw, {PairRows, None}},
                             FilePart{Leb128, {PairPsqt, None}},   FilePart{Leb128, {Rows, None}},
                             FilePart{Leb128, {Psqt, None}}};

constexpr std::uint32_t Word = 0x7AF32F20, Word19 = 0x6A448AFA;
constexpr std::uint32_t HalfHash = 0x7F234CB8, ThreatHash = 0x8F234CB8, Hash19 = 0xCB685B13, SimpleHash = 0x6F234CB8;

// clang-format off
constexpr std::array Architectures{
    Architecture{"stockfish-15.1", "Stockfish 15.1", For15_1, Word, HalfHash, 0x63336A4A, 1024,
                 HalfKA, nullptr, false, 127, 7, Squared15, RawParts},
    Architecture{"stockfish-16", "Stockfish 16", For16, Word, HalfHash, 0x63336BCA, 1536,
                 HalfKA, nullptr, false, 127, 7, Squared15, LebParts},
    Architecture{"stockfish-16.1", "Stockfish 16.1", For16_1, Word, HalfHash, 0x633368CA, 2560,
                 HalfKA, nullptr, false, 127, 7, Squared15, LebParts},
    Architecture{"stockfish-17", "Stockfish 17 and 17.1", For17, Word, HalfHash, 0x6333744A, 3072,
                 HalfKA, nullptr, false, 127, 7, Squared15, LebParts},
    Architecture{"stockfish-small", "Stockfish 16.1 to 18, small network", ForSmall, Word, HalfHash, 0x6333712A, 128,
                 HalfKA, nullptr, false, 127, 7, Squared15, LebParts},
    Architecture{"stockfish-17.1-lite", "Stockfish 17.1 and 18, lite network of the npm package", ForLite, Word,
                 HalfHash, 0x6333700A, 256, HalfKA, nullptr, false, 127, 7, Squared15, LebParts},
    Architecture{"stockfish-18", "Stockfish 18", For18, Word, ThreatHash, 0x63336A4A, 1024,
                 HalfKA, &Threats18, false, 255, 9, Squared15, Parts18},
    Architecture{"stockfish-19", "Stockfish 19", For19, Word19, Hash19, 0x63337116, 1024,
                 HalfKA, &Threats19, true, 255, 9, Squared32, Parts19},
    Architecture{"stockfish-19-lite", "Stockfish 19, lite network of the npm package", For19, Word19, SimpleHash,
                 0x63337116, 1024, Simple, nullptr, false, 255, 9, Squared32, LebParts},
};
// clang-format on

}  // namespace table

std::span<const Architecture> Architecture::all() { return table::Architectures; }

PieceType ThreatInputs::type(char letter) { return PieceType(1 + std::string_view("PNBRQK").find(letter)); }

std::size_t ThreatInputs::rows() const {
  std::size_t total = 0;
  for (const PieceType t : PieceTypes) {
    std::size_t attacks = 0;
    for (unsigned s = 0; s < 64; ++s) {
      const bool is_outside = t == PieceType::Pawn && (s < 8 || s >= 56);
      const Bitboard set = t == PieceType::Pawn ? pawn_attacks(Color::White, Square(s)) : pseudo_attacks(t, Square(s));
      if (!is_outside) attacks += set.count();
    }
    total += 2 * 2 * targets[index(t) - 1].size() * attacks;
  }
  return total;
}

}  // namespace bitrook::nnue
