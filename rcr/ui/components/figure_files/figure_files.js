// Takes a chart of the page away: dark on white whatever the theme, as it is needed on paper.
const SIZE = { width: 900, height: 540 };
const SCALE = 2; // pixels of a PNG for each of the picture
const PAPER = { color: "#262730", background: "#ffffff" };

function printed({ data, layout }) {
  const plain = structuredClone(JSON.parse(JSON.stringify({ data, layout })));
  const font = { ...plain.layout.font, color: PAPER.color };
  plain.layout = { ...plain.layout, ...SIZE, autosize: false, font, paper_bgcolor: PAPER.background, plot_bgcolor: PAPER.background };
  plain.layout.margin = { l: 70, r: 30, t: 60, b: 60 };
  return plain;
}

export default ({ data, parentElement }) => {
  for (const button of parentElement.querySelectorAll("button")) {
    const format = button.textContent.toLowerCase();
    button.setAttribute("aria-label", `The figure as ${button.textContent}`);
    button.onclick = () => {
      const chart = document.querySelector(`.st-key-${data.chart} .rcr-chart`);
      if (chart?.data) Plotly.downloadImage(printed(chart), { ...SIZE, format, scale: format === "png" ? SCALE : 1, filename: data.name });
    };
  }
};
