// Your hand: a fan of buttons. The nodes are kept from one state to the next, so that cards glide and the focus stays.

const isFree = (node) => node.getAttribute("aria-disabled") === "false";

// `quiet` while the table shows what happened: then no card can be chosen and none is dimmed.
function drawHand(table, hand, quiet) {
  const count = {};
  const keys = hand.map(({ card }) => `${card}#${(count[card] = (count[card] || 0) + 1)}`);
  const { phase, hint, you, pass, settings } = table.state;
  const mine = !quiet && table.state.seats.find((seat) => seat.seat === you).turn;
  if (!table.changed("hand", [hand, quiet, mine, phase, hint, settings.prices, [...table.chosen], pass])) return;
  const had = table.focused();
  for (const [key, node] of table.cards) {
    if (keys.includes(key)) continue;
    table.cards.delete(key);
    const beside = node.previousSibling || node.nextSibling || table.centre.querySelector("button");
    if (node === had) table.quietly(beside);
    node.remove();
  }
  const someBarred = hand.some((item) => item.why);
  hand.forEach((item, i) => {
    const key = keys[i];
    let node = table.cards.get(key);
    if (!node) {
      node = cardButton(item.card, item.points);
      node.tabIndex = -1;
      table.cards.set(key, node);
    }
    if (table.hand.children[i] !== node) table.hand.insertBefore(node, table.hand.children[i] || null);
    const chosen = phase === "pass" && (item.laid || table.chosen.has(key));
    const goal = chosen && pass?.order && table.chosen.has(key) ? table.name(pass.order[table.chosen.get(key)]) : "";
    const can = !quiet && (phase === "pass" ? Boolean(pass) && !item.why : mine && item.legal && !item.why);
    const price = !quiet && settings.prices && hint?.prices[item.card];
    node.item = item;
    node.key = key;
    node.style.setProperty("--i", i - (hand.length - 1) / 2);
    const classes = {
      "hl-barred": !quiet && (mine || pass) && item.why, "hl-ok": can && mine, "hl-up": can && mine && someBarred,
      "hl-chosen": chosen, "hl-new": item.received, "hl-hinted": !quiet && hint && hint.cards.includes(item.card),
    };
    for (const [name, on] of Object.entries(classes)) node.classList.toggle(name, Boolean(on));
    node.setAttribute("aria-label", [cardName(item.card), item.points && pointWords(item.points), item.received && "received", goal && `for ${goal}`,
      item.laid && "laid aside", classes["hl-hinted"] && "hint", price && priceWords(price), classes["hl-barred"] && `barred: ${spoken(item.why)}`].filter(Boolean).join(", "));
    node.setAttribute("aria-disabled", String(!can));
    node.querySelector(".hl-goal")?.remove();
    if (goal) node.append(make("span", { class: "hl-goal", "aria-hidden": "true" }, goal));
    node.querySelector(".hl-price")?.remove();
    if (price) node.append(make("span", { class: `hl-price${price === "best" ? " hl-best" : ""}`, "aria-hidden": "true" }, price));
    if (phase === "pass" && pass && !quiet) node.setAttribute("aria-pressed", String(chosen));
    else node.removeAttribute("aria-pressed");
  });
  const n = hand.length;
  table.hand.setAttribute("aria-label", `Your hand, ${n} ${n === 1 ? "card" : "cards"}`);
  const [turn, dip] = [Math.min(2.6, 22 / Math.max(1, n)), 0.33 / Math.max(3, (n - 1) / 2) ** 2];
  table.hand.style.cssText = `--n:${Math.max(2, n)};--rot:${turn.toFixed(2)};--dip:${dip.toFixed(4)}`;
  const nodes = table.handCards();
  onlyTabStop(nodes, nodes.find((node) => node.tabIndex === 0) || nodes.find(isFree) || nodes[0]);
}
