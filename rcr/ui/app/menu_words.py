"""The names of the pages in other languages than English; a page that has none keeps its own."""

from __future__ import annotations

from rcr.ui.app.language import language

NAMES = {
    "de": {
        "Explore": "Erkunden",
        "Learn": "Lernen",
        "Class": "Klasse",
        "Compare": "Vergleichen",
        "Models": "Modelle",
        "Paper": "Artikel",
    },
}


def page_name(title: str) -> str:
    """What a page is called in the visitor's language."""
    return NAMES.get(language(), {}).get(title, title)
