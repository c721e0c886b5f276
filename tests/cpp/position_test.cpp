// Making and unmaking any of the 65,536 moves, editing, attacks and pins, in arbitrary positions.
#include <doctest/doctest.h>

#include <cstring>
#include <string>
#include <vector>

#include "arrangements.hpp"
#include "bitrook/movegen/movegen.hpp"
#include "bitrook/movegen/why_illegal.hpp"
#include "bitrook/notation/fen.hpp"
#include "bitrook/position/problems.hpp"
#include "positions.hpp"

using namespace bitrook;
using test::Random;

namespace {

// Returns all fields of a position as text, including derived ones.
std::string fields(const Position& p) {
  char text[fen::MaxLength];
  std::string s(text, fen::write(p, {fen::EnPassant::Always, true, true}, text));
  for (const std::uint64_t word :
       {p.key(), p.checkers().word(), p.pinned().word(), p.castling_rights().word(), p.promoted().word()})
    s += ' ' + std::to_string(word);
  return s;
}

// Returns the position after a legal move by definition, using a Setup instead of the functions that make moves.
Position made_by_definition(const Position& p, Move m) {
  Setup next;
  next.placement = p.placement();
  next.promoted = p.promoted();
  next.castling = p.castling_rights();
  next.turn = ~p.turn();
  next.fullmove_number = p.fullmove_number() + (p.turn() == Color::Black ? 1 : 0);
  next.chess960 = p.chess960();
  const Color us = p.turn();
  const Square from = m.from(), to = m.to();
  const Piece piece = p.piece_at(from);
  const PieceType type = type_of(piece);
  const auto remove = [&next](Square s) {
    if (next.placement.piece_at(s) == Piece::None) return;
    next.placement.toggle(next.placement.piece_at(s), Bitboard(s));
    next.promoted -= Bitboard(s);
  };
  if (type == PieceType::King && is_castling(p, m)) {
    const Square rook = to_king_takes_rook(p, m).to();
    const Rank home = relative(Rank::R1, us);
    const bool kingside = rook > from;
    remove(from);
    remove(rook);
    next.placement.toggle(piece, Bitboard(make_square(kingside ? File::G : File::C, home)));
    next.placement.toggle(make_piece(PieceType::Rook, us), Bitboard(make_square(kingside ? File::F : File::D, home)));
  } else {
    const bool promoted = p.promoted().contains(from) || m.is_promotion();
    if (is_en_passant(p, m)) remove(make_square(file_of(to), rank_of(from)));
    if (p.occupied().contains(to)) remove(to);
    remove(from);
    next.placement.toggle(m.is_promotion() ? make_piece(m.promotion(), us) : piece, Bitboard(to));
    if (promoted) next.promoted |= Bitboard(to);
  }
  next.castling -= Bitboard(from) | Bitboard(to);
  if (type == PieceType::King) next.castling -= Bitboard(relative(Rank::R1, us));
  if (type == PieceType::Pawn && rank_distance(from, to) == 2 && rank_of(from) == relative(Rank::R2, us))
    next.en_passant = make_square(file_of(from), relative(Rank::R3, us));
  next.halfmove_clock = is_zeroing(p, m) ? 0 : p.halfmove_clock() + 1;
  return Position(next);
}

}  // namespace

TEST_CASE("a legal move leads to the position that its definition says") {
  Random random(31);
  const auto compare = [](const Position& p) {
    MoveList moves;
    generate_legal(p, moves);
    for (const Move m : moves) {
      Position next = p;
      next.play_unchecked(m);
      REQUIRE_MESSAGE(fields(next) == fields(made_by_definition(p, m)), fields(p), " after the move ", m.word());
    }
    return moves;
  };
  for (int compared = 0; compared < 400;) {
    const Position p = test::arrangement(random, test::Kings::OneEach);
    if (p.was_into_check()) continue;  // a king could be captured
    compare(p);
    ++compared;
  }
  for (const test::Tree& tree : test::WikiTrees) {
    for (int game = 0; game < 10; ++game) {
      Position p = test::position(tree.fen);
      for (int ply = 0; ply < 60; ++ply) {
        const MoveList moves = compare(p);
        if (moves.empty()) break;
        p.play_unchecked(moves[random.below(unsigned(moves.size()))]);
      }
    }
  }
}

