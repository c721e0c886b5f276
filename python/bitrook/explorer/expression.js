// The conditions and expressions of `bitrook bitboard`, for the page: the language of docs/reference/conditions.md without
// what needs a game. tests/files/query/conditions.json has cases that both evaluators pass.
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

  const COMPARE = {
    "==": (a, b) => a === b, "!=": (a, b) => a !== b, "<": (a, b) => a < b, "<=": (a, b) => a <= b,
    ">": (a, b) => a > b, ">=": (a, b) => a >= b,
  };
  const KEYWORDS = ["and", "or", "not", "for", "then", "plies"];
  const OF_GAMES = ["clock", "eval", "move", "move_from", "move_to", "capture"];

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
  // --- Patterns of pawns, for the pawns of both colors.

  const fillOf = (set, forward) => {
    for (const n of [8n, 16n, 32n]) set |= forward ? wrap(set << n) : set >> n;
    return set;
  };
  const filesOf = (set) => fillOf(set, true) | fillOf(set, false);
  const ranksOf = (set) => union(squaresOf(ALL).filter((s) => (set >> BigInt(s & 56) & 0xFFn) !== 0n));
  const sides = (set) => wrap((set & not(FILE_H)) << 1n) | (set & not(FILE_A)) >> 1n;
  const ahead = (color, set) => color === WHITE ? wrap(set << 8n) : set >> 8n;
  const frontSpan = (color, set) => fillOf(ahead(color, set), color === WHITE);
  const pawnAttacks = (color, set) => ahead(color, sides(set));
  const attackSpan = (color, set) => pawnAttacks(color, set | frontSpan(color, set));
  const PAWNS = {
    passed_pawns: (c, own, enemy) => own & not(frontSpan(chess.other(c), enemy) | attackSpan(chess.other(c), enemy)),
    isolated_pawns: (c, own) => own & not(sides(filesOf(own))),
    doubled_pawns: (c, own) => own & frontSpan(chess.other(c), own),
    backward_pawns: (c, own, enemy) =>
      ahead(chess.other(c), ahead(c, own) & pawnAttacks(chess.other(c), enemy) & not(attackSpan(c, own))) & own,
    connected_pawns: (c, own) => own & (pawnAttacks(c, own) | sides(own)),
  };
  const pawnPattern = (p, of) => {
    const white = chess.setOf(p, "pawn", WHITE), black = chess.setOf(p, "pawn", BLACK);
    return of(WHITE, white, black) | of(BLACK, black, white);
  };

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
    if (Object.hasOwn(PAWNS, name)) return pawnPattern(p, PAWNS[name]);
    switch (name) {
      case "open_files": return not(filesOf(chess.setOf(p, "pawn")));
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
    file: [[1], (_, word) => filesOf(word)], rank: [[1], (_, word) => ranksOf(word)],
    north_fill: [[1], (_, word) => fillOf(word, true)], south_fill: [[1], (_, word) => fillOf(word, false)],
    north: shift(0, 1), south: shift(0, -1), east: shift(1, 0), west: shift(-1, 0),
    north_east: shift(1, 1), north_west: shift(-1, 1), south_east: shift(1, -1), south_west: shift(-1, -1),
    flip_vertical: moved((s) => s ^ 56), flip_horizontal: moved((s) => s ^ 7),
    flip_diagonal: moved((s) => (s & 7) << 3 | s >> 3), flip_anti_diagonal: moved((s) => 63 - ((s & 7) << 3 | s >> 3)),
    first: [[1], (_, word) => word & wrap(-word)],
    last: [[1], (_, word) => word === 0n ? 0n : bit(squaresOf(word).at(-1))],
    lsb: index("lsb", 0), msb: index("msb", -1), count: [[1], (_, word) => BigInt(count(word))],
  };
  const NUMBERS = ["lsb", "msb", "count", "ply", "halfmove_clock", "fullmove_number"];
  const NAMES = [...Object.keys(COLORS), ...chess.TYPES.map((type) => type + "s"), "white_pawns", "black_rooks", "occupied", "empty",
                 "us", "them", "checkers", "pinned", "castling_rights", "en_passant", "promoted", ...Object.keys(PAWNS),
                 "open_files", ...Object.keys(FIXED)];

  // Names that are no sets: [kind, position => word].
  const hasMoves = (p) => chess.legalMoves(p).length > 0;
  const inCheck = (p) => chess.checkersOf(p) !== 0n;
  const VALUES = {
    ply: ["number", (p) => BigInt(2 * (p.full - 1) + (p.turn === BLACK))],
    halfmove_clock: ["number", (p) => BigInt(p.half)], fullmove_number: ["number", (p) => BigInt(p.full)],
    check: ["truth", (p) => BigInt(inCheck(p))],
    checkmate: ["truth", (p) => BigInt(inCheck(p) && !hasMoves(p))],
    stalemate: ["truth", (p) => BigInt(!inCheck(p) && !hasMoves(p))],
    turn: ["side", (p) => BigInt(p.turn === BLACK)],
  };

  // Functions of a text.
  const isMaterial = (p, text) => {
    const divided = text.split("v"), either = divided.length === 2;
    const [white, black] = either ? [divided[0], divided[1].toLowerCase()] : [text.match(/^[A-Z*?]*/)[0], text.replace(/^[A-Z*?]*/, "")];
    if (!/^[KQRBNP*?]+$/.test(white) || !/^[kqrbnp*?]+$/.test(black) || (either && /[a-z]/.test(divided[1])) ||
        !white.includes("K") || !black.includes("k")) throw new Error(`not a material: "${text}"`);
    const side = (color, letters) => {
      const pieces = p.board.filter((c) => c && chess.colorOf(c) === color).map((c) => c.toLowerCase());
      const wanted = [...letters.toLowerCase()].filter((c) => c !== "*");
      const enough = [...chess.LETTERS].every((l) => pieces.filter((c) => c === l).length >= wanted.filter((c) => c === l).length);
      return enough && (letters.includes("*") ? pieces.length >= wanted.length : pieces.length === wanted.length);
    };
    return (side(WHITE, white) && side(BLACK, black)) || (either && side(BLACK, white) && side(WHITE, black));
  };
  const isPosition = (p, text) => {
    const fields = text.trim().split(/\s+/).length, q = chess.parseFen(text);
    const takes = (r) => r.ep < 0 ? -1 : chess.legalMoves(r).some((m) => m.to === r.ep && chess.typeOf(r.board[m.from]) === "pawn") ? r.ep : -1;
    return p.board.join() === q.board.join() && (fields < 2 || p.turn === q.turn) && (fields < 3 || p.rights === q.rights) &&
           (fields < 4 || takes(p) === takes(q));
  };
  const TEXTS = {material: isMaterial, position: isPosition};

  // --- The parser. A term is {text, word, kind, operator, parts}, and for a call also {name, of}: the function, and its
  // first argument. A kind is "set", "number", "truth", "piece", "side" or "text".

  // Returns the term of an expression, or throws an ExpressionError.
  const evaluate = (text, p) => {
    if (text.length > MAX_LENGTH) throw new ExpressionError(`longer than ${MAX_LENGTH} characters`, MAX_LENGTH);
    const tokens = tokensOf(text);
    let at = 0, depth = 0;
    const fail = (message, place = tokens[at].at) => { throw new ExpressionError(message, place); };
    const take = (wanted) => tokens[at].text === wanted ? at++ : fail(`expected "${wanted}"`);
    const textFrom = (start) => text.slice(start, tokens[at - 1].at + tokens[at - 1].text.length);
    const isWord = (word) => tokens[at].text.toLowerCase() === word;
    const enter = () => { if (++depth > MAX_DEPTH) fail(`nested deeper than ${MAX_DEPTH}`); };
    const made = (start, kind, word, operator = "", parts = []) => ({text: textFrom(start), at: start, kind, word, operator, parts});

    const truth = (term) => ["set", "number", "truth"].includes(term.kind) ? term
      : fail(`expected a condition, found a ${term.kind}`, term.at);
    const wordOf = (term) => ["set", "number"].includes(term.kind) ? term
      : fail(`expected a set or an integer, found ${term.kind === "truth" ? "true or false" : "a " + term.kind}`, term.at);
    // a & b & c has three operands, but a << 1 << 2 has two, a << 1 and 2.
    const joined = (left, operator, right) =>
      left.operator === operator && left.parts.length > 1 && left.text[0] !== "(" ? [...left.parts, right] : [left, right];

    const whole = () => {
      const term = disjunction();
      return isWord("then") || isWord("for") ? fail("then and for need the positions of a game") : term;
    };
    const connected = (word, operand, apply) => () => {
      let left = operand();
      while (isWord(word)) {
        truth(left);
        at++;
        const right = truth(operand());
        left = made(left.at, "truth", BigInt(apply(left.word !== 0n, right.word !== 0n)), word, joined(left, word, right));
      }
      return left;
    };
    const negation = () => {
      if (!isWord("not")) return comparison();
      const start = tokens[at].at;
      enter();
      at++;
      const term = truth(negation());
      depth--;
      return made(start, "truth", BigInt(term.word === 0n), "not", [term]);
    };
    const conjunction = connected("and", negation, (a, b) => a && b);
    const disjunction = connected("or", conjunction, (a, b) => a || b);

    const comparison = () => {
      let left = binary(0), all = null;
      while (Object.hasOwn(COMPARE, tokens[at].text)) {
        const operator = tokens[at].text, place = tokens[at++].at, right = binary(0);
        const one = compared(operator, left, right, place);
        all = all ? made(all.at, "truth", all.word & one.word, "and", joined(all, "and", one)) : one;
        left = right;
      }
      return all ?? left;
    };
    const compared = (operator, left, right, place) => {
      const kinds = [left.kind, right.kind], other = (kind) => left.kind === kind ? right : left;
      if (kinds.includes("side") && other("side").kind !== "side") {
        const name = other("side");
        if (!["white", "black"].includes(name.text.toLowerCase())) fail("expected white or black", name.at);
        Object.assign(name, {kind: "side", word: BigInt(name.text.toLowerCase() === "black")});
      }
      if (left.name === "piece" || right.name === "piece") {
        const piece = other("piece");
        if (piece.kind !== "piece" && piece.text.toLowerCase() !== "none") fail("expected a piece or none", piece.at);
        piece.kind = "piece";
      }
      for (const term of [left, right]) {
        if (term.kind === "text") fail("a text cannot be compared here", term.at);
        if (term.kind === "truth") fail("a condition cannot be compared; use and, or and not", term.at);
      }
      const numbers = left.kind === "number" && right.kind === "number", equality = ["==", "!="].includes(operator);
      const sets = [left, right].every((term) => term.kind === "set" || (term.kind === "number" && term.constant));
      if (left.kind !== right.kind && !sets) fail(`cannot compare a ${left.kind} with a ${right.kind}`, place);
      if (!numbers && !equality) fail(`"${operator}" compares numbers`, place);
      const signed = (term) => numbers ? BigInt.asIntN(64, term.word) : term.word;
      for (const term of [left, right]) {
        if (numbers && term.literal && term.word >> 63n) fail("comparisons are limited to numbers below 2^63", term.at);
      }
      return made(left.at, "truth", BigInt(COMPARE[operator](signed(left), signed(right))), operator, [left, right]);
    };

    const binary = (least) => {
      let term = unary();
      for (let operator; (PRECEDENCE[operator = tokens[at].text] ?? -1) > least;) {
        wordOf(term);
        at++;
        const right = wordOf(binary(PRECEDENCE[operator])), shifts = ["<<", ">>"].includes(operator);
        const constant = term.constant && right.constant;
        const numbers = term.kind === "number" && (shifts ? constant : right.kind === "number");  // 1 << lsb(pawns) is a set
        const parts = shifts ? [term, right] : joined(term, operator, right);
        term = made(term.at, numbers ? "number" : "set", APPLY[operator](term.word, right.word), operator, parts);
        term.constant = constant;
      }
      return term;
    };

    const unary = () => {
      const {text: token, at: start} = tokens[at];
      enter();
      at++;
      let term;
      if (token === "~" || token === "-") {
        const part = wordOf(unary());
        term = made(start, part.kind, token === "~" ? not(part.word) : wrap(-part.word), token, [part]);
        term.constant = part.constant;
      } else if (token === "(") {
        term = {...whole()};
        take(")");
      } else if (token === "{") {
        term = {kind: "set", word: 0n, operator: "", parts: [], constant: true};
        while (tokens[at].text !== "}") {
          if (tokens[at].text === ",") at++;
          const square = wordOf(binary(0));
          term.word |= square.word;
          term.constant &&= square.constant;
        }
        at++;
      } else if (/^\d+\./.test(token)) {
        fail("decimals are compared with clock and eval, which need a game", start);
      } else if (/^\d/.test(token)) {
        term = {...made(start, "number", number(token, start)), constant: true, literal: true};
      } else if (/^["']/.test(token)) {
        term = made(start, "text", 0n);
      } else if (/^[a-z]/i.test(token)) {
        term = named(token, start);
      } else {
        at--;
        fail(token ? `expected a set, not "${token}"` : "expected a set");
      }
      depth--;
      return {...term, text: textFrom(start), at: start};
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

    const named = (written, start) => {
      const name = written.toLowerCase();
      if (tokens[at].text === "(") return called(name, start);
      if (/^[pnbrqk]$/i.test(written)) {
        const letter = "  PpNnBbRrQqKk".indexOf(written);
        return {...made(start, "piece", BigInt(letter)), constant: true};
      }
      if (name === "true" || name === "false") return made(start, "truth", BigInt(name === "true"));
      if (KEYWORDS.includes(name)) fail(`expected a set, not "${written}"`, start);
      if (OF_GAMES.includes(name)) fail(`${name} is known only in games`, start);
      if (Object.hasOwn(VALUES, name)) return {...made(start, VALUES[name][0], VALUES[name][1](p)), name};
      const word = namedSet(p, written) ?? fail(`no set is named "${written}"`, start);
      const plain = name.replace(/[/.]/g, "_").replace(/^bb_/, "");
      return {...made(start, "set", word), constant: chess.squareOf(plain) >= 0 || Object.hasOwn(FIXED, plain)};
    };

    const called = (name, start) => {
      at++;
      const [first, second] = [tokens[at], tokens[at + 1]];
      if ((name === "file" || name === "rank") && second?.text === ")" && /^(\d.*|[a-h])$/i.test(first.text)) {
        const fits = name === "file" ? /^[a-h]$/i : /^[1-8]$/;
        if (fits.test(first.text)) {
          at += 2;
          return {...made(start, "set", FIXED[`${name}_${first.text.toLowerCase()}`]), name, constant: true};
        }
        if (/^\d/.test(first.text)) fail(`${name} takes ${name === "file" ? "a letter from a to h" : "a digit from 1 to 8"}, or a set`);
      }
      const isText = Object.hasOwn(TEXTS, name), isPiece = name === "piece";
      if (!isText && !isPiece && !Object.hasOwn(FUNCTIONS, name)) fail(`no function is named "${name}"`, start);
      const terms = [];
      while (tokens[at].text !== ")" || terms.length) {
        if (isText && !/^["']/.test(tokens[at].text)) fail(`${name} takes a text in quotes`);
        const term = binary(0);
        terms.push(isText ? term : wordOf(term));
        if (tokens[at].text !== ",") break;
        at++;
      }
      take(")");
      const [arities, of] = isText || isPiece ? [[1], null] : FUNCTIONS[name];
      if (!arities.includes(terms.length)) fail(`${name} takes ${arities.join(" or ")} argument${arities.join() === "1" ? "" : "s"}`, start);
      const word = terms[0].word;
      if (isPiece) {
        if (!terms[0].constant || count(word) !== 1) fail("piece takes a square such as e4", terms[0].at);
        const letter = p.board[squaresOf(word)[0]];
        return {...made(start, "piece", BigInt(letter ? "  PpNnBbRrQqKk".indexOf(letter) : 0)), name};
      }
      try {
        if (isText) return {...made(start, "truth", BigInt(TEXTS[name](p, terms[0].text.slice(1, -1)))), name};
        const kind = NUMBERS.includes(name) ? "number" : "set";
        return {...made(start, kind, of(p, ...terms.map((term) => term.word))), name, of: word};
      } catch (error) {
        throw new ExpressionError(error.message, isText ? terms[0].at : start);
      }
    };

    const term = whole();
    if (tokens[at].text) fail(`unexpected "${tokens[at].text}"`);
    return ["set", "number", "truth"].includes(term.kind) ? term : fail(`a ${term.kind} is neither a set nor a condition`, term.at);
  };

  const tokensOf = (text) => {
    const token = /\s*(?:("[^"]*"|'[^']*'|0[xX][0-9a-fA-F_]*|0[bB][01_]*|[0-9]+\.[0-9]+|[0-9]+|[A-Za-z][\w/.]*|<<|>>|[=!<>]=|[<>]|[-~&|^+*(){},]))/y;
    const tokens = [], end = text.trimEnd().length;
    while (token.lastIndex < end) {
      const from = token.lastIndex, match = token.exec(text);
      if (!match) {
        const at = from + text.slice(from).search(/\S/);
        throw new ExpressionError(`"\"'`.includes(text[at]) ? "the text is not closed" : `unexpected "${text[at]}"`, at);
      }
      tokens.push({text: match[1], at: token.lastIndex - match[1].length});
    }
    return [...tokens, {text: "", at: end}];
  };

  // The operands and results of a term, innermost first: what to show step by step.
  const stepsOf = (term) => [...term.parts.flatMap(stepsOf), term];

  const CALLS = [...Object.keys(FUNCTIONS), "piece", ...Object.keys(TEXTS)];

  return {evaluate, stepsOf, namedSet, CALLS, NUMBERS, NAMES, ExpressionError};
};
