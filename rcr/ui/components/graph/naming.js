// A term that is pointed at in a text: what it names is framed on the graph.

const NAMED_NODES = { variable: "variable", factor: "factor", clone: "clone", states: "variable" };
const NAMED_LOOKS = {
  edge: "-x=", impact: "-x", theta: "-x", "relaxed-edge": "-x", "recovered-edge": "=", "violated-edge": "x", recover: "-x", relax: "=",
};

const naming = {
  named: "",

  listenForNames() {
    const { signal } = this.listening;
    addEventListener("rcr-name", ({ detail }) => {
      this.named = detail;
      this.network.redraw();
    }, { signal });
  },

  isNamed(i) {
    if (this.named === "suggested-edge" || this.named === "suggested") return this.ranks.has(i);
    return Boolean(NAMED_LOOKS[this.named]?.includes(this.look(i)));
  },

  paintNamed(ctx, thick) {
    if (!this.named) return;
    ctx.globalAlpha = 0.55;
    ctx.strokeStyle = this.colours.touched;
    ctx.lineWidth = thick(16, 8);
    ctx.lineCap = "round";
    this.picture.edges.forEach(({ curve }, i) => this.isNamed(i) && this.stroke(ctx, curve));
    ctx.lineWidth = thick(6, 3.5);
    ctx.globalAlpha = 0.9;
    for (const { x, y, size, role } of this.picture.nodes) {
      if (NAMED_NODES[this.named] !== role) continue;
      ctx.beginPath();
      ctx.arc(x, y, size * 1.25 + thick(4, 2), 0, 2 * Math.PI);
      ctx.stroke();
    }
    ctx.globalAlpha = 1;
    ctx.lineCap = "butt";
  },
};
