// The card table. It draws the one `state` that Python publishes and sends proposals; Python knows the rules, checks
// every proposal and publishes the whole new state. Joined after cards.js and the other table_*.js.
//
// Sent:   {action: "play", turn, card} · {action: "pass", turn, cards} · {action: "moon", turn, kind "old" | "new"}
//         {action: "settings", turn, speed? | colours? | prices?} · {action: "level", turn, level} · {action: "open", turn, text, you?}
//         {action: "hint" | "undo" | "rest" | "next_deal" | "new_match" | "review" | "back", turn}
//         `turn` is the token of the state acted on: Python ignores a proposal with another one, so a double click is harmless.
// State:  serial       grows with every publication; turn: grows with every accepted action, not with what others do after it
//         title, chips [{text, hot}], where, practice, phase "pass" | "play" | "moon" | "over" | "match", you
//         settings     {speed "slow" | "normal" | "fast" | "off", colours 4 | 2, prices}; level: {now: null | name, text, choices [{name, about}]}
//         thinking     null | {what "play" | "hint" | "review", seat: null | seat, text, slow: null | text}
//         seats        clockwise from you: [{seat, name, player, cards, took, took_cards [text], voids "CDSH", dealer, turn,
//                      moon: null | text}]
//         hand         [{card, points, legal, why, received, laid}]; why: the sentence of the rule that bars the card, or null
//         trick        [{seat, card, points, winning, cancelled}]
//         kitty        null | {size, taker: null | seat, cards: null | [card]}; carried: null | {cards, others, points, lost}
//         events       what the last action led to, in order:
//                      {kind "deal"} · {kind "exchange", given [{card, seat}], received [{card, seat}], hand, others [[from, to]]}
//                      {kind "play", seat, card, points, winning: null | seat, cancelled [seat]} · {kind "void", points, carried}
//                      {kind "take", seat, points, took, took_cards, kitty} · {kind "moon", seat, moon}
//         pass         null | {count, target, order: null | [seat], text}; with an order the first card goes to its first seat
//         moon         null | {text, names, choices [{kind, label, scores, totals, end}]}: your choice, clockwise from you
//         flags        [{text, on}]; say: one sentence; message: null | {kind "info" | "error", text}; home: null | text
//         hint         null | {cards, text, prices {card: "best" | "+0.4"}, passes [{cards, price}]}
//         review       null | {text, parts [{name, value, about}], rows [{when, chosen, best: null | cards, costs, price, reason, known, text}]}
//         last_trick   null | {text, cards, cancelled}; tricks: [{number, leader, plays [{seat, card, cancelled}], winner: null | seat, points, took}]
//         still_out    {suit letter: ranks}; csv, share: text; saved: null | file name
//         sheet        {columns, rows, totals, best [place], caption, pool: null | text}
//         can          {hint, undo, rest, next_deal, new_match, review}; unfinished: a new match would lose the one on the table
//         result       null | {title, text, won}

const PATIENCE = 5000; // milliseconds without an answer before we say that the kernel is silent

class CardTable {
  constructor(model, el) {
    this.model = model;
    this.memo = {};
    this.cards = new Map();
    this.chosen = new Map(); // of the cards chosen for the pass: key -> place in the pass
    this.pending = false;
    this.follow = null;
    this.motion = new Motion(this);
    this.tip = new Tip(this);
    this.thinking = new Thinking(this);
    this.review = new Review(this);
    this.side = new Side(this);
    this.live = announcer();
    this.build();
    el.append(this.root);
    this.onState = () => this.receive(model.get("state"));
    model.on("change:state", this.onState);
    this.resize = new ResizeObserver(() => this.tip.place());
    this.resize.observe(this.felt);
    this.state = model.get("state");
    this.draw();
    if (this.state.turn === 0 && this.state.events[0]?.kind === "deal" && this.moves()) this.animate(this.state, this.state);
  }

  close() {
    this.model.off("change:state", this.onState);
    clearTimeout(this.patience);
    this.resize.disconnect();
    this.motion.stop();
    this.thinking.stop();
    this.root.remove();
  }

