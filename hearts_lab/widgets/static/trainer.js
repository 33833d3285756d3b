// "Which cards may you play?" It draws the one `state` that Python publishes, keeps the marks until they are checked, and
// sends proposals; Python knows the rules and judges. Joined after cards.js.
//
// Sent:   {action: "check", turn, marks: [[place in the hand, ...] for each game]} · {action: "show" | "next", turn}
//         `turn` is the token of the state acted on: Python ignores a proposal with another one, so a double click is harmless.
// State:  serial       grows with every publication; turn: grows with every accepted action
//         number, of   which question this is, and of how many (null: no end); about: the one rule asked about, or null
//         games        one or two of {title, hand [{card, points}], rules [sentence]}
//         slots        [{name, card | null, points, leads, dealer, you}] in order of play
//         facts        [{text, on}]; say: the question in words; tricks: [{number, cards, text}]; message: null | text
//         answer       null | {shown, title, text, games [{marked, legal, right: a flag for each card, groups [{legal, why, cards: places}]}]}
//         score        {asked, right, cards, cards_right}

const PATIENCE = 5000; // milliseconds without an answer before we say that the kernel is silent

const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
const tick = (right) => make("span", { class: `hl-q-tick hl-q-${right ? "right" : "wrong"}`, "aria-hidden": "true" }, right ? "✓" : "✗");

class TrainerView {
  constructor(model, el) {
    this.model = model;
    this.pending = false;
    this.live = announcer();
    this.build();
    el.append(this.root);
    this.onState = () => this.receive(model.get("state"));
    model.on("change:state", this.onState);
    this.state = model.get("state");
    this.draw();
  }

  close() {
    this.model.off("change:state", this.onState);
    clearTimeout(this.patience);
    this.root.remove();
  }

  build() {
    const button = (action, text, kind, press, key) => make("button", { type: "button", class: `hl-btn ${kind}`, "data-do": action,
      "aria-keyshortcuts": key, title: `${text} (key ${key})`, onclick: press }, text);
    this.check = button("check", "Check", "hl-gold", () => this.propose("check"), "C");
    this.show = button("show", "Show me", "", () => this.propose("show"), "S");
    this.next = button("next", "Next", "", () => this.propose("next"), "N");
    this.bar = make("div", { class: "hl-q-bar" });
    this.facts = make("ul", { class: "hl-q-facts", "aria-label": "What has happened" });
    this.trick = make("div", { class: "hl-q-trick", role: "group", "aria-label": "The trick in order of play" });
    this.hands = make("div", { class: "hl-q-hands" });
    this.say = make("div", { class: "hl-q-say" });
    this.verdict = make("div", { class: "hl-q-verdict", hidden: true });
    this.more = make("div", { class: "hl-q-more" });
    const felt = make("div", { class: "hl-q-felt" }, this.facts, this.trick, this.say, this.hands);
    this.legend = make("div", { class: "hl-q-legend" });
    const rail = make("div", { class: "hl-q-rail" }, this.legend, make("div", { class: "hl-q-buttons" }, this.check, this.show, this.next));
    this.root = make("div", { class: "hl hl-trainer", role: "group" }, this.bar, make("div", { class: "hl-q-box" }, felt, rail), this.verdict, this.more, this.live.node);
    keepEventsInside(this.root);
    this.root.addEventListener("keydown", (event) => this.key(event));
  }

  // --- proposals and answers ---

  able(action) {
    const { answer, number, of } = this.state;
    return action === "next" ? number !== of : !answer;
  }

  propose(action) {
    if (this.pending || !this.able(action)) return;
    if (action === "check" && this.marks.some((marks) => marks.size === 0)) {
      const missing = this.marks.findIndex((marks) => marks.size === 0);
      return void this.tell(this.marks.length === 1 ? "Mark the cards that you may play first." : `Mark the cards for ${this.state.games[missing].title} first.`);
    }
    this.pending = true;
    this.model.send({ action, turn: this.state.turn, ...(action === "check" && { marks: this.marks.map((marks) => [...marks].sort((a, b) => a - b)) }) });
    clearTimeout(this.patience);
    this.patience = setTimeout(() => {
      this.pending = false;
      this.tell("The kernel does not answer. If it was restarted, run the notebook's cells again.");
    }, PATIENCE);
  }

  receive(state) {
    clearTimeout(this.patience);
    this.pending = false;
    this.state = state;
    this.draw();
  }

  focused() {
    const active = this.root.getRootNode().activeElement;
    return this.root.contains(active) ? active : null;
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const row = event.target.closest(".hl-q-hand");
    if (row) moveInRow(event, [...row.querySelectorAll(".hl-card")]);
    const action = { c: "check", s: "show", n: "next" }[event.key.toLowerCase()];
    if (action && !event.repeat) this.propose(action);
  }

  // --- drawing ---

