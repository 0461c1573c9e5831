"""A table as a file: small types, compressed, with the facts about how it was made.

The facts are in the file's own metadata: the design, the seed, the version of the package and a
hash of the values. The hash depends on names and values only, not on how they are stored. Whether a
table is out of date is decided by `is_current` in experiments.py.
"""

import hashlib
import json
import re
from collections.abc import Iterable
from contextlib import ExitStack
from functools import partial
from inspect import signature
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from minelab._checks import UNPRINTABLE, UNSEEN, check_text, escaped
from minelab._files import each_once
from minelab._later import pd
from minelab.boards.grid import MAX_ROWS
from minelab.lab.runner import keep

if TYPE_CHECKING:
    import pyarrow as pa

KEY = b"minelab"
"""The key of the facts in a Parquet file's metadata."""
Facts = dict[str, Any]
KINDS = re.compile(
    r"u?int\d+|halffloat|float|double|bool|null|(large_)?string|dictionary<values=string,.*"
)
"""The types that a column may have."""
MAX_COLUMNS = 1000
"""Our tables have at most 28."""
MAX_VALUES = 2 * 10**8
"""Rows times columns: 1.6 GB of numbers. Our tables have at most 19 million."""
REFUSED = "".join(rf"\p{{{kind}}}" for kind in sorted(UNPRINTABLE - {"Cs"}))
CONTROLS = f"[{REFUSED}{UNSEEN}]"
"""What no name may hold; halves of surrogate pairs are no UTF-8, which is checked too."""
MOST_TEXT = 10_000
"""Letters of a text: a number per cell of an expert board takes half of that."""
MAX_BYTES = 4 * 10**9
"""The size of the values before compression."""
NOT_DAMAGED = (MemoryError, PermissionError)
"""Errors that say nothing about the file."""


class Damaged(ValueError):
    """A file without a readable table; the message quotes it."""

    def __init__(self, message: str) -> None:
        super().__init__(escaped(message))


