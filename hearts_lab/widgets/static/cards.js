// Drawing shared by the table and the trainers: card faces, suits in their colours, words for a screen reader.
// A card is its text in notation ("QS", "10H"). Nothing in here knows a rule of the game.

const SUITS = {
  C: { name: "clubs", symbol: "♣",
    path: "M12 1.6a4.7 4.7 0 0 0-3.9 7.3 4.9 4.9 0 1 0 2.9 8.2c-.2 2.1-1 3.8-2.4 5.3h6.8c-1.4-1.5-2.2-3.2-2.4-5.3a4.9 4.9 0 1 0 2.9-8.2A4.7 4.7 0 0 0 12 1.6z" },
  D: { name: "diamonds", symbol: "♦", path: "M12 1c2 4 5 7.8 8.4 11-3.4 3.2-6.4 7-8.4 11-2-4-5-7.8-8.4-11C7 8.8 10 5 12 1z" },
  S: { name: "spades", symbol: "♠",
    path: "M12 1.3C9.2 6.3 2.2 9.6 2.2 14.5c0 2.8 2.1 4.7 4.7 4.7 1.7 0 3.2-.8 4.1-2.1-.2 2.1-1 3.9-2.4 5.4h6.8c-1.4-1.5-2.2-3.3-2.4-5.4.9 1.3 2.4 2.1 4.1 2.1 2.6 0 4.7-1.9 4.7-4.7C21.8 9.6 14.8 6.3 12 1.3z" },
  H: { name: "hearts", symbol: "♥",
    path: "M12 22C5.2 15.8 1.8 12 1.8 7.9 1.8 4.6 4.2 2.5 7 2.5c2.2 0 4 1.3 5 3.5 1-2.2 2.8-3.5 5-3.5 2.8 0 5.2 2.1 5.2 5.4 0 4.1-3.4 7.9-10.2 14.1z" },
};
const RANK_NAMES = { A: "ace", K: "king", Q: "queen", J: "jack" };
const LETTER = Object.fromEntries(Object.entries(SUITS).map(([letter, suit]) => [suit.symbol, letter]));

// Columns and rows of the pips of each number card, in the card's own coordinates (72 wide, 104 high).
const [LEFT, MIDDLE, RIGHT] = [33, 45, 57];
const both = (...rows) => rows.flatMap((y) => [[LEFT, y], [RIGHT, y]]);
const middle = (...rows) => rows.map((y) => [MIDDLE, y]);
const PIPS = {
  2: middle(23, 81), 3: middle(23, 52, 81), 4: both(23, 81), 5: [...both(23, 81), ...middle(52)],
  6: both(23, 52, 81), 7: [...both(23, 52, 81), ...middle(37.5)], 8: [...both(23, 52, 81), ...middle(37.5, 66.5)],
  9: [...both(20, 41, 63, 84), ...middle(52)], 10: [...both(20, 41, 63, 84), ...middle(30.5, 73.5)],
};
const CROWNS = {
  K: '<path d="M-13 9-15-5-7 1 0-10 7 1 15-5 13 9z"/><path d="M-13 12.5h26M0-10v-6M-3-13h6"/><circle cx="-15" cy="-6" r="1.8"/><circle cx="15" cy="-6" r="1.8"/>',
  Q: '<path d="M-12 9-15-3-8.5 2-6-8 0 .5 6-8 8.5 2 15-3 12 9z"/><path d="M-12 12.5h24"/><circle cx="-15" cy="-4" r="2"/><circle cx="-6" cy="-9.5" r="2"/><circle cx="6" cy="-9.5" r="2"/><circle cx="15" cy="-4" r="2"/>',
  J: '<path d="M0-13c5 6 5 12 1 18h-2c-4-6-4-12 1-18z"/><path d="M-2 5c-7 0-12-5-12-10 0-4 5-6 6-2 .6 2-1 3-2 2 1 5 5 6 8 6zM2 5c7 0 12-5 12-10 0-4-5-6-6-2-.6 2 1 3 2 2-1 5-5 6-8 6z"/><path d="M-7 6.5H7M-3.5 7-6 13M3.5 7 6 13M0 7v6"/>',
};

function make(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name === "class") node.className = value;
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

function fill(node, ...children) {
  node.replaceChildren(...children.filter((child) => child !== null && child !== undefined && child !== false));
}

const suitOf = (card) => card.slice(-1);
const rankOf = (card) => card.slice(0, -1).replace("T", "10");
const shortCard = (card) => rankOf(card) + SUITS[suitOf(card)].symbol;
const cardName = (card) => `${RANK_NAMES[rankOf(card)] || rankOf(card)} of ${SUITS[suitOf(card)].name}`;
const pointWords = (points) => `${points} ${Math.abs(points) === 1 ? "point" : "points"}`;

// "7♠" as "7 of spades": what a screen reader should say.
function spoken(text) {
  return text
    .replace(/(10|[2-9AKQJ])([♣♦♠♥])\uFE0E?/g, (_, rank, symbol) => cardName(rank + LETTER[symbol]))
    .replace(/[♣♦♠♥]\uFE0E?/g, (symbol) => SUITS[LETTER[symbol[0]]].name);
}