TEST_CASE("play and try_play make legal moves and refuse the others") {
  Random random(3);
  for (int i = 0; i < 200; ++i) {
    const Position p = test::arrangement(random);
    MoveList moves;
    generate_legal(p, moves);
    for (int j = 0; j < 10; ++j) moves.add(Move::from_word(std::uint16_t(random.word())));
    for (const Move m : moves) {
      Position checked = p, tried = p, unchecked = p;
      unchecked.play_unchecked(m);
      if (is_legal(p, m)) {
        const Undo undo = play(checked, m);
        REQUIRE(try_play(tried, m).has_value());
        CHECK(fields(checked) == fields(unchecked));
        CHECK(fields(tried) == fields(unchecked));
        checked.undo(undo);
      } else {
        CHECK_THROWS_AS(play(checked, m), IllegalMoveError);
        CHECK_FALSE(try_play(tried, m).has_value());
        CHECK(fields(tried) == fields(p));
      }
      CHECK(fields(checked) == fields(p));
    }
  }
  Position start = Position::start();
  CHECK_THROWS_WITH(play(start, Move::normal(Square::E2, Square::E5)),
                    "illegal move e2e5, the piece does not move like that");
  CHECK_THROWS_WITH(play(start, Move::promotion(Square::E2, Square::E4, PieceType::Queen)),
                    "illegal move e2e4q, the move cannot promote to that");
  CHECK_THROWS_WITH(play(start, Move::drop(Square::E4, Square::E4, PieceType::Knight)),
                    "illegal move N@e4, there is nothing to drop");
  CHECK_THROWS_WITH(play(start, Move::null()), "illegal move 0000, a null move is never legal");
}

TEST_CASE("a promotion onto an artificial en-passant square captures the pawn in front of it, as in python-chess") {
  Setup setup;
  REQUIRE_FALSE(fen::parse("4k3/1Pp5/8/8/8/8/8/4K3 w - c8 0 1", setup).has_value());
  Position p(setup);
  const Position before = p;
  const Undo undo = p.play_unchecked(Move::promotion(Square::B7, Square::C8, PieceType::Queen));
  CHECK(p.piece_at(Square::C8) == Piece::WhiteQueen);
  CHECK(p.piece_at(Square::C7) == Piece::None);
  p.undo(undo);
  CHECK(fields(p) == fields(before));
}

TEST_CASE("a null move changes the turn, the clocks and the en-passant square, and nothing else") {
  Random random(8);
  for (int i = 0; i < 1000; ++i) {
    Position p = test::arrangement(random);
    const Position before = p;
    Position edited = p;
    edited.set_turn(~p.turn());
    edited.set_en_passant(Square::None);
    edited.set_halfmove_clock(p.halfmove_clock() + 1);
    edited.set_fullmove_number(p.fullmove_number() + (p.turn() == Color::Black ? 1 : 0));
    const Undo undo = p.play_null();
    CHECK(fields(p) == fields(edited));
    CHECK(undo.move().is_null());
    p.undo(undo);
    CHECK(fields(p) == fields(before));
  }
}

TEST_CASE("blockers, pinners, attacked and check squares are what their definitions say") {
  using enum PieceType;
  Random random(17);
  for (int i = 0; i < 2000; ++i) {
    Position p = test::arrangement(random);
    CAPTURE(fields(p));
    for (const Color c : Colors) {
      Bitboard attacked;
      for (const Square s : p.of(c)) attacked |= p.attacks_from(s);
      CHECK(p.attacked_by(c) == attacked);
      // A blocker is a piece whose removal exposes the king to more sliders; they pin it if its color is c.
      Bitboard blockers, pinners;
      if (const Square king = p.king(c); king != Square::None) {
        const Bitboard attackers = p.attackers(~c, king);
        for (const Square s : p.occupied() - Bitboard(king)) {
          const Bitboard discovered = (p.attackers(~c, king, p.occupied() - Bitboard(s)) - attackers) - Bitboard(s);
          if (discovered.empty()) continue;
          blockers |= Bitboard(s);
          if (p.of(c).contains(s)) pinners |= discovered;
        }
      }
      CHECK(p.blockers(c) == blockers);
      CHECK(p.pinners(c) == pinners);
      if (c == p.turn()) CHECK(p.pinned() == (blockers & p.of(c)));
    }
    for (const PieceType t : {Pawn, Knight, Bishop, Rook, Queen}) {
      Bitboard squares;
      const Square king = p.king(~p.turn());
      for (unsigned s = 0; s < 64 && king != Square::None; ++s)
        if (attacks(t, p.turn(), Square(s), p.occupied()).contains(king)) squares |= Bitboard(Square(s));
      CHECK(p.check_squares(t) == squares);
    }
    CHECK(p.check_squares(King).empty());
  }
}

