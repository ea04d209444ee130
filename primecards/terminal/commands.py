"""What is typed at the table, in either language: commands by whole words, beginnings of words, letters and numbers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from primecards.errors import PrimecardsError
from primecards.game.state import DISCARD
from primecards.messages import Message, msg
from primecards.rules.cards import normalise, read_text


@dataclass(frozen=True, slots=True)
class Command:
    """Something to ask for: *words* by language, the one to be shown first and its letter second."""

    name: str
    does: Message
    words: dict[str, tuple[str, ...]]

    def word(self, language: str) -> str:
        """Return the word that help shows."""
        return self.words[language][0]


def _command(name: str, does: Message, english: str, hebrew: str) -> Command:
    return Command(name, does, {"en": tuple(english.split()), "he": tuple(hebrew.split())})


COMMANDS = (
    _command("draw", msg("draw a card from the stock (or 1)"), "draw d stock", "קופה ק מהקופה הקופה"),
    _command("take", msg("take the exposed card (or 2)"), "take t exposed", "חשוף ח החשוף לקחת קחו קח קחי"),
    _command(
        "discard",
        msg("discard a card: its number, or w for a wild card"),
        "discard di throw",
        "הניחו ה להניח הניח הניחי הנחה",
    ),
    _command(
        "out", msg("go out; the series are found for you, or you lay them"), "out o go finish", "סיום ס לסיים סיימו"
    ),
    _command("hint", msg("a hint; asked for again, the move"), "hint h", "רמז ר"),
    _command("sort", msg("sort the cards by key, or by number again"), "sort s", "מיון מ למיין מיינו"),
    _command("undo", msg("take back your last decision"), "undo u back", "ביטול ב לבטל בטלו"),
    _command("table", msg("show the table again (or Enter)"), "table ta show cards", "שולחן שו קלפים"),
    _command("record", msg("tell the game so far"), "record rec log", "תיעוד ת"),
    _command("rules", msg("the rules of the game"), "rules r", "כללים כ חוקים"),
    _command("save", msg("save the game, in a file you may name"), "save sa", "שמירה ש לשמור שמרו"),
    _command("resume", msg("go on with a saved game from a file"), "resume res load", "טעינה ט לטעון טענו"),
    _command("help", msg("this list"), "help ? commands", "עזרה ע"),
    _command("quit", msg("stop; the game can be saved"), "quit q exit bye", "יציאה י לצאת צאו"),
)
_BY_WORD = {word: command.name for command in COMMANDS for words in command.words.values() for word in words}
_WHOLE = {word: name for word, name in _BY_WORD.items() if len(word) > 2}
_STOCK = frozenset(("stock", "1", "קופה", "הקופה", "מהקופה"))
_EXPOSED = frozenset(("exposed", "2", "חשוף", "החשוף"))
MOST_TYPED = 2_000


def read_command(line: str, phase: str) -> tuple[str, str] | None:
    """Read a *line*: the name of the command and what follows it, as it was typed; None for what is none.

    An empty line shows the table. In the phase "draw", 1 and 2 say where from; a card by itself is to be discarded.

    >>> [read_command(line, "draw") for line in ("Take", "ק", "hi", "2", "what")]
    [('take', ''), ('draw', ''), ('hint', ''), ('take', ''), None]
    >>> read_command("50", "discard"), read_command("הניחו 50", "discard")
    (('discard', '50'), ('discard', '50'))
    """
    first, _, rest = line.strip()[:MOST_TYPED].partition(" ")
    rest = rest.strip()
    word = normalise(first).strip("\"'.,!:״") or first
    if not word:
        return "table", ""
    if phase == DISCARD and word == "d":
        return "discard", rest
    if phase != DISCARD and word in ("1", "2"):
        return ("draw" if word == "1" else "take"), ""
    name = _BY_WORD.get(word) or _only_one(word)
    if name is None:
        return ("discard", line.strip()) if _is_card(line) else None
    if name in ("draw", "take"):
        said = frozenset(normalise(rest).split())
        name = "draw" if said & _STOCK else "take" if said & _EXPOSED else name
    return name, rest


def _only_one(word: str) -> str | None:
    """Find the one command with a word that begins with *word*."""
    names = {name for whole, name in _WHOLE.items() if whole.startswith(word)}
    return names.pop() if len(names) == 1 else None


def _is_card(text: str) -> bool:
    try:
        return len(read_text(text)) == 1
    except PrimecardsError:
        return False


def help_lines(language: str) -> Iterator[Message]:
    """Tell all the commands, a line each."""
    for command in COMMANDS:
        words = ", ".join(command.words[language][:2])
        yield msg("{command}: {does}", command=words, does=command.does)
    yield msg("Beginnings of these words will do, in English and in Hebrew.")
