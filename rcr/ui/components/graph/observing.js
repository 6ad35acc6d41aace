// A click on a variable offers its states: to be observed from then on, or to be fixed in a branch of the run.

const observing = {
  offerStates(event) {
    const node = this.nodeAt(event);
    const rows = node?.role === "variable" ? this.offers(node) : [];
    if (!rows.length) return this.offered.replaceChildren();
    this.offered.replaceChildren(...rows);
    this.offered.onkeydown = ({ key }) => key === "Escape" && this.offered.replaceChildren();
    this.hover(-1, null);
    this.offered.querySelector("button").focus();
  },

  offers(node) {
    const states = Array.from({ length: node.card }, (_, state) => [String(state), stateName(node, state)]);
    const free = !node.observed && !this.changes.fixed.includes(node.id) && node.card > 1;
    const rows = [];
    if (this.evidence) rows.push(this.offer("observe", "Observe", node, node.observed ? [...states, ["", "not observed"]] : states));
    if (this.branches && free) rows.push(this.offer("branch", "Branch on", node, states));
    if (rows.length) rows.at(0).append(this.choice("✕", () => {}, "leave it"));
    return rows;
  },

  offer(kind, verb, node, choices) {
    const row = document.createElement("div"), title = document.createElement("span");
    title.textContent = `${verb} ${node.name} =`;
    const buttons = choices.map(([state, words]) => this.choice(words, () => this.wish(kind, node, state), `${verb} ${node.name} = ${words}`));
    row.append(title, ...buttons);
    return row;
  },

  choice(words, act, label = words) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = words;
    button.setAttribute("aria-label", label);
    button.onclick = () => {
      this.offered.replaceChildren();
      act();
    };
    return button;
  },

  wish(kind, node, state) {
    this.pending.push([++this.seq, kind, [node.id, state]]);
    this.send(this.pending);
  },
};
