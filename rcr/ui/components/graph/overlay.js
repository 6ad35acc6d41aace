// What is laid over the graph when it is wanted: colours of the relaxed edges on a scale, the widest clique, what each piece is worth, and edges that
// light up one after the other.

const SHADES = 10; // steps of the scale
const LIGHTING_MILLISECONDS = 2400; // until the last edge is lit
const MAX_MILLISECONDS_AN_EDGE = 300;
const BEADS = 17; // points that stand for a line where something is not to lie on it
const SIDES = [[0, -1], [0, 1], [1, 0], [-1, 0], [1, -1], [-1, -1], [1, 1], [-1, 1]]; // of a node, where its label may stand

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
      const letters = Math.max(12, 12 * this.type * pixel, this.leastLetters * pixel);
      this.drawnLetters.pieces = letters / pixel;
      ctx.font = `600 ${letters}px ${this.font}`;
      const box = this.placeLabel(this.picture.nodes[i], ctx.measureText(worth).width + 0.8 * letters, 1.35 * letters, 0.35 * letters, pixel);
      this.written.push({ ...box, words: worth });
      ctx.fillStyle = this.colours.paper;
      ctx.strokeStyle = this.colours.upper;
      ctx.lineWidth = thick(1.5, 1.2);
      ctx.beginPath();
      ctx.roundRect(box.left, box.top, box.right - box.left, box.bottom - box.top, 0.3 * letters);
      ctx.fill();
      ctx.stroke();
      ctx.textAlign = "center";
      ctx.textBaseline = "middle";
      ctx.fillStyle = this.colours.ink;
      ctx.fillText(worth, (box.left + box.right) / 2, (box.top + box.bottom) / 2);
    }
  },

  // Beside a node, on the side where it hides least: of a line any stretch, but no node and no words.
  placeLabel(node, width, height, away, pixel) {
    const sizeOf = (one) => (one.role === "factor" ? one.size : this.sizeOf(one, pixel));
    const reach = sizeOf(node) + away + Math.max(width, height);
    const near = ({ x, y }, more = 0) => Math.abs(x - node.x) < reach + more && Math.abs(y - node.y) < reach + more;
    const { edges, ties } = this.picture;
    this.picture.beads ??= [...edges.map(({ curve }) => curve), ...ties].flatMap((curve) => Array.from({ length: BEADS }, (_, i) => on(curve, i / (BEADS - 1))));
    const beads = this.picture.beads.filter((bead) => near(bead));
    const nodes = this.picture.nodes.filter((one) => near(one, sizeOf(one))).map((one) => boxAround(one, sizeOf(one), sizeOf(one)));
    const hides = (box) => beads.filter(({ x, y }) => box.left < x && x < box.right && box.top < y && y < box.bottom).length;
    const lies = (box) => [...nodes, ...this.written].filter((other) => meet(box, other)).length;
    const cost = (box) => 100 * lies(box) + hides(box);
    const boxes = SIDES.map(([right, down]) => boxAround({
      x: node.x + right * (sizeOf(node) + away + width / 2), y: node.y + down * (sizeOf(node) + away + height / 2),
    }, width / 2, height / 2));
    return boxes.reduce((best, box) => (cost(box) < cost(best) ? box : best));
  },

  describePiece(node) {
    const label = this.labels[this.pieceOf[this.picture.nodes.indexOf(node)]];
    return label ? `\n${label[2]}` : "";
  },
};