  build() {
    this.bar = make("div", { class: "hl-bar" });
    this.noticeNode = make("div", { class: "hl-notice", hidden: true });
    this.seatsNode = make("div", { class: "hl-seats" });
    this.trickNode = make("div", { class: "hl-trick", role: "group", "aria-label": "Trick on the table" });
    this.centre = make("div", { class: "hl-centre" });
    this.piles = make("div", { class: "hl-piles" });
    this.hand = make("div", { class: "hl-hand", role: "group" });
    this.felt = make("div", { class: "hl-felt" }, this.seatsNode, this.piles, this.trickNode, this.hand, this.centre, this.tip.node);
    this.youNode = make("div", { class: "hl-you" });
    this.sayNode = make("div", { class: "hl-say" });
    this.flags = make("div", { class: "hl-flags" });
    const rail = make("div", { class: "hl-rail" }, this.youNode, this.sayNode, this.flags);
    this.root = make("section", { class: "hl hl-table" }, this.bar, this.noticeNode, this.review.home,
      make("div", { class: "hl-lab" }, make("div", { class: "hl-felt-box" }, this.felt, rail), this.side.node), this.review.node, this.live.node);
    keepEventsInside(this.root);
    this.root.addEventListener("keydown", (event) => this.key(event));
    this.felt.addEventListener("click", (event) => this.click(event));
    this.hand.addEventListener("focusin", (event) => {
      onlyTabStop(this.handCards(), event.target);
      this.tip.explain(event.target);
    });
    this.hand.addEventListener("focusout", () => this.tip.hint());
    this.hand.addEventListener("pointerover", (event) => this.tip.explain(event.target.closest(".hl-card")));
    this.hand.addEventListener("pointerleave", () => this.tip.hint());
  }

  changed(name, value) {
    const text = JSON.stringify(value);
    if (this.memo[name] === text) return false;
    this.memo[name] = text;
    return true;
  }

  name(seat) {
    return this.state.seats.find((each) => each.seat === seat).name;
  }

  focused() {
    const active = this.root.getRootNode().activeElement;
    return this.root.contains(active) ? active : null;
  }

  // --- proposals and answers ---

  send(action, extra = {}) {
    const message = { action, turn: this.state.turn, ...extra };
    if (action === "settings") return void this.model.send(message); // good at any time
    if (this.pending) return;
    this.pending = true;
    const here = this.focused();
    this.follow = this.felt.contains(here) ? Math.max(0, this.handCards().indexOf(here)) : null;
    this.model.send(message);
    clearTimeout(this.patience);
    this.patience = setTimeout(() => {
      this.settle();
      this.notice("error", "The kernel does not answer. It may be busy; if it was restarted, run the notebook's cells again.");
    }, PATIENCE);
  }

  settle() {
    clearTimeout(this.patience);
    this.pending = false;
    this.hand.querySelector(".hl-going")?.classList.remove("hl-going");
  }

  // While something is shown, what others did since then waits in line; a decision of yours is shown at once.
  receive(state) {
    this.settle();
    const { waiting } = this.motion;
    const last = waiting.at(-1) || this.state;
    if (this.motion.running && state.turn === last.turn) return void waiting.push(state);
    this.motion.stop();
    this.state = last;
    this.show(state);
  }

  show(state) {
    const before = this.state;
    this.state = state;
    if (state.turn !== before.turn) {
      this.closeDialog();
      const cards = ({ hand, pass }) => JSON.stringify([pass, hand.map((item) => item.card)]);
      if (cards(state) !== cards(before)) this.chosen.clear();
    }
    const follows = state.turn === before.turn + 1 || (state.turn === before.turn && state.serial === before.serial + 1);
    if (follows && this.moves()) this.animate(before, state);
    else this.draw();
  }

  // What was to be shown has been: go on with what waits.
  proceed() {
    if (this.motion.waiting.length === 0) return this.draw();
    this.tell();
    this.show(this.motion.waiting.shift());
    if (!this.motion.running && this.motion.waiting.length > 0) this.proceed();
  }

  moves() {
    return this.state.events.length > 0 && this.state.settings.speed !== "off" && !document.hidden;
  }

  animate(before, state) {
    this.tip.show(null);
    this.motion.run(before, state);
  }

  newMatch() {
    if (this.state.unfinished) this.dialog(newMatchDialog(this));
    else this.send("new_match");
  }

  // --- drawing ---

