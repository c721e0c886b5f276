// Finds the threats and pairs of pawns that a move changes, and numbers them.
#include "bitrook/nnue/relations.hpp"

#include "bitrook/attacks/attacks.hpp"
#include "bitrook/base/simd.hpp"

namespace bitrook::nnue {

namespace {

// The files next to a square's file, and that file.
Bitboard near_files(Square s) {
  const Bitboard file(file_of(s));
  return file | shifted<Direction::East>(file) | shifted<Direction::West>(file);
}

}  // namespace

Relations::Relations(const Shape& shape) {
  if (!shape.has_relations()) return;
  has_pairs_ = shape.stockfish->has_pairs;
  first_pair_ = std::uint32_t(shape.stockfish->threat_rows());
  std::array<std::uint32_t, 7> attacks{};
  for (unsigned k = 0; k < 7; ++k)
    for (unsigned s = 0; s < 64; ++s) {
      offsets_[k][s] = std::uint16_t(attacks[k]);
      const bool is_outside = k < 2 && (s < 8 || s >= 56);
      if (!is_outside) attacks[k] += PseudoAttacksFrom[s].sets[k].count();
    }
  if (!shape.stockfish->threats) return;
  std::uint32_t first = 0;
  for (const bool is_enemy : {false, true})
    for (const PieceType t : PieceTypes) {
      const std::string_view targets = shape.stockfish->threats->targets[index(t) - 1];
      const auto attacker = std::uint8_t(t == PieceType::Pawn ? unsigned(is_enemy) : index(t));
      for (const bool is_enemy_target : {false, true})
        for (const char letter : targets) {
          const PieceType target = ThreatInputs::type(letter);
          counts_[index(t)][index(target)] = true;
          const bool is_defended_pawn = t == PieceType::Pawn && is_enemy == is_enemy_target;
          const bool is_mutual = t == target && !is_defended_pawn;
          for (const Color c : Colors)
            blocks_[index(c)][index(make_piece(t, is_enemy ? ~c : c))]
                   [index(make_piece(target, is_enemy_target ? ~c : c))] = {first, attacker, is_mutual};
          first += attacks[attacker];
        }
    }
}

Relations::Targets Relations::targets(const Placement& sets) const {
  Targets targets;
  for (const PieceType target : PieceTypes)
    for (const PieceType t : PieceTypes)
      if (counts_[index(t)][index(target)]) targets[index(t)] |= sets.of(target);
  return targets;
}

void Relations::find(const placement::Mailbox& before, const Placement& before_sets, const Position& after,
                     RelationChanges& changes) const {
  const Bitboard changed(differences(before.data(), after.mailbox().data()));
  find_threats(before, before_sets, after, changed, changes);
  if (!has_pairs_) return;
  const Bitboard old_pawns = before_sets.of(PieceType::Pawn), new_pawns = after.of(PieceType::Pawn);
  const auto find_pairs = [&](const placement::Mailbox& mailbox, Bitboard pawns, auto& list) {
    Bitboard others = pawns;
    for (const Square s : pawns& changed) {
      others -= Bitboard(s);  // so that pairs of two changed pawns are found once
      for (const Square other : others& near_files(s))
        list.add({std::uint8_t(mailbox[index(s)]), std::uint8_t(s), std::uint8_t(mailbox[index(other)]),
                  std::uint8_t(other)});
    }
  };
  find_pairs(before, old_pawns, changes.removed_pairs);
  find_pairs(after.mailbox(), new_pawns, changes.added_pairs);
}

// The pieces on changed squares lose or gain all of their threats. Among the others, pawns, knights and kings have
// changed threats only to those squares. Of a slider, any threat can change, but only if it attacked a changed square
// before.
void Relations::find_threats(const placement::Mailbox& before, const Placement& before_sets, const Position& after,
                             Bitboard changed, RelationChanges& changes) const {
  const Bitboard old_occupied = before_sets.occupied(), new_occupied = after.occupied();
  const Targets old_targets = targets(before_sets), new_targets = targets(after.placement());
  const auto remove = [&](Square s, Bitboard set) {
    for (const Square t : set)
      changes.removed_threats.add(
          {std::uint8_t(before[index(s)]), std::uint8_t(s), std::uint8_t(before[index(t)]), std::uint8_t(t)});
  };
  const auto add = [&](Square s, Bitboard set) {
    for (const Square t : set)
      changes.added_threats.add({std::uint8_t(after.mailbox()[index(s)]), std::uint8_t(s),
                                 std::uint8_t(after.mailbox()[index(t)]), std::uint8_t(t)});
  };
  for (const Square s : changed) {
    if (const Piece p = before[index(s)]; p != Piece::None)
      remove(s, attacks(type_of(p), color_of(p), s, old_occupied) & old_targets[index(type_of(p))]);
    if (const Piece p = after.mailbox()[index(s)]; p != Piece::None)
      add(s, attacks(type_of(p), color_of(p), s, new_occupied) & new_targets[index(type_of(p))]);
  }
  const Bitboard unchanged = old_occupied - changed;
  if (unchanged.empty()) return;
  const Bitboard white_pawns = before_sets.of(PieceType::Pawn, Color::White);
  const Bitboard black_pawns = before_sets.of(PieceType::Pawn, Color::Black);
  const Bitboard knights = before_sets.of(PieceType::Knight), kings = before_sets.of(PieceType::King);
  const Bitboard queens = before_sets.of(PieceType::Queen);
  const Bitboard diagonal = before_sets.of(PieceType::Bishop) | queens;
  const Bitboard straight = before_sets.of(PieceType::Rook) | queens;
  Bitboard sliders;
  for (const Square s : changed) {
    const Bitboard steppers = (pawn_attacks(Color::Black, s) & white_pawns) |
                              (pawn_attacks(Color::White, s) & black_pawns) | (knight_attacks(s) & knights) |
                              (king_attacks(s) & kings);
    for (const Square from : steppers& unchanged) {
      const unsigned type = index(type_of(before[index(from)]));
      remove(from, Bitboard(s) & old_targets[type]);
      add(from, Bitboard(s) & new_targets[type]);
    }
    sliders |= (bishop_attacks(s, old_occupied) & diagonal) | (rook_attacks(s, old_occupied) & straight);
  }
  for (const Square s : sliders& unchanged) {
    const PieceType t = type_of(before[index(s)]);
    const Bitboard old_set = attacks(t, Color::White, s, old_occupied) & old_targets[index(t)];
    const Bitboard new_set = attacks(t, Color::White, s, new_occupied) & new_targets[index(t)];
    remove(s, old_set - (new_set - changed));
    add(s, new_set - (old_set - changed));
  }
}

}  // namespace bitrook::nnue