def write(path: Path, table: "pd.DataFrame", facts: Facts) -> None:
    """Write a table and its facts, whole or not at all."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    arrow = pa.Table.from_pandas(small(table), preserve_index=False)
    about = {KEY: json.dumps(facts, separators=(",", ":"))}
    arrow = arrow.replace_schema_metadata({**(arrow.schema.metadata or {}), **about})
    buffer = BytesIO()
    # A column is compressed page by page. In one large page the seeds, which all agents share,
    # are stored once; so is much else. (Older writers have no limit on rows per page.)
    pages: dict[str, Any] = {"data_page_size": 1 << 28}
    if "max_rows_per_page" in signature(pq.write_table).parameters:
        pages["max_rows_per_page"] = 1 << 30
    pq.write_table(
        arrow, buffer, compression="zstd", compression_level=12, write_page_checksum=True,
        use_dictionary=by_number(arrow.schema), **pages,
    )  # fmt: skip
    keep(path, buffer.getvalue())


def by_number(schema: "pa.Schema") -> list[str]:
    """The columns with few different values, of which each row has the number; not the seeds."""
    return [name for name in schema.names if not name.endswith("_seed")]


def write_parts(path: Path, parts: "Iterable[pa.Table]") -> None:
    """Write tables with the same columns one below the other, of which one is held at a time."""
    import pyarrow.parquet as pq

    with ExitStack() as opened:
        writer = None
        for part in parts:
            writer = writer or opened.enter_context(
                pq.ParquetWriter(
                    path, part.schema, compression="zstd", use_dictionary=by_number(part.schema)
                )
            )
            writer.write_table(part)


def read_small(path: Path) -> "pd.DataFrame":
    """The table in a file, in the small types that it is stored in."""
    import pyarrow.parquet as pq

    check_file(path)
    try:
        metadata = pq.read_metadata(path)
        check_shape(metadata)
        check_words(path, metadata.schema.to_arrow_schema())
        table = pd.read_parquet(path, page_checksum_verification=True)
        check_plain(table, metadata.schema.names)
        return table
    except NOT_DAMAGED:
        raise
    except Exception as error:  # a damaged file may make its reader fail in any way
        raise Damaged(f"{path} is damaged: {error}") from None


def widened(table: "pd.DataFrame") -> "pd.DataFrame":
    """A table with its whole numbers as int64."""

    def wide(column: "pd.Series[Any]") -> Any:
        small = isinstance(column.dtype, np.dtype) and column.dtype.kind == "i"
        return column.to_numpy("int64") if small else column

    return pd.DataFrame({name: wide(column) for name, column in table.items()}, index=table.index)


def check_file(path: Path) -> None:
    """Refuse a folder, and a pipe, which would be waited for."""
    if not path.is_file():
        raise Damaged(f"{path} is not a file")


def check_plain(table: "pd.DataFrame", names: list[str]) -> None:
    """Refuse what a file may tell pandas to make of its columns: days, an index, other names."""
    if list(table.columns) != names or not table.index.equals(pd.RangeIndex(len(table))):
        raise ValueError("it tells pandas of an index, or of other columns than it has")
    for name, kind in table.dtypes.items():
        usual = isinstance(kind, np.dtype | pd.StringDtype | pd.CategoricalDtype)
        if not usual and kind.kind not in "iufb":
            raise ValueError(f"the column {name!r:.99} must hold plain values, not {kind!s:.99}")


def check_shape(known: Any) -> None:
    """Refuse a file that is too large or has strange columns, before any of it is read."""
    for what, n, most in (
        ("rows", known.num_rows, MAX_ROWS),
        ("columns", known.num_columns, MAX_COLUMNS),
        ("values", known.num_rows * known.num_columns, MAX_VALUES),
        ("bytes", sum(known.row_group(k).total_byte_size for k in range(known.num_row_groups)),
         MAX_BYTES),
    ):  # fmt: skip
        if n > most:
            raise ValueError(f"a table must have at most {most:,} {what}, not {n:,}")
    schema = known.schema.to_arrow_schema()
    if len(set(schema.names)) < len(schema.names):
        raise ValueError("two columns have the same name")
    for column in schema:
        if not KINDS.fullmatch(str(column.type)):
            raise ValueError(
                f"the column {column.name!r:.99} must hold numbers, texts or yes and no, "
                f"not {column.type!s:.99}"
            )


def check_words(path: Path, schema: Any) -> None:
    """Refuse a file whose texts are too long, too many, or control a terminal.

    A text that many rows share is stored once, so the stored ones are checked before they are
    expanded.
    """
    import pyarrow.compute as pc
    import pyarrow.parquet as pq

    letters = 0
    for name in schema.names:
        check_text("the name of a column", name)
    for name in [column.name for column in schema if "string" in str(column.type)]:
        words = pq.read_table(path, columns=[name], read_dictionary=[name]).column(name)
        for chunk in words.chunks:
            chunk.dictionary.validate(full=True)  # it is UTF-8
            lengths = pc.binary_length(chunk.dictionary)
            longest = pc.max(lengths).as_py() or 0
            if longest > MOST_TEXT:
                raise ValueError(f"a text must have at most {MOST_TEXT:,} letters: {longest:,}")
            if pc.any(pc.match_substring_regex(chunk.dictionary, CONTROLS)).as_py():
                raise ValueError(f"{name!r:.99} must hold texts that can be printed")
            letters += pc.sum(lengths.take(chunk.indices)).as_py() or 0
            if letters > MAX_VALUES:
                raise ValueError(f"texts must have at most {MAX_VALUES:,} letters, not {letters:,}")


def facts(path: Path) -> Facts:
    """How a table was made; nothing if the file does not say."""
    import pyarrow.parquet as pq

    check_file(path)
    try:
        metadata = pq.read_schema(path).metadata or {}
        once = partial(each_once, "the key")
        known = json.loads(metadata.get(KEY, b"{}"), object_pairs_hook=once)
    except NOT_DAMAGED:
        raise
    except Exception as error:  # likewise
        raise Damaged(f"{path} is damaged: {error}") from None
    if not isinstance(known, dict):
        raise Damaged(f"{path} is damaged: its facts must be names with values, not {known!r:.99}")
    return known


def small(table: "pd.DataFrame") -> "pd.DataFrame":
    """The table with each column of whole numbers in the smallest type that holds them."""
    whole = [str(name) for name in table if table[name].dtype == np.int64]
    return table.assign(**{n: pd.to_numeric(table[n], downcast="integer") for n in whole})


def content_hash(table: "pd.DataFrame") -> str:
    """A hash of a table's names and values, the same on every machine and with every version.

    >>> import pandas as pd
    >>> wide = pd.DataFrame({"n": [1, 2], "name": ["a", "b"]})
    >>> content_hash(wide) == content_hash(wide.astype({"n": "int8"}))
    True
    >>> content_hash(wide) == content_hash(wide[::-1])
    False
    """
    digest = hashlib.sha256()
    for name in table:
        for data in (json.dumps([name, len(table)]).encode(), *as_bytes(table[name])):
            digest.update(data)
    return digest.hexdigest()


def as_bytes(column: "pd.Series[Any]") -> tuple[bytes, bytes, bytes]:
    """The kind, the missing entries and the values of a column, the same on every machine.

    For texts: the different ones in the order in which they appear, and which one each row has.
    """
    missing = column.isna().to_numpy()
    kind = column.dtype.kind
    if kind in "iu":
        values = column.fillna(0).to_numpy("<i8").tobytes()
        return b"whole", missing.tobytes(), values
    if kind == "b":
        return b"yes or no", missing.tobytes(), column.fillna(False).to_numpy("?").tobytes()
    if kind == "f":
        numbers = column.fillna(0).to_numpy("<f8") + 0.0  # there is one zero
        return b"number", missing.tobytes(), numbers.tobytes()
    numbers, texts = column.factorize()  # few texts, many rows
    return b"text", json.dumps(list(texts)).encode(), numbers.astype("<i8").tobytes()


def is_newer(version: str, than: str) -> bool:
    """Whether one version of the package is later than another.

    >>> is_newer("0.10.0", than="0.9.2")
    True
    """
    ours, theirs = ([int(n) for n in re.findall(r"\d+", text)[:3]] for text in (version, than))
    return ours > theirs
