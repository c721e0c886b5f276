// The page: its panels and events, and its state, which is kept in the page's address.
"use strict";

(() => {
  const DATA = JSON.parse(document.getElementById("data").textContent);
  const chess = Chess(DATA), expressions = Expressions(chess);
  const {nameOf, hex, squaresOf} = chess;
  const $ = (id) => document.getElementById(id);

  // --- State. `ply` is the place in the game; `position` differs from it after an edit.

  const state = {ply: DATA.ply, position: null, flipped: false, tab: "words", layout: "dense", square: -1, move: "", tool: "",
                 carried: -1, expression: $("expression").value, played: null, tour: 0};
  const plies = DATA.plies;  // [{fen, san, uci}], the first one without a move; with {shown, key, check, sets} in variants
  const positions = [];
  const at = (ply) => positions[ply] ??= chess.parseFen(plies[ply].fen);
  const isEdited = () => chess.fenOf(state.position) !== chess.fenOf(at(state.ply));
  const {element, drawBoard, drawProduct, describe, card, cards, heading, paragraph, code, table} = Drawing(chess, state);

  // What each layout is for.
  const LAYOUTS = {
    dense: "Two sets by color and six by type. One cache line, and a move changes two words for each piece that moves: bitrook's own layout, often called a denser board.",
    classical: "Twelve named sets and three unions. Easy to read, and each piece is one load, but a piece that is not known in advance takes a branch.",
    indexed: "One array with the piece as index, often called pieceBB. No branches to make a move, but sixteen words to copy.",
    quad: "Four words, whose bits on a square are the binary digits of the piece there. The smallest, for storing and comparing positions.",
  };

  // --- The tour follows the page "Bitboards" of the documentation. `show` returns what a step changes.

  const firstSquare = (types) => state.position.board.findIndex((piece) => piece && types.includes(chess.typeOf(piece)));
  const TOUR = [
    {title: "A board as a word", section: "1-words", show: () => ({tab: "words", layout: "dense", square: -1}),
     text: "A bitboard is a 64-bit word with one bit per square. This position is eight of them: one set for each color, and one for each type of piece. Point at a card, and its squares light up on the board."},
    {title: "Squares and bits", section: "2-mapping", show: () => ({tab: "expression", expression: "{a1, h1, a8, e4}"}),
     text: "a1 is bit 0, h1 bit 7, a2 bit 8 and h8 bit 63. Point at a square of the board: its number, its digit and its hexadecimal digit light up. The digits below each set are drawn as the board is seen."},
    {title: "AND, OR and XOR", section: "3-sets", show: () => ({tab: "expression", expression: "white & pawns | black & ~pawns ^ center"}),
     text: "One instruction works on all squares at once: & is the intersection, | the union, ^ the difference in either direction, ~ the complement. Each step of the expression has its own card. Change the expression!"},
    {title: "The first and the last bit", section: "4-the-first-bit", show: () => ({tab: "expression", expression: "lsb(black)"}),
     text: "To loop over a set, take its first square (least significant bit, LSB) and clear it: b & (b - 1). Processors have an instruction for the index; without it, a De Bruijn multiplication does the same, as shown below the cards. Try msb(black) and count(black)."},
    {title: "Layouts", section: "7-layouts", show: () => ({tab: "words", layout: "classical"}),
     text: "The same position as twelve named sets and their unions. Choose another layout in the menu: each has a line on what it is for. Dense, classical, indexed and quad hold the same pieces."},
    {title: "The attacks of a lone piece", section: "6-tables", show: () => ({tab: "expression", expression: "knight(d4) | king(g7)"}),
     text: "What a knight, a king or a pawn attacks depends only on its square: 64 words in a table, one load. Other pieces do not matter until you remove your own with & ~us."},
    {title: "Sliders by magic multiplication", section: "8-sliders", show: () => {
      const square = firstSquare(["rook", "bishop", "queen"]);
      return square >= 0 ? {tab: "attacks", square} : {tab: "expression", expression: "rook(d4, occupied)"};
    },
     text: "Rooks, bishops and queens are blocked by other pieces. Keep the blockers on the relevant squares, pack them into an index, by PEXT or by a multiplication with a magic number, and load the attacks. Click another slider."},
    {title: "Make and unmake", section: "7-layouts", show: () => {
      const move = chess.legalMoves(state.position)[0];
      return {tab: "moves", layout: "dense", square: -1, move: move ? chess.uciOf(move) : ""};
    },
     text: "A move changes a word by an XOR with a mask, and the same XOR takes it back. The Zobrist key changes in the same way. Click a piece and then its target to play a move; Reset takes you back."},
  ];
  const BITBOARDS = "https://bitrook.github.io/bitrook/bitboards.html#";
  const goToStep = (step) => {
    const tour = Math.max(0, Math.min(step, TOUR.length));
    change({...(tour ? {move: "", played: null, ...TOUR[tour - 1].show()} : {}), tour});
    if (tour) $("expression").value = state.expression;
  };

  // --- Panels. Each returns the elements of its tab.

  const words = () => [cards(...chess.wordsOf(state.position, state.layout).map(([name, word]) => card(name, word)),
                             ...Object.entries(plies[state.ply].sets ?? {}).map(([name, word]) => card(name, BigInt(word), "a set of its own")))];

  const attacks = () => {
    const p = state.position, s = state.square, piece = s < 0 ? "" : p.board[s];
    if (!piece) return [paragraph("Choose a piece on the board to see what it attacks, and how the attacks are looked up.")];
    const type = chess.typeOf(piece), occupied = chess.occupiedOf(p);
    const set = chess.attacksOf(type, chess.colorOf(piece), s, occupied);
    const kinds = {rook: ["rook"], bishop: ["bishop"], queen: ["rook", "bishop"]}[type];
    const how = kinds ? kinds.flatMap((kind) => lookups(kind, chess.lookup(kind, s, occupied)))
      : [paragraph(`The attacks of a ${type} do not depend on other pieces: they are one load from a table, at index `, code(String(s)), ".")];
    return [heading(`Attacks: ${describe(s)}`), cards(card("attacks", set), card("attacks on pieces", set & occupied)), ...how, ...scan(set)];
  };
  const lookups = (kind, l) => [
    heading(`Look-up of the ${kind} attacks`),
    cards(card("1. relevant squares", l.relevant, `${l.bits} bits: the edge does not matter`), card("2. blockers = occupied & relevant", l.blockers),
          card(`3. entry ${l.pext.index} of ${2 ** l.bits}`, l.attacks, "the attacks")),
    heading("The index, by PEXT"),
    paragraph("The blockers' bits at the relevant squares are packed together, from the lowest one."),
    table(["relevant square", ...l.pext.steps.map(({square}) => nameOf(square))], [["blocker?", ...l.pext.steps.map(({digit}) => String(digit))],
          ["bit of the index", ...l.pext.steps.map(({to}) => String(to))]]),
    paragraph("index = ", code(l.pext.index.toString(2).padStart(l.bits, "0") + "₂ = " + l.pext.index)),
    heading("The index, by magic multiplication"),
    table(["", "word"], [["blockers", code(hex(l.blockers))], ["× magic", code(hex(l.magic))], ["= product (64 bits)", code(hex(l.product))],
          ["in binary", drawProduct(l.product, l.bits)], [`>> ${l.shift}`, code(`${l.index}`)]]),
    paragraph("Each method has its own table, with the entries in another order. Both entries hold the same attacks."),
  ];
  const scan = (set) => {
    if (set === 0n) return [];
    const d = chess.lowestBit(set);
    return [heading("The lowest set bit, by De Bruijn multiplication"),
      table(["step", "word"], [["b", code(hex(set))], ["b & -b", code(hex(d.isolated))], ["× De Bruijn sequence", code(hex(d.sequence))],
        ["= product (64 bits)", code(hex(d.product))], ["in binary", drawProduct(d.product, 6)], [">> 58", code(String(d.index))],
        [`table[${d.index}]`, code(`${d.square} = ${nameOf(d.square)}`)]])];
  };

  const moves = () => {
    const p = state.position;
    if (state.played && !state.move) return [heading(`What ${state.played.uci} toggled`), ...toggled(state.played.before, p), ...choices(p)];
    if (!isEdited() && state.ply > 0 && !state.move) {
      const played = plies[state.ply];
      return [heading(`What ${played.san} toggled`), ...toggled(at(state.ply - 1), p), ...choices(p)];
    }
    const chosen = chess.legalMoves(p).find((m) => chess.uciOf(m) === state.move);
    if (!chosen) return choices(p);
    const after = chess.play(p, chosen), button = element("button", {id: "play"}, "Play this move");
    button.onclick = () => play(chosen);
    return [heading(`What ${state.move} would toggle`), ...toggled(p, after), paragraph(button), ...choices(p)];
  };
  const choices = (p) => {
    const list = element("div", {class: "row", id: "legal"}, ...chess.legalMoves(p).map((m) => {
      const uci = chess.uciOf(m), button = element("button", {class: "mono" + (uci === state.move ? " on" : "")}, uci);
      button.onclick = () => change({move: uci});
      return button;
    }));
    return [heading(`${list.children.length} legal moves`), paragraph("Click a piece on the board and then its target to play a move, or choose one:"), list];
  };
  const targetsOf = (p, s) => chess.legalMoves(p).filter((m) => m.from === s).reduce((set, m) => set | 1n << BigInt(m.to), 0n);
  const toggled = (before, after) => {
    const {words, key} = chess.toggles(before, after, state.layout);
    const rights = (p) => chess.fenOf(p).split(" ")[2], ep = (p) => p.ep < 0 ? "-" : nameOf(p.ep);
    return [
      cards(...words.map(({name, from, to, mask}) => card(`${name} ^= mask`, mask, `from ${hex(from)} to ${hex(to)}`))),
      heading("Zobrist key"),
      table(["", "random number"], [["before", code(hex(chess.keyOf(before)))],
        ...key.map(([way, what, number]) => [`^ ${what} (${way})`, code(hex(number))]), ["after", code(hex(chess.keyOf(after)))]]),
      table(["", "before", "after"], [["castling rights", rights(before), rights(after)], ["en-passant square", ep(before), ep(after)]]),
    ];
  };

  const checks = () => {
    const p = state.position, c = chess.checksOf(p), them = p.turn === "w" ? "Black" : "White";
    if (c.king < 0) return [paragraph("The side to move has no king.")];
    const answer = c.mask === chess.ALL ? "no check: every square" : c.mask === 0n ? "double check: only the king can move" : "the squares that answer the check";
    return [cards(card("checkers", c.checkers), card("check mask", c.mask, answer), card("pinned", c.pinned),
                  card("king danger squares", c.danger, `attacked by ${them}, with the king taken off the board`),
                  ...c.pins.map((pin) => card(`pin line of ${nameOf(pin.square)}`, pin.line, `pinned by the piece on ${nameOf(pin.pinner)}`)))];
  };

  const expression = () => {
    $("expression-error").textContent = "";
    try {
      const steps = expressions.stepsOf(expressions.evaluate(state.expression, state.position));
      const seen = new Set(), shown = steps.filter(({text, kind}) => ["set", "number", "truth"].includes(kind) && !seen.has(text) && seen.add(text));
      const note = ({name, kind, word}) => kind === "truth" ? (word ? "true" : "false") : !expressions.NUMBERS.includes(name) ? ""
        : ["lsb", "msb"].includes(name) ? `the number ${word}, which is the square ${nameOf(Number(word))}` : `the number ${word}`;
      const last = shown.at(-1), notes = shown.map((term) => [note(term), term === last ? "result" : ""].filter(Boolean).join(" · "));
      const argument = last.of !== undefined && expressions.NUMBERS.includes(last.name) ? [card("b", last.of, `what ${last.name} is called with`)] : [];
      return [cards(...argument, ...shown.map(({text, kind, word}, i) => card(text, kind === "truth" ? null : word, notes[i]))),
              ...["lsb", "first"].includes(last.name) ? scan(last.of) : []];
    } catch (error) {
      const at = error.at ?? 0;
      $("expression-error").textContent = `${state.expression}\n${" ".repeat(at)}^\n${error.message} at column ${at + 1}`;
      return [];
    }
  };

  // The page does not know the rules of variants.
  const PANELS = DATA.variant ? {words, attacks, expression} : {words, attacks, moves, checks, expression};

  // --- Drawing.

  const draw = () => {
    const p = state.position, focused = document.activeElement?.closest?.("#board [data-s]");
    const piece = state.square >= 0 ? p.board[state.square] : "", variant = DATA.variant && plies[state.ply];
    const check = variant ? variant.check : chess.checkersOf(p) === 0n ? -1 : chess.kingOf(p, p.turn);
    const marks = piece && state.tab === "attacks" ? chess.attacksOf(chess.typeOf(piece), chess.colorOf(piece), state.square, chess.occupiedOf(p))
      : piece && state.tab === "moves" ? targetsOf(p, state.square) : 0n;
    $("board").replaceChildren(drawBoard({pieces: p.board, marks, check, chosen: state.square,
                                          label: "Position", main: true}));
    if (focused) $("board").querySelector(`[data-s="${Math.max(state.square, 0)}"]`)?.focus();
    $("fen").value = variant ? variant.shown : chess.fenOf(p);
    $("state").textContent = `${variant ? DATA.variant + " · " : ""}${p.turn === "w" ? "White" : "Black"} to move · key ${hex(variant ? BigInt(variant.key) : chess.keyOf(p))}`;
    $("square").textContent = state.square < 0 ? "\u00a0" : `${describe(state.square)}: square ${state.square}, bit ${state.square}`;
    for (const id of ["flip", "edit"]) $(id).setAttribute("aria-pressed", String(id === "flip" ? state.flipped : state.tool !== ""));
    $("palette").hidden = state.tool === "";
    for (const button of $("palette").children) button.setAttribute("aria-pressed", String(button.dataset.tool === state.tool));
    for (const button of $("tabs").querySelectorAll("[role=tab]")) button.setAttribute("aria-selected", String(button.dataset.tab === state.tab));
    $("layout-label").hidden = !["words", "moves"].includes(state.tab);
    $("layout").value = state.layout;
    $("layout-note").hidden = $("layout-label").hidden;
    $("layout-note").textContent = LAYOUTS[state.layout];
    $("tour").hidden = !state.tour;
    $("tour-start").setAttribute("aria-expanded", String(state.tour > 0));
    if (state.tour) {
      const {title, text, section} = TOUR[state.tour - 1];
      $("tour-title").textContent = `${state.tour} of ${TOUR.length}: ${title}`;
      $("tour-text").textContent = text;
      $("tour-link").href = BITBOARDS + section;
      $("tour-back").disabled = state.tour === 1;
      $("tour-next").disabled = state.tour === TOUR.length;
    }
    $("expression-form").hidden = state.tab !== "expression";
    [...$("moves").children].forEach((button, i) => button.classList.toggle("on", i === state.ply && !isEdited()));
    $("panel").replaceChildren(...PANELS[state.tab]());
    saveAddress();
  };

  const change = (changes) => {
    Object.assign(state, changes);
    draw();
  };
  const setPosition = (position) => change({position: chess.cleanRights(position), move: "", carried: -1, played: null});
  const play = (move) => change({position: chess.play(state.position, move), move: "", square: move.to, played: {before: state.position, uci: chess.uciOf(move)}});
  const goTo = (ply) => change({ply: Math.max(0, Math.min(ply, plies.length - 1)), position: at(Math.max(0, Math.min(ply, plies.length - 1))), move: "", played: null});

  // --- The address: what differs from the beginning, so that a link shows the same view.

  const saveAddress = () => {
    const parts = new URLSearchParams();
    if (isEdited()) parts.set("fen", chess.fenOf(state.position));
    if (state.ply !== DATA.ply) parts.set("ply", state.ply);
    if (state.flipped) parts.set("flip", 1);
    if (state.tab !== "words") parts.set("tab", state.tab);
    if (state.layout !== "dense") parts.set("layout", state.layout);
    if (state.square >= 0) parts.set("square", nameOf(state.square));
    if (state.move) parts.set("move", state.move);
    if (state.tab === "expression") parts.set("expression", state.expression);
    if (state.tour) parts.set("tour", state.tour);
    try {
      history.replaceState(null, "", "#" + parts);
    } catch {
      // A frame without an address of its own, as in a notebook.
    }
  };
  const loadAddress = () => {
    const parts = new URLSearchParams(location.hash.slice(1)), number = (name, most, missing) => {
      const text = parts.get(name);
      return /^\d{1,6}$/.test(text) && Number(text) <= most ? Number(text) : missing;
    };
    state.ply = number("ply", plies.length - 1, DATA.ply);
    state.position = at(state.ply);
    state.flipped = parts.get("flip") === "1";
    state.tab = Object.hasOwn(PANELS, parts.get("tab")) ? parts.get("tab") : "words";
    state.layout = Object.hasOwn(DATA.layouts, parts.get("layout")) ? parts.get("layout") : "dense";
    state.square = chess.squareOf(parts.get("square") ?? "");
    state.move = /^[a-h][1-8][a-h][1-8][nbrq]?$/.test(parts.get("move")) ? parts.get("move") : "";
    state.expression = $("expression").value = (parts.get("expression") ?? $("expression").value).slice(0, 4096);
    state.tour = DATA.variant ? 0 : number("tour", TOUR.length, 0);
    state.played = null;
    if (parts.has("fen") && !DATA.variant) showFen(parts.get("fen"));
    draw();
  };
  const showFen = (text) => {
    try {
      state.position = chess.parseFen(text);
      state.played = null;
      $("message").textContent = "";
      return true;
    } catch (error) {
      $("message").textContent = `This is not a FEN: ${error.message}.`;
      return false;
    }
  };

  // --- Events.

  const clicked = (s) => {
    const {position: p, tool} = state;
    if (tool === "") {
      // Under-promotions are in the list of moves; a click promotes to a queen.
      const move = state.tab === "moves" && chess.legalMoves(p).filter((m) => m.from === state.square && m.to === s).sort((a, b) => "qrbn".indexOf(chess.uciOf(a)[4]) - "qrbn".indexOf(chess.uciOf(b)[4]))[0];
      return move ? play(move) : change({square: s, move: ""});
    }
    const board = [...p.board];
    if (tool === "move") {
      if (state.carried < 0) return change({square: s, carried: board[s] ? s : -1});
      if (state.carried !== s) [board[s], board[state.carried]] = [board[state.carried], ""];
    } else {
      board[s] = tool === "remove" ? "" : tool;
    }
    state.square = s;
    return setPosition({...p, board, ep: -1});
  };

  const hover = (target) => {
    for (const hot of document.querySelectorAll(".hot")) hot.classList.remove("hot");
    const cell = target?.closest?.("[data-s]"), word = target?.closest?.(".card[data-word]");
    if (cell) {
      const s = Number(cell.dataset.s);
      $("square").textContent = `${describe(s)}: square ${s}, bit ${s}`;
      for (const same of document.querySelectorAll(`.digits [data-s="${s}"], [data-nibble="${s >> 2}"], .board [data-s="${s}"] rect:first-child`)) same.classList.add("hot");
    } else if (word) {
      for (const s of squaresOf(BigInt(word.dataset.word))) $("board").querySelector(`[data-s="${s}"] rect`).classList.add("hot");
    }
  };

  const ARROWS = {ArrowUp: [0, 1], ArrowDown: [0, -1], ArrowLeft: [-1, 0], ArrowRight: [1, 0]};
  const keyed = (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || ["INPUT", "SELECT"].includes(event.target.tagName)) return;
    const cell = event.target.closest?.("#board [data-s]"), arrow = ARROWS[event.key];
    if (cell && (event.key === "Enter" || event.key === " ")) {
      clicked(Number(cell.dataset.s));
    } else if (cell && arrow) {
      const to = chess.step(Number(cell.dataset.s), state.flipped ? arrow.map((n) => -n) : arrow);
      if (to >= 0) $("board").querySelector(`[data-s="${to}"]`).focus();
    } else if (event.target.closest?.("[role=tablist]") && arrow) {
      return;
    } else if (event.key === "ArrowLeft" || event.key === "ArrowRight") {
      goTo(state.ply + (event.key === "ArrowLeft" ? -1 : 1));
    } else {
      return;
    }
    event.preventDefault();
  };

  const start = () => {
    if (DATA.title) document.title = $("title").textContent = DATA.title;
    for (const layout of Object.keys(DATA.layouts)) $("layout").append(element("option", {value: layout}, layout));
    for (const tool of ["move", "remove", ..."PNBRQKpnbrqk"]) {
      const button = element("button", {"data-tool": tool, "aria-label": tool.length > 1 ? tool : `place ${chess.colorOf(tool) === "w" ? "white" : "black"} ${chess.typeOf(tool)}`}, tool);
      button.onclick = () => change({tool, carried: -1});
      $("palette").append(button);
    }
    if (DATA.variant) {
      for (const id of ["turn", "edit", "reset", "tour-start"]) $(id).hidden = true;
      for (const tab of $("tabs").querySelectorAll("[role=tab]")) tab.hidden = !Object.hasOwn(PANELS, tab.dataset.tab);
      $("fen-form").querySelector("[type=submit]").hidden = true;
      $("fen").readOnly = true;
    }
    $("game").hidden = plies.length < 2;
    $("cut").hidden = !DATA.cut;
    $("cut").textContent = DATA.cut ? `The first ${plies.length - 1} of ${DATA.cut} plies are shown.` : "";
    plies.forEach((ply, i) => {
      const button = element("button", {}, i ? ply.san : "start");
      button.onclick = () => goTo(i);
      $("moves").append(button);
    });
    const on = (id, event, handler) => $(id).addEventListener(event, handler);
    on("first", "click", () => goTo(0));
    on("back", "click", () => goTo(state.ply - 1));
    on("next", "click", () => goTo(state.ply + 1));
    on("last", "click", () => goTo(plies.length - 1));
    on("flip", "click", () => change({flipped: !state.flipped}));
    on("turn", "click", () => setPosition({...state.position, turn: chess.other(state.position.turn), ep: -1}));
    on("edit", "click", () => change({tool: state.tool ? "" : "move", carried: -1}));
    on("reset", "click", () => goTo(state.ply));
    on("link", "click", () => navigator.clipboard?.writeText(location.href).catch(() => {}));
    on("tour-start", "click", () => goToStep(state.tour ? 0 : 1));
    on("tour-back", "click", () => goToStep(state.tour - 1));
    on("tour-next", "click", () => goToStep(state.tour + 1));
    on("tour-end", "click", () => {
      goToStep(0);
      $("tour-start").focus();
    });
    $("names").textContent = "names: " + expressions.NAMES.join(" ");
    $("functions").textContent = "functions: " + expressions.CALLS.map((name) => name + "()").join(" ");
    on("layout", "change", (event) => change({layout: event.target.value}));
    on("fen-form", "submit", (event) => {
      event.preventDefault();
      if (showFen($("fen").value)) change({move: ""});
    });
    on("expression-form", "submit", (event) => event.preventDefault());
    on("expression", "input", (event) => change({expression: event.target.value}));
    on("tabs", "click", (event) => event.target.dataset.tab && change({tab: event.target.dataset.tab}));
    on("board", "click", (event) => {
      const cell = event.target.closest("[data-s]");
      if (cell) clicked(Number(cell.dataset.s));
    });
    document.addEventListener("mouseover", (event) => hover(event.target));
    document.addEventListener("focusin", (event) => hover(event.target));
    document.addEventListener("keydown", keyed);
    window.addEventListener("hashchange", loadAddress);
    loadAddress();
  };

  start();
  window.bitrook = {chess, expressions, state, DATA};
})();
