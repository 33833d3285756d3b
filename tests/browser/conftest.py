"""One Chromium for all browser tests. Without one they are skipped with a sentence, but never where CI is set."""

import os
import shutil

import pytest

FLAGS = ("--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
         "--disable-component-update --disable-sync").split()


def _without(reason):
    if os.environ.get("CI"):
        pytest.fail(reason)
    pytest.skip(reason)


@pytest.fixture(scope="session")
def browser():
    try:
        from playwright.sync_api import Error, sync_playwright
    except ImportError:
        _without("Playwright is not installed: pip install -e '.[test]'.")
    path = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    with sync_playwright() as playwright:
        try:
            chromium = playwright.chromium.launch(executable_path=path, args=FLAGS)
        except Error as error:
            _without(f"No Chromium starts here; name one in CHROMIUM. ({str(error).splitlines()[0]})")
        yield chromium
        chromium.close()


@pytest.fixture
def page(browser):
    """A blank page that fails the test when the browser reports an error."""
    page = browser.new_page(viewport={"width": 1120, "height": 900})
    trouble = []
    page.on("pageerror", lambda error: trouble.append(str(error)))
    page.on("console", lambda message: trouble.append(message.text) if message.type == "error" else None)
    page.set_default_timeout(10_000)
    yield page
    page.close()
    assert not trouble
