// Where things are: an edge is a curve from the rim of a circle to the rim of a square or of a clone.

const MARGIN = 45; // around the outermost nodes, for their names and badges

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

function boxAround({ x, y }, across, down) {
  return { left: x - across, right: x + across, top: y - down, bottom: y + down };
}

function meet(one, other) {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
}

// How far a point is from a box; 0 inside.
function away({ x, y }, { left, right, top, bottom }) {
  return Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom));
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

// Where a name stands on a side of its node.
function nameBox({ x, y }, side, size, width, letters) {
  const left = x + side.x * (size + 0.5 * letters) - width * (side.x > 0.3 ? 0 : side.x < -0.3 ? 1 : 0.5);
  const middle = y + side.y * (size + 0.65 * letters);
  return { left, right: left + width, top: middle - letters / 2, bottom: middle + letters / 2 };
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
  const lengths = picture.edges.map(({ variable, to }) => Math.hypot(variable.x - nodes.get(to).x, variable.y - nodes.get(to).y));
  picture.room = lengths.reduce((a, b) => Math.min(a, b), Infinity); // from a variable to what is next to it
  picture.position = new Map(picture.edges.map((edge, i) => [edge.id, i]));
  return picture;
}
