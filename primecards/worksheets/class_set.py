"""A class set: a different sheet for every pupil of a roster, or parallel forms, and all that goes with them.

roster -> ClassSet (who gets which sheet) -> class_pieces (printed, a few at a time) -> class_files (joined)
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from primecards.chance import pick, random_for
from primecards.errors import OutOfRangeError
from primecards.languages import require_language
from primecards.messages import msg
from primecards.puzzles.item import FORMAT
from primecards.rules.ruleset import allowed_range
from primecards.spreading import Executor
from primecards.words import say
from primecards.worksheets.roster import MOST_PUPILS, Pupil, cleaned
from primecards.worksheets.spec import FORMS, Code, SpecLike, code_of
from primecards.worksheets.worksheet import Worksheet

# As fresh seeds are: no letters or digits that are taken for each other.
_SEED_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
_SEED_LENGTH = 8


@dataclass(frozen=True, slots=True)
class PupilSheet:
    """Who gets which sheet: the *pupil*, the *name* on the sheet, a *label* that nobody else has, and the *code*."""

    pupil: Pupil
    name: str
    label: str
    code: Code


@dataclass(frozen=True, slots=True)
class ClassSet:
    """Sheets for *pupils*: to each one of their own, or one of so many parallel *forms*.

    A pupil's own sheet depends on the seed of the *code* and on the name, and the class if the roster has one, and not
    on anybody else: pupils may come and go. Only of pupils who are alike in both does the second get another sheet than
    the first because of the order in the roster.
    """

    pupils: tuple[Pupil, ...]
    code: Code
    forms: int = 0
    language: str = "en"
    title: str = ""
    school: str = ""
    class_name: str = ""

    @classmethod
    def make(
        cls,
        pupils: Iterable[Pupil | str],
        specs: Iterable[SpecLike],
        *,
        seed: str | int | None = None,
        forms: int = 0,
        language: str = "en",
        title: str = "",
        school: str = "",
        class_name: str = "",
        order: str | None = None,
        examples: str | None = None,
    ) -> ClassSet:
        """Make the class set of *pupils* (from `read_roster`, or their names) and *specs*, as `Worksheet.make` does.

        With 2 to 4 *forms* neighbours in seating order, which is that of the seats or else of the roster, never have
        the same one. Raises as `Worksheet.make` does, and OutOfRangeError for no pupils, or other numbers of forms.

        >>> [str(sheet.code) for sheet in ClassSet.make(["Noa", "Dan"], ["find-key.3x6"], seed="k7f2q9").sheets]
        ['find-key.3x6#q7k4tgqc', 'find-key.3x6#g87hdwq2']
        """
        roster = tuple(Pupil(cleaned(pupil)) if isinstance(pupil, str) else pupil for pupil in pupils)
        if not 1 <= len(roster) <= MOST_PUPILS:
            raise OutOfRangeError(allowed_range("pupils", len(roster), 1, MOST_PUPILS))
        if forms and (isinstance(forms, bool) or not isinstance(forms, int) or not 2 <= forms <= len(FORMS)):
            raise OutOfRangeError(allowed_range("forms", forms, 2, len(FORMS)))
        code = replace(code_of(specs, seed=seed, order=order, examples=examples), form=0, forms=1)
        return cls(roster, code, forms, require_language(language), title, school, class_name)

    @property
    def sheets(self) -> tuple[PupilSheet, ...]:
        """Who gets which sheet, in the order of the roster."""
        numbers = _numbered((pupil.name, pupil.class_name) for pupil in self.pupils)
        names = [_with_number(pupil.name, number) for pupil, number in zip(self.pupils, numbers, strict=True)]
        codes = self._codes(numbers)
        return tuple(map(PupilSheet, self.pupils, names, self._labels(names), codes))

    def _codes(self, numbers: Sequence[int]) -> list[Code]:
        if self.forms:
            codes = self.code.in_forms(self.forms)
            places = {roster: place for place, roster in enumerate(_seating_order(self.pupils))}
            return [codes[places[roster] % self.forms] for roster in range(len(self.pupils))]
        return [
            replace(self.code, seed=_own_seed(self.code.seed, pupil, number))
            for pupil, number in zip(self.pupils, numbers, strict=True)
        ]

    def _labels(self, names: Sequence[str]) -> list[str]:
        """Tell pupils of one name apart by their classes, or else by numbers, as files and the manifest have to."""
        shared = Counter(names)
        nobody = say(msg("no name"), self.language)
        labels = [
            f"{name or nobody} ({pupil.class_name})" if shared[name] > 1 and pupil.class_name else name or nobody
            for name, pupil in zip(names, self.pupils, strict=True)
        ]
        taken = set(labels)
        for place, number in enumerate(_numbered(labels)):
            label = labels[place]
            while number > 1 and labels[place] in taken:
                labels[place] = _with_number(label, number)
                number += 1
            taken.add(labels[place])
        return labels

    def first_sheet(self) -> Worksheet:
        """Make the sheet of the first pupil; raises NotEnoughItemsError where nobody's can be made."""
        return Worksheet.of(self.sheets[0].code, language=self.language)

    def write(
        self,
        folder: str | Path,
        *,
        paper: str = "a4",
        style: str = "plain",
        cream: bool = False,
        points: bool = False,
        per_page: int | None = None,
        helpers: str = "auto",
        templates: Iterable[str | Path] = (),
        each: bool = False,
        duplex: bool = False,
        executor: Executor | None = None,
        progress: Callable[[int], object] | None = None,
    ) -> tuple[Path, ...]:
        """Print the class set into *folder*, which is made if it is not there; return the files written.

        They are `class.pdf`, all sheets in the order of the roster, each beginning on the front of a leaf if *duplex*;
        `answers.pdf`, an overview and then all answer keys; `manifest.json`, which `mark-class` reads; and if *each* is
        wanted a file per pupil in `pupils`. Files of an earlier class set are replaced, and those of its pupils that
        its manifest names removed; others stay. The look is as in `Worksheet.save`.

        The work is done by *executor* (see `primecards.spreading`) or here, with the same result to the byte;
        *progress* is told how many pupils' sheets are done. What is interrupted goes on where it stopped when the same
        set is written to the same folder. Raises PrintingError where printing or writing fails.
        """
        from primecards.worksheets.class_files import Printing, write_class_set
        from primecards.worksheets.printing import Layout

        layout = Layout(
            paper,
            style,
            templates=tuple(Path(one) for one in templates),
            cream=cream,
            points=points,
            per_page=per_page,
            helpers=helpers,
        )
        how = Printing(layout, each, duplex)
        return write_class_set(self, Path(folder), how, executor, progress or (lambda _: None))


