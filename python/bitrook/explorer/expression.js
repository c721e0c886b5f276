// The expressions of `bitrook bitboard`, for the page: the same grammar, names and functions, with 64-bit words.
"use strict";

const Expressions = (chess) => {
  const {ALL, WHITE, BLACK, FILE_A, FILE_H, RANK_1, bit, has, not, squaresOf, union, count} = chess;
  const PRECEDENCE = {"|": 1, "^": 2, "&": 3, "<<": 4, ">>": 4, "+": 5, "-": 5, "*": 6};
  const MAX_LENGTH = 4096, MAX_DEPTH = 64;
  const wrap = (n) => BigInt.asUintN(64, n);
  const APPLY = {
    "|": (a, b) => a | b,
    "^": (a, b) => a ^ b,
    "&": (a, b) => a & b,
    "+": (a, b) => wrap(a + b),
    "-": (a, b) => wrap(a - b),
    "*": (a, b) => wrap(a * b),
    "<<": (a, b) => b < 64n ? wrap(a << b) : 0n,
    ">>": (a, b) => b < 64n ? a >> b : 0n,
  };

  // An error at an offset of the text.
  class ExpressionError extends Error {
    constructor(message, at) {
      super(message);
      this.at = at;
    }
  }

  // --- Named sets.

  const LIGHT = 0x55AA55AA55AA55AAn, EDGES = RANK_1 | RANK_1 << 56n | FILE_A | FILE_H;
  const FIXED = {
    all: ALL, none: 0n, light: LIGHT, light_squares: LIGHT, dark: not(LIGHT), dark_squares: not(LIGHT),
    corners: (RANK_1 | RANK_1 << 56n) & (FILE_A | FILE_H), center: 0x0000001818000000n,
    backranks: RANK_1 | RANK_1 << 56n, edges: EDGES,
  };
  for (let i = 0; i < 8; i++) {
    FIXED["file_" + "abcdefgh"[i]] = FILE_A << BigInt(i);
    FIXED["rank_" + (i + 1)] = RANK_1 << BigInt(8 * i);
  }
  const typeNamed = (name) => chess.TYPES.find((type) => name === type || name === type + "s");
  const COLORS = {white: WHITE, black: BLACK};

  const namedSet = (p, written) => {
    const name = written.toLowerCase().replace(/[/.]/g, "_").replace(/^bb_/, "");
    const square = chess.squareOf(name);
    if (square >= 0) return bit(square);
    if (Object.hasOwn(FIXED, name)) return FIXED[name];
    if (Object.hasOwn(COLORS, name)) return chess.setOf(p, null, COLORS[name]);
    if (typeNamed(name)) return chess.setOf(p, typeNamed(name));
    const [color, kind] = name.split("_");
    if (Object.hasOwn(COLORS, color) && kind && typeNamed(kind)) return chess.setOf(p, typeNamed(kind), COLORS[color]);
    switch (name) {
      case "occupied": return chess.occupiedOf(p);
      case "empty": return not(chess.occupiedOf(p));
      case "us": return chess.setOf(p, null, p.turn);
      case "them": return chess.setOf(p, null, chess.other(p.turn));
      case "promoted": return 0n;
      case "castling_rights": return p.rights;
      case "en_passant": return p.ep < 0 ? 0n : bit(p.ep);
      case "checkers": return chess.checkersOf(p);
      case "pinned": return union([WHITE, BLACK].flatMap((c) => chess.pinsOf(p, c).map((pin) => pin.square)));
      default: return null;
    }
  };

  // --- Functions: [numbers of arguments, (position, ...words) => word].

  const each = (of) => (p, word) => squaresOf(word).reduce((set, s) => set | of(p, s), 0n);
  const slider = (type) => [[1, 2], (p, word, occupied = 0n) => each((_, s) => chess.attacksOf(type, WHITE, s, occupied))(p, word)];
  const leaper = (type, color = WHITE) => [[1], each((_, s) => chess.attacksOf(type, color, s, 0n))];
  const shift = (files, ranks) => [[1], each((_, s) => chess.leaps(s, [[files, ranks]]))];
  const moved = (to) => [[1], each((_, s) => bit(to(s)))];
  const index = (name, place) => [[1], (_, word) => {
    if (word === 0n) throw new Error(`${name} takes a set that is not empty`);
    return BigInt(squaresOf(word).at(place));
  }];
  const pair = (of) => [[2], (_, a, b) => {
    const single = [a, b].map((word) => {
      if (count(word) !== 1) throw new Error(`between and line take sets of a single square: 0x${word.toString(16)}`);
      return squaresOf(word)[0];
    });
    return of(...single);
  }];
  const FUNCTIONS = {
    knight: leaper("knight"), king: leaper("king"), white_pawn: leaper("pawn", WHITE), black_pawn: leaper("pawn", BLACK),
    bishop: slider("bishop"), rook: slider("rook"), queen: slider("queen"),
    attacks: [[1], each((p, s) => p.board[s]
      ? chess.attacksOf(chess.typeOf(p.board[s]), chess.colorOf(p.board[s]), s, chess.occupiedOf(p)) : 0n)],
    white_attackers: [[1], each((p, s) => chess.attackers(p, WHITE, s))],
    black_attackers: [[1], each((p, s) => chess.attackers(p, BLACK, s))],
    moves: [[1], (p, word) => union(chess.legalMoves(p).filter((m) => has(word, m.from)).map((m) => m.to))],
    between: pair(chess.between), line: pair(chess.line),
    north: shift(0, 1), south: shift(0, -1), east: shift(1, 0), west: shift(-1, 0),
    north_east: shift(1, 1), north_west: shift(-1, 1), south_east: shift(1, -1), south_west: shift(-1, -1),
    flip_vertical: moved((s) => s ^ 56), flip_horizontal: moved((s) => s ^ 7),
    flip_diagonal: moved((s) => (s & 7) << 3 | s >> 3), flip_anti_diagonal: moved((s) => 63 - ((s & 7) << 3 | s >> 3)),
    first: [[1], (_, word) => word & wrap(-word)],
    last: [[1], (_, word) => word === 0n ? 0n : bit(squaresOf(word).at(-1))],
    lsb: index("lsb", 0), msb: index("msb", -1), count: [[1], (_, word) => BigInt(count(word))],
  };
  const NUMBERS = ["lsb", "msb", "count"];  // the functions whose results are numbers rather than sets
  const NAMES = [...Object.keys(COLORS), ...chess.TYPES.map((type) => type + "s"), "white_pawns", "black_rooks", "occupied", "empty",
                 "us", "them", "checkers", "pinned", "castling_rights", "en_passant", "promoted", ...Object.keys(FIXED)];

  // --- The parser. A term is {text, word, operator, parts}, and for a call also {name, of}: the function, and its first
  // argument.

  // Returns the term of an expression, or throws an ExpressionError.
  const evaluate = (text, p) => {
    if (text.length > MAX_LENGTH) throw new ExpressionError(`longer than ${MAX_LENGTH} characters`, MAX_LENGTH);
    const tokens = tokensOf(text);
    let at = 0, depth = 0;
    const fail = (message, place = tokens[at].at) => { throw new ExpressionError(message, place); };
    const take = (wanted) => tokens[at].text === wanted ? at++ : fail(`expected "${wanted}"`);
    const textFrom = (start) => text.slice(start, tokens[at - 1].at + tokens[at - 1].text.length);

    const binary = (least) => {
      const start = tokens[at].at;
      let term = unary();
      for (let operator; (PRECEDENCE[operator = tokens[at].text] ?? -1) > least;) {
        at++;
        const right = binary(PRECEDENCE[operator]);
        const grouped = !["<<", ">>"].includes(operator) && term.operator === operator && term.parts.length > 1 && term.text[0] !== "(";
        term = {text: textFrom(start), word: APPLY[operator](term.word, right.word), operator,
                parts: grouped ? [...term.parts, right] : [term, right]};
      }
      return term;
    };

    const unary = () => {
      const {text: token, at: start} = tokens[at];
      if (++depth > MAX_DEPTH) fail(`nested deeper than ${MAX_DEPTH}`);
      at++;
      let term = {word: 0n, operator: "", parts: []};
      if (token === "~" || token === "-") {
        const part = unary();
        term = {word: token === "~" ? not(part.word) : wrap(-part.word), operator: token, parts: [part]};
      } else if (token === "(") {
        term = {...binary(0)};
        take(")");
      } else if (token === "{") {
        while (tokens[at].text !== "}") {
          if (tokens[at].text === ",") at++;
          term.word |= binary(0).word;
        }
        at++;
      } else if (/^\d/.test(token)) {
        term.word = number(token, start);
      } else if (/^[a-z]/i.test(token)) {
        [term.word, term.of] = named(token, start);
        if (term.of !== undefined) term.name = token.toLowerCase();
      } else {
        at--;
        fail(token ? `expected a set, not "${token}"` : "expected a set");
      }
      depth--;
      return {...term, text: textFrom(start)};
    };

    const number = (token, start) => {
      const digits = token.replaceAll("_", "");
      if (/^0\d/.test(digits) && /[1-9]/.test(digits) && /^\d+$/.test(digits)) return decimal(digits, start);
      try {
        const value = BigInt(digits);
        return value > ALL ? fail("more than 64 bits", start) : value;
      } catch (error) {
        throw error instanceof ExpressionError ? error : new ExpressionError(`not a number "${token}"`, start);
      }
    };
    const decimal = (digits, start) => BigInt(digits) > ALL ? fail("more than 64 bits", start) : BigInt(digits);

    const named = (name, start) => {
      if (tokens[at].text === "(") {
        at++;
        const words = [binary(0).word];
        while (tokens[at].text === ",") {
          at++;
          words.push(binary(0).word);
        }
        take(")");
        const known = Object.hasOwn(FUNCTIONS, name.toLowerCase()) ? FUNCTIONS[name.toLowerCase()] : fail(`no function is named "${name}"`, start);
        const [arities, of] = known;
        if (!arities.includes(words.length)) fail(`${name} takes ${arities.join(" or ")} argument${arities.join() === "1" ? "" : "s"}`, start);
        try {
          return [of(p, ...words), words[0]];
        } catch (error) {
          throw new ExpressionError(error.message, start);
        }
      }
      return [namedSet(p, name) ?? fail(`no set is named "${name}"`, start)];
    };

    const term = binary(0);
    if (tokens[at].text) fail(`unexpected "${tokens[at].text}"`);
    return term;
  };

  const tokensOf = (text) => {
    const token = /\s*(?:(0[xX][0-9a-fA-F_]+|0[bB][01_]+|[0-9]+|[A-Za-z][\w/.]*|<<|>>|[-~&|^+*(){},]))/y;
    const tokens = [], end = text.trimEnd().length;
    while (token.lastIndex < end) {
      const from = token.lastIndex, match = token.exec(text);
      if (!match) {
        const at = from + text.slice(from).search(/\S/);
        throw new ExpressionError(`unexpected "${text[at]}"`, at);
      }
      tokens.push({text: match[1], at: token.lastIndex - match[1].length});
    }
    return [...tokens, {text: "", at: end}];
  };

  // The operands and results of a term, innermost first: what to show step by step.
  const stepsOf = (term) => [...term.parts.flatMap(stepsOf), term];

  return {evaluate, stepsOf, namedSet, FUNCTIONS, NUMBERS, NAMES, ExpressionError};
};
