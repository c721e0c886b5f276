"""The build backend: scikit-build-core, plus a build tag for wheels that require optional CPU features."""

from __future__ import annotations

import base64
import hashlib
import re
import zipfile
from pathlib import Path

from scikit_build_core import build as original
from scikit_build_core.build import *  # noqa: F403  # the other hooks

PORTABLE = {"x86_64", "aarch64", "generic"}  # the builds that need no optional CPU features; see csrc/CMakeLists.txt


def build_wheel(
    wheel_directory: str,
    config_settings: dict[str, list[str] | str] | None = None,
    metadata_directory: str | None = None,
) -> str:
    """Build a wheel and return its name. If it contains no portable build, its build tag lists the builds."""
    wheel = Path(wheel_directory, original.build_wheel(wheel_directory, config_settings, metadata_directory))
    with zipfile.ZipFile(wheel) as archive:
        builds = {found[1] for name in archive.namelist() if (found := re.match(r"bitrook/_core_(\w+)\.", name))}
    return wheel.name if builds & PORTABLE else tagged(wheel, "_".join(["1", *sorted(builds)])).name


def tagged(wheel: Path, tag: str) -> Path:
    """Replace a wheel by one with a build tag in its name and metadata; return the new path."""
    name, version, *platform = wheel.name.split("-")
    result = wheel.with_name("-".join([name, version, tag, *platform]))
    info = f"{name}-{version}.dist-info"
    with zipfile.ZipFile(wheel) as old, zipfile.ZipFile(result, "w", zipfile.ZIP_DEFLATED) as new:
        metadata = old.read(f"{info}/WHEEL").rstrip() + f"\nBuild: {tag}\n".encode()
        digest = base64.urlsafe_b64encode(hashlib.sha256(metadata).digest()).rstrip(b"=").decode()
        entry = f"{info}/WHEEL,sha256={digest},{len(metadata)}"
        record = re.sub(rf"(?m)^{re.escape(info)}/WHEEL,.*$", entry, old.read(f"{info}/RECORD").decode())
        changed = {f"{info}/WHEEL": metadata, f"{info}/RECORD": record.encode()}
        for item in old.infolist():
            new.writestr(item, changed.get(item.filename, old.read(item)))
    wheel.unlink()
    return result
