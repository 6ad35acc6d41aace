// The graph on the screen. vis-network is the camera: zoom, pan, fixed positions. What is drawn is a function of the picture
// (which never changes), the changes (which Python sends), the clicks Python has not answered yet, and the theme.

const NEAR = 13; // pixels from an edge that still count as on it
const STILL = 6; // pixels a press may wander and still be a click
const MAX_SCALE = 2.2; // a tiny model is not blown up beyond this
const MARGIN = 45; // around the outermost nodes, for their names and badges
const BADGE_AT = 22; // from the middle of an edge to the middle of its badge
const KEPT = 8; // pictures and cameras remembered
const COLOURS = ["ink", "paper", "factor", "relaxed", "recovered", "violated", "suggested", "touched", "selected"];

const pictures = new Map(); // by digest
const cameras = new Map(); // by digest, so that a graph that is mounted again looks where it looked
const graphs = new WeakMap(); // by the root that Streamlit gives the component

function keep(map, key, value) {
  map.delete(key);
  map.set(key, value);
  if (map.size > KEPT) map.delete(map.keys().next().value);
}

// -- geometry: an edge is a curve from the rim of a circle to the rim of a square or of a clone --------------------------------

function mix(a, b, t) {
  return { x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t };
}

function on(curve, t) {
  return mix(mix(curve.a, curve.c, t), mix(curve.c, curve.b, t), t);
}

function curveOf(from, to, bend) {
  const c = bend ? { x: bend[0], y: bend[1] } : mix(from, to, 0.5);
  const trim = (end, size) => {
    const length = Math.hypot(c.x - end.x, c.y - end.y) || 1;
    return mix(end, c, Math.min(0.9, size / length));
  };
  const a = trim(from, from.size), b = trim(to, to.size);
  const curve = { a, b, c: bend ? c : mix(a, b, 0.5) };
  curve.middle = on(curve, 0.5);
  const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
  curve.aside = { x: (b.y - a.y) / length, y: -(b.x - a.x) / length };
  curve.reach = bend ? 12 : 1; // straight pieces that stand for the curve when the pointer is near
  return curve;
}

function distance(p, curve) {
  let best = Infinity, start = curve.a;
  for (let i = 1; i <= curve.reach; i++) {
    const end = on(curve, i / curve.reach);
    const dx = end.x - start.x, dy = end.y - start.y;
    const t = Math.max(0, Math.min(1, ((p.x - start.x) * dx + (p.y - start.y) * dy) / (dx * dx + dy * dy || 1)));
    best = Math.min(best, Math.hypot(p.x - start.x - t * dx, p.y - start.y - t * dy));
    start = end;
  }
  return best;
}

// A name goes where the widest gap between the lines of its node is; of equal gaps, the one that is most to the lower right.
function roomForName(node, lines) {
  const angles = lines.map(({ x, y }) => Math.atan2(y - node.y, x - node.x)).sort((a, b) => a - b);
  const gaps = angles.map((angle, i) => {
    const gap = (i ? angle : angle + 2 * Math.PI) - angles.at(i - 1);
    return { gap, towards: angle - gap / 2 };
  });
  const worth = ({ gap, towards }) => gap + 0.1 * Math.cos(towards - Math.PI / 4);
  const { towards } = gaps.reduce((a, b) => (worth(b) > worth(a) ? b : a), { gap: 0, towards: Math.PI / 4 });
  return { x: Math.cos(towards), y: Math.sin(towards) };
}

function unpack(wire) {
  const picture = JSON.parse(wire);
  const nodes = new Map(picture.nodes.map((node) => [node.id, node]));
  const ends = (edge) => [nodes.get(edge.from), nodes.get(edge.to)];
  picture.edges = picture.edges.map((edge) => ({ ...edge, variable: nodes.get(edge.from), curve: curveOf(...ends(edge), edge.bend) }));
  const ties = picture.ties;
  picture.ties = ties.map((tie) => curveOf(...ends(tie)));
  picture.marked = ["variable", "clone"].flatMap((role) => picture.nodes.filter((node) => node.role === role));
  for (const node of picture.marked) if (node.of) node.variable = nodes.get(node.of);
  const lines = new Map(picture.nodes.map((node) => [node, []]));
  for (const edge of picture.edges) {
    lines.get(edge.variable).push(edge.curve.c);
    lines.get(nodes.get(edge.to)).push(edge.curve.c);
  }
  for (const tie of ties) lines.get(nodes.get(tie.from)).push(nodes.get(tie.to));
  for (const node of picture.marked) node.aside = roomForName(node, lines.get(node));
  const xs = picture.nodes.map(({ x }) => x), ys = picture.nodes.map(({ y }) => y);
  const least = (values) => values.reduce((a, b) => Math.min(a, b), Infinity) - MARGIN;
  const most = (values) => values.reduce((a, b) => Math.max(a, b), -Infinity) + MARGIN;
  picture.box = { left: least(xs), right: most(xs), top: least(ys), bottom: most(ys) };
  picture.position = new Map(picture.edges.map((edge, i) => [edge.id, i]));
  return picture;
}

