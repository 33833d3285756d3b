"""Seeded dice for the random tests; a browser and a JupyterLab without network for what a reader sees."""

from __future__ import annotations

import os
import random
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.request import urlopen

import pytest

SEED = os.environ.get("HEARTS_LAB_SEED", "1939")
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"]
FLAGS += ["--disable-component-update", "--disable-sync"]
IDLE = """() => {
    const panel = window.jupyterapp.shell.currentWidget;
    const kernel = panel?.sessionContext?.session?.kernel;
    const prompts = [...document.querySelectorAll('.jp-CodeCell .jp-InputPrompt')];
    return !!kernel && kernel.status === 'idle' && !prompts.some(prompt => prompt.textContent.includes('*'));
}"""


def pytest_report_header() -> str:
    return f"random tests: HEARTS_LAB_SEED={SEED}"


@pytest.fixture
def dice(request) -> random.Random:
    """Random numbers of this test's own; the seed is printed, so that a failure can be run again."""
    seed = f"{SEED} {request.node.nodeid.split('::')[-1]}"
    print("seed", repr(seed))
    return random.Random(seed)


@pytest.fixture
def coaching(monkeypatch):
    """A coach that answers at once in the place of the real one: the module, for a test to change."""
    import fake_coach

    return fake_coach.sit_down(monkeypatch)


@pytest.fixture(scope="session")
def browser() -> Iterator:
    """Chromium, as CHROMIUM names it or from the path. Without one the tests are skipped; in CI they fail."""
    path = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, BROWSERS)), None)
    if path is None:
        message = "No Chromium here: install it, or name it in CHROMIUM."
        pytest.fail(message) if os.environ.get("CI") else pytest.skip(message)
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def axe() -> str:
    """The axe-core script, which checks a page for accessibility."""
    from importlib.resources import files

    return (files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8")


@pytest.fixture
def page(browser) -> Iterator:
    """A new page that reaches only this machine: `page.outside` collects what it asked for elsewhere."""
    context = browser.new_context(viewport={"width": 1280, "height": 1000}, reduced_motion="reduce")
    context.set_default_timeout(60_000)
    page = context.new_page()
    page.outside = []

    def gate(route) -> None:
        if route.request.url.startswith("http://127.0.0.1"):
            route.continue_()
        else:
            page.outside.append(route.request.url)
            route.abort()

    context.route(lambda url: url.startswith("http"), gate)
    yield page
    context.close()


@pytest.fixture(scope="session")
def lab(tmp_path_factory) -> Iterator[tuple[str, Path]]:
    """A JupyterLab with nobody's settings: its address and the folder that it shows."""
    home = tmp_path_factory.mktemp("lab")
    work = home / "notebooks"
    work.mkdir()
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    settings = home / "settings" / "@jupyterlab" / "apputils-extension"
    settings.mkdir(parents=True)
    (settings / "notification.jupyterlab-settings").write_text('{"fetchNews": "false", "checkForUpdates": false}')
    own = {
        "JUPYTER_CONFIG_DIR": "config",
        "JUPYTER_RUNTIME_DIR": "run",
        "JUPYTERLAB_SETTINGS_DIR": "settings",
        "JUPYTERLAB_WORKSPACES_DIR": "workspaces",
        "IPYTHONDIR": "ipython",
    }
    environment = {**os.environ, **{name: str(home / folder) for name, folder in own.items()}, "HEARTS_LAB_STATIC": "0"}
    command = [sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root", "--ip=127.0.0.1", f"--port={port}"]
    command += ["--IdentityProvider.token=test", "--LabApp.expose_app_in_browser=True", "--LabApp.news_url=None"]
    command += ["--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate", f"--ServerApp.root_dir={work}"]
    with open(home / "lab.log", "w") as log:
        server = subprocess.Popen(command, env=environment, stdout=log, stderr=log)
    address = f"http://127.0.0.1:{port}"
    try:
        _wait_for(address, server, home / "lab.log")
        yield address, work
    finally:
        server.terminate()
        server.wait(30)


def _wait_for(address: str, server: subprocess.Popen, log: Path) -> None:
    for _ in range(480):
        try:
            urlopen(f"{address}/api/status?token=test", timeout=2).close()
            return
        except OSError:
            if server.poll() is not None:
                break
            time.sleep(0.25)
    pytest.fail("JupyterLab did not start:\n" + log.read_text()[-2000:])


@pytest.fixture
def open_notebook(lab, page) -> Callable:
    """Opens a notebook file in JupyterLab, runs all its cells and gives the page, when the kernel is idle again."""

    def open_it(notebook: Path, *, run: bool = True):
        address, work = lab
        if notebook.parent != work:
            shutil.copy(notebook, work)
        page.goto(f"{address}/lab/tree/{notebook.name}?token=test&reset")
        page.wait_for_selector(".jp-Notebook .jp-Cell")
        page.wait_for_function(IDLE)
        page.evaluate("window.jupyterapp.shell.collapseLeft()")
        if run:
            page.evaluate("window.jupyterapp.commands.execute('notebook:run-all-cells')")
            page.wait_for_timeout(500)
            page.wait_for_function(IDLE, timeout=180_000)
        return page

    return open_it
