// The graph on the screen. vis-network is the camera: zoom, pan, fixed positions. What is drawn is a function of the picture
// (which never changes), the changes (which Python sends), the clicks Python has not answered yet, and the theme.

const MAX_SCALE = 2.2; // a tiny model is not blown up beyond this
const BADGE_DISTANCE = 22; // from the middle of an edge to the middle of its badge
const MAX_KEPT = 8; // pictures and cameras remembered
const COLOURS = ["ink", "paper", "factor", "relaxed", "recovered", "violated", "suggested", "touched", "selected", "clique", "upper"];

const pictures = new Map(); // by digest
const cameras = new Map(); // by digest, so that a graph that is mounted again looks where it looked
const graphs = new WeakMap(); // by the root that Streamlit gives the component

function keep(map, key, value) {
  map.delete(key);
  map.set(key, value);
  if (map.size > MAX_KEPT) map.delete(map.keys().next().value);
}

class Graph {
  constructor(root, data) {
    this.root = root;
    this.digest = data.picture;
    this.picture = pictures.get(data.picture);
    if (!root.querySelector(".rcr")) root.append(document.createRange().createContextualFragment(DRESS));
    this.host = root.querySelector(".rcr");
    this.resize(data.height); // before the camera looks
    this.stage = root.querySelector(".canvas");
    this.tip = root.querySelector(".tip");
    this.bar = root.querySelector(".selection");
    this.offered = root.querySelector(".offered");
    this.offered.replaceChildren(); // what a picture before this one offered
    this.voice = root.querySelector(".voice");
    (root.host ?? root).dataset.rcrGraph = ""; // for whoever lists the keys of the page
    this.pending = [];
    this.seq = 0;
    this.selected = new Set();
    this.hovered = -1; // an edge
    this.node = null; // or a node
    this.listening = new AbortController();
    this.host.classList.toggle("cut", this.picture.kind === "cut");
    this.host.classList.toggle("plain", data.plain);
    this.asked = data.asked; // a click is an answer and changes nothing
    this.host.classList.toggle("asked", this.asked);
    this.build();
    this.listen();
    this.listenForKeys();
    this.listenForNames();
    this.host.rcr = {
      edgePoint: (id) => this.edgePoint(id),
      nodePoint: (id) => this.point(this.picture.nodes.find((node) => node.id === id)),
      state: () => this.picture.edges.filter((_, i) => this.look(i) === "=").map((edge) => edge.id),
      pending: () => this.pending.length,
      cursor: () => this.picture.edges[this.cursor]?.id,
      walkTo: (id) => this.walkTo(this.picture.position.get(id)),
      letters: () => this.drawnLetters,
      written: () => this.written.map(({ words, left, right, top, bottom }) => ({ words, least: this.point({ x: left, y: top }), most: this.point({ x: right, y: bottom }) })),
      named: () => this.named,
      data: () => this.changes,
      lit: () => this.lit(),
      camera: () => ({ ...this.network.getViewPosition(), scale: this.network.getScale() }),
    };
  }

  build() {
    const unseen = { background: "transparent", border: "transparent" };
    const nodes = this.picture.nodes.map(({ id, x, y, size }) => ({ id, x, y, size, shape: "dot", color: unseen }));
    this.network = new vis.Network(this.stage, { nodes, edges: [] }, {
      physics: false,
      layout: { improvedLayout: false },
      interaction: { dragNodes: false, dragView: !matchMedia("(pointer: coarse)").matches, hover: false, selectable: false, tooltipDelay: 1e9 },
    });
    this.network.on("beforeDrawing", (ctx) => this.paint(ctx));
    const remember = () => {
      keep(cameras, this.digest, { position: this.network.getViewPosition(), scale: this.network.getScale() });
      this.offerFit();
    };
    this.network.on("zoom", remember);
    this.network.on("dragEnd", remember);
    const camera = cameras.get(this.digest);
    if (camera) this.network.moveTo(camera);
    else this.fit();
    this.offerFit();
    this.network.on("resize", () => requestAnimationFrame(() => this.refit())); // vis-network moves the camera after it says so
    const { nodes: all, edges } = this.picture;
    const words = `Graph of ${all.filter((n) => n.role === "variable").length} variables and ${edges.length} equivalence constraints`;
    this.stage.firstElementChild.setAttribute("role", "img");
    const enter = this.asked ? "chooses one" : "recovers or relaxes";
    this.stage.firstElementChild.setAttribute("aria-label", `${words}; arrow keys go from edge to edge, Enter ${enter}`);
  }

