// The part that travels with every change: it hands the data to chart.js, which may still be on its way.
export default function (component) {
  const draw = () => {
    if (!globalThis.rcrCharts) return;
    globalThis.rcrCharts.draw(component);
    removeEventListener("rcr-charts", draw);
  };
  addEventListener("rcr-charts", draw);
  draw();
  return () => {
    removeEventListener("rcr-charts", draw);
    globalThis.rcrCharts?.leave(component.parentElement);
  };
}
