// What the pointer is on, in words.

function stateName(variable, state) {
  return variable.states?.[state] ?? String(state);
}

function number(x) {
  return typeof x === "number" ? String(x).replace("-", "−") : x;
}

function vector(values, card) {
  return `[${values.map(number).join(", ")}${card > values.length ? ", …" : ""}]`;
}

const hovering = {
  hover(edge, node, event) {
    if (event) this.pointer = this.place(event);
    if (edge !== this.hovered) {
      this.hovered = edge;
      this.stage.classList.toggle("over", edge >= 0);
      this.network.redraw();
    }
    this.node = node;
    this.showTip();
  },

  showTip() {
    this.tip.hidden = this.hovered < 0 && !this.node;
    if (this.tip.hidden) return;
    this.tip.textContent = this.node ? this.describeNode(this.node) : this.describe(this.hovered);
    const { clientWidth: width, clientHeight: height } = this.stage;
    const left = Math.min(this.pointer.x + 16, width - this.tip.offsetWidth - 4);
    const below = this.pointer.y + 20, above = this.pointer.y - this.tip.offsetHeight - 12;
    this.tip.style.left = `${Math.max(4, left)}px`;
    this.tip.style.top = `${below + this.tip.offsetHeight < height ? below : Math.max(4, above)}px`;
  },

  describeNode(node) {
    const variable = node.variable ?? node, i = this.picture.marked.indexOf(node);
    if (i < 0) return node.name + this.describePiece(node);
    const { marks, marginals, sums } = this.changes;
    const all = Array.from({ length: Math.min(variable.card, 8) }, (_, state) => stateName(variable, state));
    const lines = [node.of ? `${node.name}, a clone of ${variable.name}` : node.name];
    if (node.observed) lines.push("observed");
    if (this.changes.fixed.includes(node.id)) lines.push("fixed in this branch");
    const domain = `${all.join(", ")}${variable.card > all.length ? ", …" : ""}`;
    lines.push(marks[i] == null ? `states ${domain}` : `state ${stateName(variable, marks[i])} of ${domain}`); // it may be hidden
    if (marginals[i]) lines.push(`${sums ? "probabilities" : "max-marginals, best = 1:"} ${vector(marginals[i], variable.card)}`);
    return lines.join("\n") + this.describePiece(node);
  },

  describe(i) {
    const { id, name, variable } = this.picture.edges[i];
    const { clones, theta, clone_theta, impact, marks } = this.changes;
    const look = this.look(i), rank = this.ranks.get(i), at = this.detail[i];
    const [original, clone] = name.split(" ≡ ");
    const own = marks[this.picture.marked.indexOf(variable)];
    const words = [{ "=": "recovered", "|": "held: its variable is fixed in this branch" }[look] ?? "relaxed", look === "x" && "violated", rank && `suggested, rank ${rank}`];
    const theirs = at < 0 ? own : clones[at];
    const factor = this.picture.nodes.find((node) => node.id === `f${clone.slice(clone.lastIndexOf("_") + 1)}`);
    const lines = [factor && `${original} in the ${factor.name}`, `${name}  (${id})`, words.filter(Boolean).join(", ")].filter(Boolean);
    if (own != null && theirs != null) lines.push(`${original} = ${stateName(variable, own)},  ${clone} = ${stateName(variable, theirs)}`);
    if (at >= 0) {
      if (theta[at]) lines.push(`log θ(${original}) = ${vector(theta[at], variable.card)}`);
      if (clone_theta.length) lines.push(`log θ(${clone}) = ${vector(clone_theta[at], variable.card)}`);
      if (impact[at] != null) lines.push(`impact ${number(impact[at])}`);
    }
    return lines.join("\n");
  },
};
