// Evidence: a click on a variable offers its states; the one that is chosen is observed from then on.

const observing = {
  offerStates(event) {
    const node = this.nodeAt(event);
    if (!this.evidence || node?.role !== "variable") return this.offered.replaceChildren();
    const choices = Array.from({ length: node.card }, (_, state) => [String(state), stateName(node, state)]);
    if (node.observed) choices.push(["", "not observed"]);
    const buttons = choices.map(([state, words]) => this.choice(words, () => this.observe(node, state)));
    const title = document.createElement("span");
    title.textContent = `Observe ${node.name} =`;
    this.offered.replaceChildren(title, ...buttons, this.choice("✕", () => {}, "leave it"));
    this.offered.onkeydown = ({ key }) => key === "Escape" && this.offered.replaceChildren();
    this.hover(-1, null);
    buttons[0].focus();
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

  observe(node, state) {
    this.pending.push([++this.seq, "observe", [node.id, state]]);
    this.send(this.pending);
  },
};
