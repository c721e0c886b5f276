"""Tests for the explorer's page in headless Chromium: its chess compared with bitrook's, and every interaction."""

from __future__ import annotations

import html
import json
import os
import random
import re
from pathlib import Path
from typing import Any

import pytest
from support.browser import CHROMIUM, dump

from bitrook import Board, explorer
from bitrook._core import _condition_names
from bitrook.cli.bitboard import evaluate
from bitrook.variant import CrazyhouseBoard, HordeBoard

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None and "BITROOK_REQUIRE_BROWSER" not in os.environ, reason="no Chromium"),
]

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
LAYOUTS = ("classical", "indexed", "dense", "quad")


def results_of(page: str, script: str, cases: Any, folder: Path, fragment: str = "") -> Any:
    """Run a function body in the page, with `cases` and `chess` as variables, and return its result."""
    embedded = json.dumps(cases).replace("<", "\\u003c")
    harness = (
        f"<script>{{const cases = {embedded}; const {{chess, expressions, state}} = bitrook;"
        f"const made = (() => {{{script}}})();"
        "const out = document.createElement('pre'); out.id = 'results'; out.textContent = JSON.stringify(made);"
        "document.body.append(out)}</script></body>"
    )
    shown, console = dump(page.replace("</body>", harness), folder, fragment=fragment)
    assert console == []
    found = re.search(r'<pre id="results">(.*?)</pre>', shown, re.DOTALL)
    assert found, "the script did not end"
    return json.loads(html.unescape(found[1]))


def positions(count: int, chess960: bool = False) -> list[Board]:
    rng = random.Random(count + chess960)
    made = []
    while len(made) < count:
        board = Board.from_chess960_pos(rng.randrange(960)) if chess960 else Board()
        for _ in range(rng.randrange(90)):
            moves = list(board.legal_moves)
            if not moves:
                break
            board.push(rng.choice(moves))
        made.append(board.copy(stack=False))
    return made


@pytest.mark.parametrize("chess960", [False, True])
def test_positions_are_as_in_bitrook(tmp_path: Path, chess960: bool) -> None:
    boards = positions(400, chess960)
    script = f"""
    return cases.map((fen) => {{
      const p = chess.parseFen(fen, {json.dumps(chess960)}), c = chess.checksOf(p);
      return {{
        fen: chess.fenOf(p), key: String(chess.keyOf(p)), moves: chess.legalMoves(p).map(chess.uciOf).sort(),
        after: chess.legalMoves(p).map((m) => chess.uciOf(m) + " " + chess.keyOf(chess.play(p, m))).sort(),
        checkers: String(c.checkers), pinned: String(c.pinned),
        words: {json.dumps(LAYOUTS)}.map((l) => chess.wordsOf(p, l).map(([, word]) => String(word))),
        attacks: p.board.map((c, s) => c ? String(chess.attacksOf(chess.typeOf(c), chess.colorOf(c), s, chess.occupiedOf(p))) : "0"),
      }};
    }});"""
    page = explorer.page(Board(chess960=chess960))
    for board, found in zip(
        boards, results_of(page, script, [b.fen(en_passant="fen") for b in boards], tmp_path), strict=True
    ):
        after = []
        for move in board.legal_moves:
            after.append(f"{board.uci(move)} {board.key_after(move)}")
        assert found == {
            "fen": board.fen(en_passant="fen"),
            "key": str(board.key),
            "moves": sorted(board.uci(move) for move in board.legal_moves),
            "after": sorted(after),
            "checkers": str(int(board.checkers_mask())),
            "pinned": str(sum(1 << s for s in range(64) if board.color_at(s) == board.turn and board.is_pinned(board.turn, s))),
            "words": [[str(int(word)) for word in board.layout(layout)] for layout in LAYOUTS],
            "attacks": [str(int(board.attacks_mask(s))) for s in range(64)],
        }, board.fen()  # fmt: skip


