// The part that travels with every change: it hands the change to the renderer in graph.js, which may still be on its way.
export default function (component) {
  const draw = () => {
    if (globalThis.rcrGraphs?.draw(component)) removeEventListener("rcr-picture", draw);
  };
  addEventListener("rcr-picture", draw);
  draw();
  return () => {
    removeEventListener("rcr-picture", draw);
    globalThis.rcrGraphs?.leave(component.parentElement);
  };
}
