// The review of a finished deal, below the table: every decision of yours with what it cost, the costliest first, and what
// the score was made of. Each decision opens the deal at that moment; a strip above the felt leads back.

class Review {
  constructor(table) {
    this.table = table;
    this.node = make("section", { class: "hl-review hl-panel", "aria-label": "Review of the deal", hidden: true });
    this.home = make("div", { class: "hl-home", hidden: true });
  }

  // What the button does: ask for the review, or show the one that is there.
  ask() {
    const { table } = this;
    this.closed = false;
    this.wanted = true;
    if (table.state.review) this.draw(table.state);
    else table.send("review");
  }

  close() {
    this.closed = true;
    this.draw(this.table.state);
    this.table.side.buttons.review.focus();
  }

  open(row) {
    const { table } = this;
    table.send("open", { text: row.text, you: table.state.you });
    table.follow = 0;
  }

  draw(state) {
    const { table } = this;
    const { review, thinking, home } = state;
    if (table.changed("home", home)) {
      this.home.hidden = !home;
      fill(this.home, home && make("span", {}, "What you left waits for you. Nothing that you do here is saved."),
        home && wordButton(home, () => this.back(), "hl-gold", { "data-do": "back" }));
    }
    const looking = thinking?.what === "review";
    const shown = !this.closed && (review || looking);
    if (!shown && this.node.contains(table.focused())) table.focused().blur();
    this.node.hidden = !shown;
    if (!shown) return;
    if (table.changed("review", [review, looking && thinking.text])) {
      if (review) this.fill(review);
      else fill(this.node, this.heading(), make("p", { class: "hl-muted" }, thinking.text));
    }
    if (this.wanted) {
      this.node.firstChild.firstChild.focus();
      this.node.scrollIntoView({ block: "nearest" });
    }
    this.wanted = this.wanted && looking;
  }

  back() {
    this.wanted = true;
    this.table.send("back");
  }

  heading() {
    const title = make("h2", { class: "hl-review-title", tabindex: "-1" }, "Review of the deal");
    return make("div", { class: "hl-head" }, title, wordButton("Close", () => this.close(), "", { class: "hl-link", "data-do": "close-review" }));
  }

  fill({ rows, parts, text }) {
    const dear = rows.filter((row) => row.costs);
    const rest = rows.filter((row) => !row.costs);
    fill(this.node, this.heading(), make("p", {}, suited(text)), sumOf(parts),
      dear.length > 0 && this.decisions(dear, "What your decisions cost, the costliest first"),
      rest.length > 0 && make("details", { open: dear.length === 0 }, make("summary", {}, `${rest.length} that cost nothing`),
        this.decisions(rest, "Decisions that cost nothing")));
  }

  decisions(rows, caption) {
    const head = ["When", "You played", "Better", "Cost", "Why", ""].map((text) => (text ? make("th", { scope: "col" }, text) : make("td")));
    const minis = (cards) => make("span", { class: "hl-minis" }, ...cards.map(miniCard));
    const line = (row) => make("tr", {}, make("th", { scope: "row" }, row.when), make("td", {}, minis(row.chosen)),
      make("td", {}, row.best ? minis(row.best) : make("span", { class: "hl-muted" }, "as good as any")),
      make("td", { class: "hl-cost" }, row.price),
      make("td", { class: "hl-why" }, make("div", {}, suited(row.reason)), make("div", { class: "hl-muted" }, suited(row.known))),
      make("td", {}, wordButton("Open", () => this.open(row), "", { "aria-label": `Open ${row.when} at the table` })));
    return make("table", {}, make("caption", { class: "hl-hidden" }, caption), make("thead", {}, make("tr", {}, ...head)),
      make("tbody", {}, ...rows.map(line)));
  }
}

// The score as a sum of its parts: a name over a number each, and what it means.
function sumOf(parts) {
  const part = ({ name, value, about }) => make("div", { class: "hl-part", title: about },
    make("dt", {}, name), make("dd", {}, value), make("dd", { class: "hl-muted" }, about));
  return make("dl", { class: "hl-parts" }, ...parts.map(part));
}