def random_expression(rng: random.Random, depth: int = 3) -> str:
    names = "white black occupied empty pawns white/knights e4 {a1 h8} file_c rank_7 0xff00 12345 all none light us them pinned checkers corners edges center".split()  # fmt: skip
    names = ["{a1 h8}" if name in ("{a1", "h8}") else name for name in names]
    if depth == 0 or rng.random() < 0.2:
        return rng.choice(names)
    sub = [random_expression(rng, depth - 1) for _ in range(2)]
    return rng.choice(
        [
            f"{sub[0]} {rng.choice('& | ^ - + *'.split())} {sub[1]}",
            f"({sub[0]}) {rng.choice('& | ^ - + *'.split())} ({sub[1]})",
            f"~{sub[0]}",
            f"-{sub[0]}",
            f"({sub[0]}) {rng.choice(['<<', '>>'])} {rng.randrange(70)}",
            f"{rng.choice('rook bishop queen'.split())}({sub[0]}, {sub[1]})",
            f"{rng.choice('knight king white_pawn black_pawn attacks moves white_attackers north south_west flip_vertical flip_diagonal flip_anti_diagonal flip_horizontal first last count'.split())}({sub[0]})",
        ]
    )


def test_expressions_are_as_on_the_command_line(tmp_path: Path) -> None:
    rng = random.Random(5)
    boards = positions(20)
    cases = [[rng.choice(boards).fen(en_passant="fen"), random_expression(rng)] for _ in range(3000)]
    script = "return cases.map(([fen, text]) => String(expressions.evaluate(text, chess.parseFen(fen)).word));"
    for (fen, text), found in zip(cases, results_of(explorer.page(), script, cases, tmp_path), strict=True):
        assert found == str(evaluate(text, Board(fen)).word), (fen, text)


def test_look_ups_end_at_the_attacks(tmp_path: Path) -> None:
    """Entries with equal indices must have equal attacks, or the index that the page shows would be wrong."""
    script = """
    const seen = {}, wrong = [];
    for (const fen of cases) {
      const p = chess.parseFen(fen), occupied = chess.occupiedOf(p);
      for (const kind of ["rook", "bishop"]) for (let s = 0; s < 64; s++) {
        const l = chess.lookup(kind, s, occupied);
        for (const name of ["pext " + l.pext.index, "magic " + l.index]) {
          const entry = `${kind} ${s} ${name}`;
          if (seen[entry] !== undefined && seen[entry] !== l.attacks) wrong.push(entry);
          seen[entry] = l.attacks;
        }
      }
      if (chess.lowestBit(occupied).square !== chess.squaresOf(occupied)[0]) wrong.push(fen);
    }
    return [Object.keys(seen).length > 1000, wrong];"""
    assert results_of(explorer.page(), script, [b.fen() for b in positions(60)], tmp_path) == [True, []]