// -- words ---------------------------------------------------------------------------------------------------------------------

function stateName(variable, state) {
  return variable.states?.[state] ?? String(state);
}

function number(x) {
  return typeof x === "number" ? String(x).replace("-", "−") : x;
}

function vector(values, card) {
  return `[${values.map(number).join(", ")}${card > values.length ? ", …" : ""}]`;
}

class Graph {
  constructor(root, data) {
    this.root = root;
    this.digest = data.picture;
    this.picture = pictures.get(data.picture);
    this.host = root.querySelector(".rcr");
    this.resize(data.height); // before the camera looks
    this.stage = root.querySelector(".canvas");
    this.tip = root.querySelector(".tip");
    this.bar = root.querySelector(".selection");
    this.pending = [];
    this.seq = 0;
    this.selected = new Set();
    this.hovered = -1;
    this.listening = new AbortController();
    this.host.classList.toggle("cut", this.picture.kind === "cut");
    this.build();
    this.listen();
    this.host.rcr = {
      edgePoint: (id) => this.edgePoint(id),
      state: () => this.picture.edges.filter((_, i) => this.look(i) === "=").map((edge) => edge.id),
      pending: () => this.pending.length,
      camera: () => ({ ...this.network.getViewPosition(), scale: this.network.getScale() }),
    };
  }

  build() {
    const unseen = { background: "transparent", border: "transparent" };
    const nodes = this.picture.nodes.map(({ id, x, y, size }) => ({ id, x, y, size, shape: "dot", color: unseen }));
    this.network = new vis.Network(this.stage, { nodes, edges: [] }, {
      physics: false,
      layout: { improvedLayout: false },
      interaction: { dragNodes: false, hover: false, selectable: false, tooltipDelay: 1e9 },
    });
    this.network.on("beforeDrawing", (ctx) => this.paint(ctx));
    const remember = () => keep(cameras, this.digest, { position: this.network.getViewPosition(), scale: this.network.getScale() });
    this.network.on("zoom", remember);
    this.network.on("dragEnd", remember);
    const camera = cameras.get(this.digest);
    if (camera) this.network.moveTo(camera);
    else this.fit();
    this.network.on("resize", () => cameras.has(this.digest) || this.fit());
    const { nodes: all, edges } = this.picture;
    const words = `Graph of ${all.filter((n) => n.role === "variable").length} variables and ${edges.length} equivalence constraints`;
    this.stage.firstElementChild.setAttribute("role", "img");
    this.stage.firstElementChild.setAttribute("aria-label", `${words}; the table of constraints does all that a click does here`);
  }

  fit() {
    cameras.delete(this.digest);
    const { left, right, top, bottom } = this.picture.box;
    const { clientWidth: width, clientHeight: height } = this.stage;
    const scale = Math.min(MAX_SCALE, width / (right - left), height / (bottom - top));
    if (scale > 0) this.network.moveTo({ position: { x: (left + right) / 2, y: (top + bottom) / 2 }, scale });
  }

  resize(height) {
    this.host.style.setProperty("--rcr-height", `${height}px`);
  }

  update(component) {
    const { data, setStateValue } = component;
    this.resize(data.height);
    this.send = (clicks) => setStateValue("clicks", clicks);
    this.changes = data;
    this.ranks = new Map(data.suggested.map((edge, i) => [edge, i + 1]));
    this.placeBadges();
    this.pending = this.pending.filter(([seq]) => seq > data.ack);
    this.seq = Math.max(this.seq, data.ack);
    const style = getComputedStyle(this.host);
    this.font = style.fontFamily;
    const probe = this.tip.cloneNode();
    this.host.append(probe);
    this.colours = Object.fromEntries(COLOURS.map((name) => {
      probe.style.color = `var(--rcr-${name})`;
      return [name, getComputedStyle(probe).color];
    }));
    probe.remove();
    this.showSelection();
    this.showTip();
    this.network.redraw();
  }

