// What lies beside the trick (the kitty, the cards of void tricks), and the choice of a moon.

// The kitty: face down, with whoever took it; open where Python lets us see it.
function kittyPile(kitty, table) {
  const backs = Array.from({ length: Math.min(kitty.size, 4) }, () => make("i", { class: "hl-back" }));
  const whose = kitty.taker === null ? "" : ` → ${table.name(kitty.taker)}`;
  const open = kitty.cards && make("div", { class: "hl-minis" }, ...kitty.cards.map(miniCard));
  return make("div", { class: "hl-pile hl-kitty", role: "group", "aria-label": "Kitty" },
    open || (kitty.taker === null && make("div", { class: "hl-backs", "aria-hidden": "true" }, ...backs)),
    make("div", { class: "hl-pile-text" }, `kitty of ${kitty.size}${whose}${kitty.cards ? "" : ", face down"}`));
}

// The cards of void tricks: those that count, how many others, and what the next taker gets with them.
function carriedPile(carried) {
  const others = carried.others && make("span", { class: "hl-pile-text" }, `${carried.cards.length ? "+ " : ""}${carried.others} more`);
  const what = carried.lost ? "lost" : "for the next taker";
  return make("div", { class: "hl-pile hl-carried", role: "group", "aria-label": "Cards of void tricks" },
    make("div", { class: "hl-minis" }, ...carried.cards.map(miniCard), others || null),
    make("div", { class: "hl-pile-text" }, `void: ${pointWords(carried.points)} ${what}`));
}

// What each moon does to the sheet, side by side, and a button for each.
function moonBox(table) {
  const { moon, hint } = table.state;
  const number = (value) => String(value).replace("-", "−");
  const cell = (tag, text, props = {}) => make(tag, props, text);
  const heads = moon.choices.map((choice) => cell("th", choice.label, { scope: "colgroup", colspan: 2 }));
  const halves = moon.choices.flatMap(() => [cell("th", "deal", { scope: "col" }), cell("th", "total", { scope: "col" })]);
  const rows = moon.names.map((name, i) => make("tr", { class: i === 0 && "hl-own" }, cell("th", name, { scope: "row" }),
    ...moon.choices.flatMap((choice) => [cell("td", number(choice.scores[i])), cell("td", number(choice.totals[i]), { class: "hl-total" })])));
  const ends = make("tr", { class: "hl-ends" }, cell("td", ""), ...moon.choices.map((choice) => cell("td", choice.end, { colspan: 2 })));
  const take = (choice, i) => wordButton(i ? "Take the new moon" : "Take the old moon",
    () => table.send("moon", { kind: choice.kind }), "hl-gold", { "data-do": `moon-${choice.kind}` });
  return make("div", { class: "hl-box hl-moon-box", role: "group", "aria-label": moon.text },
    make("strong", { class: "hl-box-title" }, "You shot the moon"), make("p", {}, moon.text),
    make("table", {}, make("thead", {}, make("tr", {}, cell("td", ""), ...heads), make("tr", {}, cell("td", ""), ...halves)),
      make("tbody", {}, ...rows, ends)),
    hint && make("p", { class: "hl-advice" }, suited(hint.text)),
    make("div", { class: "hl-btns" }, ...moon.choices.map(take)));
}
