// Clicks: which edge is meant, several chosen together, and the queue of wishes that Python has not answered yet.

const NEAR_PIXELS = { mouse: 13, pen: 13, touch: 22 }; // from an edge that still count as on it
const STILL_PIXELS = 6; // that a press may wander and still be a click
const LONG_PRESS_MILLISECONDS = 450; // of a finger, which then chooses several

const clicking = {
  listen() {
    const signal = this.listening.signal;
    const on = (target, name, act) => target.addEventListener(name, act, { signal });
    let down = null;
    let timer = 0; // of a long press
    const still = (event) => Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) <= STILL_PIXELS;
    const over = () => {
      clearTimeout(timer);
      down = null;
    };
    on(this.stage, "pointerdown", (event) => {
      over();
      down = event.isPrimary && event.button === 0 ? event : null;
      this.hover(-1, null);
      if (!down || event.pointerType !== "touch") return;
      timer = setTimeout(() => {
        over();
        this.click(event, true);
      }, LONG_PRESS_MILLISECONDS);
    });
    on(this.stage, "pointerup", (event) => {
      if (down && still(event)) this.click(event, event.shiftKey || (event.pointerType === "touch" && this.selected.size > 0));
      over();
    });
    on(this.stage, "pointercancel", over);
    on(this.stage, "contextmenu", (event) => event.pointerType === "touch" && event.preventDefault());
    on(this.stage, "pointermove", (event) => {
      if (!down) this.hover(this.edgeAt(event), this.nodeAt(event), event);
      else if (!still(event)) clearTimeout(timer);
    });
    on(this.stage, "pointerleave", () => this.hover(-1, null));
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
    let best = (NEAR_PIXELS[event.pointerType] ?? NEAR_PIXELS.mouse) / this.network.getScale(), found = -1;
    this.picture.edges.forEach(({ curve }, i) => {
      const d = distance(p, curve);
      if (d < best) [best, found] = [d, i];
    });
    return found;
  },

  click(event, several) {
    const i = this.edgeAt(event);
    if (i < 0) return this.offerStates(event);
    if (several) this.choose(i);
    else this.request([i]);
  },

  choose(i) {
    if (!this.selected.delete(i)) this.selected.add(i);
    this.showSelection();
    this.network.redraw();
  },

  request(edges) {
    const relaxed = edges.filter((i) => "-x".includes(this.look(i))), recovered = edges.filter((i) => this.look(i) === "=");
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