// Text as nodes, every card and suit sign in its suit's colour. U+FE0E keeps phones from drawing a sign as an emoji.
function suited(text) {
  const parts = document.createDocumentFragment();
  for (const part of String(text).split(/((?:10|[2-9AKQJ])?[♣♦♠♥])/)) {
    const letter = LETTER[part.slice(-1)];
    parts.append(letter ? make("span", { class: `hl-${letter}` }, part + "\uFE0E") : part);
  }
  return parts;
}

const pip = (letter, x, y, size, turned) => `<path d="${SUITS[letter].path}" fill="currentColor" transform="translate(${x} ${y})${
  turned ? " rotate(180)" : ""} scale(${size / 24}) translate(-12 -12)"/>`;

const FACES = new Map();

function drawFace(card) {
  const [rank, letter] = [rankOf(card), suitOf(card)];
  let centre;
  if (CROWNS[rank]) {
    centre = `<rect class="hl-court" x="24" y="9" width="42" height="86" rx="5"/><path class="hl-court-line" d="M24 74 66 30"/>` +
      `<g class="hl-crown"><g transform="translate(45 28)">${CROWNS[rank]}</g>` +
      `<g transform="translate(45 76) rotate(180)">${CROWNS[rank]}</g></g>` + pip(letter, MIDDLE, 52, 25);
  } else if (rank === "A") {
    centre = `<circle class="hl-ring" cx="45" cy="52" r="21"/>` + pip(letter, MIDDLE, 52, 30);
  } else {
    centre = PIPS[rank].map(([x, y]) => pip(letter, x, y, 14, y > 52)).join("");
  }
  const narrow = rank === "10" ? ' class="hl-ten"' : "";
  return `<svg viewBox="0 0 72 104" aria-hidden="true" focusable="false">` +
    `<text x="13" y="22" text-anchor="middle"${narrow}>${rank}</text>` + pip(letter, 13, 33, 14) + centre + "</svg>";
}

// The drawn side of a card, with the points it carries under the rules in force.
function cardFace(card, points) {
  if (!FACES.has(card)) {
    const template = document.createElement("template");
    template.innerHTML = drawFace(card);
    FACES.set(card, template);
  }
  const face = make("span", { class: `hl-face hl-${suitOf(card)}`, "aria-hidden": "true" }, FACES.get(card).content.cloneNode(true));
  if (points) face.append(make("span", { class: points > 0 ? "hl-points" : "hl-points hl-bonus" }, String(points).replace("-", "−")));
  return face;
}

// A card that lies on the table: a picture with a name.
function cardPicture(card, points, label) {
  const name = (label || cardName(card)) + (points ? `, ${pointWords(points)}` : "");
  return make("span", { class: "hl-card", role: "img", "aria-label": name }, cardFace(card, points));
}

// A card that can be chosen: a button. It stays focusable when it is barred, so that it can say why.
function cardButton(card, points) {
  return make("button", { type: "button", class: "hl-card", "data-card": card }, cardFace(card, points));
}

// A button with words on it. `kind` is hl-main or hl-gold for the one that is meant to be pressed next.
function wordButton(text, press, kind = "", props = {}) {
  return make("button", { type: "button", class: `hl-btn ${kind}`.trim(), onclick: press, ...props }, text);
}

// A small card in a line of text.
function miniCard(card) {
  return make("span", { class: "hl-mini" }, suited(shortCard(card)));
}

// Inside a notebook neither a key nor a double click may reach the notebook's own commands: a double click would jump
// to the cell's source. The attribute is JupyterLab's own switch; its listener sees keys before any of ours could.
function keepEventsInside(node) {
  node.setAttribute("data-lm-suppress-shortcuts", "true");
  const stop = (event) => event.stopPropagation();
  for (const kind of ["dblclick", "keydown", "keyup", "keypress", "paste", "copy", "cut"]) node.addEventListener(kind, stop);
}

// Arrow keys, Home and End move between the items of a row; only one of them is in the tab order.
function moveInRow(event, items) {
  const here = items.indexOf(event.target.closest("[data-card]"));
  const [next, previous] = [here + 1, here - 1];
  const to = { ArrowRight: next, ArrowDown: next, ArrowLeft: previous, ArrowUp: previous, Home: 0, End: items.length - 1 }[event.key];
  if (here < 0 || to === undefined) return;
  event.preventDefault();
  items[(to + items.length) % items.length].focus();
}

function onlyTabStop(items, item) {
  for (const each of items) each.tabIndex = each === item ? 0 : -1;
}

const calm = () => window.matchMedia("(prefers-reduced-motion: reduce)").matches;

// A line that a screen reader speaks when it changes. The same words twice are spoken twice.
function announcer() {
  const node = make("div", { class: "hl-hidden", role: "status", "aria-live": "polite" });
  let count = 0;
  return {
    node,
    say(...sentences) {
      const text = sentences.filter(Boolean).map(spoken).join(" ");
      if (text) node.textContent = text + (count++ % 2 ? "\u00a0" : "");
    },
  };
}
