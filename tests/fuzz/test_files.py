"""Records and maps changed in any way: read as another good one, or refused by a ValueError."""

import json
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import minelab as ml
from minelab import Board, Record, Rules
from tests.naive import FULL

in_one_folder = settings(max_examples=150 * FULL)

json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**70), 2**70)
    | st.integers(-2, 9)
    | st.floats()
    | st.text(max_size=5)
    | st.sampled_from(["M", "g", "random", "single", "report"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=4,
)


@cache
def records():
    """Games with all that a record can hold: suppositions, derived constraints, chances, gold."""
    boards = {seed: Board.random(4, 4, density=0.22, seed=seed) for seed in (0, 12, 1055)}
    return [
        ml.play(boards[12], "charles", seed=1, first=(2, 2)),
        ml.play(boards[12], "ibs-hyper", seed=1),
        ml.play(boards[1055], "ibs-hyper", seed=1),
        ml.play(boards[0], "cowan", seed=1),
        ml.play(boards[0], "swept+average", seed=1),
        ml.play(boards[12], "exact", seed=2, rules=Rules(lives=2, cascade=True)),
        ml.play(ml.daggers_map("EASY", seed=4), "dagger-2+total", seed=2, rules=ml.DAGGERS),
    ]


@cache
def lines_of(number, folder):
    """The lines of a saved record."""
    path = folder / f"{number}.jsonl"
    records()[number].save(path)
    return path.read_text().splitlines()


def places(value, above=()):
    """Where values stand inside a JSON value, as paths of names and numbers."""
    inner = value.items() if isinstance(value, dict) else enumerate(value)
    for key, item in inner:
        yield (*above, key)
        if isinstance(item, dict | list):
            yield from places(item, (*above, key))


def changed(draw, value):
    """The value with something in it dropped, repeated or replaced."""
    value = json.loads(json.dumps(value))
    *above, key = draw(st.sampled_from(list(places(value))))
    holder = value
    for step in above:
        holder = holder[step]
    how = draw(st.sampled_from(["drop", "repeat", "replace", "replace", "borrow"]))
    if how == "drop":
        del holder[key]
    elif how == "repeat" and isinstance(holder, list):
        holder.insert(key, holder[key])
    elif how == "borrow":
        siblings = holder.values() if isinstance(holder, dict) else holder
        holder[key] = draw(st.sampled_from(list(siblings)))
    else:
        holder[key] = draw(json_values)
    return value


def is_whole(record, path):
    """Whatever was read can be explained, shown, saved and read again."""
    for turn in record.turns:
        assert record.explain(turn)
    assert ml.player(record)._repr_mimebundle_()
    record.save(path)
    assert Record.load(path) == record


def refused_or_whole(content, folder):
    path = folder / "game.jsonl"
    path.write_bytes(content)
    try:
        record = Record.load(path)
    except ValueError as error:
        assert "game.jsonl" in str(error)
        return
    is_whole(record, folder / "again.jsonl")


@settings(max_examples=60 * FULL)
@given(data=st.data())
def test_a_record_with_a_changed_value_is_refused_or_whole(data, tmp_path_factory):
    folder = tmp_path_factory.getbasetemp()
    lines = list(lines_of(data.draw(st.integers(0, len(records()) - 1)), folder))
    at = data.draw(st.sampled_from([0, *range(len(lines))]))
    lines[at] = json.dumps(changed(data.draw, json.loads(lines[at])))
    refused_or_whole("\n".join(lines).encode(), folder)


@in_one_folder
@given(data=st.data())
def test_a_record_with_other_lines_or_bytes_is_refused_or_whole(data, tmp_path_factory):
    folder = tmp_path_factory.getbasetemp()
    lines = lines_of(data.draw(st.integers(0, len(records()) - 1)), folder)
    content = "\n".join(lines).encode()
    begin, end = sorted(data.draw(st.tuples(*[st.integers(0, len(content))] * 2)))
    refused_or_whole(content[:begin] + data.draw(st.binary(max_size=8)) + content[end:], folder)


@in_one_folder
@given(content=st.binary(max_size=60) | json_values.map(lambda x: json.dumps(x).encode()))
def test_what_was_never_a_record_is_refused(content, tmp_path_factory):
    path = tmp_path_factory.getbasetemp() / "game.jsonl"
    path.write_bytes(content)
    with pytest.raises(ValueError, match="game.jsonl"):
        Record.load(path)


MAPS = {
    "EASY1": [list(row) for row in str(ml.daggers_map("EASY", seed=1)).split()],
    "TINY": [["0", "0"], ["0", "g"]],
}


def refused_or_maps(content, folder):
    path = folder / "maps.json"
    path.write_bytes(content)
    try:
        maps = ml.load_maps(path)
    except ValueError as error:
        assert "maps.json" in str(error)
        return
    assert {name: [list(row) for row in str(board).split()] for name, board in maps.items()} == (
        json.loads(content)
    )


@in_one_folder
@given(data=st.data())
def test_maps_with_a_changed_value_are_refused_or_whole(data, tmp_path_factory):
    maps = changed(data.draw, MAPS)
    refused_or_maps(json.dumps(maps).encode(), tmp_path_factory.getbasetemp())


@in_one_folder
@given(content=st.binary(max_size=60) | json_values.map(lambda x: json.dumps(x).encode()))
def test_what_are_no_maps_is_refused(content, tmp_path_factory):
    refused_or_maps(content, tmp_path_factory.getbasetemp())
