// A tile a student. Names come as text and stay text; a tile is changed in place, so that the
// focus and the scroll position survive every look.
const MARK = { finished: "✔ finished", stuck: "! stuck" };
const AWAY_SECONDS = 20;
const QUIET_SECONDS = 120; // without a move: somebody who may need help and does not say so

function mark(data, away) {
  const minutes = (seconds) => `${Math.max(1, Math.round(seconds / 60))} min`;
  if (data.status === "finished") return MARK.finished;
  if (away) return `away ${minutes(data.away)}`;
  if (data.status === "stuck") return MARK.stuck;
  if (data.quiet === null) return "not begun";
  return data.quiet > QUIET_SECONDS ? `quiet ${minutes(data.quiet)}` : "";
}

function lines(shape, marks, wanted) {
  let way = "";
  for (let i = 0; i * 4 < shape.length; i++)
    if ((marks[i] === "1") === wanted)
      way += `M${shape[4 * i]} ${shape[4 * i + 1]}L${shape[4 * i + 2]} ${shape[4 * i + 3]}`;
  return way;
}

function curveWay(curve) {
  if (curve.length < 2) return "";
  const low = Math.min(...curve);
  const span = Math.max(...curve) - low || 1;
  const at = (v, i) => `${(100 * i) / (curve.length - 1)} ${38 - (36 * (v - low)) / span}`;
  return "M" + curve.map(at).join("L");
}

function make(choose) {
  const tile = document.createElement("button");
  tile.className = "tile";
  tile.type = "button";
  tile.innerHTML = `<span class="name"></span><span class="mark"></span>
    <svg class="graph" viewBox="-4 -4 108 108"><path class="relaxed"/><path class="recovered"/></svg>
    <svg class="curve" viewBox="-1 0 102 40" preserveAspectRatio="none"><path/></svg>
    <span class="facts"></span>`;
  tile.addEventListener("click", () => choose(Number(tile.dataset.id)));
  return tile;
}

function facts(data) {
  if (data.quiet === null) return "";
  const gap = data.gap === null ? "–" : data.gap.toFixed(3);
  const of = data.of ? `/${data.of}` : "";
  return `gap\u00a0${gap} · ${data.recovered}${of} · step\u00a0${data.step}`;
}

// What is done on Learn has neither graph nor curve: squares for the steps, or the tries.
const FACTS = {
  lesson: ({ step, steps }) =>
    steps ? `${"■".repeat(step)}${"□".repeat(Math.max(0, steps - step))} ${step}/${steps}` : "",
  exercise: ({ step }) => (step ? `${step} ${step === 1 ? "try" : "tries"}` : "no try yet"),
};

function fill(tile, data, shape, kind, chosen) {
  const part = (name) => tile.querySelector(name);
  const away = data.away > AWAY_SECONDS;
  tile.dataset.id = data.id;
  const looks = { away, chosen, words: kind in FACTS };
  tile.className = ["tile", data.status, ...Object.keys(looks).filter((name) => looks[name])].join(" ");
  tile.setAttribute("aria-pressed", String(chosen));
  part(".name").textContent = data.name;
  part(".mark").textContent = mark(data, away);
  part(".relaxed").setAttribute("d", lines(shape, data.marks, false));
  part(".recovered").setAttribute("d", lines(shape, data.marks, true));
  part(".curve path").setAttribute("d", curveWay(data.curve));
  part(".facts").textContent = FACTS[kind] ? FACTS[kind](data) : facts(data);
}

export default ({ data, parentElement, setStateValue }) => {
  const host = parentElement.querySelector(".board");
  const shapes = JSON.parse(data.shapes);
  const known = new Map([...host.children].map((tile) => [Number(tile.dataset.id), tile]));
  let before = null;
  for (const each of JSON.parse(data.tiles)) {
    const tile = known.get(each.id) ?? make((id) => setStateValue("chosen", id));
    known.delete(each.id);
    fill(tile, each, shapes[each.shape] ?? [], data.kind, each.id === data.chosen);
    const place = before ? before.nextSibling : host.firstChild;
    if (tile !== place) host.insertBefore(tile, place);
    before = tile;
  }
  for (const gone of known.values()) gone.remove();
};
