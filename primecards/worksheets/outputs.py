"""A sheet in every file type: one function each, from the sheet and the layout to bytes."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from primecards.worksheets.docx import to_docx
from primecards.worksheets.markdown import to_markdown
from primecards.worksheets.printing import Layout, to_html, to_pdf

if TYPE_CHECKING:
    from primecards.worksheets.worksheet import Worksheet


def render(sheet: Worksheet, file_type: str, layout: Layout, part: str) -> bytes:
    """Write *part* of *sheet* ("pupil", "answers" or "all") as a file of *file_type*, such as ".pdf"."""
    match file_type:
        case ".pdf":
            return to_pdf(sheet, layout, part)
        case ".html":
            return to_html(sheet, layout, part).encode()
        case ".md":
            return to_markdown(sheet, part, layout).encode()
        case ".docx":
            return to_docx(sheet, layout, part)
        case _:
            return (json.dumps(sheet.to_dict(answers=part != "pupil"), ensure_ascii=False, indent=1) + "\n").encode()
