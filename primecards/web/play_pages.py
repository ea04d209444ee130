"""The pages to play on: sitting down, and the table. What is done there is sent, and the table is shown again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qsl, urlencode

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from primecards.errors import InputError, OutOfRangeError, UnreadableError
from primecards.game.players import PLAYERS
from primecards.game.state import DISCARD
from primecards.messages import Message, msg
from primecards.rules.cards import Card, in_order
from primecards.rules.ruleset import MAX_WILD_CARDS
from primecards.terminal import telling
from primecards.terminal.seats import DEFAULT, label
from primecards.web import playing
from primecards.web.api import done, require_text
from primecards.web.fields import Field, one_of, whole
from primecards.web.pages import page, page_language
from primecards.web.playing import Table, Tables
from primecards.web.workers import Workers

TITLE = msg("Play")
NOBODY = "nobody"
UNDERLINED = frozenset((6, 9, 66, 68, 86, 89, 98, 99))
RULES = {"basic": msg("7 cards, series of 3 at least"), "advanced": msg("14 cards, series of 4 at least")}
MOST_FIELDS = 40


@dataclass(frozen=True, slots=True)
class CardView:
    """A card as it is drawn: its *number* (0: wild), *value* in forms, and *look*."""

    number: int
    value: str
    look: str


def show_card(card: Card, *, new: bool = False) -> CardView:
    """Say how *card* looks; a *new* one has just been drawn."""
    looks = (("prime", card.is_prime), ("wild", card.is_wild), ("underlined", card in UNDERLINED), ("new", new))
    return CardView(int(card), str(card), " ".join(name for name, has in looks if has))


class PlayPages:
    """The pages to play on, with the tables that are being played at; *thinkers* are the computer's players."""

    def __init__(self, thinkers: Workers, tables: Tables | None = None) -> None:
        self._thinkers, self.tables = thinkers, tables or Tables()

    def routes(self) -> list[Route]:
        """List the addresses of the pages."""
        return [
            Route("/play", self.begin, methods=["GET"]),
            Route("/play", self.sit_down, methods=["POST"], name="sit down"),
            Route("/play/{table}", self.show, methods=["GET"]),
            Route("/play/{table}", self.act, methods=["POST"], name="act"),
        ]

    async def begin(self, request: Request) -> Response:
        """Ask whom to play against, and how."""
        return _begin(request, {})

    async def sit_down(self, request: Request) -> Response:
        """Deal a game, and go to its table."""
        given = await _form(request)
        problems: dict[str, Message] = {}
        values: dict[str, Any] = {}
        for name, one in _fields().items():
            try:
                values[name] = one.read(one.from_text([given.get(name, "").strip()]))
            except InputError as refused:
                problems[name] = refused.message
        against = [given.get(f"player-{place}", NOBODY) for place in range(1, playing.MOST_OPPONENTS + 1)]
        against = [name for name in against if name != NOBODY] or [DEFAULT]
        if not problems:
            try:
                require_text(name := given.get("name", "").strip())
                table = playing.new_table(against, values["rules"], values["wilds"], name)
            except OutOfRangeError as refused:
                problems["players"] = refused.message
            except InputError as refused:
                problems["name"] = refused.message
            else:
                return _to_table(request, self.tables.add(table))
        return _begin(request, given, problems)

    async def show(self, request: Request) -> Response:
        """Show the table to its player."""
        return show_table(request, self._find(request))

    async def act(self, request: Request) -> Response:
        """Do what a button says, and show the table again; a form made before the last move does nothing."""
        table, name = self._find(request), request.path_params["table"]
        given = await _form(request)
        if given.get("move") == str(table.move):
            after: Table = await done(request, self._thinkers, playing.act, table, given.get("do", ""), given)
            if self.tables.get(name) is table:
                self.tables.put(name, after)
        return _to_table(request, name, "#said" if given.get("do") != "sort" else "")

    def _find(self, request: Request) -> Table:
        table = self.tables.get(request.path_params["table"])
        if table is None:
            raise HTTPException(404)
        return table


