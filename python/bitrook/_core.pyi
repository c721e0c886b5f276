"""The native core: the types and functions that every build of it has."""

__version__: str
_build: str
_compiler: str
_flags: str
_sliders: str
_checked: bool
