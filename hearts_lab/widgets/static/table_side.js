// Beside the table: score sheet, tricks, cards still out, buttons, settings, and the small dialogs. Functions of the
// state that Python published; what they cannot draw from it they do not know.

const SPEEDS = { slow: "Slow", normal: "Normal", fast: "Fast", off: "No motion" };
const COLOURS = { 4: "Four colours", 2: "Two colours" };
const KEYS = [
  ["← → Home End", "move along your hand"], ["Enter or Space", "play the card, or choose it for the pass"],
  ["P", "pass the chosen cards"], ["H", "hint"], ["U", "undo"], ["N", "next deal"], ["R", "review"], ["Esc", "close a note"], ["?", "this help"],
];

function panel(title, ...children) {
  const label = make("span", { class: "hl-label" }, title.toUpperCase());
  const head = make("div", { class: "hl-head" }, label);
  return Object.assign(make("div", { class: "hl-panel", role: "group", "aria-label": title }, head, ...children), { label, head });
}

function cell(tag, text, props = {}) {
  return make(tag, props, suited(text === null ? "" : String(text).replace(/^-(?=\d)/, "−")));
}

function drawSheet(node, { sheet, you, seats }) {
  const mine = seats.findIndex((seat) => seat.seat === you);
  const best = (place) => sheet.best.includes(place);
  const caption = make("caption", { class: "hl-hidden" }, sheet.caption);
  const crown = () => make("span", { class: "hl-leads", title: "leads" }, make("span", { class: "hl-hidden" }, "leads, "), "▸");
  const total = (place, tag, props) => {
    const node = cell(tag, sheet.totals[place], props);
    if (best(place)) node.prepend(crown());
    return node;
  };
  const own = (place) => (place === mine ? { class: "hl-own" } : {});
  const pool = sheet.pool && make("p", { class: "hl-pool" }, sheet.pool);
  if (sheet.columns.length > 7) { // a player a row, the newest deal first
    const deals = [...sheet.rows].reverse();
    const head = ["player", "total", ...deals.map(([deal]) => deal)].map((text) => cell("th", text, { scope: "col" }));
    const row = (name, place) => make("tr", own(place), cell("th", name, { scope: "row" }), total(place, "td", { class: "hl-total" }),
      ...deals.map((deal) => cell("td", deal[place + 1])));
    fill(node, make("table", { class: "hl-turned" }, caption, make("thead", {}, make("tr", {}, ...head)),
      make("tbody", {}, ...sheet.columns.slice(1).map(row))), pool);
    return;
  }
  const line = (values, head) => make("tr", {}, ...values.map((value, column) => {
    const scope = head ? "col" : column === 0 && "row";
    return cell(scope ? "th" : "td", value, { ...own(column - 1), scope });
  }));
  const totals = make("tr", {}, cell("th", "total", { scope: "row" }), ...sheet.totals.map((_, place) => total(place, "td", own(place))));
  fill(node, make("table", { class: sheet.columns.length > 5 && "hl-wide" }, caption,
    make("thead", {}, line(sheet.columns, true)),
    make("tbody", {}, ...sheet.rows.map((row) => line(row, false))),
    make("tfoot", {}, totals)), pool);
  node.scrollTop = node.scrollHeight;
}

function strikable(card, cancelled) {
  const mini = miniCard(card);
  if (cancelled) {
    mini.classList.add("hl-dead");
    mini.append(make("span", { class: "hl-hidden" }, " cancelled"));
  }
  return mini;
}

function drawLastTrick(node, last) {
  node.label.textContent = last ? `LAST TRICK · ${last.text}` : "LAST TRICK";
  node.row.replaceChildren(...(last ? last.cards.map((card, i) => strikable(card, last.cancelled[i])) : [make("span", { class: "hl-muted" }, "none yet")]));
}

function drawTricks(node, { tricks, seats }) {
  const name = (seat) => seats.find((each) => each.seat === seat).name;
  node.hidden = tricks.length < 2;
  node.summary.textContent = `All ${tricks.length} tricks of this deal`;
  node.list.replaceChildren(...[...tricks].reverse().map((trick) => make("li", { value: trick.number },
    make("span", { class: "hl-minis" }, ...trick.plays.map((play) => {
      const mini = strikable(play.card, play.cancelled);
      if (play.seat === trick.winner) mini.classList.add("hl-won");
      return mini;
    })),
    make("span", { class: "hl-muted" }, `${name(trick.leader)} led, ${
      trick.winner === null ? `void, ${trick.points} in it` : `${name(trick.winner)} took ${trick.took}`}`))));
}

