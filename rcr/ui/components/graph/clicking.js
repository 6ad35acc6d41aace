// Clicks: which edge is meant, several chosen together, and the queue of wishes that Python has not answered yet.

const NEAR_PIXELS = 13; // from an edge that still count as on it
const STILL_PIXELS = 6; // that a press may wander and still be a click

const clicking = {
  listen() {
    const signal = this.listening.signal;
    const on = (target, name, act) => target.addEventListener(name, act, { signal });
    let down = null;
    on(this.stage, "pointerdown", (event) => {
      down = event.isPrimary && event.button === 0 ? event : null;
      this.hover(-1, null);
    });
    on(this.stage, "pointerup", (event) => {
      if (down && Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) <= STILL_PIXELS) this.click(event);
      down = null;
    });
    on(this.stage, "pointermove", (event) => !down && this.hover(this.edgeAt(event), this.nodeAt(event), event));
    on(this.stage, "pointerleave", () => this.hover(-1, null));
    on(this.stage, "keydown", (event) => {
      if (event.key === "Enter") this.apply();
      if (event.key === "Escape") this.clear();
    });
    on(this.root.querySelector(".apply"), "click", () => this.apply());
    on(this.root.querySelector(".clear"), "click", () => this.clear());
    on(this.root.querySelector(".fit"), "click", () => this.fit());
  },

  place(event) {
    const box = this.stage.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  },

  nodeAt(event) {
    const { x, y } = this.network.DOMtoCanvas(this.place(event));
    return this.picture.nodes.find((node) => Math.hypot(node.x - x, node.y - y) < node.size) ?? null;
  },

  edgeAt(event) {
    if (this.nodeAt(event)) return -1;
    const p = this.network.DOMtoCanvas(this.place(event));
    let best = NEAR_PIXELS / this.network.getScale(), found = -1;
    this.picture.edges.forEach(({ curve }, i) => {
      const d = distance(p, curve);
      if (d < best) [best, found] = [d, i];
    });
    return found;
  },

  click(event) {
    const i = this.edgeAt(event);
    if (i < 0) return;
    if (!event.shiftKey) return this.request([i]);
    if (!this.selected.delete(i)) this.selected.add(i);
    this.showSelection();
    this.network.redraw();
  },

  request(edges) {
    const [relaxed, recovered] = [edges.filter((i) => this.look(i) !== "="), edges.filter((i) => this.look(i) === "=")];
    for (const [kind, some] of [["recover", relaxed], ["relax", recovered]]) {
      if (some.length) this.pending.push([++this.seq, kind, some.map((i) => this.picture.edges[i].id)]);
    }
    this.send(this.pending);
    this.network.redraw();
  },

  apply() {
    const edges = [...this.selected];
    this.clear();
    if (edges.length) this.request(edges);
  },

  clear() {
    this.selected.clear();
    this.showSelection();
    this.network.redraw();
  },

  showSelection() {
    const recovered = [...this.selected].filter((i) => this.look(i) === "=").length;
    const relaxed = this.selected.size - recovered;
    const words = [relaxed && `recover ${relaxed}`, recovered && `relax ${recovered}`].filter(Boolean).join(", ");
    this.bar.hidden = !this.selected.size;
    this.bar.firstElementChild.textContent = words;
  },
};
