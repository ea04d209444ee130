"""The API described: OpenAPI 3.1, made from the fields that read requests and the item schema that ships."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any

from primecards.languages import LANGUAGES
from primecards.messages import msg
from primecards.puzzles import item as puzzle_item
from primecards.rules.numbers import HIGHEST
from primecards.web.api import Question
from primecards.web.fields import Field

_NUMBER_CARD = {"type": "integer", "minimum": 1, "maximum": HIGHEST}
_CARDS = {"type": "array", "items": {"oneOf": [_NUMBER_CARD, {"const": "w"}]}}
_NUMBERS = {"type": "array", "items": _NUMBER_CARD}
_TEXTS = {"type": "array", "items": {"type": "string"}}
_COUNT = {"type": ["integer", "null"], "minimum": 0}


def _object(optional: Mapping[str, Any] | None = None, /, **members: Any) -> dict[str, Any]:
    return {
        "type": "object",
        "required": list(members),
        "properties": {**members, **(optional or {})},
        "additionalProperties": False,
    }


_FAULT = _object(
    {"text": _TEXTS},
    code={
        "enum": ["too-short", "no-prime", "key-not-held", "card-does-not-fit", "no-common-key", "too-many-wilds"],
    },
    card={"oneOf": [_NUMBER_CARD, {"type": "null"}]},
    key={"oneOf": [_NUMBER_CARD, {"type": "null"}]},
)
_SERIES = {"type": "array", "items": _object(key=_NUMBER_CARD, cards=_CARDS, wilds=_NUMBERS)}
_ITEM = {"$ref": "#/components/schemas/Item"}
_EXAMPLE = _object(
    before={"type": "integer", "minimum": 1},
    role={"enum": ["worked", "faded"]},
    shown_steps={"type": "integer", "minimum": 0},
    item=_ITEM,
)
ANSWERS: dict[str, dict[str, Any]] = {
    "check": _object(
        {"text": _TEXTS},
        ok={"type": "boolean"},
        cards=_CARDS,
        keys=_NUMBERS,
        faults={"type": "array", "items": _FAULT},
    ),
    "solve": _object(
        {"text": _TEXTS},
        cards=_CARDS,
        arrangement={"oneOf": [_SERIES, {"type": "null"}]},
        best=_SERIES,
        deadwood=_CARDS,
        winning_discards=_CARDS,
        outs=_NUMBERS,
        draws_needed=_COUNT,
        count=_COUNT,
    ),
    "item": _ITEM,
    "mark": _object(
        {"feedback": _TEXTS},
        points={"type": "string", "pattern": "^[0-9]+(/[0-9]+)?$"},
        correct={"type": "boolean"},
        hint={"type": "string"},
        mistakes=_TEXTS,
        read={},
    ),
    "worksheet": _object(
        format={"const": puzzle_item.FORMAT},
        code={"type": "string"},
        form={"enum": ["", "A", "B", "C", "D"]},
        language={"enum": list(LANGUAGES)},
        title={"type": "string"},
        school={"type": "string"},
        items={"type": "array", "items": _ITEM},
        examples={"type": "array", "items": _EXAMPLE},
    ),
}
REFUSALS = {
    "400": msg("What was asked cannot be used; the error says what is allowed."),
    "408": msg("The request took too long to arrive."),
    "413": msg("The request is too long."),
    "414": msg("The address is too long."),
    "415": msg("The body is of a type that is not read."),
    "503": msg("The server is busy; the header Retry-After says when to try again."),
}
NOT_FOUND = msg("There is nothing at this address.")


@cache
def item_schema() -> dict[str, Any]:
    """Return the schema of an item, as it ships."""
    path = Path(puzzle_item.__file__).with_name("item-schema.json")
    schema: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return schema


def document(questions: Mapping[str, Question], prefix: str, language: str = "en") -> dict[str, Any]:
    """Describe *questions*, each at its name after *prefix*, in *language*."""
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "primecards",
            "version": version("primecards"),
            "summary": msg("Check series, solve hands, make and mark exercises on a deck of number cards.").text(
                language
            ),
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [{"url": "/"}],
        "paths": {f"{prefix}/{name}": _path(question, language) for name, question in questions.items()},
        "components": {
            "schemas": {
                **_item_schemas(),
                "Error": _object(error={"type": "string", "minLength": 1}),
            },
            "responses": {
                status: {
                    "description": about.text(language),
                    "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}},
                }
                for status, about in REFUSALS.items()
            },
        },
    }


def _path(question: Question, language: str) -> dict[str, Any]:
    answers = {
        "200": {
            "description": question.about.text(language),
            "content": {"application/json": {"schema": ANSWERS[question.name]}},
        },
        **{status: {"$ref": f"#/components/responses/{status}"} for status in REFUSALS},
    }
    said = question.about.text(language)
    body = _object(
        {name: _described(field, language) for name, field in question.fields.items() if not field.required},
        **{name: _described(field, language) for name, field in question.fields.items() if field.required},
    )
    return {
        "get": {
            "operationId": f"get-{question.name}",
            "summary": said,
            "parameters": [_parameter(field, question, language) for field in question.fields.values()],
            "responses": answers,
        },
        "post": {
            "operationId": question.name,
            "summary": said,
            "requestBody": {
                "required": True,
                "content": {"application/json": {"schema": body, "example": dict(question.example)}},
            },
            "responses": answers,
        },
    }


def _described(field: Field, language: str) -> dict[str, Any]:
    default = {} if field.default is None else {"default": field.default}
    return {**field.schema, **default, "description": field.about.text(language)}


def _parameter(field: Field, question: Question, language: str) -> dict[str, Any]:
    """Describe *field* in a query string, which brings text: of what may be text or a list, the text."""
    schema = _described(field, language)
    about = schema.pop("description")
    if (not field.several and "oneOf" in schema) or not field.schema:
        schema = {"type": "string"}
    elif field.several:
        schema = {**field.schema["oneOf"][1]}
    example = {"example": question.example[field.name]} if _plain(question.example.get(field.name)) else {}
    return {
        "name": field.name,
        "in": "query",
        "required": field.required,
        "description": about,
        "schema": schema,
        **example,
    }


def _plain(value: object) -> bool:
    return isinstance(value, (str, int))


def _item_schemas() -> dict[str, Any]:
    """Take the item schema apart: Item, and its parts under names of their own."""
    schema = {name: part for name, part in item_schema().items() if name not in ("$schema", "$id", "$defs")}
    parts = {f"Item-{name}": part for name, part in item_schema().get("$defs", {}).items()}
    text = json.dumps({"Item": schema, **parts}).replace('"#/$defs/', '"#/components/schemas/Item-')
    schemas: dict[str, Any] = json.loads(text)
    return schemas
