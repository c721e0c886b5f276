"""A scripted engine without a process, for testing programs that use engine protocols."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Any

from ._protocol import Protocol


class MockTransport(asyncio.SubprocessTransport, asyncio.WriteTransport):
    """A transport that expects certain lines and answers them immediately."""

    def __init__(self, protocol: Protocol) -> None:
        super().__init__()
        self.protocol = protocol
        self.expectations: deque[tuple[str, list[str]]] = deque()
        self.expected_pings: int = 0
        self.stdin_buffer: bytearray = bytearray()
        self.protocol.connection_made(self)

    def expect(self, expectation: str, responses: list[str] = []) -> None:  # noqa: B006
        """Expect the line *expectation* next, and answer it with the lines in *responses*."""
        self.expectations.append((expectation, responses))

    def expect_ping(self) -> None:
        """Expect a ping of the XBoard protocol, and answer it."""
        self.expected_pings += 1

    def assert_done(self) -> None:
        """Assert that all expected lines have been sent."""
        assert not self.expectations, f"still expected: {list(self.expectations)}"
        assert not self.expected_pings, f"still expected: {self.expected_pings} pings"

    def get_pipe_transport(self, fd: int) -> Any:
        assert fd == 0, f"expected 0 for standard input, got {fd}"
        return self

    def write(self, data: Any) -> None:
        self.stdin_buffer += data
        while b"\n" in self.stdin_buffer:
            line, _, self.stdin_buffer = self.stdin_buffer.partition(b"\n")
            self._answer(line.decode())

    def _answer(self, line: str) -> None:
        if line.startswith("ping ") and self.expected_pings:
            self.expected_pings -= 1
            responses = [line.replace("ping", "pong", 1)]
        else:
            assert self.expectations, f"unexpected: {line!r}"
            expected, responses = self.expectations.popleft()
            assert expected == line, f"expected {expected!r}, got {line!r}"
        if responses:
            self.protocol.pipe_data_received(1, "".join(f"{each}\n" for each in responses).encode())

    def get_pid(self) -> int:
        return id(self)

    def get_returncode(self) -> int | None:
        return None if self.expectations else 0
