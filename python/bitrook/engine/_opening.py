"""Starts engines in the current event loop or in a background thread, and ends their processes."""

from __future__ import annotations

import asyncio
import concurrent.futures
import contextlib
import sys
import threading
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from ._protocol import Protocol, ProtocolT
from ._uci import UciProtocol
from ._xboard import XBoardProtocol

T = TypeVar("T")

ENDING = 2.0
"""The number of seconds to wait for a killed process to exit."""


def run_in_background(
    coroutine: Callable[[concurrent.futures.Future[T]], Coroutine[Any, Any, None]],
    *,
    name: str | None = None,
    debug: bool | None = None,
) -> T:
    """Run a coroutine in an event loop in a new thread, and return the result that it sets.

    :param coroutine: a coroutine function that takes a future, sets its result, and may then keep running. If it raises
        an exception before setting the result, the exception propagates to the caller.
    :param name: the name of the thread.
    :param debug: whether to run the event loop in debug mode; None for asyncio's default.
    :raises RuntimeError: while the interpreter shuts down, when no thread can be started.
    """
    if sys.is_finalizing():  # before Python 3.12, the start of the thread would never return
        raise RuntimeError("cannot start a thread while the interpreter shuts down")
    future: concurrent.futures.Future[T] = concurrent.futures.Future()

    def run() -> None:
        if sys.platform == "win32":
            loop: asyncio.AbstractEventLoop = asyncio.ProactorEventLoop()
        else:
            loop = asyncio.new_event_loop()
        try:
            asyncio.set_event_loop(loop)
            if debug is not None:
                loop.set_debug(debug)
            loop.run_until_complete(coroutine(future))
            future.cancel()
        except Exception as exc:
            if future.done():
                raise
            future.set_exception(exc)
        finally:
            tasks = asyncio.all_tasks(loop)
            for task in tasks:
                task.cancel()
            loop.run_until_complete(asyncio.gather(*tasks, return_exceptions=True))
            loop.run_until_complete(loop.shutdown_asyncgens())
            loop.close()

    # The thread is a daemon, so that a program can exit without closing its engines. SimpleEngine closes them at exit.
    threading.Thread(target=run, name=name, daemon=True).start()
    return future.result()


async def _opened(
    cls: type[ProtocolT], command: str | list[str], setpgrp: bool, popen_args: dict[str, Any]
) -> tuple[asyncio.SubprocessTransport, ProtocolT]:
    transport, protocol = await cls.popen(command, setpgrp=setpgrp, **popen_args)
    try:
        await protocol.initialize()
    except BaseException:
        await discard(transport, protocol)
        raise
    return transport, protocol


async def popen_uci(
    command: str | list[str], *, setpgrp: bool = False, **popen_args: Any
) -> tuple[asyncio.SubprocessTransport, UciProtocol]:
    """Start and initialize a UCI engine, and return its transport and protocol.

    :param command: the path of a program, or a list of the path and its arguments. No shell is involved, so do not
        quote paths that contain spaces.
    :param setpgrp: whether to start the engine in a new process group, so that it does not receive Ctrl-C.
    :param popen_args: further keyword arguments for `subprocess.Popen`, such as *cwd* and *env*.
    :raises OSError: if the program cannot be started.
    :raises EngineError: if the engine violates the protocol or exits.
    """
    return await _opened(UciProtocol, command, setpgrp, popen_args)


async def popen_xboard(
    command: str | list[str], *, setpgrp: bool = False, **popen_args: Any
) -> tuple[asyncio.SubprocessTransport, XBoardProtocol]:
    """Start and initialize an XBoard engine, and return its transport and protocol. See `popen_uci`."""
    return await _opened(XBoardProtocol, command, setpgrp, popen_args)


async def discard(transport: asyncio.SubprocessTransport, protocol: Protocol) -> None:
    """Kill the process if it is still running, and wait briefly for it to exit."""
    transport.close()
    await asyncio.wait([protocol.returncode], timeout=ENDING)


def set_event(loop: asyncio.AbstractEventLoop, event: asyncio.Event) -> None:
    """Set an event that belongs to another thread's event loop, unless the loop is closed."""
    with contextlib.suppress(RuntimeError):
        loop.call_soon_threadsafe(event.set)