function drawOut(node, out) {
  const held = Object.entries(SUITS).filter(([letter]) => out[letter] !== undefined && out[letter] !== null);
  fill(node, ...held.map(([letter, suit]) => make("div", { class: `hl-${letter}` },
    make("span", { class: "hl-hidden" }, `${suit.name}: `), make("span", { "aria-hidden": "true" }, `${suit.symbol}\uFE0E `),
    out[letter] || make("span", { class: "hl-muted" }, "none"))));
}

function choice(label, values, onchange) {
  const select = make("select", { onchange: () => onchange(select.value) },
    ...Object.entries(values).map(([value, text]) => make("option", { value }, text)));
  return Object.assign(make("label", { class: "hl-choice" }, label, select), { select });
}

// A box to tick.
function tick(label, title, onchange) {
  const input = make("input", { type: "checkbox", onchange: () => onchange(input.checked) });
  return Object.assign(make("label", { class: "hl-check", title }, input, label), { input });
}

// Who plays against you: the level in force, and the others to choose from.
function drawLevel(node, { now, text, choices }) {
  const word = (name) => name[0].toUpperCase() + name.slice(1);
  const option = ({ name }) => make("option", { value: name }, word(name));
  fill(node.select, now === null && make("option", { value: "" }, word(text)), ...choices.map(option));
  node.select.value = now ?? "";
  node.about.textContent = node.select.title = choices.find(({ name }) => name === now)?.about || "Chosen by name, not by level.";
}

