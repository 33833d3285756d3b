// A few questions, all on one page. It draws the `state` that Python publishes and sends proposals; Python knows the
// right answers, and tells one only after a choice. Joined after cards.js.
//
// Sent:   {action: "answer", turn, question: place, answer: place} · {action: "again", turn}
// State:  serial, turn; title; score [right, answered]; number: of the first question
//         questions    [{game | null, say, rows [{name, cards}], answers [text], chosen | null, right | null, why | null}]

const PATIENCE = 5000; // milliseconds without an answer before we say that the kernel is silent
const sign = (right) => make("span", { class: `hl-z-sign hl-z-${right ? "right" : "wrong"}`, "aria-hidden": "true" }, right ? "✓" : "✗");

class QuizView {
  constructor(model, el) {
    this.model = model;
    this.pending = false;
    this.live = announcer();
    this.title = make("strong", { class: "hl-z-title" });
    this.score = make("span", { class: "hl-chip hl-z-score" });
    this.list = make("div", { class: "hl-z-list" });
    this.note = make("span", { class: "hl-z-note" });
    this.again = wordButton("Other questions", () => this.propose({ action: "again" }));
    this.root = make("div", { class: "hl hl-quiz", role: "group" }, make("div", { class: "hl-z-bar" }, this.title, this.score),
      this.list, make("div", { class: "hl-z-foot" }, this.note, this.again), this.live.node);
    keepEventsInside(this.root);
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

  propose(what) {
    if (this.pending) return;
    this.pending = true;
    this.model.send({ ...what, turn: this.state.turn });
    this.patience = setTimeout(() => {
      this.pending = false;
      this.note.textContent = "The kernel does not answer. If it was restarted, run the notebook's cells again.";
      this.live.say(this.note.textContent);
    }, PATIENCE);
  }

  receive(state) {
    clearTimeout(this.patience);
    this.pending = false;
    const before = this.state;
    this.state = state;
    const fresh = before.number !== state.number;
    const told = state.questions.findIndex((question, place) => !fresh && question.chosen !== before.questions[place].chosen);
    this.draw(told);
    if (fresh) {
      this.list.querySelector("button").focus({ preventScroll: true });
      this.live.say("Other questions.", state.questions[0].say);
    } else if (told >= 0) {
      this.list.children[told].querySelector("[aria-pressed=true]").focus({ preventScroll: true });
      const { chosen, right, why, answers } = state.questions[told];
      this.live.say(chosen === right ? "Right." : `Not right; it is: ${answers[right]}.`, why);
    }
  }

  draw(only = -1) {
    const { title, score, questions } = this.state;
    this.root.setAttribute("aria-label", title);
    fill(this.title, suited(title));
    this.score.hidden = score[1] === 0;
    fill(this.score, make("b", {}, `${score[0]} of ${score[1]}`), " right");
    this.note.textContent = "";
    if (only >= 0) this.list.children[only].replaceWith(this.question(questions[only], only));
    else fill(this.list, ...questions.map((question, place) => this.question(question, place)));
    this.again.classList.toggle("hl-gold", questions.every(({ chosen }) => chosen !== null));
  }

  question({ game, say, rows, answers, chosen, right, why }, place) {
    const done = chosen !== null;
    const all = rows.length > 0 && rows.every(({ cards }) => cards.length === 1);
    const answer = (text, at) => {
      const verdict = done && (at === right ? "right answer" : at === chosen && "your answer, wrong");
      return make("button", { type: "button", "aria-disabled": String(done), "aria-pressed": String(at === chosen),
        class: `hl-btn hl-z-answer${done && at === right ? " hl-z-is-right" : ""}${done && at === chosen && at !== right ? " hl-z-is-wrong" : ""}`,
        "aria-label": [spoken(text), verdict].filter(Boolean).join(", "),
        onclick: () => done || this.propose({ action: "answer", question: place, answer: at }) },
      verdict && sign(at === right), make("span", {}, suited(text)));
    };
    return make("div", { class: "hl-panel hl-z-question", role: "group", "aria-label": `Question ${place + 1}` },
      make("div", { class: "hl-z-say" }, make("b", {}, `${place + 1}. `), game && make("span", { class: "hl-chip" }, suited(game)), game && " ", suited(say)),
      rows.length > 0 && make("div", { class: `hl-z-rows${all ? " hl-z-line" : ""}` }, ...rows.map(({ name, cards }) =>
        make("div", { class: "hl-z-row" }, make("span", { class: "hl-z-name" }, name),
          all ? cardPicture(cards[0], 0, `${name}: ${cardName(cards[0])}`) :
            make("span", { class: "hl-z-cards" }, ...(cards.length ? cards.map(miniCard) : ["none"])))),
      ),
      make("div", { class: "hl-z-answers" }, ...answers.map(answer)),
      done && make("div", { class: "hl-z-why" }, sign(chosen === right), make("b", {}, chosen === right ? "Right!" : "Not quite."), " ", make("span", {}, suited(why))));
  }
}

export default {
  render({ model, el }) {
    const view = new QuizView(model, el);
    return () => view.close();
  },
};
