import numpy as np
import pandas as pd
import pytest

from minelab import sweep
from minelab.lab import tables

GAMES = sweep(["random", "basic"], 6, 5, mines=[3, 6], boards=20, seed=1)
MIXED = pd.DataFrame(
    {
        "n": [1, -(2**40), 3],
        "small": np.array([1, 2, 3], "int8"),
        "maybe": pd.array([1, None, 3], "Int64"),
        "share": [0.1, np.nan, -0.0],
        "won": [True, False, True],
        "name": ["é", None, ""],
    }
)


@pytest.mark.parametrize("table", [GAMES, MIXED], ids=["games", "mixed"])
def test_a_table_comes_back_with_its_facts(table, tmp_path):
    path = tmp_path / "x.parquet"
    tables.write(path, table, {"seed": 7, "design": [{"agents": ["basic"]}]})
    back = tables.widened(tables.read_small(path))
    pd.testing.assert_frame_equal(back, table.astype({n: "int64" for n in table if n == "small"}))
    assert tables.facts(path) == {"seed": 7, "design": [{"agents": ["basic"]}]}
    assert list(tmp_path.iterdir()) == [path]


def test_whole_numbers_are_stored_small_and_read_wide(tmp_path):
    tables.write(tmp_path / "x.parquet", GAMES, {})
    stored = pd.read_parquet(tmp_path / "x.parquet")
    assert (stored["guesses"].dtype, stored["board_seed"].dtype) == ("int8", "int32")
    small = tables.read_small(tmp_path / "x.parquet")
    assert tables.widened(small)["guesses"].dtype == "int64"


def test_what_agents_have_in_common_is_stored_once(tmp_path):
    many = pd.concat([GAMES] * 50, ignore_index=True)
    tables.write(tmp_path / "one.parquet", GAMES, {})
    tables.write(tmp_path / "many.parquet", many, {})
    one, fifty = ((tmp_path / f"{name}.parquet").stat().st_size for name in ("one", "many"))
    assert fifty < 2 * one


def test_the_hash_is_that_of_the_values_however_they_are_stored(tmp_path):
    whole = tables.content_hash(GAMES)
    assert tables.content_hash(tables.small(GAMES)) == whole
    assert tables.content_hash(GAMES.astype({"agent": "object", "guesses": "Int64"})) == whole
    assert tables.content_hash(GAMES.astype({"agent": "category"})) == whole
    GAMES.to_parquet(tmp_path / "other.parquet", compression="gzip")
    assert tables.content_hash(pd.read_parquet(tmp_path / "other.parquet")) == whole


def test_this_hash_never_changes():
    expected = "c9c3a915c2c14c1853562f6b9e0543e0d6eff6ecf17e836cf5ed34d34ab9a506"
    assert tables.content_hash(MIXED) == expected


@pytest.mark.parametrize(
    "change",
    [
        lambda t: t.assign(n=[1, -(2**40), 4]),
        lambda t: t.assign(maybe=pd.array([1, 0, 3], "Int64")),
        lambda t: t.assign(share=[0.1, 0.0, 0.0]),
        lambda t: t.assign(won=[True, True, True]),
        lambda t: t.assign(name=["e", None, ""]),
        lambda t: t.assign(name=["é", "", ""]),
        lambda t: t.assign(won=[1, 0, 1]),
        lambda t: t.rename(columns={"n": "m"}),
        lambda t: t[::-1],
        lambda t: t[:2],
        lambda t: t[t.columns[::-1]],
    ],
)
def test_another_value_name_order_or_kind_is_another_hash(change):
    assert tables.content_hash(change(MIXED)) != tables.content_hash(MIXED)


@pytest.mark.parametrize("content", [b"", b"no table at all", "half"])
def test_a_damaged_file_is_said_to_be_damaged(content, tmp_path):
    path = tmp_path / "x.parquet"
    tables.write(path, GAMES, {})
    path.write_bytes(path.read_bytes()[:2000] if content == "half" else content)
    for read in (tables.read_small, tables.facts):
        with pytest.raises(tables.Damaged, match="x.parquet is damaged"):
            read(path)


@pytest.mark.parametrize("error", [MemoryError, PermissionError])
def test_what_is_not_the_files_fault_is_not_called_damage(error, tmp_path, monkeypatch):
    import pyarrow.parquet as pq

    def fail(path):
        raise error("planted")

    path = tmp_path / "x.parquet"
    tables.write(path, GAMES, {})
    monkeypatch.setattr(pq, "read_metadata", fail)
    monkeypatch.setattr(pq, "read_schema", fail)
    for read in (tables.read_small, tables.facts):
        with pytest.raises(error, match="^planted$"):
            read(path)


@pytest.mark.parametrize(
    ("version", "than", "newer"),
    [
        ("0.1.0", "0.1.0", False),
        ("0.1.1", "0.1.0", True),
        ("0.10.0", "0.9.9", True),
        ("1.0", "0.9.9", True),
        ("0", "0.1.0", False),
    ],
)
def test_versions_are_compared_by_their_numbers(version, than, newer):
    assert tables.is_newer(version, than) == newer


def test_a_flipped_bit_among_the_values_is_noticed(tmp_path):
    path = tmp_path / "t.parquet"
    table = pd.DataFrame({"n": np.random.default_rng(0).integers(0, 10**6, 5000)})
    tables.write(path, table, {})
    data = bytearray(path.read_bytes())
    for place in range(100, len(data) // 2, 997):
        flipped = bytearray(data)
        flipped[place] ^= 4
        path.write_bytes(flipped)
        with pytest.raises(tables.Damaged):
            tables.read_small(path)
