"""Writes mutations of a fuzz corpus, which are the same on every machine.

python scripts/mutations.py CORPUS DICTIONARY COUNT DIRECTORY
"""

from __future__ import annotations

import os
import random
import re
import sys


def words(dictionary: str) -> list[bytes]:
    """Return the words of a libFuzzer dictionary: one per line, quoted, with unprintable bytes as \\xHH."""
    with open(dictionary) as stream:
        found = re.findall(r'^"(.*)"$', stream.read(), re.MULTILINE)
    return [
        re.sub(r"\\x(..)", lambda hexadecimal: chr(int(hexadecimal[1], 16)), word).encode("latin-1") for word in found
    ]


def mutated(data: bytearray, others: list[bytes], dictionary: list[bytes], dice: random.Random) -> bytes:
    for _ in range(1 + dice.randrange(6)):
        at = dice.randrange(len(data) + 1)
        end = min(len(data), at + 1 + dice.randrange(8))
        other = others[dice.randrange(len(others))]
        begin = dice.randrange(len(other) + 1)
        match dice.randrange(6):
            case 0:
                del data[at:end]
            case 1:
                data[at:at] = data[at:end] * (1 + dice.randrange(3))
            case 2:
                data[at:end] = dictionary[dice.randrange(len(dictionary))]
            case 3:
                data[at:at] = other[begin : begin + 1 + dice.randrange(32)]
            case 4 if at < len(data):
                data[at] ^= 1 << dice.randrange(8)
            case _:
                data[at:end] = bytes(dice.randrange(256) for _ in range(end - at))
    return bytes(data)


def main(corpus: str, dictionary: str, count: str, directory: str) -> None:
    inputs = []
    for name in sorted(os.listdir(corpus)):
        with open(os.path.join(corpus, name), "rb") as stream:
            inputs.append(stream.read())
    dice, vocabulary = random.Random(1), words(dictionary)
    for n in range(int(count)):
        with open(os.path.join(directory, f"{n:05}"), "wb") as stream:
            stream.write(mutated(bytearray(inputs[n % len(inputs)]), inputs, vocabulary, dice))


main(*sys.argv[1:])
