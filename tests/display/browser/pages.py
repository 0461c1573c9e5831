"""What the browser tests read from a page and do to it."""

import re

from axe_playwright_python.sync_playwright import Axe

HOSTILE = "</script><img src=x onerror=alert(1)>${1}'\""


def press(page, *keys):
    for key in keys:
        page.keyboard.press(key)


def button(page, name):
    return page.get_by_role("button", name=name, exact=True)


def counters(area):
    """The counters of a widget, by name."""
    names = area.locator(".counters dt").all_inner_texts()
    return dict(zip(names, area.locator(".counters dd").all_inner_texts(), strict=True))


def as_code(rgb):
    """A colour as the palette writes it."""
    return "#" + "".join(f"{int(x):02X}" for x in re.findall(r"\d+", rgb)[:3])


def faults(page, where=None):
    """What axe finds serious or critical."""
    found = Axe().run(page, where, {"resultTypes": ["violations"]}).response["violations"]
    return [
        (fault["id"], node["html"][:120], node["failureSummary"][:200])
        for fault in found
        if fault["impact"] in ("serious", "critical")
        for node in fault["nodes"]
    ]
