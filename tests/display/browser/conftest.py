"""A real Chromium for the tests in this folder.

Without a browser they are skipped; with CI=true a missing browser is a failure. A test fails if
its page logs an error or asks anything of another machine. Pictures of pages whose test failed
are kept in the folder for temporary files.
"""

import os
import shutil
import tempfile
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.display.browser.jupyter import folder, home, lab  # noqa: F401 - fixtures for all here

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
ARGUMENTS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)
HERE = ("", "127.0.0.1", "localhost")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    report = yield
    if report.when == "call":
        item.failed_call = report.failed
    return report


@pytest.fixture(scope="session")
def browser():
    """One browser for all tests of this process."""
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    if found is None:
        reason = f"no browser: none of {', '.join(BROWSERS)} is on the PATH"
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(reason)
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=list(ARGUMENTS))
        yield browser
        browser.close()


@pytest.fixture
def open_page(browser, request):
    """A function that opens a page of some width and colour scheme."""
    contexts, pages, problems = [], [], []

    def open_page(url, width=1000, height=800, **options):
        context = browser.new_context(viewport={"width": width, "height": height}, **options)
        contexts.append(context)
        page = context.new_page()
        pages.append(page)
        page.set_default_timeout(15_000)
        page.on("pageerror", lambda error: problems.append(f"error: {error}"))
        page.on("console", lambda said: note_console(said, problems))
        page.on("request", lambda asked: note_request(asked, problems))
        page.goto(url)
        return page

    yield open_page
    if getattr(request.node, "failed_call", False) or problems:
        keep_pictures(pages, request.node.name)
    for context in contexts:
        context.close()
    assert not problems


def note_console(said, problems):
    if said.type == "error":
        problems.append(f"console: {said.text} ({said.location.get('url')})")


def note_request(asked, problems):
    url = urlsplit(asked.url)
    if url.scheme not in ("data", "blob") and url.hostname not in (None, *HERE):
        problems.append(f"request to another machine: {asked.url}")


def keep_pictures(pages, name):
    album = Path(tempfile.gettempdir()) / "minelab-browser"
    album.mkdir(exist_ok=True)
    for k, page in enumerate(pages):
        path = album / f"{name}-{k}.png".replace("/", "_")
        page.screenshot(path=path)
        print(f"picture of the page: {path}")