  draw() {
    const { state } = this;
    const here = this.focused();
    const asked = JSON.stringify([state.number, state.games, state.slots, state.tricks]);
    const fresh = asked !== this.asked;
    this.asked = asked;
    if (fresh) this.drawQuestion();
    if (state.answer) this.note = "";
    this.drawBar();
    this.drawMarks();
    this.drawVerdict();
    for (const button of [this.check, this.show, this.next]) button.setAttribute("aria-disabled", String(!this.able(button.dataset.do)));
    this.next.hidden = state.of === 1;
    this.next.textContent = state.answer || state.of ? "Next" : "Skip";
    this.next.classList.toggle("hl-gold", Boolean(state.answer));
    this.check.classList.toggle("hl-gold", !state.answer);
    this.moveFocus(here, fresh);
    const told = JSON.stringify([state.number, state.answer, state.message, state.serial]);
    if (this.told && told !== this.told) {
      if (state.message) this.tell(state.message);
      else if (state.answer) this.live.say(state.answer.title, state.answer.text);
      else if (fresh) this.live.say(`Question ${state.number}.`, this.happened(), state.say);
    }
    this.told = told;
  }

  drawBar() {
    const { games, score, number, of, about } = this.state;
    const titles = games.map((game) => game.title).join(" and ");
    this.root.setAttribute("aria-label", `Trainer: which cards may you play in ${titles}?`);
    const cards = score.cards ? `${score.cards_right} of ${score.cards} cards` : "";
    fill(this.bar, make("strong", { class: "hl-q-title" }, "Which cards may you play?"),
      ...games.map((game) => make("span", { class: "hl-chip" }, suited(game.title))),
      about && make("span", { class: "hl-chip hl-q-about" }, `about: ${about.replaceAll("_", " ")}`),
      make("span", { class: "hl-q-score" },
        make("span", { class: "hl-chip" }, of ? `question ${number} of ${of}` : `question ${number}`),
          score.asked > 0 && make("span", { class: "hl-chip" }, make("b", {}, `${score.right} of ${score.asked}`), " right", cards && ` · ${cards}`)));
  }

  drawQuestion() {
    const { state } = this;
    this.marks = state.games.map(() => new Set());
    this.note = "";
    fill(this.facts, ...state.facts.map(({ text, on }) => make("li", { class: `hl-q-fact${on ? " hl-on" : ""}` }, suited(text))));
    fill(this.trick, ...state.slots.map((slot) => this.slot(slot)));
    fill(this.say, suited(state.say));
    this.rows = state.games.map((game, g) => this.row(game, g));
    fill(this.hands, ...this.rows.map(({ node }) => node));
    const open = [...this.more.querySelectorAll("details")].map((details) => details.open);
    const fold = (summary, ...content) => make("details", { class: "hl-panel" }, make("summary", {}, summary), ...content);
    fill(this.more, fold("The rules", ...state.games.map((game) => make("div", { class: "hl-q-rules" }, state.games.length > 1 && make("b", {}, game.title),
      make("ul", {}, ...game.rules.map((sentence) => make("li", {}, suited(sentence))))))),
    state.tricks.length > 0 && fold(state.tricks.length === 1 ? "The trick before" : `The ${state.tricks.length} tricks before`,
      make("ol", { class: "hl-q-tricks" }, ...state.tricks.map(({ cards, text }) =>
        make("li", {}, make("span", { class: "hl-q-minis" }, ...cards.map(miniCard)), " ", text)))));
    [...this.more.querySelectorAll("details")].forEach((details, i) => { details.open = Boolean(open[i]); });
  }

  slot({ name, card, points, leads, dealer, you }) {
    const role = leads ? (you ? "lead" : "led") : "";
    const words = [name, role, dealer && "deals"].filter(Boolean).join(" · ");
    return make("div", { class: `hl-q-slot${you ? " hl-q-you" : ""}${card || you ? "" : " hl-q-later"}` },
      card ? cardPicture(card, points, `${name}${leads ? " led" : ""}: ${cardName(card)}`) :
        make("span", { class: "hl-q-empty", role: "img", "aria-label": you ? "Your turn" : `${name} plays later` }, you ? "?" : ""),
      make("span", { class: "hl-q-who" }, words));
  }

  row(game, g) {
    const items = game.hand.map(({ card, points }, place) => {
      const button = cardButton(card, points);
      const under = make("span", { class: "hl-q-under", "aria-hidden": "true" });
      button.addEventListener("click", () => this.toggle(g, place));
      return { card, points, button, under, node: make("div", { class: "hl-q-item" }, button, under) };
    });
    const count = make("span", { class: "hl-q-marked" });
    const all = make("button", { type: "button", class: "hl-q-all-of-them", onclick: () => this.toggleAll(g) });
    const single = this.state.games.length === 1;
    const hand = make("div", { class: "hl-q-hand", role: "group", style: `--n:${Math.max(2, items.length)}`,
      "aria-label": `Your hand${single ? "" : ` in ${game.title}`}: mark the cards you may play` }, ...items.map(({ node }) => node));
    const buttons = items.map(({ button }) => button);
    onlyTabStop(buttons, buttons[0]);
    hand.addEventListener("focusin", (event) => onlyTabStop(buttons, event.target));
    return { items, count, all, node: make("div", { class: "hl-q-row" }, make("div", { class: "hl-q-name" }, make("b", {}, single ? "Your hand" : game.title), count, all), hand) };
  }

