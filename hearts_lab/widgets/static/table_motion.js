// What happened since the last action, shown step by step: cards travel, a trick stays for a moment and goes to its
// winner. Motion only shows: the state it ends in is already published, and stop() jumps there.

const PACES = {
  slow: { play: 850, hold: 1600, slide: 600 },
  normal: { play: 430, hold: 950, slide: 400 },
  fast: { play: 170, hold: 400, slide: 230 },
};

function eventWords(event, table) {
  const name = (seat) => table.name(seat);
  if (event.kind === "play") return `${name(event.seat)} played ${shortCard(event.card)}.`;
  const points = event.points ? ` with ${pointWords(event.points)}` : "";
  if (event.kind === "take") return `${name(event.seat)} took the trick${points}.`;
  if (event.kind === "void") return `The trick is void${points}: ${event.carried.lost ? "nobody gets it" : "it goes to the next taker"}.`;
  if (event.kind === "moon") return `${name(event.seat)} shot the moon and chose the ${event.moon} one.`;
  if (event.kind === "exchange") {
    const givers = [...new Set(event.received.map(({ seat }) => seat))];
    const cards = (giver) => event.received.filter(({ seat }) => seat === giver).map(({ card }) => shortCard(card)).join(" ");
    return givers.map((giver) => `${name(giver)} gave you ${cards(giver)}.`).join(" ");
  }
  return "";
}

const centreOf = (node) => {
  const { left, top, width, height } = node.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
};

class Motion {
  constructor(table) {
    this.table = table;
    this.round = 0;
    this.running = false;
    this.waiting = []; // states published meanwhile, in order
  }

  wait(milliseconds) {
    return new Promise((resolve) => {
      this.wake = resolve;
      this.timer = setTimeout(resolve, milliseconds);
    });
  }

  stop() {
    this.round++;
    this.running = false;
    this.waiting.length = 0;
    clearTimeout(this.timer);
    this.wake?.();
    for (const node of this.table.felt.querySelectorAll(".hl-flying")) node.remove();
    for (const animation of this.table.felt.getAnimations({ subtree: true })) {
      if (!(animation instanceof CSSAnimation || animation instanceof CSSTransition)) animation.cancel();
    }
  }

  async run(before, state) {
    const round = ++this.round;
    this.running = true;
    const seats = state.seats.length;
    const long = state.events.filter((event) => event.kind === "play").length > 2 * seats || this.waiting.length > seats;
    this.pace = long ? PACES.fast : PACES[state.settings.speed];
    const copies = (items, changed) => items.map((item) => ({ ...item, ...changed }));
    const { kitty, carried } = before;
    this.shown = { hand: before.hand, trick: copies(before.trick), seats: copies(before.seats, { turn: false }), kitty, carried };
    for (const event of state.events) {
      await this[event.kind]?.(event, state);
      if (round !== this.round) return;
    }
    this.running = false;
    this.table.proceed();
  }

  seat(number) {
    return this.shown.seats.find((seat) => seat.seat === number);
  }

  slide(node, from, to, extra = {}) {
    if (calm() || !node) return;
    const middle = centreOf(node);
    const at = (point) => (point ? `${point.x - middle.x}px ${point.y - middle.y}px` : "0 0");
    node.animate([{ translate: at(from), ...extra.from }, { translate: at(to), ...extra.to }],
      { duration: this.pace.slide, easing: "cubic-bezier(.2,.7,.3,1)", fill: "both", delay: extra.delay || 0 });
  }

  async play(event, state) {
    const { table, shown } = this;
    const own = event.seat === state.you;
    const from = own ? table.placeOf(event.card) : centreOf(table.place(event.seat));
    this.seat(event.seat).cards--;
    shown.trick.push({ seat: event.seat, card: event.card, points: event.points });
    for (const play of shown.trick) {
      play.winning = play.seat === event.winning;
      play.cancelled = event.cancelled.includes(play.seat);
    }
    if (own) {
      const at = shown.hand.findIndex((item) => item.card === event.card);
      shown.hand = shown.hand.filter((_, index) => index !== at);
    }
    table.drawStep(shown, eventWords(event, table));
    this.slide(table.trickNode.lastChild, from, null, { from: { scale: own ? 1 : 0.4, opacity: own ? 1 : 0.5 } });
    await this.wait(this.pace.play);
  }

