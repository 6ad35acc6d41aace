// Takes a chart of the page away.
export default ({ data, parentElement }) => {
  for (const button of parentElement.querySelectorAll("button")) {
    button.setAttribute("aria-label", `The figure as ${button.textContent}`);
    button.onclick = () => {
      const chart = document.querySelector(`.st-key-${data.chart} .rcr-chart`);
      globalThis.rcrCharts.save(chart, button.textContent.toLowerCase(), data.name);
    };
  }
};