  toggle(g, place) {
    if (this.state.answer) return;
    const marks = this.marks[g];
    if (!marks.delete(place)) marks.add(place);
    this.note = "";
    this.drawMarks();
  }

  toggleAll(g) {
    const all = this.rows[g].items.map((_, place) => place);
    this.marks[g] = new Set(this.marks[g].size === all.length ? [] : all);
    this.note = "";
    this.drawMarks();
  }

  drawMarks() {
    const { answer } = this.state;
    this.rows.forEach(({ items, count, all }, g) => {
      const judged = answer && answer.games[g];
      items.forEach(({ card, points, button, under }, place) => {
        const marked = judged ? judged.marked[place] : this.marks[g].has(place);
        const legal = judged && judged.legal[place];
        button.classList.toggle("hl-q-up", Boolean(judged ? legal : marked));
        button.classList.toggle("hl-q-mine", Boolean(marked && !judged));
        button.classList.toggle("hl-barred", Boolean(judged && !legal));
        button.setAttribute("aria-pressed", String(marked));
        button.setAttribute("aria-disabled", String(Boolean(judged)));
        const verdict = judged && [legal ? "may be played" : "barred", !answer.shown && (judged.right[place] ? "you were right" : "you were wrong")];
        button.setAttribute("aria-label", [capital(cardName(card)), points && pointWords(points), ...(verdict || [])].filter(Boolean).join(", "));
        fill(under, judged ? !answer.shown && tick(judged.right[place]) : marked && make("span", { class: "hl-q-dot" }));
      });
      all.hidden = Boolean(answer);
      all.textContent = this.marks[g].size === items.length ? "clear" : "mark all";
      all.setAttribute("aria-label", `${capital(all.textContent)}${this.rows.length > 1 ? ` in ${this.state.games[g].title}` : ""}`);
      count.textContent = answer ? "" : this.marks[g].size ? `${this.marks[g].size} marked` : "none marked yet";
    });
    this.legend.classList.toggle("hl-q-note", Boolean(this.note));
    fill(this.legend, suited(this.note || (answer ? "Raised cards may be played, dimmed ones are barred." : "Mark every card that you may play.")));
  }

  drawVerdict() {
    const { answer, games } = this.state;
    this.verdict.hidden = !answer;
    if (!answer) return fill(this.verdict);
    const all = !answer.shown && answer.games.every(({ right }) => right.every(Boolean));
    const wrong = (judged, place) => !answer.shown && !judged.right[place] && [tick(false), make("span", {}, judged.marked[place] ? "marked" : "left out")];
    const line = (game, judged, { legal, why, cards }) => make("div", { class: "hl-q-group" },
      make("span", { class: `hl-q-kind${legal ? " hl-q-free" : ""}` }, legal ? "may be played" : "barred"),
      make("span", { class: "hl-q-minis" }, ...cards.map((place) => make("span", { class: "hl-q-judged" }, miniCard(game.hand[place].card), ...(wrong(judged, place) || [])))),
      make("span", { class: "hl-q-why" }, suited(why)));
    fill(this.verdict, make("div", { class: `hl-q-result${all ? " hl-q-all" : ""}` }, !answer.shown && tick(all), make("b", {}, answer.title), " ", make("span", {}, suited(answer.text))),
      make("div", { class: "hl-q-games" }, ...games.map((game, g) => make("div", { class: "hl-panel" }, games.length > 1 && make("div", { class: "hl-label" }, game.title),
        ...answer.games[g].groups.map((group) => line(game, answer.games[g], group))))));
  }

  happened() {
    const { facts, slots } = this.state;
    return capital(`${facts.map(({ text }) => text).join(", ")}. ${slots.filter(({ card }) => card).map(({ name, card }) => `${name}: ${cardName(card)}.`).join(" ")}`);
  }

  // What went wrong, to the eye and to a screen reader.
  tell(text) {
    this.note = text;
    this.drawMarks();
    this.live.say(text);
  }

  // After a check the focus goes to Next; with a new question it goes to the first card.
  moveFocus(here, fresh) {
    if (!here) return;
    if (fresh) this.rows[0].items[0].button.focus({ preventScroll: true });
    else if (this.state.answer && [this.check, this.show].includes(here) && this.able("next")) this.next.focus({ preventScroll: true });
  }
}

export default {
  render({ model, el }) {
    const view = new TrainerView(model, el);
    return () => view.close();
  },
};
