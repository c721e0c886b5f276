#!/usr/bin/env python3
"""Extract Stockfish's networks from pinned npm packages, for tests and benchmarks (never into the repository).

usage: stockfish_networks.py DIR [NAME...] [--keep]

Writes each network as DIR/nn-XXXXXXXXXXXX.nnue, its official name (the first 12 hex digits of its SHA-256, which are checked), and DIR/NAME.nnue, a link to it.
Names: sf16 sf17.1 sf17.1-small sf17.1-lite sf18 sf19 sf19-lite; all of them if none is given. Files that are there and right are not fetched again.
--keep leaves the packages in DIR/npm/VERSION: their engines run under node (`node DIR/npm/VERSION/node_modules/stockfish/...-single.js`), to compare with `eval`.
Needs npm and Python's standard library; up to 700 MB for a moment, 335 MB for all networks.
"""

import argparse
import glob
import hashlib
import os
import shutil
import struct
import subprocess
import sys
import tempfile

# name: official digest, npm version, files of the package (a wasm in parts is joined), version word, hash in the header, bytes
NETWORKS = {
    "sf16": ("5af11540bbfe", "16.0.0", "src/nn-5af11540bbfe.nnue", 0x7AF32F20, 0x1C102B72, 40_119_326),
    "sf17.1": ("1c0000000000", "17.1.0", "src/stockfish-17.1-single-*-part-*.wasm", 0x7AF32F20, 0x1C1020F2, 74_874_478),
    "sf17.1-small": (
        "37f18f62d772",
        "17.1.0",
        "src/stockfish-17.1-single-*-part-*.wasm",
        0x7AF32F20,
        0x1C103C92,
        3_519_630,
    ),
    "sf17.1-lite": (
        "9067e33176e8",
        "17.1.0",
        "src/stockfish-17.1-lite-single-*.wasm",
        0x7AF32F20,
        0x1C103EB2,
        6_617_595,
    ),
    "sf18": ("c288c895ea92", "18.0.8", "bin/stockfish-18-single.wasm", 0x7AF32F20, 0xEC102EF2, 108_919_594),
    "sf19": ("1a298aa575a0", "19.0.0", "bin/stockfish-19-single.wasm", 0x6A448AFA, 0xA85B2205, 98_511_183),
    "sf19-lite": ("61e7af4bb97d", "19.0.0", "bin/stockfish-19-lite-single.wasm", 0x6A448AFA, 0x0C1035AE, 1_166_381),
}


def leb128(data: bytes, at: int) -> tuple[int, int]:
    """An unsigned LEB128 number and the offset after it (signed ones are memory offsets here, which are not negative but may be padded)."""
    value = shift = 0
    while True:
        byte = data[at]
        at += 1
        value |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            return value, at


def memory(wasm: bytes) -> bytearray:
    """The linear memory that a WebAssembly module starts with: data segments leave out long runs of zeros, so a network cannot be cut out of the file itself."""
    if wasm[:8] != b"\0asm\1\0\0\0":
        raise ValueError("not a WebAssembly module")
    at, segments = 8, []
    while at < len(wasm):
        section = wasm[at]
        size, at = leb128(wasm, at + 1)
        if section == 11:
            count, p = leb128(wasm, at)
            for _ in range(count):
                flag, p = leb128(wasm, p)
                if flag == 2:
                    _, p = leb128(wasm, p)
                if flag != 1:  # i32.const OFFSET end
                    offset, p = leb128(wasm, p + 1)
                    p += 1
                length, p = leb128(wasm, p)
                if flag != 1:
                    segments.append((offset, p, length))
                p += length
        at += size
    result = bytearray(max(o + n for o, _, n in segments) + 65536)  # zeros at the very end are left out, too
    for offset, p, length in segments:
        result[offset : offset + length] = wasm[p : p + length]
    return result


def right(path: str, digest: str) -> bool:
    if not os.path.exists(path):
        return False
    with open(path, "rb") as f:
        return hashlib.sha256(f.read()).hexdigest().startswith(digest)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("dir")
    parser.add_argument("names", nargs="*", metavar="NAME", help=" ".join(NETWORKS))
    parser.add_argument("--keep", action="store_true", help="leave the npm packages in DIR/npm/VERSION")
    args = parser.parse_intermixed_args()
    names = args.names or list(NETWORKS)
    for name in names:
        if name not in NETWORKS:
            parser.error(f"unknown network {name!r}; the names are {' '.join(NETWORKS)}")
    os.makedirs(args.dir, exist_ok=True)
    failed = 0
    for version in sorted({NETWORKS[n][1] for n in names}):
        wanted = [
            n
            for n in names
            if NETWORKS[n][1] == version
            and not right(os.path.join(args.dir, f"nn-{NETWORKS[n][0]}.nnue"), NETWORKS[n][0])
        ]
        kept = os.path.join(args.dir, "npm", version)
        if wanted or args.keep and not os.path.isdir(kept):
            temporary = tempfile.mkdtemp(dir=args.dir)
            subprocess.run(
                [
                    "npm",
                    "install",
                    "--silent",
                    "--no-audit",
                    "--no-fund",
                    "--ignore-scripts",
                    "--prefix",
                    temporary,
                    f"stockfish@{version}",
                ],
                check=True,
                stdout=subprocess.DEVNULL,
            )
            source, image = None, b""
            for name in wanted:
                digest, _, pattern, word, hashed, size = NETWORKS[name]
                if source != pattern:
                    parts = sorted(glob.glob(os.path.join(temporary, "node_modules/stockfish", pattern)))
                    data = b"".join(open(p, "rb").read() for p in parts)
                    source, image = pattern, memory(data) if data[:4] == b"\0asm" else data
                at = -1
                while (at := image.find(struct.pack("<II", word, hashed), at + 1)) >= 0:
                    if hashlib.sha256(image[at : at + size]).hexdigest().startswith(digest):
                        break
                if at < 0:
                    print(f"{name}: not found in stockfish@{version}", file=sys.stderr)
                    failed += 1
                    continue
                with open(os.path.join(args.dir, f"nn-{digest}.nnue"), "wb") as f:
                    f.write(image[at : at + size])
            image = b""
            if args.keep:
                os.makedirs(os.path.dirname(kept), exist_ok=True)
                shutil.rmtree(kept, ignore_errors=True)
                os.rename(temporary, kept)
            else:
                shutil.rmtree(temporary)
        for name in (n for n in names if NETWORKS[n][1] == version):
            file, link = f"nn-{NETWORKS[name][0]}.nnue", os.path.join(args.dir, name + ".nnue")
            if os.path.exists(os.path.join(args.dir, file)):
                if os.path.lexists(link):
                    os.remove(link)
                os.symlink(file, link)
                print(f"{name:13s} {file} {NETWORKS[name][5]:,} bytes")
    return failed


if __name__ == "__main__":
    sys.exit(main())