  async take(event, state) {
    const { table, shown } = this;
    table.drawStep(shown, eventWords(event, table));
    const round = this.round;
    await this.wait(this.pace.hold);
    if (round !== this.round) return;
    const to = event.seat === state.you ? centreOf(table.youNode) : centreOf(table.place(event.seat));
    for (const node of table.trickNode.children) this.slide(node, null, to, { to: { scale: 0.3, opacity: 0 } });
    await this.wait(calm() ? 0 : this.pace.slide);
    if (round !== this.round) return;
    shown.trick = [];
    Object.assign(this.seat(event.seat), { took: event.took, took_cards: event.took_cards });
    Object.assign(shown, { kitty: event.kitty, carried: null });
    table.drawStep(shown);
  }

  // A trick that nobody wins goes to the side and waits there.
  async void(event) {
    const { table, shown } = this;
    table.drawStep(shown, eventWords(event, table));
    const round = this.round;
    await this.wait(this.pace.hold);
    if (round !== this.round) return;
    const felt = table.felt.getBoundingClientRect();
    const to = { x: felt.right - 70, y: felt.top + felt.height * 0.62 };
    for (const node of table.trickNode.children) this.slide(node, null, to, { to: { scale: 0.3, opacity: 0 } });
    await this.wait(calm() ? 0 : this.pace.slide);
    if (round !== this.round) return;
    Object.assign(shown, { trick: [], carried: event.carried });
    table.drawStep(shown);
  }

  async moon(event) {
    this.table.drawStep(this.shown, eventWords(event, this.table));
    await this.wait(this.pace.hold);
  }

  async deal(event, state) {
    const { table, shown } = this;
    shown.hand = state.hand;
    Object.assign(shown, { trick: [], kitty: state.kitty, carried: null });
    shown.seats = state.seats.map((seat) => ({ ...seat, turn: false, cards: shown.hand.length }));
    table.drawStep(shown);
    const from = centreOf(table.trickNode);
    table.handCards().forEach((node, index) => this.slide(node, from, null, { from: { opacity: 0 }, delay: index * 28 }));
    await this.wait(calm() ? 0 : this.pace.slide + table.handCards().length * 28);
  }

  // The chosen cards go to their seat, a small bundle goes from each other seat to its own, then the new cards come in.
  async exchange(event) {
    const { table, shown } = this;
    const round = this.round;
    const given = table.cardNodes(event.given.map(({ card }) => card));
    event.given.forEach(({ seat }, i) => this.slide(given[i], null, centreOf(table.place(seat)), { to: { scale: 0.35, opacity: 0 } }));
    for (const [seat, to] of calm() ? [] : event.others) {
      const [start, end] = [centreOf(table.place(seat)), centreOf(table.place(to))];
      const felt = table.felt.getBoundingClientRect();
      const style = `left:${start.x - felt.left - 10}px;top:${start.y - felt.top - 14}px`;
      const bundle = make("span", { class: "hl-back hl-flying", style });
      table.felt.append(bundle);
      this.slide(bundle, null, end);
    }
    await this.wait(this.pace.slide + 60);
    if (round !== this.round) return;
    for (const node of table.felt.querySelectorAll(".hl-flying")) node.remove();
    shown.hand = event.hand;
    table.drawStep(shown, eventWords(event, table));
    const received = table.cardNodes(event.received.map(({ card }) => card));
    event.received.forEach(({ seat }, i) => this.slide(received[i], centreOf(table.place(seat)), null, { from: { scale: 0.35, opacity: 0 } }));
    await this.wait(this.pace.hold);
  }
}