def _numbered(names: Iterable[object]) -> list[int]:
    """Number what is alike: 1 for the first of each, 2 for the second."""
    seen: Counter[object] = Counter()
    numbers = []
    for name in names:
        seen[name] += 1
        numbers.append(seen[name])
    return numbers


def _with_number(name: str, number: int) -> str:
    return f"{name} ({number})" if name and number > 1 else name


def _own_seed(seed: str, pupil: Pupil, number: int) -> str:
    rng = random_for("class set", FORMAT, seed, pupil.name, pupil.class_name, number)
    return "".join(pick(rng, _SEED_LETTERS) for _ in range(_SEED_LENGTH))


def _seating_order(pupils: Sequence[Pupil]) -> list[int]:
    """List the places in the roster as their pupils sit: class by class and seat by seat, where there are seats."""
    if not any(pupil.seat for pupil in pupils):
        return list(range(len(pupils)))
    classes = {name: place for place, name in enumerate(dict.fromkeys(pupil.class_name for pupil in pupils))}

    def seat(place: int) -> tuple[int, bool, list[tuple[int, str]], int]:
        pupil = pupils[place]
        parts = [(int(digits or 0), text) for digits, text in re.findall(r"([0-9]{1,9})|([^0-9]+)", pupil.seat)]
        return classes[pupil.class_name], not pupil.seat, parts, place

    return sorted(range(len(pupils)), key=seat)