TEST_CASE("any of the 65,536 moves leaves a valid position and is unmade without a trace") {
  Random random(2024);
  for (int i = 0; i < 400; ++i) {
    Position p = test::arrangement(random);
    p.check_invariant();
    const std::string before = fields(p);
    CAPTURE(before);
    for (int j = 0; j < 150; ++j) {
      // Half of the words are neither promotions nor drops.
      std::uint16_t word = std::uint16_t(random.word());
      if (random.chance(50)) word &= 0x0FFF;
      const Move m = Move::from_word(word);
      CAPTURE(word);
      const Undo undo = p.play_unchecked(m);
      p.check_invariant();
      p.undo(undo);
      p.check_invariant();
      REQUIRE(fields(p) == before);
    }
  }
}

TEST_CASE("long games of random moves are unmade move by move") {
  Random random(7);
  for (int i = 0; i < 60; ++i) {
    Position p = test::arrangement(random);
    std::vector<Undo> undos;
    std::vector<std::string> texts;
    for (int j = 0; j < 60; ++j) {
      texts.push_back(fields(p));
      MoveList moves;
      generate_pseudo_legal(p, moves);
      const bool pseudo_legal = !moves.empty() && random.chance(80);
      undos.push_back(p.play_unchecked(pseudo_legal ? moves[random.below(unsigned(moves.size()))]
                                                    : Move::from_word(std::uint16_t(random.word()))));
      p.check_invariant();
    }
    while (!undos.empty()) {
      p.undo(undos.back());
      REQUIRE(fields(p) == texts.back());
      undos.pop_back();
      texts.pop_back();
    }
  }
}

TEST_CASE("every edit keeps the fields consistent") {
  Random random(11);
  for (int i = 0; i < 300; ++i) {
    Position p = test::arrangement(random);
    p.put(Square(random.below(64)), random.chance(50) ? Piece::None : Piece(2 + random.below(12)), random.chance(20));
    p.check_invariant();
    p.set_turn(~p.turn());
    p.check_invariant();
    p.set_en_passant(Square(random.below(65)));
    p.check_invariant();
    p.set_castling_rights_as_is(Bitboard(random.word()));
    p.check_invariant();
    p.set_chess960(!p.chess960());
    p.check_invariant();
    CHECK(p.castling_rights() == p.clean_castling_rights(p.castling_rights()));
    p.set_promoted(Bitboard(random.word()));
    p.check_invariant();
    CHECK(problems(p, Bitboard()) == problems(Position(p), Bitboard()));
  }
}

TEST_CASE("undoable is false for clocks beyond 16 bits and for rights off the outer ranks") {
  Position p = Position::start();
  CHECK(p.undoable());
  p.set_halfmove_clock(65536);
  CHECK_FALSE(p.undoable());
  p.set_halfmove_clock(65535);
  CHECK(p.undoable());
  p.set_castling_rights_as_is(Bitboard(Square::E4));
  CHECK_FALSE(p.undoable());
}

TEST_CASE("castling is unmade in the encoding in which it was made, even if the mode has changed since") {
  Setup setup;
  REQUIRE_FALSE(fen::parse("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 3 9", setup).has_value());
  Position p(setup);
  const std::string before = fields(p);
  for (const Move m : {Move::normal(Square::E1, Square::G1), Move::normal(Square::E1, Square::H1),
                       Move::normal(Square::E1, Square::A1), Move::normal(Square::E1, Square::C1)}) {
    const Undo undo = p.play_unchecked(m);
    CHECK(p.of(PieceType::King, Color::White).count() == 1);
    CHECK(file_of(p.king(Color::White)) == (m.to() > m.from() ? File::G : File::C));
    Position q = p;
    q.set_chess960(true);
    q.undo(undo);
    q.set_chess960(false);
    p.undo(undo);
    CHECK(fields(p) == before);
    CHECK(q.placement() == p.placement());
  }
}