  draw() {
    const { state } = this;
    this.root.classList.toggle("hl-two", state.settings.colours === 2);
    this.root.setAttribute("aria-label", `Card table: ${state.title}`);
    this.root.dataset.turn = state.turn;
    this.root.dataset.phase = state.phase;
    this.drawBar();
    this.drawSeats(state.seats);
    this.drawTrick(state.trick);
    this.drawPiles(state);
    this.drawHand(state.hand, false);
    this.drawCentre();
    this.drawRail();
    this.side.draw(state);
    this.thinking.draw(state);
    this.review.draw(state);
    this.tip.hint();
    this.moveFocus();
    this.tell();
    delete this.root.dataset.busy;
  }

  // A moment between two states: the cards as far as they have been shown, and nothing that can be chosen.
  drawStep(shown, words) {
    this.root.dataset.busy = "true";
    if (words && this.changed("say", words)) fill(this.sayNode, suited(words));
    this.drawSeats(shown.seats);
    this.drawTrick(shown.trick);
    this.drawPiles(shown);
    this.drawHand(shown.hand, true);
    this.drawCentre(true);
    if (this.changed("you", shown.seats)) this.drawYou(shown.seats);
  }

  drawBar() {
    const { title, chips, practice, where } = this.state;
    if (!this.changed("bar", [title, chips, practice, where])) return;
    const chip = ({ text, hot }) => make("li", { class: `hl-chip${hot ? " hl-hot" : ""}` }, suited(text));
    const why = "A hint was asked for or a move taken back in this deal";
    fill(this.bar, make("strong", { class: "hl-title" }, title),
      make("ul", { class: "hl-chips", "aria-label": "Rules in force" }, ...chips.map(chip)),
      make("div", { class: "hl-now" },
        practice && make("span", { class: "hl-chip hl-practice", title: why }, "practice"),
        make("span", { class: "hl-chip hl-where" }, where)));
  }

  notice(kind, text) {
    this.noticeNode.hidden = !text;
    if (!text) return;
    this.noticeNode.className = `hl-notice hl-${kind}`;
    fill(this.noticeNode, make("span", {}, suited(text)),
      wordButton("✕", () => this.notice(), "", { class: "hl-link", "aria-label": "Close this message" }));
    this.live.say(text);
  }

  drawSeats(seats) {
    const others = seats.filter((seat) => seat.seat !== this.state.you);
    if (this.changed("seating", others.map((seat) => seat.seat))) {
      const spots = places(others.length);
      this.seats = new Map(others.map((seat, i) => [seat.seat, make("div", {
        class: "hl-seat", role: "group", "data-seat": seat.seat, style: `left:${spots[i][0]}%;top:${spots[i][1]}%` })]));
      this.seatsNode.replaceChildren(...this.seats.values());
      this.felt.dataset.seats = seats.length;
      this.felt.classList.toggle("hl-round", seats.length > 6);
    }
    const target = this.state.pass && !this.root.dataset.busy ? this.state.pass.target : null;
    for (const seat of others) {
      if (!this.changed(`seat${seat.seat}`, [seat, target])) continue;
      const node = this.seats.get(seat.seat);
      node.setAttribute("aria-label", `${seat.name}${seat.player ? `, ${seat.player}` : ""}${seat.turn ? ", to play" : ""}`);
      node.classList.toggle("hl-turn", Boolean(seat.turn));
      node.classList.toggle("hl-target", seat.seat === target);
      fill(node, ...otherSeat(seat, seats.length > 6));
    }
  }

  place(seat) {
    return seat === this.state.you ? this.youNode : this.seats.get(seat).firstChild;
  }

  drawTrick(trick) {
    const plays = trick.map((play) => `${play.seat} ${play.card}`);
    const drawn = [...this.trickNode.children].map((node) => node.dataset.play);
    if (drawn.some((play, i) => play !== plays[i])) this.trickNode.replaceChildren();
    const { seats } = this.state;
    trick.forEach((play, i) => {
      let node = this.trickNode.children[i];
      if (!node) {
        const [dx, dy, turn] = trickSpot(seats.findIndex((seat) => seat.seat === play.seat), seats.length);
        node = cardPicture(play.card, play.points, `${this.name(play.seat)}: ${cardName(play.card)}`);
        node.dataset.play = plays[i];
        node.style.cssText = `--dx:${dx.toFixed(3)};--dy:${dy.toFixed(3)};--r:${turn.toFixed(1)}deg`;
        this.trickNode.append(node);
      }
      node.classList.toggle("hl-winning", Boolean(play.winning));
      const label = node.getAttribute("aria-label").replace(/, cancelled$/, "");
      const dead = node.classList.toggle("hl-dead", Boolean(play.cancelled));
      node.setAttribute("aria-label", dead ? `${label}, cancelled` : label);
    });
  }

