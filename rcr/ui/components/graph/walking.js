// The graph without a pointer: arrow keys move a cursor from edge to edge, Enter acts, and a live region says it.

const ASIDE_WEIGHT = 2.5; // a step sideways from the arrow's way counts so much more than one along it
const WAYS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };

const walking = {
  cursor: -1, // an edge

  listenForKeys() {
    const { signal } = this.listening;
    const frame = this.stage.firstElementChild;
    let pointed = false; // the focus came by the pointer
    this.stage.addEventListener("pointerdown", () => { pointed = true; this.walkTo(-1); }, { signal, capture: true });
    frame.addEventListener("focus", () => { if (!pointed) this.walkTo(this.firstEdge()); pointed = false; }, { signal });
    frame.addEventListener("blur", () => this.walkTo(-1), { signal });
    frame.addEventListener("keydown", (event) => {
      if (this.key(event)) {
        event.preventDefault();
        event.stopPropagation();
      }
    }, { signal });
  },

  key({ key, shiftKey }) {
    if (key in WAYS) return this.walk(WAYS[key]), true;
    if (key === "Escape") return this.clear(), true;
    if (key === "Enter" && this.selected.size) return this.apply(), true;
    if (this.cursor < 0) return false;
    if (key === " " || (key === "Enter" && shiftKey)) return this.choose(this.cursor), true;
    if (key === "Enter") return this.request([this.cursor]), true;
    return false;
  },

  // Where one begins: at what is suggested first, or else at the first edge that is relaxed.
  firstEdge() {
    const [suggested] = this.ranks.keys();
    if (suggested !== undefined) return suggested;
    const relaxed = this.picture.edges.findIndex((_, i) => this.look(i) !== "=");
    return Math.max(relaxed, this.picture.edges.length ? 0 : -1);
  },

  walk([dx, dy]) {
    if (this.cursor < 0) return this.walkTo(this.firstEdge());
    const { x, y } = this.picture.edges[this.cursor].curve.middle;
    let best = Infinity, found = this.cursor;
    this.picture.edges.forEach(({ curve: { middle } }, i) => {
      const along = (middle.x - x) * dx + (middle.y - y) * dy;
      const aside = Math.abs((middle.x - x) * dy - (middle.y - y) * dx);
      const cost = along + ASIDE_WEIGHT * aside;
      if (along > 1 && cost < best) [best, found] = [cost, i];
    });
    this.walkTo(found);
  },

  walkTo(edge) {
    if (edge === this.cursor) return;
    this.cursor = edge;
    this.stage.firstElementChild.setAttribute("role", edge < 0 ? "img" : "application"); // whose arrow keys are its own
    if (edge >= 0) {
      this.pointer = this.network.canvasToDOM(this.picture.edges[edge].curve.middle);
      this.keepInView(edge);
      this.say(this.describe(edge).replaceAll("\n", "; "));
    }
    this.hovered = edge;
    this.showTip();
    this.network.redraw();
  },

  keepInView(edge) {
    const { clientWidth: width, clientHeight: height } = this.stage;
    const { x, y } = this.pointer;
    if (x > 0 && y > 0 && x < width && y < height) return;
    this.network.moveTo({ position: this.picture.edges[edge].curve.middle });
    this.pointer = { x: width / 2, y: height / 2 };
  },

  say(words) {
    this.voice.textContent = words;
  },

  // What happened last, in Python's words, once.
  hearPython(told) {
    if (told && told !== this.told) this.say(told);
    this.told = told;
  },
};
