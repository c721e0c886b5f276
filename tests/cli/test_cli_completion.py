"""Tests for `bitrook completion`: the scripts for bash, fish and zsh, run in these shells."""

from __future__ import annotations

import os
import select
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from bitrook.cli import COMMANDS
from bitrook.cli.completion import SHELLS

needs_shtab = pytest.mark.usefixtures("shtab")


@pytest.fixture
def shtab() -> None:
    pytest.importorskip("shtab", reason="shtab is not installed")


def script(run, shell: str, tmp_path: Path) -> Path:
    ran = run("completion", shell)
    assert ran.code == 0 and ran.err == ""
    path = tmp_path / "_bitrook"
    path.write_text(ran.out, encoding="utf-8")
    return path


def shell(name: str, *words: str) -> str:
    if os.name == "nt" or not shutil.which(name):
        pytest.skip(f"{name} is not installed")
    done = subprocess.run([name, *words], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0 and not done.stderr, done.stderr
    return done.stdout


def completed(name: str, path: Path, *words: str) -> list[str]:
    """Return a shell's completions of the last word."""
    if name == "bash":
        quoted = " ".join(f"'{word}'" for word in words)
        code = f"source {path}; COMP_WORDS=(bitrook {quoted}); COMP_CWORD={len(words)}; _shtab_bitrook"
        return shell("bash", "--norc", "-c", f'{code}; printf "%s\\n" "${{COMPREPLY[@]}}"').split()
    lines = shell("fish", "--no-config", "-c", f"source {path}; complete -C 'bitrook {' '.join(words)}'").splitlines()
    return [line.split("\t")[0] for line in lines]


@needs_shtab
@pytest.mark.parametrize("name", ["bash", "fish"])
def test_commands_options_and_values_are_completed(run, name: str, tmp_path: Path) -> None:
    path = script(run, name, tmp_path)
    assert completed(name, path, "per") == ["perft"]
    assert set(COMMANDS) <= set(completed(name, path, ""))
    assert "--threads" in completed(name, path, "perft", "--thr")
    assert completed(name, path, "show", "--layout", "cl") == ["classical"]
    assert completed(name, path, "show", "kiwi") == ["kiwipete"]
    assert "rook" in completed(name, path, "bitboard", "ro")
    assert set(completed(name, path, "completion", "")) >= set(SHELLS)


@needs_shtab
def test_zsh_completes_a_command(run, tmp_path: Path) -> None:
    path = script(run, "zsh", tmp_path)
    shell("zsh", "-n", str(path))
    pty = pytest.importorskip("pty", reason="no pseudo-terminals")
    ours, theirs = pty.openpty()
    environment = {**os.environ, "TERM": "dumb", "ZDOTDIR": str(tmp_path)}
    command = ["zsh", "-f", "-i"]
    with subprocess.Popen(
        command, stdin=theirs, stdout=theirs, stderr=theirs, env=environment, close_fds=True
    ) as child:
        os.close(theirs)
        try:
            start = f"PS1='ready> '; fpath=({tmp_path} $fpath); autoload -Uz compinit; compinit -u -D; echo do''ne\n"
            os.write(ours, start.encode())
            assert "done" in read(ours, "done")
            os.write(ours, b"bitrook per\t")
            assert "perft" in read(ours, "perft")
        finally:
            child.kill()
            os.close(ours)


def read(terminal: int, expected: str) -> str:
    """Read what the terminal prints until *expected* appears, for at most 20 seconds, and return it."""
    text, end = "", time.monotonic() + 20
    while expected not in text and (left := end - time.monotonic()) > 0:
        if select.select([terminal], [], [], left)[0]:
            text += os.read(terminal, 65536).decode(errors="replace")
    return text


def test_without_shtab_the_error_says_what_to_install(run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "shtab", None)
    ran = run("completion", "bash")
    assert (
        ran.code == 2
        and ran.err == 'bitrook: error: bitrook completion requires shtab: pip install "bitrook[completion]"\n'
    )


def test_an_unknown_shell_is_refused(run) -> None:
    ran = run("completion", "csh")
    assert ran.code == 2 and "csh" in ran.err
