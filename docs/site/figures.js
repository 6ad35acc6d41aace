/* Draws the figures of a page, with the library that lies beside it, once there is one to draw. */

const figures = document.querySelectorAll("script[data-figure]");
if (figures.length) {
  const library = document.createElement("script");
  library.src = new URL("plotly.min.js", document.currentScript.src);
  library.onload = () => figures.forEach((one) => {
    const { data, layout } = JSON.parse(one.textContent);
    Plotly.newPlot(one.dataset.figure, data, layout, { responsive: true, displaylogo: false });
  });
  document.head.append(library);
}
