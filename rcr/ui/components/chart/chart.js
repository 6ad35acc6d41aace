// A plotly chart that stays: new data go into the same chart, so that nothing flickers and its zoom survives, and they are drawn when
// the page has nothing more urgent to do. The library comes through this server, once.

const PLOTLY = "component/COMPONENT/plotly-cartesian.min.js";
const MAX_WAIT_MILLISECONDS = 200; // that a drawing may wait for a quiet moment

const SMALL_PIXELS = 165; // a chart that is less tall has room for its curves alone
const NARROW_PIXELS = 380; // a chart that is less wide has a legend in small letters

const PAPER_SIZE = { width: 900, height: 540 };
const PNG_SCALE = 2; // pixels of a PNG for each of the picture
const PAPER = { color: "#262730", background: "#ffffff" };

const charts = new WeakMap(); // by the element that Streamlit gives the component
let library = null;

function load() {
  library ??= new Promise((done, fail) => {
    const script = document.createElement("script");
    script.src = new URL(PLOTLY, document.baseURI);
    script.onload = () => done(globalThis.Plotly);
    script.onerror = () => fail(new Error(`${script.src} cannot be loaded`));
    document.head.append(script);
  });
  return library;
}

function rem() {
  return parseFloat(getComputedStyle(document.documentElement).fontSize) / 16; // times the usual size of the type
}

function isNarrow(host) {
  return host.clientWidth < NARROW_PIXELS;
}

// In a small chart the curves have all the room.
function bare(layout) {
  const axis = (given) => ({ ...given, title: { ...given.title, text: "" }, nticks: 4 });
  return { ...layout, showlegend: false, margin: { l: 0, r: 4, t: 4, b: 0 }, xaxis: axis(layout.xaxis), yaxis: axis(layout.yaxis) };
}

function dressed({ layout, font }, host) {
  const look = getComputedStyle(host), { color, fontFamily } = look;
  const paper = look.getPropertyValue("--st-background-color"); // no title of an axis shows through the tools
  const size = font * rem();
  const axis = (given) => ({ ...given, automargin: true, tickfont: { size: size - 2 }, title: { ...given.title, font: { size } } });
  const hover = { font: { size, family: fontFamily } };
  const made = {
    ...layout,
    font: { color, family: fontFamily, size },
    legend: { ...layout.legend, font: { size: size - (isNarrow(host) ? 3.5 : 1) } },
    xaxis: axis(layout.xaxis),
    yaxis: axis(layout.yaxis),
    annotations: (layout.annotations ?? []).map((note) => ({ arrowcolor: color, ...note })),
    hoverlabel: hover,
    modebar: { bgcolor: paper, color, activecolor: color },
  };
  const small = host.clientHeight < SMALL_PIXELS;
  host.classList.toggle("small", small);
  return small ? bare(made) : made;
}

// On other axes it is another chart: the ranges that a double click goes back to would be those of the one before.
function axesOf({ xaxis, yaxis }) {
  return JSON.stringify([xaxis, yaxis].map(({ title, type }) => [title, type]));
}

// Dark on white whatever the theme, as it is needed on paper.
function printed({ data, layout }) {
  const plain = structuredClone(JSON.parse(JSON.stringify({ data, layout })));
  const font = { ...plain.layout.font, color: PAPER.color };
  plain.layout = { ...plain.layout, ...PAPER_SIZE, autosize: false, font, paper_bgcolor: PAPER.background, plot_bgcolor: PAPER.background };
  plain.layout.annotations = plain.layout.annotations?.map((note) => ({ ...note, arrowcolor: PAPER.color }));
  plain.layout.margin = { l: 70, r: 30, t: 60, b: 60 };
  return plain;
}

function save(host, format, filename) {
  if (host?.data) Plotly.downloadImage(printed(host), { ...PAPER_SIZE, format, scale: format === "png" ? PNG_SCALE : 1, filename });
}

function saveAsSvg(host) {
  save(host, "svg", "figure");
}

// Instead of plotly's own, which saves light words on no ground where the page is dark. Were it another one at each drawing, the chart
// would be made anew.
function buttons() {
  return [{ name: "save", title: "Save as SVG", icon: Plotly.Icons.camera, click: saveAsSvg }];
}

class Chart {
  constructor(parent) {
    this.host = parent.querySelector(".rcr-chart");
    this.resized = new ResizeObserver(() => this.drawn && this.host.clientWidth > 0 && this.resize());
    this.resized.observe(this.host);
    this.host.addEventListener("transitionend", ({ target, propertyName }) => {
      if (this.drawn && target === this.host && propertyName === "color") this.draw();
    });
  }

  update({ data, setTriggerValue }) {
    this.wanted = data;
    this.pick = (number) => setTriggerValue("picked", number);
    this.host.style.height = data.height;
    this.host.setAttribute("aria-label", data.alt);
    this.host.ariaBusy = "true"; // until what it is said to show is drawn
    if (this.waiting) return;
    this.waiting = true;
    load().then(() => requestIdleCallback(() => this.draw(), { timeout: MAX_WAIT_MILLISECONDS }));
  }

  async resize() {
    if (this.rem !== rem() || this.narrow !== isNarrow(this.host)) await this.draw();
    Plotly.Plots.resize(this.host);
  }

  async draw() {
    this.waiting = false;
    [this.rem, this.narrow] = [rem(), isNarrow(this.host)];
    const { data, config, layout } = this.wanted;
    const axes = axesOf(layout);
    const goesOn = this.axes === axes;
    this.axes = axes;
    await Plotly[goesOn ? "react" : "newPlot"](this.host, data, dressed(this.wanted, this.host), { ...config, modeBarButtonsToAdd: buttons(), responsive: false });
    if (!this.waiting) this.host.ariaBusy = "false";
    this.drawn = true;
    if (goesOn) return;
    this.host.on("plotly_click", ({ points }) => {
      const number = points.find((point) => point.customdata != null)?.customdata;
      if (number != null) this.pick(number);
    });
  }

  leave() {
    this.resized.disconnect();
    if (this.drawn) Plotly.purge(this.host);
  }
}

globalThis.rcrCharts = {
  draw(component) {
    const { parentElement } = component;
    if (!charts.has(parentElement)) charts.set(parentElement, new Chart(parentElement));
    charts.get(parentElement).update(component);
  },
  save,
  leave(parentElement) {
    charts.get(parentElement)?.leave();
    charts.delete(parentElement);
  },
};
dispatchEvent(new Event("rcr-charts"));
load(); // before the first chart is wanted

export default function () {}
