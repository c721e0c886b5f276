"""The detector of processor features."""

architecture: str
table: str

def features() -> tuple[str, ...]: ...
def processor() -> str: ...