INTERACTIONS = """
const $ = (id) => document.getElementById(id), cell = (s) => $("board").querySelector(`[data-s="${s}"]`);
const fire = (target, name, options = {}) => target.dispatchEvent(new (name.startsWith("key") ? KeyboardEvent : MouseEvent)(name, {bubbles: true, ...options}));
const key = (name, target = document.body) => fire(target, "keydown", {key: name});
const tab = (name) => fire(document.querySelector(`[data-tab=${name}]`), "click");
const seen = {};
fire(cell(28), "mouseover");
seen.hover = [document.querySelectorAll(".digits .hot").length, document.querySelectorAll(".hex .hot").length, $("square").textContent];
fire(document.querySelector(".card"), "mouseover");
seen.hoverSet = $("board").querySelectorAll(".hot").length;
$("layout").value = "classical"; fire($("layout"), "change");
$("layout").dispatchEvent(new Event("change", {bubbles: true}));
seen.layout = document.querySelectorAll(".card").length;
tab("attacks"); fire(cell(11), "click");
seen.attacks = [document.querySelectorAll(".mark").length, $("panel").textContent.includes("PEXT"), $("panel").textContent.includes("De Bruijn")];
tab("checks"); seen.checks = [...document.querySelectorAll(".card h3")].map((h) => h.textContent);
tab("moves"); seen.moves = $("legal").children.length;
fire([...$("legal").children].find((b) => b.textContent === "e1g1"), "click");
seen.toggles = [...document.querySelectorAll(".card h3")].map((h) => h.textContent);
seen.address = location.hash;
fire($("play"), "click"); seen.played = $("fen").value;
fire($("reset"), "click"); seen.reset = $("fen").value;
tab("expression"); $("expression").value = "white & $"; $("expression").dispatchEvent(new Event("input", {bubbles: true}));
seen.error = $("expression-error").textContent.split("\\n");
$("expression").value = "rook(d4, occupied) & ~white"; $("expression").dispatchEvent(new Event("input", {bubbles: true}));
seen.steps = [...document.querySelectorAll(".card h3")].map((h) => h.textContent);
fire($("flip"), "click"); seen.flipped = cell(0).getAttribute("transform"); fire($("flip"), "click");
fire($("edit"), "click"); fire(cell(12), "click"); fire(cell(20), "click");
seen.moved = [bitrook.state.position.board[12], bitrook.state.position.board[20]];
fire([...$("palette").children].find((b) => b.textContent === "remove"), "click"); fire(cell(20), "click");
seen.removed = bitrook.state.position.board[20];
fire([...$("palette").children].find((b) => b.textContent === "q"), "click"); fire(cell(20), "click");
seen.placed = bitrook.state.position.board[20]; fire($("edit"), "click");
$("fen").value = "not a fen"; $("fen-form").dispatchEvent(new Event("submit", {cancelable: true}));
seen.wrongFen = $("message").textContent;
$("fen").value = "4k3/8/8/8/8/8/8/4K2R w K - 0 1"; $("fen-form").dispatchEvent(new Event("submit", {cancelable: true}));
seen.fen = [bitrook.state.position.board.filter(Boolean).length, $("message").textContent];
fire($("turn"), "click"); seen.turn = bitrook.state.position.turn;
cell(0).focus(); key("ArrowUp", cell(0)); seen.focus = document.activeElement.getAttribute("aria-label");
key("Enter", document.activeElement); seen.entered = bitrook.state.square;
return seen;
"""


TOUR = """
const $ = (id) => document.getElementById(id), cell = (s) => $("board").querySelector(`[data-s="${s}"]`);
const fire = (target, name, options = {}) => target.dispatchEvent(new (name.startsWith("key") ? KeyboardEvent : MouseEvent)(name, {bubbles: true, ...options}));
const seen = {hidden: $("tour").hidden, steps: []};
fire($("tour-start"), "click");
for (let i = 1; i <= 8; i++) {
  const word = document.querySelector(".card")?.dataset.word ?? "";
  seen.steps.push([$("tour-title").textContent, state.tab, $("tour-text").textContent.length > 100, word, $("expression-error").textContent]);
  if (i < 8) fire($("tour-next"), "click");
}
seen.links = $("tour-link").href; seen.address = location.hash; seen.next = $("tour-next").disabled;
fire(cell(35), "click"); seen.targets = document.querySelectorAll("#board .mark").length;
fire(cell(43), "click"); seen.clicked = $("fen").value;
seen.toggled = document.querySelector("#panel h2").textContent;
cell(48).focus(); fire(cell(48), "keydown", {key: "Enter"}); fire(cell(33), "keydown", {key: "Enter"});  // a7 cannot go to b5
seen.illegal = $("fen").value;
fire($("reset"), "click"); fire($("tour-end"), "click");
seen.end = [$("tour").hidden, document.activeElement.id, $("fen").value];
$("fen").value = "4k3/P7/8/8/8/8/8/4K3 w - - 0 1"; $("fen-form").dispatchEvent(new Event("submit", {cancelable: true}));
cell(48).focus(); fire(cell(48), "keydown", {key: "Enter"}); fire(cell(56), "keydown", {key: "Enter"});
seen.promoted = $("fen").value;
fire(document.querySelector("[data-tab=words]"), "click");
seen.digits = [...document.querySelector(".digits").children].map((span) => span.textContent).join("");
seen.notes = [...$("layout").options].map(({value}) => { $("layout").value = value; fire($("layout"), "change"); $("layout").dispatchEvent(new Event("change")); return $("layout-note").textContent; });
seen.names = [$("names").textContent, $("functions").textContent];
return seen;
"""