  drawPiles({ kitty, carried }) {
    if (!this.changed("piles", [kitty, carried])) return;
    fill(this.piles, kitty && kittyPile(kitty, this), carried && carriedPile(carried));
  }

  handCards() {
    return [...this.hand.children];
  }

  cardNode(card) {
    return this.handCards().find((node) => node.dataset.card === card);
  }

  // The nodes of several cards; of two identical ones each has its own.
  cardNodes(cards) {
    const left = this.handCards();
    return cards.map((card) => left.splice(left.findIndex((node) => node.dataset.card === card), 1)[0]);
  }

  // Where a card of yours comes from: where it was clicked, or where it lies now.
  placeOf(card) {
    const node = this.cardNode(card);
    return node ? centreOf(node) : centreOf(this.youNode);
  }

  drawHand(hand, quiet) {
    drawHand(this, hand, quiet);
  }

  drawCentre(quiet = false) {
    const { pass, result, can, moon, hint } = this.state;
    const kind = this.open ? "dialog" : quiet ? "none" : result ? "result" : moon ? "moon" : pass ? "pass" : "none";
    this.root.dataset.centre = kind;
    if (kind === "pass") {
      if (this.changed("centre", [kind, pass, this.state.seats.length])) fill(this.centre, (this.prompt = passPrompt(this)));
      this.updatePass();
    } else if (this.changed("centre", [kind, kind === "result" && [result, can], kind === "moon" && [moon, hint]])) {
      const had = this.focused()?.closest(".hl-moon-box");
      fill(this.centre, kind === "dialog" && this.open, kind === "result" && resultBox(this), kind === "moon" && moonBox(this));
      if (had) this.centre.querySelector("button")?.focus();
    }
  }

  left() {
    return this.state.pass.count - this.chosen.size;
  }

  // The first place of the pass that has no card yet.
  free() {
    const taken = [...this.chosen.values()];
    return Array.from({ length: this.state.pass.count }, (_, place) => place).find((place) => !taken.includes(place)) ?? 0;
  }

  updatePass() {
    const left = this.left();
    const { pass } = this.state;
    const { badge, text, confirm } = this.prompt;
    badge.textContent = left || "✓";
    const { hint } = this.state;
    const next = pass.order && `Next: a card for ${this.name(pass.order[this.free()])}`;
    const words = left === 0 ? "Ready to pass" : hint ? hint.text : left === pass.count ? pass.text : next || `${left} more`;
    text.classList.toggle("hl-advice", left > 0 && Boolean(hint));
    fill(text, suited(words), words === hint?.text && this.state.settings.prices && hint.passes.length > 1 && passPrices(hint));
    confirm.setAttribute("aria-disabled", String(left > 0));
    confirm.classList.toggle("hl-ready", left === 0);
  }

  drawRail() {
    const { say, flags, seats } = this.state;
    if (this.changed("say", say)) fill(this.sayNode, suited(say));
    const flag = ({ text, on }) => make("span", { class: `hl-flag${on ? " hl-on" : ""}` }, suited(text));
    if (this.changed("flags", flags)) fill(this.flags, ...flags.map(flag));
    if (this.changed("you", seats)) this.drawYou(seats);
  }

  drawYou(seats) {
    const me = seats.find((seat) => seat.seat === this.state.you);
    fill(this.youNode, make("div", { class: "hl-who" }, me.name, marks(me)), taken({ ...me, voids: "" }));
    this.youNode.classList.toggle("hl-turn", Boolean(me.turn));
  }

  // What is new, said once: the same turn is published several times while others think.
  tell() {
    const { state } = this;
    const { message, result, hint, review, thinking, turn } = state;
    if (!this.changed("told", [state.serial, turn])) return;
    const fresh = this.changed("notice", [turn, message, !thinking && state.serial]);
    if (fresh) {
      if (!message) this.notice();
      else if (message.kind === "error" && this.open?.refuse) this.open.refuse(message.text);
      else this.notice(message.kind, message.text);
    }
    const happened = state.events.length <= 3 * state.seats.length ? state.events : [];
    const once = (name, text) => text && this.changed(`told ${name}`, [turn, text]) && text;
    this.live.say(...happened.map((event) => eventWords(event, this)), fresh && message?.text, once("result", result && `${result.title} ${result.text}`),
      once("hint", hint?.text), once("review", review?.text), !thinking && once("say", state.say));
  }

