// How the graph is painted: a function of the picture, the changes, the clicks on their way and the theme, in the picture's own
// units. Nothing gets thinner than some pixels however far away the camera is.

const LETTER_SHARE = 0.6; // of a letter's height is its width, and what a circle around a digit needs
const TIGHT = 1.05; // times its place, what still fits
const ROOM_SHARE = { compact: 0.8, cut: 0.42 }; // of the way to the next node, a factor or a clone that is as large, which a variable may take up
const NAME_ROOM_SHARE = 1.6; // of the same, which a name may take up

const painting = {
  paint(ctx) {
    if (!this.changes) return;
    const pixel = 1 / this.network.getScale();
    const thick = (units, pixels) => Math.max(units, pixels * pixel);
    ctx.save();
    ctx.lineJoin = "round";
    this.paintHalos(ctx, thick);
    this.paintBelow(ctx, thick);
    ctx.strokeStyle = this.colours.ink;
    ctx.lineWidth = thick(2, 1);
    for (const tie of this.picture.ties) this.stroke(ctx, tie);
    this.picture.edges.forEach((edge, i) => this.paintEdge(ctx, edge, i, thick));
    for (const node of this.picture.nodes) if (node.role === "factor") this.paintFactor(ctx, node, thick);
    this.drawnLetters = {};
    this.written = []; // words, and the boxes around them
    const { marks } = this.changes;
    const seen = this.inSight();
    const isSeen = (node) => !away(node, seen);
    this.seenMarked = this.picture.marked.filter(isSeen); // of a large model in close view, few
    this.picture.marked.forEach((node, i) => isSeen(node) && this.paintName(ctx, node, marks[i], seen, thick, pixel));
    this.picture.marked.forEach((node, i) => this.paintVariable(ctx, node, marks[i], thick, pixel));
    this.picture.edges.forEach((edge, i) => this.paintMarks(ctx, edge, i, thick, pixel));
    this.paintNamed(ctx, thick);
    this.paintLabels(ctx, thick, pixel);
    ctx.restore();
  },

  // The part of the picture that the stage shows.
  inSight() {
    const { clientWidth, clientHeight } = this.stage;
    const { x: left, y: top } = this.network.DOMtoCanvas({ x: 0, y: 0 });
    const { x: right, y: bottom } = this.network.DOMtoCanvas({ x: clientWidth, y: clientHeight });
    return { left, right, top, bottom };
  },

  stroke(ctx, { a, b, c }) {
    ctx.beginPath();
    ctx.moveTo(a.x, a.y);
    ctx.quadraticCurveTo(c.x, c.y, b.x, b.y);
    ctx.stroke();
  },

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
    if (this.cursor >= 0) halo([this.cursor], this.colours.ink, thick(20, 11));
    if (this.cursor >= 0) halo([this.cursor], this.colours.paper, thick(14, 7));
    halo(this.selected, this.colours.selected, thick(24, 13));
    halo(this.selected, this.colours.paper, thick(15, 7.5));
    ctx.lineCap = "butt";
  },

  paintEdge(ctx, { curve }, i, thick) {
    if (this.look(i) === "=") {
      ctx.strokeStyle = this.colours.recovered;
      ctx.lineWidth = thick(7, 3);
      this.stroke(ctx, curve);
      return;
    }
    this.paintShade(ctx, curve, i, thick);
    ctx.strokeStyle = ctx.fillStyle = this.colours.relaxed;
    ctx.lineWidth = thick(3, 1.8);
    if (this.look(i) === "|") {
      this.stroke(ctx, curve);
    } else if (this.picture.kind === "cut") {
      this.paintHalves(ctx, curve, thick);
    } else {
      ctx.setLineDash([thick(6, 3.5), thick(4.5, 2.5)]);
      this.stroke(ctx, curve);
      ctx.setLineDash([]);
    }
  },

  // A band below a relaxed edge in the colour of its share of a scale, wider than any mark on the edge.
  paintShade(ctx, curve, i, thick) {
    const share = this.shadeOf(i);
    if (share === null) return;
    ctx.strokeStyle = this.shades[Math.round(share * SHADES)];
    ctx.lineWidth = this.look(i) === "x" ? thick(32, 16) : thick(20, 9);
    this.stroke(ctx, curve);
  },

  paintHalves(ctx, { a, b }, thick) {
    const side = thick(7, 3);
    for (const [end, other] of [[a, b], [b, a]]) {
      const tip = mix(end, other, 0.3);
      this.stroke(ctx, { a: end, b: tip, c: tip });
      ctx.fillRect(tip.x - side / 2, tip.y - side / 2, side, side); // the compensation factor θ of this half
    }
  },

  paintFactor(ctx, { x, y, size }, thick) {
    ctx.fillStyle = this.colours.factor;
    ctx.strokeStyle = this.colours.ink;
    ctx.lineWidth = thick(1.5, 0.8);
    ctx.beginPath();
    ctx.rect(x - size, y - size, 2 * size, 2 * size);
    ctx.fill();
    ctx.stroke();
  },

  // How large a variable is drawn: where there is room, so that its letters can be read on a projector; elsewhere it would hide its edges.
  sizeOf({ size }, pixel) {
    const wanted = LETTER_SHARE * this.leastLetters * pixel, room = ROOM_SHARE[this.picture.kind] * this.picture.room;
    return wanted > TIGHT * room ? size : Math.max(size, Math.min(wanted, room));
  },

  paintVariable(ctx, node, state, thick, pixel) {
    const { x, y } = node, size = this.sizeOf(node, pixel);
    const share = (state ?? 0) / Math.max((node.variable ?? node).card - 1, 1);
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
    if (node.observed || this.changes.fixed.includes(node.id)) {
      disc(size + thick(4, 2));
      ctx.stroke();
    }
    const text = this.stateOf(node, state), digits = this.digitsOf(text, size, pixel);
    if (!digits) return;
    this.drawnLetters.digits = digits / pixel;
    ctx.textAlign = "center";
    ctx.textBaseline = "middle";
    ctx.font = `600 ${digits}px ${this.font}`;
    ctx.fillStyle = share > 0.5 ? this.colours.paper : this.colours.ink;
    ctx.fillText(text, x, y + size * 0.06);
  },

  // What stands in a variable; a question may hide it.
  stateOf(node, state) {
    return state == null ? "" : stateName(node.variable ?? node, state).slice(0, 4);
  },

  // How large that is written, or 0: letters nobody can read are noise.
  digitsOf(text, size, pixel) {
    const digits = Math.max(this.leastLetters * pixel, size * (text.length > 2 ? 0.75 : 1.15));
    return size / pixel < 7 || digits * LETTER_SHARE > TIGHT * size ? 0 : digits;
  },

  // Beside its variable, before which it is painted: the paper around the letters covers lines, but no variable.
  paintName(ctx, node, state, seen, thick, pixel) {
    const { aside } = node, size = this.sizeOf(node, pixel), least = this.leastLetters * pixel;
    if (size / pixel < 8.5 || !this.digitsOf(this.stateOf(node, state), size, pixel)) return;
    const name = node.name.length > 12 ? `${node.name.slice(0, 11)}…` : node.name;
    const letters = Math.max(size * 0.75, 11 * this.type * pixel, least);
    if (least && letters * LETTER_SHARE * name.length > NAME_ROOM_SHARE * this.picture.room) return;
    ctx.font = `${letters}px ${this.font}`;
    const width = ctx.measureText(name).width;
    const sides = [aside, ...SIDES.map(([right, down]) => ({ x: right, y: down }))];
    const box = sides.map((side) => nameBox(node, side, size, width, letters)).find((place) => this.isFree(place, node, seen, 0.4 * letters, pixel));
    if (!box) return;
    this.written.push({ ...box, words: name });
    this.drawnLetters.names = letters / pixel;
    ctx.textBaseline = "middle";
    ctx.textAlign = "left";
    ctx.lineWidth = thick(4, 3);
    ctx.strokeStyle = this.colours.paper;
    ctx.strokeText(name, box.left, (box.top + box.bottom) / 2);
    ctx.fillStyle = this.colours.ink;
    ctx.fillText(name, box.left, (box.top + box.bottom) / 2);
  },

  // Whether a name can be read there: as a whole, half a name being another one, not run together with other words, and under no other variable.
  isFree(box, node, seen, apart, pixel) {
    const apartFromOthers = { ...box, left: box.left - apart, right: box.right + apart };
    const covers = (other) => other !== node && away(other, box) < this.sizeOf(other, pixel);
    return box.left >= seen.left && box.right <= seen.right && !this.written.some((other) => meet(apartFromOthers, other)) && !this.seenMarked.some(covers);
  },

  paintMarks(ctx, { curve }, i, thick, pixel) {
    const { x, y } = curve.middle;
    const look = this.look(i), rank = this.ranks.get(i);
    if (look === "x") {
      const arm = thick(6.5, 3);
      ctx.lineCap = "round";
      const around = this.shadeOf(i) === null ? thick(7, 3.6) : thick(5.4, 2.9); // the edge's colour is seen about it
      for (const [colour, width] of [[this.colours.paper, around], [this.colours.violated, thick(3.6, 1.9)]]) {
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
    const letters = rank > 9 ? 1.05 : 1.35; // of a badge's radius
    const radius = thick(12, 7), badge = Math.max(thick(10, 9), (this.leastLetters * pixel) / letters);
    const at = mix({ x, y }, this.badges.get(i), (radius + badge) / BADGE_DISTANCE);
    ctx.strokeStyle = ctx.fillStyle = this.colours.suggested;
    ctx.lineWidth = thick(2.6, 1.4);
    ctx.beginPath();
    ctx.arc(x, y, radius, 0, 2 * Math.PI);
    ctx.stroke();
    ctx.beginPath();
    ctx.arc(at.x, at.y, badge, 0, 2 * Math.PI);
    ctx.fill();
    this.written.push({ ...boxAround(at, badge, badge), words: String(rank) });
    ctx.textAlign = "center";
    ctx.textBaseline = "middle";
    ctx.font = `700 ${badge * letters}px ${this.font}`;
    this.drawnLetters.ranks = (badge * letters) / pixel;
    ctx.fillStyle = this.colours.paper;
    ctx.fillText(rank, at.x, at.y + badge * 0.08);
  },
};