def test_tour_and_moves_on_the_board(tmp_path: Path) -> None:
    seen = results_of(explorer.page(KIWIPETE), TOUR, None, tmp_path)
    titles, tabs, texts, words, errors = zip(*seen["steps"], strict=True)
    assert [title[:6] for title in titles] == [f"{i} of 8" for i in range(1, 9)] and len(set(titles)) == 8
    assert seen["hidden"] and all(texts) and not any(errors) and "" not in words
    assert tabs == ("words", *["expression"] * 3, "words", "expression", "attacks", "moves")
    assert seen["links"].endswith("bitboards.html#7-layouts") and seen["address"].endswith("&tour=8") and seen["next"]
    after = "r3k2r/p1ppqpb1/bn1Ppnp1/4N3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 1"
    assert seen["targets"] == 2 and seen["clicked"] == after == seen["illegal"]  # d5-d6
    assert seen["toggled"] == "What d5d6 toggled"
    assert seen["end"] == [True, "tour-start", KIWIPETE]
    assert seen["promoted"] == "Q3k3/8/8/8/8/8/8/4K3 b - - 0 1"
    rows = ["8", "7", "6", "5", "4", "3", "2", "1", ""]
    grid = dict(zip(rows, re.findall(r"\d[01]{8}|abcdefgh", seen["digits"]), strict=True))
    assert grid["8"] == "810000000" and grid["1"] == "100001000" and grid[""] == "abcdefgh"  # White's queen and king
    assert len(set(seen["notes"])) == 4 and all(len(note) > 50 for note in seen["notes"])
    names, functions = seen["names"]
    board = Board(KIWIPETE)
    for name in names.removeprefix("names: ").split():
        assert evaluate(name, board).word >= 0
    assert set(functions.removeprefix("functions: ").replace("()", "").split()) == set(_condition_names()[1])


