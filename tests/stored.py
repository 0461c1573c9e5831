"""For nbval: a cell must show all that its notebook has stored, not only what is tagged.

`pytest -p tests.stored --nbval-lax notebooks` runs each notebook once and compares everything, as
`python -m minelab report --check` does.
"""

import json

import nbformat
import pytest
from nbval.plugin import IPyNbCell

from minelab.display.page import without_packing
from minelab.report.build import keep


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item):
    result = yield
    if isinstance(item, IPyNbCell):
        fresh, stored = (
            set(map(text_of, o)) - {""} for o in (item.test_outputs, item.cell.outputs)
        )
        assert stored <= fresh, f"{item.name} shows something else than is stored; run make"
        # What a widget captures comes here as well.
        widgets = {"slider", "nbval-ignore-output"} & set(item.cell.metadata.get("tags", ()))
        assert widgets or fresh == stored, f"{item.name} shows more than is stored; run make"
    return result


def text_of(output):
    """What is kept of an output; empty for a bare text, which nbval has despite a semicolon."""
    node = nbformat.from_dict(dict(output))
    if not keep(node) or set(node.get("data", {"text"})) == {"text/plain"}:
        return ""
    content = {key: node.get(key) for key in ("name", "text", "data")}
    return without_packing(json.dumps(content, sort_keys=True))
