"""SVG boxes, lines and text for the images of the documentation."""

from __future__ import annotations

BLUE, RED, GRAY = "#3d7fd6", "#d64d3d", "#666"


def drawing(width: int, height: int, title: str, *parts: str) -> str:
    """Return an SVG image with a white background."""
    size = f'viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" font-family="sans-serif" font-size="14">'
    return "\n".join(
        [
            head,
            f"<title>{title}</title>",
            '<rect width="100%" height="100%" fill="#fff"/>',
            *parts,
            "</svg>",
        ]
    )


def text(
    x: float, y: float, words: str, anchor: str = "middle", color: str = "#222"
) -> str:
    return f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}" fill="{color}">{words}</text>'


def box(
    x: float,
    y: float,
    width: float,
    height: float,
    words: str,
    fill: str = "#eef3fb",
) -> str:
    rect = f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="4" fill="{fill}" stroke="{GRAY}"/>'
    lines = words.split("|")
    first = y + height / 2 + 5 - 9 * (len(lines) - 1)
    return rect + "".join(
        text(x + width / 2, first + 18 * i, line)
        for i, line in enumerate(lines)
    )


def line(
    points: list[tuple[float, float]], color: str = GRAY, width: float = 1.5
) -> str:
    path = " ".join(f"{x:g},{y:g}" for x, y in points)
    return f'<polyline points="{path}" fill="none" stroke="{color}" stroke-width="{width:g}"/>'