  // The button stands over the graph, so it is there only when there is something to go back from.
  offerFit() {
    this.root.querySelector(".fit").hidden = !cameras.has(this.digest);
  }

  refit() {
    if (!cameras.has(this.digest) && !this.listening.signal.aborted) this.fit();
  }

  fit() {
    cameras.delete(this.digest);
    this.offerFit();
    this.type = this.letters();
    const { left, right, top, bottom } = this.picture.box;
    const { clientWidth: width, clientHeight: height } = this.stage;
    const room = 16 * this.type, beside = room + 3 * this.leastLetters; // for names larger than their nodes, on a projector far larger
    const scale = Math.min(MAX_SCALE, (width - beside) / (right - left), (height - room) / (bottom - top));
    if (scale > 0) this.network.moveTo({ position: { x: (left + right) / 2, y: (top + bottom) / 2 }, scale });
  }

  letters() {
    const style = getComputedStyle(document.documentElement);
    this.leastLetters = Number(style.getPropertyValue("--rcr-least-letters")); // pixels; none but on a projector
    return parseFloat(style.fontSize) / 16; // times the usual size of the type
  }

  resize(height) {
    this.host.style.setProperty("--rcr-height", height);
  }

  update(component) {
    const { data, setStateValue } = component;
    this.resize(data.height);
    this.send = (clicks) => setStateValue("clicks", clicks);
    this.changes = data;
    this.ranks = new Map(data.suggested.flatMap((group, i) => group.map((edge) => [edge, i + 1])));
    let relaxed = 0;
    this.detail = Array.from(data.look, (look) => ("-x".includes(look) ? relaxed++ : -1)); // where the details of a relaxed edge are
    this.placeBadges();
    this.pending = this.pending.filter(([seq]) => seq > data.ack);
    this.seq = Math.max(this.seq, data.ack);
    const style = getComputedStyle(this.host);
    this.font = style.fontFamily;
    this.type = this.letters();
    const probe = this.tip.cloneNode();
    this.host.append(probe);
    this.colours = Object.fromEntries(COLOURS.map((name) => {
      probe.style.color = `var(--rcr-${name})`;
      return [name, getComputedStyle(probe).color];
    }));
    this.lay(data, probe);
    this.evidence = data.evidence;
    this.branches = data.branches;
    for (const [name, on] of [["evidence", data.evidence], ["branches", data.branches], ["in-branch", data.fixed.length > 0], ["suggesting", data.suggests]]) this.host.classList.toggle(name, on);
    probe.remove();
    this.showSelection();
    this.showTip();
    if (data.told !== this.told) this.offered.replaceChildren(); // something else was done meanwhile
    this.hearPython(data.told);
    this.network.redraw();
  }

  // A badge stands beside its edge, on the side that is farther from every node and from the badges before it.
  placeBadges() {
    this.badges = new Map();
    for (const i of this.ranks.keys()) {
      const { middle, aside } = this.picture.edges[i].curve;
      const at = (side) => ({ x: middle.x + BADGE_DISTANCE * side * aside.x, y: middle.y + BADGE_DISTANCE * side * aside.y, size: 10 });
      const others = [...this.picture.nodes, ...this.badges.values()];
      const room = ({ x, y }) => others.reduce((least, o) => Math.min(least, Math.hypot(o.x - x, o.y - y) - o.size), 40);
      this.badges.set(i, room(at(-1)) > room(at(1)) + 1 ? at(-1) : at(1));
    }
  }

  leave() {
    this.listening.abort();
    this.dark();
    this.network.destroy();
  }

  // -- what an edge is now, the clicks on their way counted in

  look(i) {
    const id = this.picture.edges[i].id;
    const last = !this.asked && this.pending.findLast(([, , ids]) => ids.includes(id));
    return last ? (last[1] === "recover" ? "=" : "-") : this.changes.look[i];
  }

  edgePoint(id) {
    return this.point(this.picture.edges[this.picture.position.get(id)].curve.middle);
  }

  // Where a place of the picture is on the page.
  point(place) {
    const box = this.stage.getBoundingClientRect();
    const at = this.network.canvasToDOM(place);
    return { x: box.left + at.x + scrollX, y: box.top + at.y + scrollY };
  }
}

Object.assign(Graph.prototype, painting, overlays, clicking, hovering, walking, naming, observing);

globalThis.rcrGraphs = {
  // A picture arrives, packed; whoever waits for it hears of it.
  put({ digest, wire }) {
    if (!pictures.has(digest)) keep(pictures, digest, unpack(wire));
    dispatchEvent(new Event("rcr-picture"));
  },
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
dispatchEvent(new Event("rcr-library"));

export default function () {}