async def _form(request: Request) -> dict[str, str]:
    """Read a form that was sent; raises InputError, and HTTPException for one that another site has sent."""
    if request.headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        raise HTTPException(403)
    try:
        body = (await request.body()).decode()
        given = dict(parse_qsl(body, keep_blank_values=True, errors="strict", max_num_fields=MOST_FIELDS))
    except ValueError:
        raise UnreadableError(msg("The form cannot be read.")) from None
    request.state.language = page_language(request)
    return given


def _to_table(request: Request, name: str, place: str = "") -> Response:
    up = "" if request.url.path.count("/") > 1 else "play/"
    return RedirectResponse(f"{up}{name}?{urlencode({'lang': page_language(request)})}{place}", 303)


def _fields() -> dict[str, Field]:
    wilds = whole("wilds", label_ := msg("Wild cards"), 0, MAX_WILD_CARDS, 4, called=label_)
    rules = one_of("rules", label_ := msg("Cards"), tuple(RULES), "basic", called=label_)
    return {"rules": rules, "wilds": wilds}


def _begin(request: Request, given: Mapping[str, str], problems: Mapping[str, Message] | None = None) -> Response:
    usual = {"player-1": DEFAULT, "rules": "basic", "wilds": "4", "name": ""}
    return page(
        request,
        "play-begin.html",
        TITLE,
        400 if problems else 200,
        given={**usual, **given},
        problems=problems or {},
        players=PLAYERS,
        nobody=NOBODY,
        most=playing.MOST_OPPONENTS,
        rules=RULES,
    )


def show_table(request: Request, table: Table) -> Response:
    """Answer *request* with *table* as its player may see it."""
    sitting = table.sitting
    state = sitting.state
    shown: dict[str, Any] = {"table": table, "over": state.over, "said": table.said, "tone": table.tone}
    if state.over:
        shown |= _ending(table)
    else:
        hand = state.hand(state.player)
        discarding = state.phase == DISCARD
        newest = len(hand) - 1 - hand[::-1].index(state.drawn) if discarding and state.drawn is not None else None
        views = [show_card(card, new=place == newest) for place, card in enumerate(hand)]
        shown |= {
            "discarding": discarding,
            "facts": [
                telling.heading(sitting),
                *telling.news(sitting),
                telling.others(sitting),
                telling.stock(sitting),
            ],
            "players": _players(table),
            "upcard": None if state.upcard is None else show_card(state.upcard),
            "hand": views,
            "groups": _groups(hand, views) if table.by_key else [(None, views)],
            "places": playing.places(table)[:-1],
            "discard": playing.OVER,
            "laid": table.laid or ("",) * len(hand),
            "story": list(telling.story(sitting)),
            "rules": list(telling.rules_told(sitting)),
        }
    return page(request, "play.html", TITLE, **shown)


def _groups(hand: Sequence[Card], views: Sequence[CardView]) -> list[tuple[int | None, list[CardView]]]:
    """Put the cards in groups by key; wild cards are all alike."""
    left = list(zip(hand, views, strict=True))
    groups = []
    for key, cards in telling.by_key(hand):
        group = []
        for card in cards:
            place = next(place for place, (other, _) in enumerate(left) if other is card)
            group.append(left.pop(place)[1])
        groups.append((None if key is None else int(key), group))
    return groups


def _players(table: Table) -> list[Message]:
    seats = table.sitting.seats
    return [
        msg("{name}: {how}.", name=label(seats, place), how=PLAYERS[seat.player].title)
        for place, seat in enumerate(seats)
        if not seat.is_person
    ]


def _ending(table: Table) -> dict[str, Any]:
    sitting = table.sitting
    out = next(iter(telling.gone_out(sitting)), None)
    return {
        "who_won": telling.who_won(sitting),
        "series": [
            (telling.series_line(series), [show_card(card) for card in in_order(series.cards)])
            for series in (out.series if out else ())
        ],
        "reckoning": list(telling.reckoning(sitting)),
        "record": sitting.record.to_text(),
    }