def test_links_of_the_tour_are_headings_of_the_page_on_bitboards() -> None:
    folder = Path(explorer.__file__).parent
    sections = re.findall(r'section: "([\w-]+)"', (folder / "page.js").read_text(encoding="utf-8"))
    page = Path(__file__).parents[2] / "docs" / "bitboards.md"
    if not page.is_file():
        pytest.skip("an installed package is tested, without the documentation")
    headings = re.findall(r"^## (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    slugs = {re.sub(r"[^\w -]", "", heading).lower().replace(" ", "-") for heading in headings}
    assert len(sections) == 8 and set(sections) <= slugs


def test_interactions(tmp_path: Path) -> None:
    seen = results_of(explorer.page(KIWIPETE), INTERACTIONS, None, tmp_path)
    assert seen == {
        "hover": [8, 8, "e4, white pawn: square 28, bit 28"],
        "hoverSet": 16,
        "layout": 15,
        "attacks": [7, True, True],
        "checks": ["checkers", "check mask", "pinned", "king danger squares"],
        "moves": 48,
        "toggles": ["white_rooks ^= mask", "white_king ^= mask", "all_white ^= mask", "all_pieces ^= mask"],
        "address": "#tab=moves&layout=classical&square=d2&move=e1g1",
        "played": "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R4RK1 b kq - 1 1",
        "reset": KIWIPETE,
        "error": ["white & $", "        ^", 'unexpected "$" at column 9'],
        "steps": ["rook(d4, occupied)", "white", "~white", "rook(d4, occupied) & ~white"],
        "flipped": "translate(7 0)",
        "moved": ["", "B"],
        "removed": "",
        "placed": "q",
        "wrongFen": "This is not a FEN: expected 8 ranks, found 1.",
        "fen": [3, ""],
        "turn": "b",
        "focus": "a2, empty",
        "entered": 8,
    }


def test_a_game_is_played_through_and_a_link_shows_the_same_view(tmp_path: Path) -> None:
    board = Board()
    for san in ("e4", "c5", "Nf3", "d6", "d4", "cxd4", "Nxd4"):
        board.push_san(san)
    script = """
    const key = (name) => document.body.dispatchEvent(new KeyboardEvent("keydown", {key: name, bubbles: true}));
    const before = state.ply; key("ArrowLeft"); key("ArrowLeft");
    const toggled = [...document.querySelectorAll(".card h3")].map((h) => h.textContent);
    return [before, state.ply, document.querySelectorAll("#moves button").length, document.getElementById("fen").value, location.hash, toggled];"""
    page = explorer.page(board)
    before, ply, buttons, fen, fragment, toggled = results_of(page, script, None, tmp_path, "#tab=moves")
    assert (before, ply, buttons) == (7, 5, 8)
    assert fragment == "#ply=5&tab=moves" and toggled == ["white ^= mask", "pawns ^= mask"]
    again = results_of(
        page, "return [state.ply, state.tab, document.getElementById('fen').value]", None, tmp_path, fragment
    )
    assert again == [5, "moves", fen]


def test_hostile_tags_stay_text(tmp_path: Path) -> None:
    from bitrook import pgn

    game = pgn.Game()
    game.headers["White"] = "</script><script>window.owned = 1</script><img src=x onerror='window.owned = 1'>"
    title = results_of(
        explorer.page(game), "return [document.title, window.owned ?? 0, document.images.length]", 0, tmp_path
    )
    assert title == [f"{game.headers['White']} – ?", 0, 0]


@pytest.mark.parametrize(
    "fragment",
    [
        "#ply=99999",
        "#tab=<b>",
        "#fen=%3Cscript%3E",
        "#square=z9&move=e1e1q1",
        "#layout=__proto__",
        "#expression=((((",
        "#%",
    ],
)
def test_a_wrong_address_is_ignored(tmp_path: Path, fragment: str) -> None:
    shown = results_of(
        explorer.page(), "return [state.ply, state.tab, state.layout, state.square]", 0, tmp_path, fragment
    )
    assert shown == [0, "words", "dense", -1]


def test_pages_about_variants_show_words_only(tmp_path: Path) -> None:
    script = """return {
      tabs: [...document.querySelectorAll("[role=tab]")].filter((tab) => !tab.hidden).map((tab) => tab.dataset.tab),
      cards: Object.fromEntries([...document.querySelectorAll("#panel .card")].map((c) => [c.querySelector("h3").textContent, c.dataset.word])),
      fen: document.getElementById("fen").value, line: document.getElementById("state").textContent,
      check: document.querySelectorAll("#board .check").length}"""
    board = CrazyhouseBoard("4k3/8/8/8/8/8/8/3QK3[N] w - - 0 1")
    board.push_san("N@f6")
    shown = results_of(explorer.page(board), script, None, tmp_path, fragment="#tab=moves&tour=3&fen=8/8/8/8/8/8/8/8")
    assert shown["tabs"] == ["words", "attacks", "expression"]
    assert shown["fen"] == board.fen() and shown["check"] == 1
    assert shown["line"] == f"crazyhouse · Black to move · key {board.key:#018x}"
    words = {name: int(word, 0) for name, word in shown["cards"].items()}
    assert words["promoted"] == 0 and words["dropped"] == 1 << 45 and len(words) == 10
    horde = HordeBoard()  # without a white king
    assert results_of(explorer.page(horde), script, None, tmp_path)["fen"] == horde.fen()
