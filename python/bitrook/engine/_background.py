"""Event loops in background threads, and the termination of engine processes."""

from __future__ import annotations

import asyncio
import concurrent.futures
import contextlib
import sys
import threading
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from ._protocol import Protocol

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
    """
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


async def discard(transport: asyncio.SubprocessTransport, protocol: Protocol) -> None:
    """Kill the process if it is still running, and wait briefly for it to exit."""
    transport.close()
    await asyncio.wait([protocol.returncode], timeout=ENDING)


def set_event(loop: asyncio.AbstractEventLoop, event: asyncio.Event) -> None:
    """Set an event that belongs to another thread's event loop, unless the loop is closed."""
    with contextlib.suppress(RuntimeError):
        loop.call_soon_threadsafe(event.set)
