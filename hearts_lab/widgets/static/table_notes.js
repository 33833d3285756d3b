// Notes on the table: the one above a card (why it is barred, or the hint), and what is being thought about.

const SLOW = 2500; // milliseconds of thinking until we say so aloud, and what takes so long the first time

class Tip {
  constructor(table) {
    this.table = table;
    this.node = make("div", { class: "hl-tip", "aria-hidden": "true", hidden: true });
  }

  explain(node) {
    const { table } = this;
    const item = node?.item;
    if (!item || table.silent || table.motion.running) return;
    if (!node.classList.contains("hl-barred")) return this.hint();
    this.show(node, make("b", {}, suited(shortCard(item.card)), " is barred."), " ", suited(item.why));
  }

  hint() {
    const { table } = this;
    const { hint, pass } = table.state;
    const node = hint && !pass && !table.motion.running && table.cardNode(hint.cards[0]);
    if (node) this.show(node, make("b", {}, "Hint. "), suited(hint.text));
    else this.show(null);
  }

  show(anchor, ...content) {
    this.anchor = anchor;
    this.node.hidden = !anchor;
    if (!anchor) return;
    fill(this.node, ...content);
    this.place();
  }

  place() {
    if (this.node.hidden || !this.anchor?.isConnected) return;
    const price = this.anchor.querySelector(".hl-price");
    const [felt, card] = [this.table.felt.getBoundingClientRect(), this.anchor.getBoundingClientRect()];
    const [half, end] = [this.node.offsetWidth / 2, price ? price.getBoundingClientRect().top - 6 : card.top];
    const x = price ? centreOf(price).x : card.left + card.width * 0.4;
    const middle = Math.min(Math.max(x, felt.left + half + 8), felt.right - half - 8);
    const boxes = [...this.table.hand.querySelectorAll(".hl-card, .hl-price")].map((node) => node.getBoundingClientRect());
    const under = boxes.filter(({ left, right }) => right > middle - half && left < middle + half);
    const top = Math.min(end, ...under.map((box) => box.top));
    this.node.style.cssText = `left:${middle - felt.left}px;bottom:${felt.bottom - top + 8}px;` +
      `--tail:${Math.max(16 - half, Math.min(half - 16, x - middle))}px;--reach:${Math.max(7, end - top + 6)}px`;
  }
}

// Who is thinking: a quiet mark at the seat and on the button. It is spoken once a deal, and only when it takes long.
class Thinking {
  constructor(table) {
    this.table = table;
  }

  draw({ thinking, turn }) {
    const { table } = this;
    for (const [seat, node] of table.seats) node.classList.toggle("hl-thinks", thinking?.seat === seat);
    table.root.toggleAttribute("data-thinking", Boolean(thinking));
    const { hint } = table.side.buttons;
    const asked = thinking?.what === "hint";
    hint.setAttribute("aria-busy", String(asked));
    if (table.changed("hint button", asked)) hint.textContent = asked ? "Thinking…" : "Hint";
    if (!table.changed("thinking", [turn, thinking?.what, thinking?.seat])) return;
    clearTimeout(this.timer);
    if (thinking) this.timer = setTimeout(() => this.tell(table.state), SLOW);
  }

  tell({ thinking, where }) {
    const words = thinking && (thinking.slow || thinking.text);
    if (!words || this.table.motion.running) return;
    if (thinking.slow) {
      this.table.memo.say = null;
      fill(this.table.sayNode, suited(words));
    }
    const [deal] = where.split(" · ");
    if (this.told !== deal) this.table.live.say(words);
    this.told = deal;
  }

  stop() {
    clearTimeout(this.timer);
  }
}

// What each way to pass would cost, the best first, in a line.
function passPrices({ passes }) {
  const line = make("div", { class: "hl-pass-prices" });
  passes.slice(0, 4).forEach(({ cards, price }, i) => line.append(i ? " · " : "", suited(cards.map(shortCard).join(" ")), ` ${price}`));
  return line;
}

// A price on a card: how much more the card costs than the best one.
const priceWords = (price) => (price === "best" ? "the best" : `costs ${price.slice(1)} more`);
