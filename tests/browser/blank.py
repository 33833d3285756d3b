"""The shipped front end on a blank page, with a model that records what is sent to Python."""

import json
from pathlib import Path

STATIC = Path(__file__).parents[2] / "hearts_lab" / "widgets" / "static"
PARTS = "cards table_felt table_hand table_moon table_notes table_side table_review table_motion table".split()
MODEL = """
async ([esm, css, state, theme]) => {
  document.head.append(document.createElement("style"));
  document.head.lastChild.textContent = css;
  if (theme) document.body.dataset.jpThemeLight = String(theme === "light");
  const watchers = new Set();
  window.sent = [];
  window.model = {
    state, get: () => window.model.state, send: (message) => window.sent.push(message), set() {}, save_changes() {},
    on: (_, watcher) => watchers.add(watcher), off: (_, watcher) => watchers.delete(watcher), watchers,
    publish(next) { window.model.state = next; for (const watcher of watchers) watcher(); },
  };
  const widget = (await import(URL.createObjectURL(new Blob([esm], { type: "text/javascript" })))).default;
  window.mount = (id) => {
    const el = Object.assign(document.createElement("div"), { id });
    document.querySelector("main").append(el);
    return widget.render({ model: window.model, el });
  };
  window.unmount = window.mount("first");
}
"""


def esm():
    return "\n".join((STATIC / f"{part}.js").read_text("utf-8") for part in PARTS)


def css():
    return "\n".join((STATIC / f"{part}.css").read_text("utf-8") for part in ("cards", "table", "table_review"))


def open_table(page, state, theme="light"):
    page.set_content(
        '<!doctype html><html lang="en"><title>table</title><body><main><h1>Table</h1></main></body></html>'
    )
    page.evaluate(MODEL, [esm(), css(), state, theme])


def publish(page, state):
    page.evaluate(f"window.model.publish({json.dumps(state)})")


def sent(page):
    """What the front end has proposed so far."""
    return page.evaluate("window.sent")


def violations(page, axe):
    """What axe-core finds wrong with the page, in a line each."""
    page.evaluate(axe)
    found = page.evaluate("axe.run(document, { resultTypes: ['violations'] })")
    return [f"{broken['id']}: {[node['target'] for node in broken['nodes']]}" for broken in found["violations"]]