  // --- hands on the table ---

  click(event) {
    const fast = event.detail > 1 || performance.now() - (this.sent || 0) < 350;
    if (this.motion.running) {
      if (!fast && !event.target.closest(".hl-centre")) this.finish();
      return;
    }
    const node = event.target.closest(".hl-hand .hl-card");
    if (node && !(event.detail > 1)) this.choose(node);
  }

  finish() {
    const { waiting } = this.motion;
    while (waiting.length > 0) {
      this.tell();
      this.state = waiting.shift();
    }
    this.motion.stop();
    this.draw();
  }

  choose(node) {
    const { state } = this;
    const { item, key } = node;
    if (node.classList.contains("hl-barred")) {
      this.tip.explain(node);
      this.live.say(`${shortCard(item.card)} is barred. ${item.why}`);
    } else if (state.phase === "pass" && state.pass) {
      this.toggle(node, key);
    } else if (isFree(node) && !this.pending) {
      this.sent = performance.now();
      this.send("play", { card: item.card });
      node.classList.add("hl-going");
    }
  }

  toggle(node, key) {
    const { pass, hand } = this.state;
    if (this.chosen.has(key)) this.chosen.delete(key);
    else if (this.left() > 0) this.chosen.set(key, this.free());
    else {
      const enough = `You have chosen ${pass.count}. Take one back first.`;
      this.tip.show(node, enough);
      return this.live.say(enough);
    }
    this.drawHand(hand, false);
    this.updatePass();
    this.live.say(this.left() ? `${this.left()} more` : "Ready to pass.");
  }

  pass() {
    if (this.state.phase !== "pass" || !this.state.pass) return;
    if (this.left() > 0) return void this.live.say(`Choose ${this.left()} more.`);
    this.sent = performance.now();
    const chosen = this.handCards().filter((node) => this.chosen.has(node.key));
    if (this.state.pass.order) chosen.sort((a, b) => this.chosen.get(a.key) - this.chosen.get(b.key));
    this.send("pass", { cards: chosen.map((node) => node.item.card) });
  }

  key(event) {
    const typing = event.target.closest("textarea, select, summary, input");
    if (event.repeat && (event.key === "Enter" || event.key === " ") && !typing) event.preventDefault();
    if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.closest(".hl-hand")) moveInRow(event, this.handCards());
    const press = { h: "hint", u: "undo", n: "next_deal", r: "review", "?": "help" }[event.key.toLowerCase()];
    if (this.motion.running && (press || event.key === " " || event.key === "Enter")) {
      event.preventDefault();
      if (!event.repeat && performance.now() - (this.sent || 0) > 350) this.finish();
    } else if (press) this.side.buttons[press].click();
    else if (event.key.toLowerCase() === "p") this.pass();
    else if (event.key === "Escape") { this.closeDialog(); this.tip.show(null); }
  }

  dialog(node) {
    this.opener = this.focused();
    this.open = node;
    this.memo.centre = null;
    this.drawCentre();
    node.querySelector("textarea, button").focus();
  }

  closeDialog() {
    if (!this.open) return;
    const inside = this.open.contains(this.focused());
    this.open = null;
    this.drawCentre(this.motion.running);
    if (inside && this.opener?.isConnected) this.opener.focus();
  }

  quietly(node) {
    this.silent = true;
    node?.focus({ preventScroll: true });
    this.silent = false;
  }

  // After an action from the felt the focus goes on to the nearest card that may be played, or to the button.
  moveFocus() {
    if (this.follow === null || this.state.thinking) return;
    if (this.focused() && !this.felt.contains(this.focused())) return void (this.follow = null);
    const [at, cards] = [this.follow, this.handCards()];
    this.follow = null;
    const able = cards.filter(isFree);
    able.sort((a, b) => Math.abs(cards.indexOf(a) - at) - Math.abs(cards.indexOf(b) - at));
    const next = able[0] || this.centre.querySelector("button") || cards[0];
    if (next && next !== this.focused()) this.quietly(next);
  }
}

export default {
  render({ model, el }) {
    const table = new CardTable(model, el);
    return () => table.close();
  },
};
