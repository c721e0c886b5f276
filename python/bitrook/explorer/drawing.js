// The elements of the page: boards, words as digits, cards and tables.
"use strict";

// `state`: `position`, `square` and `flipped` are those of the main board.
const Drawing = (chess, state) => {
  const {nameOf, hex, digits, has} = chess;

  const element = (tag, attributes = {}, ...children) => {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    made.append(...children);
    return made;
  };
  const SVG = "http://www.w3.org/2000/svg";
  const shape = (tag, attributes, ...children) => {
    const made = document.createElementNS(SVG, tag);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    made.append(...children);
    return made;
  };
  const place = (square) => state.flipped ? [7 - (square & 7), square >> 3] : [square & 7, 7 - (square >> 3)];

  // A board: `set` as discs, `pieces` as letters by square, `marks` as rings, `check` as a square.
  const drawBoard = ({set = 0n, pieces = null, marks = 0n, check = -1, chosen = -1, label = "", main = false}) => {
    const svg = shape("svg", {viewBox: "0 0 8 8", class: "board", role: main ? "grid" : "img", "aria-label": label});
    for (let rank = 7; rank >= 0; rank--) {
      const row = main ? shape("g", {role: "row"}) : svg;
      if (main) svg.append(row);
      for (let file = 0; file < 8; file++) row.append(drawSquare(8 * rank + file, {set, pieces, marks, check, chosen, main}));
    }
    return svg;
  };
  const drawSquare = (s, {set, pieces, marks, check, chosen, main}) => {
    const [x, y] = place(s), group = shape("g", {"data-s": s, transform: `translate(${x} ${y})`});
    group.append(shape("rect", {width: 1, height: 1, class: (s + (s >> 3)) % 2 ? "light" : "dark"}));
    if (s === check) group.append(shape("circle", {cx: 0.5, cy: 0.5, r: 0.48, class: "check"}));
    if (has(set, s)) group.append(shape("circle", {cx: 0.5, cy: 0.5, r: 0.3, class: "disc"}));
    if (pieces?.[s]) {
      const id = `${chess.colorOf(pieces[s]) === "w" ? "white" : "black"}-${chess.typeOf(pieces[s])}`;
      group.append(shape("use", {href: "#" + id, transform: `scale(${1 / 45})`}));
    }
    if (has(marks, s)) group.append(shape("circle", {cx: 0.5, cy: 0.5, r: 0.43, class: "mark"}));
    if (s === chosen) group.append(shape("rect", {x: 0.06, y: 0.06, width: 0.88, height: 0.88, class: "chosen"}));
    if (main) {
      group.setAttribute("role", "gridcell");
      group.setAttribute("tabindex", s === (state.square < 0 ? 0 : state.square) ? 0 : -1);
      group.setAttribute("aria-label", describe(s));
      if (x === 0) group.append(shape("text", {x: 0.05, y: 0.25}, String(1 + (s >> 3))));
      if (y === 7) group.append(shape("text", {x: 0.8, y: 0.94}, nameOf(s)[0]));
    }
    return group;
  };
  const describe = (s) => {
    const c = state.position.board[s];
    return `${nameOf(s)}, ${c ? `${chess.colorOf(c) === "w" ? "white" : "black"} ${chess.typeOf(c)}` : "empty"}`;
  };

  // The 64 digits of a word as the board is seen, with the ranks and files at the sides, and its hexadecimal digits.
  const drawDigits = (word) => {
    const made = element("div", {class: "mono digits", role: "img", "aria-label": "binary " + digits(word)});
    const order = state.flipped ? [0, 1, 2, 3, 4, 5, 6, 7] : [7, 6, 5, 4, 3, 2, 1, 0], files = [...order].reverse();
    for (const rank of order) {
      made.append(element("span", {class: "label"}, String(rank + 1)));
      for (const file of files) {
        const s = 8 * rank + file, digit = has(word, s) ? "1" : "0";
        made.append(element("span", {"data-s": s, class: digit === "1" ? "one" : "zero"}, digit));
      }
    }
    made.append(element("span", {class: "label"}), ...files.map((file) => element("span", {class: "label"}, "abcdefgh"[file])));
    return made;
  };
  const drawHex = (word) => {
    const made = element("div", {class: "mono hex"}, "0x");
    [...hex(word).slice(2)].forEach((digit, i) => made.append(element("span", {"data-nibble": 15 - i}, digit)));
    return made;
  };
  // `word` is null for what is not a set.
  const card = (name, word, note = "") => {
    const made = word === null ? element("div", {class: "card"}, element("h3", {}, name))
      : element("div", {class: "card", "data-word": hex(word)}, element("h3", {}, name), drawBoard({set: word, label: name}),
                drawHex(word), drawDigits(word));
    if (note) made.append(element("div", {class: "note dim"}, note));
    return made;
  };
  const cards = (...list) => element("div", {class: "cards"}, ...list);
  const heading = (text) => element("h2", {}, text);
  const paragraph = (...parts) => element("p", {}, ...parts);
  const code = (text) => element("code", {}, text);
  const table = (head, rows) => element("table", {},
    element("thead", {}, element("tr", {}, ...head.map((text) => element("th", {}, text)))),
    element("tbody", {}, ...rows.map((row) => element("tr", {}, ...row.map((cell) => element("td", {}, cell))))));
  const drawProduct = (product, bits) => {
    const text = digits(product);
    return element("code", {}, element("strong", {}, text.slice(0, bits)), text.slice(bits));
  };

  return {element, drawBoard, drawProduct, describe, card, cards, heading, paragraph, code, table};
};
