// What is laid over the graph when it is wanted: colours of the relaxed edges on a scale, the widest clique, what each piece is worth, and edges that
// light up one after the other.

const SHADES = 10; // steps of the scale
const LIGHTING_MILLISECONDS = 2400; // until the last edge is lit
const MAX_MILLISECONDS_AN_EDGE = 300;

const overlays = {
  // Before the graph is painted: what Python sent, and the scale in words.
  lay(data, probe) {
    const said = (name) => data[name] ?? [];
    this.shade = said("shade");
    this.labels = said("labels");
    this.pieceOf = said("piece_of");
    this.clique = { nodes: said("clique_nodes"), edges: said("clique_edges") };
    this.shades = Array.from({ length: SHADES + 1 }, (_, i) => {
      probe.style.color = `color-mix(in srgb, var(--rcr-hot) ${(100 * i) / SHADES}%, var(--rcr-cold))`;
      return getComputedStyle(probe).color;
    });
    this.showScale(said("scale"), data.clique_words ?? "");
    this.light(said("lit"));
  },

  showScale([name, low, high, meaning], clique) {
    const box = this.root.querySelector(".scale");
    box.querySelector(".ramp").hidden = !name;
    if (name) {
      const parts = { ".measure": name, ".low": low, ".high": high };
      for (const [place, words] of Object.entries(parts)) box.querySelector(place).textContent = words;
      box.title = meaning;
    }
    box.querySelector(".clique-words").textContent = clique;
    box.hidden = !name && !clique;
  },

  light(edges) {
    if (edges.join() === this.lighting?.edges.join()) return;
    this.dark();
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.lighting = { edges, count: still ? edges.length : 0 };
    if (still || !edges.length) return;
    const pace = Math.min(MAX_MILLISECONDS_AN_EDGE, LIGHTING_MILLISECONDS / edges.length);
    const began = performance.now();
    this.lighting.timer = setInterval(() => {
      this.lighting.count = Math.min(edges.length, Math.ceil((performance.now() - began) / pace));
      if (this.lighting.count === edges.length) clearInterval(this.lighting.timer);
      this.network.redraw();
    }, Math.max(pace, 40));
  },

  dark() {
    clearInterval(this.lighting?.timer);
    this.lighting = null;
  },

  lit() {
    return (this.lighting?.edges ?? []).slice(0, this.lighting?.count).map((i) => this.picture.edges[i].id);
  },

  shadeOf(i) {
    const at = this.detail[i];
    return this.shade.length && at >= 0 ? this.shade[at] / 100 : null;
  },

  paintBelow(ctx, thick) {
    ctx.lineCap = "round";
    ctx.globalAlpha = 0.6;
    ctx.strokeStyle = ctx.fillStyle = this.colours.clique;
    ctx.lineWidth = thick(18, 8);
    for (const i of this.clique.edges) this.stroke(ctx, this.picture.edges[i].curve);
    for (const i of this.clique.nodes) {
      const { x, y, size } = this.picture.nodes[i];
      ctx.beginPath();
      ctx.arc(x, y, size + thick(8, 5), 0, 2 * Math.PI);
      ctx.fill();
    }
    ctx.strokeStyle = this.colours.suggested;
    for (const i of this.lighting?.edges.slice(0, this.lighting.count) ?? []) this.stroke(ctx, this.picture.edges[i].curve);
    ctx.globalAlpha = 1;
    ctx.lineCap = "butt";
  },

  // What each piece is worth, beside one of its nodes; in the cut view only, where the pieces can be told apart.
  paintLabels(ctx, thick, pixel) {
    if (this.picture.kind !== "cut") return;
    for (const [i, worth] of this.labels) {
      if (!worth) continue;
      const { x, y, size, aside } = this.picture.nodes[i];
      const letters = Math.max(12, 12 * this.type * pixel, this.leastLetters * pixel);
      this.drawnLetters.pieces = letters / pixel;
      ctx.font = `600 ${letters}px ${this.font}`;
      const width = ctx.measureText(worth).width + 0.8 * letters, height = 1.35 * letters;
      const away = size + 0.35 * letters;
      const top = aside?.y < -0.3 ? y + away : y - away - height; // not where the name is
      ctx.fillStyle = this.colours.paper;
      ctx.strokeStyle = this.colours.upper;
      ctx.lineWidth = thick(1.5, 1.2);
      ctx.beginPath();
      ctx.roundRect(x - width / 2, top, width, height, 0.3 * letters);
      ctx.fill();
      ctx.stroke();
      ctx.textAlign = "center";
      ctx.textBaseline = "middle";
      ctx.fillStyle = this.colours.ink;
      ctx.fillText(worth, x, top + height / 2);
    }
  },

  describePiece(node) {
    const label = this.labels[this.pieceOf[this.picture.nodes.indexOf(node)]];
    return label ? `\nits piece at its best: ${label[2]}` : "";
  },
};
