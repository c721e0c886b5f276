// The chess of the page: words, positions, attacks, legal moves, keys and expressions. It has no user interface.
//
// A square is a number from 0 (a1) to 63 (h8). A set of squares is a BigInt of 64 bits. `DATA` is what bitrook embedded:
// random numbers of the Zobrist key, magic factors, relevant squares, the names of the layouts.
"use strict";

const Chess = (DATA) => {
  const ALL = (1n << 64n) - 1n;
  const WHITE = "w", BLACK = "b";
  const TYPES = ["pawn", "knight", "bishop", "rook", "queen", "king"];
  const LETTERS = "pnbrqk";
  const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

  // --- Words.

  const bit = (square) => 1n << BigInt(square);
  const has = (set, square) => (set >> BigInt(square) & 1n) === 1n;
  const not = (set) => ALL & ~set;
  const squaresOf = (set) => {
    const squares = [];
    for (let s = 0; s < 64; s++) if (has(set, s)) squares.push(s);
    return squares;
  };
  const union = (squares) => squares.reduce((set, s) => set | bit(s), 0n);
  const count = (set) => squaresOf(set).length;
  const hex = (set) => "0x" + set.toString(16).padStart(16, "0");
  const digits = (set) => set.toString(2).padStart(64, "0");
  const nameOf = (square) => "abcdefgh"[square & 7] + (1 + (square >> 3));
  const squareOf = (name) => /^[a-h][1-8]$/.test(name) ? name.charCodeAt(0) - 97 + 8 * (name[1] - 1) : -1;
  const FILE_A = 0x0101010101010101n, FILE_H = FILE_A << 7n, RANK_1 = 0xFFn;

  // --- Attacks, by walking over the board: the page's reference for every look-up that it shows.

  const ROOK = [[0, 1], [1, 0], [0, -1], [-1, 0]];
  const BISHOP = [[1, 1], [1, -1], [-1, -1], [-1, 1]];
  const KNIGHT = [[1, 2], [2, 1], [2, -1], [1, -2], [-1, -2], [-2, -1], [-2, 1], [-1, 2]];
  const DIRECTIONS = {rook: ROOK, bishop: BISHOP, queen: [...ROOK, ...BISHOP]};

  // The square at a distance, or -1 beyond the edge.
  const step = (square, [files, ranks]) => {
    const file = (square & 7) + files, rank = (square >> 3) + ranks;
    return file >= 0 && file < 8 && rank >= 0 && rank < 8 ? 8 * rank + file : -1;
  };
  const leaps = (square, steps) => union(steps.map((d) => step(square, d)).filter((s) => s >= 0));
  const ray = (square, direction, occupied) => {
    let set = 0n;
    for (let s = step(square, direction); s >= 0; s = step(s, direction)) {
      set |= bit(s);
      if (has(occupied, s)) break;
    }
    return set;
  };
  const slides = (square, directions, occupied) => directions.reduce((set, d) => set | ray(square, d, occupied), 0n);
  const pawnSteps = (color) => color === WHITE ? [[-1, 1], [1, 1]] : [[-1, -1], [1, -1]];
  const attacksOf = (type, color, square, occupied) =>
    type === "pawn" ? leaps(square, pawnSteps(color))
    : type === "knight" ? leaps(square, KNIGHT)
    : type === "king" ? leaps(square, DIRECTIONS.queen)
    : slides(square, DIRECTIONS[type], occupied);

  // The squares strictly between two squares of one line, and that whole line; empty if they are not aligned.
  const direction = (a, b) => {
    const files = (b & 7) - (a & 7), ranks = (b >> 3) - (a >> 3);
    const aligned = a !== b && (files === 0 || ranks === 0 || Math.abs(files) === Math.abs(ranks));
    return aligned ? [Math.sign(files), Math.sign(ranks)] : null;
  };
  const between = (a, b) => {
    const d = direction(a, b);
    return d ? ray(a, d, bit(b)) & not(bit(b)) : 0n;
  };
  const line = (a, b) => {
    const d = direction(a, b);
    return d ? ray(a, d, 0n) | ray(a, [-d[0], -d[1]], 0n) | bit(a) : 0n;
  };

  // --- Positions: plain objects that are never changed.
  //
  // `board` has a letter or "" for each square. `rights` is the set of rooks that may castle, as in bitrook.

  const typeOf = (letter) => TYPES[LETTERS.indexOf(letter.toLowerCase())];
  const colorOf = (letter) => letter === letter.toUpperCase() ? WHITE : BLACK;
  const other = (color) => color === WHITE ? BLACK : WHITE;
  const letterOf = (type, color) => {
    const letter = LETTERS[TYPES.indexOf(type)];
    return color === WHITE ? letter.toUpperCase() : letter;
  };
  const setOf = (p, type, color) =>
    union(p.board.flatMap((c, s) => c && (!type || typeOf(c) === type) && (!color || colorOf(c) === color) ? [s] : []));
  const occupiedOf = (p) => setOf(p);
  const kingOf = (p, color) => p.board.lastIndexOf(letterOf("king", color));
  const homeRank = (color) => color === WHITE ? 0 : 7;

  // The rights that can be used: there is a rook, and the king is at home.
  const cleanRights = (p) => ({...p, rights: union(squaresOf(p.rights).filter((s) => {
    const color = s < 8 ? WHITE : s >= 56 ? BLACK : null, king = color ? kingOf(p, color) : -1;
    const atHome = king >> 3 === (s >> 3) && (p.chess960 || ((king & 7) === 4 && [0, 7].includes(s & 7)));
    return king >= 0 && p.board[s] === letterOf("rook", color) && atHome;
  }))});

  const rookOfRight = (board, letter) => {
    const color = colorOf(letter), rank = 8 * homeRank(color), row = board.slice(rank, rank + 8);
    const wanted = letter.toLowerCase();
    if ("abcdefgh".includes(wanted)) return rank + wanted.charCodeAt(0) - 97;
    const rook = letterOf("rook", color);
    const file = wanted === "k" ? row.lastIndexOf(rook) : row.indexOf(rook);
    return file < 0 ? -1 : rank + file;
  };

  // Returns a position, or throws an Error that says what is wrong.
  const parseFen = (text, chess960 = DATA.chess960) => {
    const [placement, turn = "w", castling = "-", ep = "-", half = "0", full = "1"] = text.trim().split(/\s+/);
    const rows = placement.split("/"), board = [];
    if (rows.length !== 8) throw new Error(`expected 8 ranks, found ${rows.length}`);
    rows.reverse().forEach((row, i) => {
      for (const c of row.replaceAll("~", "")) {
        if (/[1-8]/.test(c)) board.push(...Array(Number(c)).fill(""));
        else if (/[pnbrqk]/i.test(c)) board.push(c);
        else throw new Error(`"${c}" is not a piece`);
      }
      if (board.length !== 8 * (i + 1)) throw new Error(`rank ${i + 1} does not have 8 squares`);
    });
    if (turn !== WHITE && turn !== BLACK) throw new Error(`the side to move is "w" or "b", not "${turn}"`);
    if (!/^(-|[A-HKQa-hkq]{1,8})$/.test(castling)) throw new Error(`"${castling}" is not a set of castling rights`);
    if (ep !== "-" && squareOf(ep) < 0) throw new Error(`"${ep}" is not an en-passant square`);
    if (!/^\d{1,5}$/.test(half) || !/^\d{1,5}$/.test(full)) throw new Error("a clock is not a number");
    const rooks = castling === "-" ? [] : [...castling].map((c) => rookOfRight(board, c)).filter((s) => s >= 0);
    return cleanRights({board, turn, rights: union(rooks), ep: ep === "-" ? -1 : squareOf(ep), half: Number(half),
                        full: Number(full), chess960});
  };

  const fenOfRights = (p) => squaresOf(p.rights).map((s) => {
    const color = s < 8 ? WHITE : BLACK, outermost = (side) => rookOfRight(p.board, color === WHITE ? side : side.toLowerCase());
    const side = s > kingOf(p, color) ? "K" : "Q";
    const letter = outermost(side) === s ? side : "ABCDEFGH"[s & 7];
    return color === WHITE ? letter : letter.toLowerCase();
  }).sort((a, b) => "KHGFEDCBAQkhgfedcbaq".indexOf(a) - "KHGFEDCBAQkhgfedcbaq".indexOf(b)).join("") || "-";

  const fenOf = (p) => {
    const rows = [];
    for (let rank = 7; rank >= 0; rank--)
      rows.push(p.board.slice(8 * rank, 8 * rank + 8).map((c) => c || "1").join("").replace(/1+/g, (run) => run.length));
    return [rows.join("/"), p.turn, fenOfRights(p), p.ep < 0 ? "-" : nameOf(p.ep), p.half, p.full].join(" ");
  };

  // --- Attacks and checks of a position.

  const attackers = (p, color, square, occupied = occupiedOf(p)) => union(p.board.flatMap((c, s) =>
    c && colorOf(c) === color && has(occupied, s) && has(attacksOf(typeOf(c), color, s, occupied), square) ? [s] : []));
  const checkersOf = (p, color = p.turn) => kingOf(p, color) < 0 ? 0n : attackers(p, other(color), kingOf(p, color));

  // The pieces of a color that may not leave a line, each with that line.
  const pinsOf = (p, color) => {
    const king = kingOf(p, color), occupied = occupiedOf(p), pins = [];
    if (king < 0) return pins;
    for (const [kind, directions] of [["rook", ROOK], ["bishop", BISHOP]])
      for (const d of directions) {
        const reached = ray(king, d, occupied), first = squaresOf(reached & occupied & setOf(p, null, color))[0];
        if (first === undefined) continue;
        const pinner = squaresOf((ray(first, d, occupied)) & occupied)[0];
        const c = pinner === undefined ? "" : p.board[pinner];
        if (c && colorOf(c) !== color && [kind, "queen"].includes(typeOf(c)))
          pins.push({square: first, pinner, line: line(king, pinner)});
      }
    return pins;
  };

  // What the move generator computes before it lists moves.
  const checksOf = (p) => {
    const king = kingOf(p, p.turn), checkers = checkersOf(p), pins = pinsOf(p, p.turn), occupied = occupiedOf(p);
    const list = squaresOf(checkers);
    const mask = list.length === 0 ? ALL : list.length > 1 ? 0n : checkers | between(king, list[0]);
    const without = king < 0 ? occupied : occupied & not(bit(king));
    const danger = p.board.reduce((set, c, s) =>
      c && colorOf(c) !== p.turn ? set | attacksOf(typeOf(c), colorOf(c), s, without) : set, 0n);
    return {king, checkers, mask, danger, pins, pinned: union(pins.map((pin) => pin.square))};
  };

  // --- Moves: {from, to, promotion, castles}, `castles` being the rook's square or -1.

  const play = (p, move) => {
    const board = [...p.board], piece = board[move.from], color = p.turn, forward = color === WHITE ? 8 : -8;
    const isPawn = typeOf(piece) === "pawn", captures = move.castles < 0 && board[move.to] !== "";
    let rights = p.rights & not(bit(move.from)) & not(bit(move.to));
    board[move.from] = "";
    if (move.castles >= 0) {
      const rank = 8 * homeRank(color), kingside = move.castles > move.from;
      const rook = board[move.castles];
      board[move.castles] = "";
      board[rank + (kingside ? 6 : 2)] = piece;
      board[rank + (kingside ? 5 : 3)] = rook;
    } else {
      if (isPawn && move.to === p.ep) board[move.to - forward] = "";
      board[move.to] = move.promotion ? letterOf(move.promotion, color) : piece;
    }
    if (typeOf(piece) === "king") rights &= not(RANK_1 << BigInt(8 * homeRank(color)));
    const double = isPawn && Math.abs(move.to - move.from) === 16;
    return {...p, board, rights, turn: other(color), ep: double ? (move.from + move.to) / 2 : -1,
            half: isPawn || captures ? 0 : p.half + 1, full: p.full + (color === BLACK ? 1 : 0)};
  };

  const castlingMoves = (p) => {
    const king = kingOf(p, p.turn), rank = 8 * homeRank(p.turn);
    return squaresOf(p.rights & (RANK_1 << BigInt(rank))).flatMap((rook) => {
      const kingside = rook > king, kingTo = rank + (kingside ? 6 : 2), rookTo = rank + (kingside ? 5 : 3);
      const path = between(king, kingTo) | bit(kingTo) | bit(king), empty = path | between(rook, rookTo) | bit(rookTo);
      const others = occupiedOf(p) & not(bit(king)) & not(bit(rook));
      const safe = squaresOf(path).every((s) => attackers(p, other(p.turn), s, others) === 0n);
      return (empty & others) === 0n && safe && attackers(p, other(p.turn), king) === 0n
        ? [{from: king, to: p.chess960 ? rook : kingTo, promotion: "", castles: rook}] : [];
    });
  };

  const legalMoves = (p) => {
    const own = setOf(p, null, p.turn), occupied = occupiedOf(p), forward = p.turn === WHITE ? [0, 1] : [0, -1];
    const pseudo = [];
    const add = (from, to) => {
      const last = typeOf(p.board[from]) === "pawn" && [0, 7].includes(to >> 3);
      for (const promotion of last ? ["queen", "rook", "bishop", "knight"] : [""]) pseudo.push({from, to, promotion, castles: -1});
    };
    for (const from of squaresOf(own)) {
      const type = typeOf(p.board[from]), attacks = attacksOf(type, p.turn, from, occupied);
      const targets = type === "pawn" ? attacks & (setOf(p, null, other(p.turn)) | (p.ep < 0 ? 0n : bit(p.ep))) : attacks & not(own);
      squaresOf(targets).forEach((to) => add(from, to));
      if (type !== "pawn") continue;
      const one = step(from, forward), two = one < 0 ? -1 : step(one, forward);
      if (one < 0 || has(occupied, one)) continue;
      add(from, one);
      if ((from >> 3) === (p.turn === WHITE ? 1 : 6) && !has(occupied, two)) add(from, two);
    }
    return [...pseudo.filter((m) => checkersOf(play(p, m), p.turn) === 0n), ...castlingMoves(p)];
  };

  const uciOf = (move) => nameOf(move.from) + nameOf(move.to) + (move.promotion ? LETTERS[TYPES.indexOf(move.promotion)] : "");

  // --- Words of a position.

  const PLURALS = {pawns: "pawn", knights: "knight", bishops: "bishop", rooks: "rook", queens: "queen", kings: "king"};

  // The set that a layout calls by this name.
  const wordOf = (p, name) => {
    const number = /^type_bit_(\d)$/.exec(name);
    if (number) return union(p.board.flatMap((c, s) => c && (TYPES.indexOf(typeOf(c)) + 1) >> number[1] & 1 ? [s] : []));
    if (["occupied", "all_pieces"].includes(name)) return occupiedOf(p);
    if (name === "empty") return not(occupiedOf(p));
    if (["white", "any_white", "all_white"].includes(name)) return setOf(p, null, WHITE);
    if (["black", "any_black", "all_black", "color"].includes(name)) return setOf(p, null, BLACK);
    const [color, kind] = name.includes("_") ? name.split("_") : [null, name];
    return setOf(p, PLURALS[kind] || kind, color && color[0]);
  };
  const wordsOf = (p, layout) => DATA.layouts[layout].map((name) => [name, wordOf(p, name)]);

  // The parts of the Zobrist key: [what it stands for, its random number].
  const keyParts = (p) => {
    const random = (i) => BigInt(DATA.random[i]);
    const parts = p.board.flatMap((c, s) => c
      ? [[`${colorOf(c) === WHITE ? "white" : "black"} ${typeOf(c)} ${nameOf(s)}`,
          random(64 * (2 * LETTERS.indexOf(c.toLowerCase()) + (colorOf(c) === WHITE ? 1 : 0)) + s)]] : []);
    const seen = new Set();
    for (const rook of squaresOf(p.rights)) {
      const color = rook < 8 ? WHITE : BLACK, kingside = rook > kingOf(p, color);
      const i = 768 + (color === WHITE ? 0 : 2) + (kingside ? 0 : 1);
      if (seen.has(i)) continue;
      seen.add(i);
      parts.push([`${color === WHITE ? "white" : "black"} castles ${kingside ? "king" : "queen"}side`, random(i)]);
    }
    const captures = p.ep < 0 ? 0n : leaps(p.ep, pawnSteps(other(p.turn))) & setOf(p, "pawn", p.turn);
    if (captures !== 0n) parts.push([`en passant on the ${"abcdefgh"[p.ep & 7]}-file`, random(772 + (p.ep & 7))]);
    if (p.turn === WHITE) parts.push(["White to move", random(780)]);
    return parts;
  };
  const keyOf = (p) => keyParts(p).reduce((key, [, number]) => key ^ number, 0n);

  // What changes from one position to another: words by name, and parts of the key.
  const toggles = (before, after, layout) => {
    const words = DATA.layouts[layout].flatMap((name) => {
      const from = wordOf(before, name), to = wordOf(after, name);
      return from === to ? [] : [{name, from, to, mask: from ^ to}];
    });
    const a = new Map(keyParts(before)), b = new Map(keyParts(after));
    const out = [...a].filter(([name]) => !b.has(name)), into = [...b].filter(([name]) => !a.has(name));
    return {words, key: [...out.map((part) => ["out", ...part]), ...into.map((part) => ["in", ...part])]};
  };

  // --- Look-ups.

  // PEXT: the bits of `word` selected by `mask`, packed; with the steps, from the lowest bit of the mask.
  const pext = (word, mask) => {
    const steps = squaresOf(mask).map((square, i) => ({square, digit: has(word, square) ? 1 : 0, to: i}));
    return {index: steps.reduce((sum, {digit, to}) => sum + digit * 2 ** to, 0), steps};
  };

  // The look-ups of a rook or a bishop: by PEXT and by magic multiplication.
  const lookup = (kind, square, occupied) => {
    const relevant = BigInt(DATA.relevant[kind][square]), magic = BigInt(DATA.magics[kind][square]);
    const blockers = occupied & relevant, bits = count(relevant), shift = BigInt(64 - bits);
    const product = BigInt.asUintN(64, blockers * magic);
    return {kind, relevant, blockers, bits, pext: pext(blockers, relevant), magic, product, shift,
            index: Number(product >> shift), attacks: slides(square, DIRECTIONS[kind], occupied)};
  };

  const SEQUENCE = BigInt(DATA.deBruijn);
  const SHIFTS = Array(64);
  for (let n = 0n; n < 64n; n++) SHIFTS[Number(BigInt.asUintN(64, SEQUENCE << n) >> 58n)] = Number(n);
  const lowestBit = (word) => {
    const isolated = word & BigInt.asUintN(64, -word), product = BigInt.asUintN(64, isolated * SEQUENCE);
    const index = Number(product >> 58n);
    return {isolated, sequence: SEQUENCE, product, index, square: SHIFTS[index]};
  };

  return {ALL, WHITE, BLACK, TYPES, LETTERS, START, FILE_A, FILE_H, RANK_1, DIRECTIONS, bit, has, not, squaresOf, union,
          count, hex, digits, nameOf, squareOf, step, leaps, slides, attacksOf, between, line, typeOf, colorOf, other,
          letterOf, setOf, occupiedOf, kingOf, cleanRights, parseFen, fenOf, attackers, checkersOf, pinsOf, checksOf, play,
          legalMoves, uciOf, wordOf, wordsOf, keyParts, keyOf, toggles, lookup, lowestBit};
};