function download(name, text) {
  const link = make("a", { href: URL.createObjectURL(new Blob([text], { type: "text/csv" })), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

// The right-hand side, built once; `draw` puts a state into it.
class Side {
  constructor(table) {
    this.table = table;
    const button = (name, text, title, press) => {
      const node = make("button", { type: "button", class: "hl-btn", title, "data-do": name }, text);
      node.addEventListener("click", () => node.getAttribute("aria-disabled") !== "true" && press());
      return node;
    };
    const act = (name, text, title) => button(name, text, title, () => table.send(name));
    this.buttons = {
      hint: act("hint", "Hint", "The best choice, and why (H)"),
      undo: act("undo", "Undo", "Take back your last action; the deal then counts as practice (U)"),
      rest: act("rest", "Play the rest for me", "The computer player finishes this deal for you"),
      next_deal: act("next_deal", "Next deal", "Deal the next hand (N)"),
      review: button("review", "Review", "What each of your decisions in this deal cost (R)", () => table.review.ask()),
      new_match: button("new_match", "New match", "Start again from the first deal", () => table.newMatch()),
      share: button("share", "Share deal", "Copy this deal as one line of text: as it was dealt, or once it is over with all that was played", () => this.share()),
      open: button("open", "Open…", "Open a deal that was shared with you", () => table.dialog(openDialog(table))),
      help: button("help", "Keys", "Keys for playing without a mouse (?)", () => table.dialog(helpDialog(table))),
    };
    this.buttons.hint.classList.add("hl-main");
    this.sheet = make("div", { class: "hl-scroll", tabindex: "0", role: "group", "aria-label": "Points" });
    this.sheetPanel = panel("Score sheet", this.sheet);
    this.csv = button("csv", "CSV", "Download the score sheet as a CSV file", () => download("hearts-scores.csv", table.state.csv));
    this.csv.className = "hl-link";
    this.sheetPanel.head.append(this.csv);
    this.last = panel("Last trick");
    this.last.row = make("div", { class: "hl-minis" });
    const summary = make("summary");
    const list = make("ol", { class: "hl-tricks", tabindex: "0", "aria-label": "Tricks, the newest first" });
    this.tricks = Object.assign(make("details", {}, summary, list), { summary, list });
    this.last.append(this.last.row, this.tricks);
    this.out = make("div", { class: "hl-out" });
    this.speed = choice("Speed", SPEEDS, (speed) => table.send("settings", { speed }));
    this.colours = choice("Suits", COLOURS, (colours) => table.send("settings", { colours: Number(colours) }));
    this.prices = tick("Show prices", "A hint also says what every other choice would cost", (prices) => table.send("settings", { prices }));
    this.level = choice("Opponents", {}, (level) => level && table.send("level", { level }));
    this.level.classList.add("hl-level");
    this.level.about = make("p", { class: "hl-about" });
    const { hint, undo, rest, next_deal, review, new_match, share, open, help } = this.buttons;
    this.node = make("div", { class: "hl-side", role: "group", "aria-label": "Scores, tricks and actions" },
      this.sheetPanel, this.last, panel("Still out", this.out),
      make("div", { class: "hl-actions" },
        make("div", { class: "hl-btns" }, hint, this.prices), make("div", { class: "hl-btns" }, undo, next_deal, review),
        make("div", { class: "hl-btns" }, rest, new_match), make("div", { class: "hl-btns" }, share, open, help),
        make("div", { class: "hl-choices" }, this.level, this.level.about, this.speed, this.colours)));
  }

  draw(state) {
    const { table } = this;
    if (table.changed("sheet", state.sheet)) drawSheet(this.sheet, state);
    if (table.changed("last", state.last_trick)) drawLastTrick(this.last, state.last_trick);
    if (table.changed("tricks", state.tricks)) drawTricks(this.tricks, state);
    if (table.changed("out", state.still_out)) drawOut(this.out, state.still_out);
    for (const [name, possible] of Object.entries(state.can)) {
      this.buttons[name]?.setAttribute("aria-disabled", String(!possible));
    }
    if (table.changed("level", state.level)) drawLevel(this.level, state.level);
    this.level.select.value = state.level.now ?? "";
    this.prices.input.checked = state.settings.prices;
    this.speed.select.value = state.settings.speed;
    this.colours.select.value = String(state.settings.colours);
  }

  async share() {
    const { table } = this;
    const text = table.state.share;
    if (!text) return void table.notice("info", "The hands of this deal were given: its text would tell them, until it is over.");
    try {
      await navigator.clipboard.writeText(text);
      table.notice("info", "The deal is copied. Paste it anywhere; the Open… button reads it back.");
    } catch {
      table.dialog(shareDialog(table, text));
    }
  }
}

// Small in-page dialogs in the middle of the felt. Each gives its node; the first button or field takes the focus.
function box(table, title, children, buttons) {
  const node = make("div", { class: "hl-box", role: "dialog", "aria-label": title },
    make("strong", { class: "hl-box-title" }, title), ...children, make("div", { class: "hl-btns" }, ...buttons));
  node.addEventListener("keydown", (event) => event.key === "Escape" && table.closeDialog());
  return node;
}

const closer = (table, text) => wordButton(text, () => table.closeDialog());

function newMatchDialog(table) {
  const { saved } = table.state;
  const lost = `What is on the table is not finished${saved ? `, and its history in ${saved} is replaced` : ""}.`;
  const yes = wordButton("Start a new match", () => table.send("new_match"), "hl-main");
  return box(table, "Start a new match?", [make("p", {}, lost)], [yes, closer(table, "Keep playing")]);
}

function shareDialog(table, text) {
  const field = make("textarea", { rows: "4", readonly: true, "aria-label": "This deal as text" });
  field.value = text;
  field.addEventListener("focus", () => field.select());
  return box(table, "Share this deal", [make("p", {}, "Copy this line (Ctrl+C or ⌘C):"), field], [closer(table, "Done")]);
}

function openDialog(table) {
  const field = make("textarea", { rows: "4", "aria-label": "Text of a shared deal or match", spellcheck: "false" });
  const open = wordButton("Open", () => table.send("open", { text: field.value }), "hl-main");
  const error = make("p", { class: "hl-error", hidden: true });
  const what = make("p", {}, "Paste its text. It replaces what is on the table.");
  const node = box(table, "Open a shared deal", [what, field, error], [open, closer(table, "Cancel")]);
  return Object.assign(node, { refuse(text) { error.hidden = false; fill(error, suited(text)); field.focus(); } });
}

function helpDialog(table) {
  const keys = KEYS.flatMap(([key, what]) => [make("dt", {}, key), make("dd", {}, what)]);
  return box(table, "Keys", [make("dl", { class: "hl-keys" }, ...keys)], [closer(table, "Close")]);
}
