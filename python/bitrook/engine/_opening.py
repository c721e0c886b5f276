"""Starting engines in the running event loop."""

from __future__ import annotations

import asyncio
from typing import Any

from ._background import discard
from ._protocol import ProtocolT
from ._uci import UciProtocol
from ._xboard import XBoardProtocol


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
