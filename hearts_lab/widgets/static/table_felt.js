// The pieces of the felt: where seats and played cards lie, a seat, the prompt for the pass, the result of a deal.

// Where the other seats sit, in per cent of the felt, clockwise from your left.
function places(others) {
  const top = (count, from, to) =>
    Array.from({ length: count }, (_, i) => [from + ((to - from) * i) / Math.max(1, count - 1), 2.4]);
  if (others === 1) return [[50, 2.4]];
  if (others === 2) return [[17, 14], [83, 14]];
  if (others === 3) return [[11.5, 33], [50, 2.4], [88.5, 33]];
  if (others === 4) return [[11.5, 36], ...top(2, 30, 70), [88.5, 36]];
  if (others === 5) return [[11.5, 38], ...top(3, 26, 74), [88.5, 38]];
  if (others === 6) return [[9, 38], ...top(4, 24, 76), [91, 38]];
  return [[8, 43], [8, 20], ...top(others - 4, others > 9 ? 20 : 24, others > 9 ? 80 : 76), [92, 20], [92, 43]];
}

// Where a seat's card lies in the trick: across in cards, down in card heights, and its slant. You are seat 0, below.
function trickSpot(place, seats) {
  if (place === 0) return [0, 0.42, 1];
  const others = seats - 1;
  const t = others === 1 ? 0 : (2 * (place - 1)) / (others - 1) - 1;
  const width = [0, 0, 0.64, 1.15, 1.75, 2.1, 2.5, 2.9, 3.2, 3.5, 3.8][others];
  return [t * width, others === 2 ? -0.08 : 0.1 - 0.5 * (1 - t * t), 6 * t + ((place * 5) % 3) - 1];
}

function marks(seat) {
  const marks = document.createDocumentFragment();
  if (seat.dealer) marks.append(make("span", { class: "hl-dealer", role: "img", "aria-label": "dealer", title: "dealer" }, "D"));
  if (seat.moon) {
    const moon = make("span", { class: "hl-moon", role: "img", "aria-label": seat.moon, title: seat.moon });
    moon.innerHTML = '<svg viewBox="0 0 24 24" aria-hidden="true">' +
      '<path d="M15 2a10 10 0 1 0 7 13.5A8.5 8.5 0 0 1 15 2z" fill="currentColor"/></svg>';
    marks.append(moon);
  }
  return marks;
}

function taken(seat) {
  const voids = [...seat.voids].map((letter) => SUITS[letter].symbol).join(" ");
  const small = make("div", { class: "hl-took" }, suited(["took " + seat.took, ...seat.took_cards].join(" · ")));
  if (voids) small.append(make("span", { class: "hl-voids", title: `has shown no ${voids}` }, suited(`no ${voids}`)));
  return small;
}

// Another seat as it is seen from yours: who, how many cards, what he took. Round a wide table the backs are a number.
function otherSeat(seat, wide) {
  const name = seat.player && !wide ? `${seat.name} · ${seat.player}` : seat.name;
  if (wide) {
    const count = make("span", { class: "hl-count", role: "img", "aria-label": `${seat.cards} cards` },
      make("i", { class: "hl-back" }), String(seat.cards));
    return [make("div", { class: "hl-who", title: seat.player }, make("span", { class: "hl-name" }, name), marks(seat), count), taken(seat)];
  }
  return [
    make("div", { class: "hl-who" }, make("span", { class: "hl-name", title: seat.player }, name), marks(seat)),
    make("div", { class: "hl-backs", role: "img", "aria-label": `${seat.cards} cards`, style: `--k:${Math.max(2, seat.cards)}` },
      ...Array.from({ length: seat.cards }, () => make("i", { class: "hl-back" }))),
    taken(seat)];
}

// The arrow points from the middle of the felt to the seat that gets the cards. Scattered cards have no one arrow.
function passPrompt(table) {
  const { pass } = table.state;
  if (pass.order) {
    const [badge, text] = [make("span", { class: "hl-badge" }), make("div", { class: "hl-pass-text" })];
    const confirm = wordButton("Pass one to each", () => table.pass(), "hl-gold", { "data-do": "pass" });
    return Object.assign(make("div", { class: "hl-pass", role: "group", "aria-label": pass.text }, badge, text, confirm), { badge, text, confirm });
  }
  const seat = table.seats.get(pass.target);
  const [x, y] = [parseFloat(seat.style.left) - 50, parseFloat(seat.style.top) + 6 - 34];
  const angle = Math.atan2(y * 0.62, x) * (180 / Math.PI);
  const badge = make("span", { class: "hl-badge" });
  const text = make("div", { class: "hl-pass-text" });
  const confirm = wordButton(`Pass ${pass.count} to ${table.name(pass.target)}`, () => table.pass(), "hl-gold", { "data-do": "pass" });
  const arrow = make("span", { class: "hl-chevrons", style: `--angle:${angle.toFixed(1)}deg` });
  const chevrons = [8, 36, 64].map((x) => `<path d="M${x} 6l16 14-16 14"/>`).join("");
  arrow.innerHTML = `<svg viewBox="0 0 100 40" aria-hidden="true">${chevrons}</svg>`;
  const node = make("div", { class: "hl-pass", role: "group", "aria-label": pass.text },
    make("div", { class: "hl-arrow" }, arrow, badge), text, confirm);
  return Object.assign(node, { badge, text, confirm });
}

function resultBox(table) {
  const { result, can } = table.state;
  const go = (action, text, press) => wordButton(text, press, "hl-gold", { "data-do": action });
  const buttons = [can.next_deal && go("next_deal", "Next deal", () => table.send("next_deal")),
    !can.next_deal && can.new_match && go("new_match", "New match", () => table.newMatch()),
    can.review && wordButton("Review", () => table.review.ask(), "", { "data-do": "review" })].filter(Boolean);
  return make("div", { class: "hl-box hl-result", role: "group", "aria-label": result.title }, result.won && !calm() && rain(),
    make("strong", { class: "hl-box-title" }, result.title), make("p", {}, suited(result.text)),
    make("div", { class: "hl-btns" }, ...buttons));
}

// For the winner: suits fall from the ceiling.
function rain() {
  const drops = Array.from({ length: 20 }, (_, i) => {
    const letter = "CDSH"[i % 4];
    const style = `left:${(i * 37) % 100}%;animation-delay:${((i * 0.31) % 2).toFixed(2)}s`;
    return make("i", { class: `hl-${letter}`, style }, `${SUITS[letter].symbol}\uFE0E`);
  });
  return make("div", { class: "hl-rain", "aria-hidden": "true" }, ...drops);
}
