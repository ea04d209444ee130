"""The page that tells programmers of the API, from the same fields that read requests."""

from __future__ import annotations

import json
from collections.abc import Mapping

from starlette.requests import Request
from starlette.responses import Response

from primecards.messages import Formula, msg
from primecards.web.api import Question
from primecards.web.fields import Field
from primecards.web.pages import page

TITLE = msg("For programs")
ERROR = Formula('{"error": "..."}')


def tell(request: Request, questions: Mapping[str, Question], prefix: str) -> Response:
    """Answer *request* with the page on *questions*."""
    return page(
        request,
        "api.html",
        TITLE,
        error=ERROR,
        prefix=prefix.lstrip("/"),
        address=str(request.url.replace(path=prefix, query="")),
        questions=list(questions.values()),
        allowed={
            name: {field.name: _allowed(field) for field in question.fields.values()}
            for name, question in questions.items()
        },
        examples={name: json.dumps(dict(question.example)) for name, question in questions.items()},
    )


def _allowed(field: Field) -> str:
    """Say in short what a field may be, where its schema can be said in short."""
    schema = field.schema
    if "enum" in schema:
        return " | ".join(schema["enum"])
    if "minimum" in schema:
        return f"{schema['minimum']}–{schema['maximum']}"
    return "true | false" if schema.get("type") == "boolean" else ""