  // A badge stands beside its edge, on the side that is farther from every node and from the badges before it.
  placeBadges() {
    this.badges = new Map();
    for (const i of this.changes.suggested) {
      const { middle, aside } = this.picture.edges[i].curve;
      const at = (side) => ({ x: middle.x + BADGE_AT * side * aside.x, y: middle.y + BADGE_AT * side * aside.y, size: 10 });
      const others = [...this.picture.nodes, ...this.badges.values()];
      const room = ({ x, y }) => others.reduce((least, o) => Math.min(least, Math.hypot(o.x - x, o.y - y) - o.size), 40);
      this.badges.set(i, room(at(-1)) > room(at(1)) + 1 ? at(-1) : at(1));
    }
  }

  leave() {
    this.listening.abort();
    this.network.destroy();
  }

  // -- what an edge is now, the clicks on their way counted in

  look(i) {
    const id = this.picture.edges[i].id;
    const last = this.pending.findLast(([, , ids]) => ids.includes(id));
    return last ? (last[1] === "recover" ? "=" : "-") : this.changes.look[i];
  }

  // -- clicks

  listen() {
    const signal = this.listening.signal;
    const on = (target, name, act) => target.addEventListener(name, act, { signal });
    let down = null;
    on(this.stage, "pointerdown", (event) => {
      down = event.isPrimary && event.button === 0 ? event : null;
      this.hover(-1);
    });
    on(this.stage, "pointerup", (event) => {
      if (down && Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) <= STILL) this.click(event);
      down = null;
    });
    on(this.stage, "pointermove", (event) => !down && this.hover(this.edgeAt(event), event));
    on(this.stage, "pointerleave", () => this.hover(-1));
    on(this.stage, "keydown", (event) => {
      if (event.key === "Enter") this.apply();
      if (event.key === "Escape") this.clear();
    });
    on(this.root.querySelector(".apply"), "click", () => this.apply());
    on(this.root.querySelector(".clear"), "click", () => this.clear());
    on(this.root.querySelector(".fit"), "click", () => this.fit());
  }

  place(event) {
    const box = this.stage.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }

  edgeAt(event) {
    const p = this.network.DOMtoCanvas(this.place(event));
    let best = NEAR / this.network.getScale(), found = -1;
    this.picture.edges.forEach(({ curve }, i) => {
      const d = distance(p, curve);
      if (d < best) [best, found] = [d, i];
    });
    return found;
  }

  click(event) {
    const i = this.edgeAt(event);
    if (i < 0) return;
    if (!event.shiftKey) return this.request([i]);
    if (!this.selected.delete(i)) this.selected.add(i);
    this.showSelection();
    this.network.redraw();
  }

  request(edges) {
    const [relaxed, recovered] = [edges.filter((i) => this.look(i) !== "="), edges.filter((i) => this.look(i) === "=")];
    for (const [kind, some] of [["recover", relaxed], ["relax", recovered]]) {
      if (some.length) this.pending.push([++this.seq, kind, some.map((i) => this.picture.edges[i].id)]);
    }
    this.send(this.pending);
    this.network.redraw();
  }

  apply() {
    const edges = [...this.selected];
    this.clear();
    if (edges.length) this.request(edges);
  }

  clear() {
    this.selected.clear();
    this.showSelection();
    this.network.redraw();
  }

  showSelection() {
    const recovered = [...this.selected].filter((i) => this.look(i) === "=").length;
    const relaxed = this.selected.size - recovered;
    const words = [relaxed && `recover ${relaxed}`, recovered && `relax ${recovered}`].filter(Boolean).join(", ");
    this.bar.hidden = !this.selected.size;
    this.bar.firstElementChild.textContent = words;
  }

  edgePoint(id) {
    const box = this.stage.getBoundingClientRect();
    const at = this.network.canvasToDOM(this.picture.edges[this.picture.position.get(id)].curve.middle);
    return { x: box.left + at.x + scrollX, y: box.top + at.y + scrollY };
  }

  // -- hovering

  hover(edge, event) {
    if (event) this.pointer = this.place(event);
    if (edge !== this.hovered) {
      this.hovered = edge;
      this.stage.classList.toggle("over", edge >= 0);
      this.network.redraw();
    }
    this.showTip();
  }

  showTip() {
    this.tip.hidden = this.hovered < 0;
    if (this.tip.hidden) return;
    this.tip.textContent = this.describe(this.hovered);
    const { clientWidth: width, clientHeight: height } = this.stage;
    const left = Math.min(this.pointer.x + 16, width - this.tip.offsetWidth - 4);
    const below = this.pointer.y + 20, above = this.pointer.y - this.tip.offsetHeight - 12;
    this.tip.style.left = `${Math.max(4, left)}px`;
    this.tip.style.top = `${below + this.tip.offsetHeight < height ? below : Math.max(4, above)}px`;
  }

  describe(i) {
    const { id, name, variable } = this.picture.edges[i];
    const { clones, theta, clone_theta, impact, marks } = this.changes;
    const look = this.look(i);
    const rank = this.ranks.get(i);
    const [original, clone] = name.split(" ≡ ");
    const own = stateName(variable, marks[this.picture.marked.indexOf(variable)]);
    const words = [look === "=" ? "recovered" : "relaxed", look === "x" && "violated", rank && `suggested, rank ${rank}`];
    const lines = [`${name}  (${id})`, words.filter(Boolean).join(", "), `${original} = ${own},  ${clone} = ${stateName(variable, clones[i])}`];
    if (look !== "=") {
      lines.push(`log θ(${original}) = ${vector(theta[i], variable.card)}`);
      if (clone_theta.length) lines.push(`log θ(${clone}) = ${vector(clone_theta[i], variable.card)}`);
      if (impact[i] != null) lines.push(`impact ${number(impact[i])}`);
    }
    return lines.join("\n");
  }

  // -- painting, in the picture's own units; nothing gets thinner than some pixels however far away the camera is

  paint(ctx) {
    if (!this.changes) return;
    const pixel = 1 / this.network.getScale();
    const thick = (units, pixels) => Math.max(units, pixels * pixel);
    ctx.save();
    ctx.lineJoin = "round";
    this.paintHalos(ctx, thick);
    ctx.strokeStyle = this.colours.ink;
    ctx.lineWidth = thick(2, 1);
    for (const tie of this.picture.ties) this.stroke(ctx, tie);
    this.picture.edges.forEach((edge, i) => this.paintEdge(ctx, edge, i, thick));
    for (const node of this.picture.nodes) if (node.role === "factor") this.paintFactor(ctx, node, thick);
    this.picture.marked.forEach((node, i) => this.paintVariable(ctx, node, this.changes.marks[i], thick, pixel));
    this.picture.edges.forEach((edge, i) => this.paintMarks(ctx, edge, i, thick));
    ctx.restore();
  }

  stroke(ctx, { a, b, c }) {
    ctx.beginPath();
    ctx.moveTo(a.x, a.y);
    ctx.quadraticCurveTo(c.x, c.y, b.x, b.y);
    ctx.stroke();
  }

  paintHalos(ctx, thick) {
    ctx.lineCap = "round";
    const halo = (edges, colour, width) => {
      ctx.strokeStyle = colour;
      ctx.lineWidth = width;
      for (const i of edges) this.stroke(ctx, this.picture.edges[i].curve);
    };
    ctx.globalAlpha = 0.75;
    halo(this.changes.touched, this.colours.touched, thick(20, 8));
    if (this.hovered >= 0) halo([this.hovered], this.colours.factor, thick(14, 7));
    ctx.globalAlpha = 1;
    halo(this.selected, this.colours.selected, thick(24, 13));
    halo(this.selected, this.colours.paper, thick(15, 7.5));
    ctx.lineCap = "butt";
  }

  paintEdge(ctx, { curve }, i, thick) {
    if (this.look(i) === "=") {
      ctx.strokeStyle = this.colours.recovered;
      ctx.lineWidth = thick(7, 3);
      this.stroke(ctx, curve);
    } else if (this.picture.kind === "cut") {
      this.paintHalves(ctx, curve, thick);
    } else {
      ctx.strokeStyle = this.colours.relaxed;
      ctx.lineWidth = thick(3, 1.8);
      ctx.setLineDash([thick(6, 3.5), thick(4.5, 2.5)]);
      this.stroke(ctx, curve);
      ctx.setLineDash([]);
    }
  }

  paintHalves(ctx, { a, b }, thick) {
    const side = thick(7, 3);
    ctx.strokeStyle = ctx.fillStyle = this.colours.relaxed;
    ctx.lineWidth = thick(3, 1.8);
    for (const [end, other] of [[a, b], [b, a]]) {
      const tip = mix(end, other, 0.3);
      this.stroke(ctx, { a: end, b: tip, c: tip });
      ctx.fillRect(tip.x - side / 2, tip.y - side / 2, side, side); // the compensation factor θ of this half
    }
  }

  paintFactor(ctx, { x, y, size }, thick) {
    ctx.fillStyle = this.colours.factor;
    ctx.strokeStyle = this.colours.ink;
    ctx.lineWidth = thick(1.5, 0.8);
    ctx.beginPath();
    ctx.rect(x - size, y - size, 2 * size, 2 * size);
    ctx.fill();
    ctx.stroke();
  }

  paintVariable(ctx, node, state, thick, pixel) {
    const { x, y, size } = node;
    const variable = node.variable ?? node;
    const share = state / Math.max(variable.card - 1, 1);
    const disc = (radius) => {
      ctx.beginPath();
      ctx.arc(x, y, radius, 0, 2 * Math.PI);
    };
    disc(size);
    ctx.fillStyle = this.colours.paper;
    ctx.fill();
    ctx.globalAlpha = share;
    ctx.fillStyle = this.colours.ink;
    ctx.fill();
    ctx.globalAlpha = 1;
    ctx.strokeStyle = this.colours.ink;
    ctx.lineWidth = thick(2, 1);
    ctx.stroke();
    if (node.observed) {
      disc(size + thick(4, 2));
      ctx.stroke();
    }
    if (size / pixel < 7) return; // letters nobody can read are noise
    ctx.textAlign = "center";
    ctx.textBaseline = "middle";
    const text = stateName(variable, state).slice(0, 4);
    ctx.font = `600 ${size * (text.length > 2 ? 0.75 : 1.15)}px ${this.font}`;
    ctx.fillStyle = share > 0.5 ? this.colours.paper : this.colours.ink;
    ctx.fillText(text, x, y + size * 0.06);
    if (size / pixel < 9.5) return;
    const name = node.name.length > 12 ? `${node.name.slice(0, 11)}…` : node.name;
    const { aside } = node, letters = Math.max(size * 0.75, 11 * pixel);
    ctx.font = `${letters}px ${this.font}`;
    ctx.textAlign = aside.x > 0.3 ? "left" : aside.x < -0.3 ? "right" : "center";
    const nameX = x + aside.x * (size + 0.5 * letters), nameY = y + aside.y * (size + 0.65 * letters);
    ctx.lineWidth = thick(4, 3);
    ctx.strokeStyle = this.colours.paper;
    ctx.strokeText(name, nameX, nameY);
    ctx.fillStyle = this.colours.ink;
    ctx.fillText(name, nameX, nameY);
  }

  paintMarks(ctx, { curve }, i, thick) {
    const { x, y } = curve.middle;
    const look = this.look(i), rank = this.ranks.get(i);
    if (look === "x") {
      const arm = thick(6.5, 3);
      ctx.lineCap = "round";
      for (const [colour, width] of [[this.colours.paper, thick(7, 3.6)], [this.colours.violated, thick(3.6, 1.9)]]) {
        ctx.strokeStyle = colour;
        ctx.lineWidth = width;
        ctx.beginPath();
        ctx.moveTo(x - arm, y - arm);
        ctx.lineTo(x + arm, y + arm);
        ctx.moveTo(x + arm, y - arm);
        ctx.lineTo(x - arm, y + arm);
        ctx.stroke();
      }
      ctx.lineCap = "butt";
    }
    if (!rank || look === "=") return;
    const radius = thick(12, 7), badge = thick(10, 9);
    const at = mix({ x, y }, this.badges.get(i), (radius + badge) / BADGE_AT);
    ctx.strokeStyle = ctx.fillStyle = this.colours.suggested;
    ctx.lineWidth = thick(2.6, 1.4);
    ctx.beginPath();
    ctx.arc(x, y, radius, 0, 2 * Math.PI);
    ctx.stroke();
    ctx.beginPath();
    ctx.arc(at.x, at.y, badge, 0, 2 * Math.PI);
    ctx.fill();
    ctx.textAlign = "center";
    ctx.textBaseline = "middle";
    ctx.font = `700 ${badge * (rank > 9 ? 1.05 : 1.35)}px ${this.font}`;
    ctx.fillStyle = this.colours.paper;
    ctx.fillText(rank, at.x, at.y + badge * 0.08);
  }
}

globalThis.rcrGraphs = {
  // Whether the change could be drawn; if not, its picture is still to come.
  draw(component) {
    const { data, parentElement } = component;
    if (!pictures.has(data.picture)) return false;
    let graph = graphs.get(parentElement);
    if (graph?.digest !== data.picture) {
      graph?.leave();
      graph = new Graph(parentElement, data);
      graphs.set(parentElement, graph);
    }
    graph.update(component);
    return true;
  },
  leave(parentElement) {
    graphs.get(parentElement)?.leave();
    graphs.delete(parentElement);
  },
};

export default function ({ data: { digest, wire } }) {
  keep(pictures, digest, unpack(wire));
  dispatchEvent(new Event("rcr-picture"));
}
