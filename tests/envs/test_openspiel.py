"""The OpenSpiel-like state gives what pyspiel's chess gives."""

from __future__ import annotations

import copy
import pickle
import random
from typing import Any

import numpy as np
import pytest

from bitrook import Move, envs

GAME = envs.openspiel()
FENS = {
    "mate": "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1",
    "clock": "8/5k2/8/8/8/3RK3/8/8 w - - 98 90",
    "knights": "8/5k2/8/6n1/8/3NK3/8/8 w - - 0 1",
    "capture": "8/5k2/8/8/8/3pK3/8/8 w - - 0 1",
    "en passant": "4k3/8/8/8/1p6/8/P7/4K3 w - - 0 1",
    "promotion": "8/P4k2/8/8/8/4K3/8/8 w - - 0 1",
}


def pyspiel() -> Any:
    return pytest.importorskip("pyspiel")


def action(rng: random.Random, state: Any) -> int:
    """A legal action; often the one that takes the last own move back, so that positions repeat."""
    board = state.board()
    if len(board.move_stack) > 1 and rng.random() < 0.5:
        back = Move(board.move_stack[-2].to_square, board.move_stack[-2].from_square)
        if board.is_legal(back):
            return int(state.parse_move_to_action(back.uci()))
    return rng.choice(state.legal_actions())


def same(ours: Any, real: Any) -> None:
    for name in (
        "current_player is_terminal is_player_node is_chance_node is_simultaneous_node is_mean_field_node is_initial_state "
        "returns rewards legal_actions legal_actions_mask history history_str move_number to_string serialize "
        "num_players num_distinct_actions start_fen is_repetition_draw"
    ).split():
        if name == "start_fen" and not hasattr(real, name):  # before OpenSpiel 2
            continue
        assert getattr(ours, name)() == getattr(real, name)(), name
    assert str(ours) == str(real)
    assert [(each.player, each.action) for each in ours.full_history()] == [
        (each.player, each.action) for each in real.full_history()
    ]
    for player in (0, 1):
        assert ours.observation_string(player) == real.observation_string(player)
        assert ours.information_state_string(player) == real.information_state_string(player)
        assert ours.player_return(player) == real.player_return(player)
        assert ours.player_reward(player) == real.player_reward(player)
        assert ours.legal_actions(player) == real.legal_actions(player)
        assert ours.observation_tensor(player) == pytest.approx(real.observation_tensor(player), abs=1e-7)
    for each in ours.legal_actions():
        text = ours.action_to_string(each)
        assert text == ours.action_to_string(ours.current_player(), each) == real.action_to_string(each)
        assert ours.string_to_action(text) == ours.string_to_action(0, text) == real.string_to_action(text) == each


def play(seed: int, plies: int, fen: str | None = None) -> Any:
    rng = random.Random(seed)
    start = () if fen is None else (fen,)
    ours, real = GAME.new_initial_state(*start), pyspiel().load_game("chess").new_initial_state(*start)
    same(ours, real)
    for _ in range(plies):
        if ours.is_terminal():
            break
        chosen = action(rng, ours)
        ours.apply_action(chosen)
        real.apply_action(chosen)
        same(ours, real)
    return ours


@pytest.mark.parametrize("name", FENS)
def test_a_game_is_that_of_pyspiel(name: str) -> None:
    play(1, 3, FENS[name])


@pytest.mark.slow
def test_games_are_those_of_pyspiel() -> None:
    for seed in range(3):
        play(seed, 100)


def test_the_game_is_that_of_pyspiel() -> None:
    real = pyspiel().load_game("chess")
    for name in (
        "num_distinct_actions num_players min_utility max_utility utility_sum max_game_length max_move_number "
        "max_history_length max_chance_outcomes max_chance_nodes_in_history observation_tensor_shape "
        "observation_tensor_size policy_tensor_shape get_type"
    ).split():
        assert getattr(GAME, name)() == getattr(real, name)(), name


def test_openspiels_search_takes_it() -> None:
    pyspiel()
    mcts = pytest.importorskip("open_spiel.python.algorithms.mcts")
    state = GAME.new_initial_state(FENS["mate"])
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = mcts.MCTSBot(GAME, 2, 60, evaluator, random_state=np.random.RandomState(1), solve=True)
    assert state.action_to_string(bot.step(state)) == "Ra8#"


def test_a_mate() -> None:
    state = GAME.new_initial_state(FENS["mate"])
    assert state.current_player() == 1 and state.returns() == [0, 0]
    child = state.child(state.string_to_action("Ra8#"))
    assert child.is_terminal() and child.current_player() == -4 and child.returns() == [-1, 1]
    assert child.legal_actions() == [] and sum(child.legal_actions_mask()) == 0 and not state.is_terminal()
    child.undo_action(1, child.history()[-1])
    assert child.to_string() == state.to_string() and not child.is_terminal()


def test_draws() -> None:
    state = GAME.new_initial_state(FENS["clock"])
    for move in ("Rd4", "Ke7"):
        assert not state.is_terminal()
        state.apply_action(state.string_to_action(move))
    assert state.is_terminal() and state.returns() == [0, 0]
    state = GAME.new_initial_state()
    for move in "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8".split():
        assert not state.is_terminal()
        state.apply_action(state.string_to_action(move))
    assert state.is_repetition_draw() and state.is_terminal()


@pytest.mark.parametrize(
    "copied",
    [
        lambda state: state.clone(),
        copy.copy,
        copy.deepcopy,
        lambda state: pickle.loads(pickle.dumps(state)),
        lambda state: GAME.deserialize_state(state.serialize()),
    ],
)
def test_a_copy_is_independent(copied: Any) -> None:
    state = GAME.new_initial_state(FENS["en passant"])
    state.apply_action(state.string_to_action("a4"))
    other = copied(state)
    assert other.to_string() == state.to_string() == "4k3/8/8/8/Pp6/8/8/4K3 b - a3 0 1"
    other.apply_action(other.string_to_action("b4a3"))
    assert state.move_number() == 1 and other.history()[:1] == state.history() and other.get_game() == GAME
    assert [each.player for each in other.full_history()] == [1, 0]


def test_errors_name_the_place() -> None:
    state = GAME.new_initial_state()
    for call, message in (
        (lambda: state.apply_action(0), "action 0 is not a legal move in rnbqkbnr"),
        (lambda: state.string_to_action("Ke3"), "'Ke3' is not a legal move in rnbqkbnr"),
        (lambda: state.observation_tensor(2), "player must be 0 or 1, not 2"),
        (lambda: state.undo_action(1, 5), "action 5 is not the last one"),
        (lambda: GAME.deserialize_state("e4"), "the first line must be the FEN, not 'e4'"),
        (lambda: state.child(89).clone().apply_action(-1), "action -1 is not a legal move"),
    ):
        with pytest.raises(ValueError, match=message):
            call()
    assert state.parse_move_to_action("Ke3") == -1
    mate = GAME.new_initial_state(FENS["mate"])
    mate.apply_actions([mate.string_to_action("Ra8#")])
    with pytest.raises(ValueError, match="the game is over"):
        mate.apply_action(0)


def test_the_observation_is_the_encoding() -> None:
    state = GAME.new_initial_state()
    planes = np.float32(state.observation_tensor()).reshape(GAME.observation_tensor_shape())
    import bitrook.batch

    assert np.array_equal(planes, bitrook.batch.encoding("openspiel").encode(bitrook.Board()))
