"""Prints the command after README's `<!-- test command -->`, or what stands in until the README has one."""

import re
import sys
from pathlib import Path

FALLBACK = 'pip install ".[test]"\npytest -m "not slow"\n'

text = Path(sys.argv[1]).read_text(encoding="utf-8")
found = re.search(r"<!-- test command -->\s*```\w*\n(.*?)```", text, re.DOTALL)
print(found.group(1) if found else FALLBACK, end="")
