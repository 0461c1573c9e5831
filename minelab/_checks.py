"""Checks of arguments: return the value in its plain type, or raise a ValueError that names it."""

import os
import re
from collections.abc import Collection, Iterable
from difflib import get_close_matches
from numbers import Integral, Real
from pathlib import Path
from typing import Any
from unicodedata import category

import numpy as np

MOST_LETTERS = 1000
"""The longest name; longer ones are a mistake or an attack."""
UNPRINTABLE = {"Cc", "Cf", "Cs", "Zl", "Zp"}
"""Kinds of characters that no name may hold: they steer a terminal, turn the direction of writing,
end a line or can't be seen; and halves of surrogate pairs."""
UNSEEN = (
    "\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0"
    "\U000e0100-\U000e01ef"
)
"""What can't be seen either, of other kinds, as a range of a regular expression."""


def shown(value: object) -> str:
    """A value as error messages show it, cut to 99 characters."""
    try:
        return f"{value!r:.99}"
    except Exception:  # a number with too many digits, or a class whose repr fails
        return f"a {type(value).__name__} that can't be printed"


def escaped(text: str) -> str:
    """A text with what can't be printed as escapes, for messages that quote a stranger's file.

    >>> print(escaped("a\x1b[2J"))
    a\\x1b[2J
    """
    return "".join(x if x.isprintable() and not is_hidden(x) else ascii(x)[1:-1] for x in text)


def is_hidden(letter: str) -> bool:
    """Whether a name may not hold this character.

    >>> [is_hidden(x) for x in "aé 💣\u200b\u3164"]
    [False, False, False, False, True, True]
    """
    return category(letter) in UNPRINTABLE or re.match(f"[{UNSEEN}]", letter) is not None


def check_whole(name: str, value: object, low: int, high: int) -> int:
    """A whole number within a range, as an int."""
    whole = isinstance(value, Integral) and not isinstance(value, bool)
    if not whole or not low <= int(value) <= high:  # type: ignore[call-overload]
        raise ValueError(f"{name} must be a whole number from {low} to {high}, not {shown(value)}")
    return int(value)  # type: ignore[call-overload,no-any-return]


def check_numbers(name: str, value: object, most: int, high: int) -> range:
    """The numbers of what is asked for: a count, from 0 on, or a range in steps of 1.

    most: how many they may be.
    high: where they end at the latest.
    """
    numbers = value if isinstance(value, range) else range(check_whole(name, value, 0, most))
    if numbers.step != 1 or not 0 <= numbers.start <= numbers.stop <= high:
        raise ValueError(f"{name} must be a count or a range in steps of 1, not {shown(value)}")
    check_whole(name, len(numbers), 0, most)
    return numbers


def check_number(name: str, value: object, low: float, high: float) -> float:
    """A number within a range, as a float."""
    number = isinstance(value, Real) and not isinstance(value, bool)
    if not number or not low <= value <= high:  # type: ignore[operator]
        raise ValueError(f"{name} must be a number from {low} to {high}, not {shown(value)}")
    return float(value)  # type: ignore[arg-type]


def check_yes_or_no(name: str, value: object) -> bool:
    """True or False, not a value that merely counts as one."""
    if not isinstance(value, bool | np.bool_):
        raise ValueError(f"{name} must be True or False, not {shown(value)}")
    return bool(value)


def check_type(name: str, value: object, kind: type) -> None:
    """Refuse what is not of this type."""
    if not isinstance(value, kind):
        raise ValueError(f"{name} must be a {kind.__name__}, not {shown(value)}")


def check_text(name: str, value: object) -> str:
    """A text that can be a name: not too long, and without what can't be seen."""
    if (
        not isinstance(value, str)
        or len(value) > MOST_LETTERS
        or (not (value.isascii() and value.isprintable()) and any(map(is_hidden, value)))
    ):
        raise ValueError(
            f"{name} must be a text of up to {MOST_LETTERS} letters that can be printed, "
            f"not {escaped(shown(value))}"
        )
    return value


def check_one_of(name: str, value: object, choices: Collection[str]) -> str:
    """One of these words; the error names the closest one, if any is close."""
    if not isinstance(value, str) or value not in choices:
        words = ", ".join(map(repr, choices))
        close = get_close_matches(value, choices, n=1) if isinstance(value, str) else []
        hint = f"; did you mean {close[0]!r}?" if close else ""
        raise ValueError(f"{name} must be one of {words}, not {shown(value)}{hint}")
    return value


def check_iterable(name: str, values: object, what: str) -> Iterable[Any]:
    """Any iterable but a text; `what` says in the error what it should hold."""
    single = isinstance(values, str | bytes) or getattr(values, "ndim", 1) == 0
    if single or not isinstance(values, Iterable):
        raise ValueError(f"{name} must be a list of {what}, not {shown(values)}")
    return values


def check_list(name: str, values: object, what: str) -> list[Any]:
    """Any iterable but a text, as a list."""
    return list(check_iterable(name, values, what))


def check_path(name: str, path: object) -> Path:
    """The name of a file or a folder."""
    text = os.fspath(path) if isinstance(path, str | os.PathLike) else None
    if not isinstance(text, str) or not text or "\0" in text:
        raise ValueError(f"{name} must be the name of a file, not {shown(path)}")
    return Path(text)
