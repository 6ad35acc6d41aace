// Where the visitor has gone back or forward in the browser, the address says so, by a number of its own each time, until the server
// has heard it: the server could not tell it from an address that is late. This stands in the first page, before streamlit listens.
let timesGone = 0;
window.addEventListener("popstate", () => {
  const url = new URL(window.location.href);
  const asked = url.searchParams.get("at")?.replace(/-back[0-9]+$/, "");
  if (!asked) return;
  timesGone += 1;
  url.searchParams.set("at", `${asked}-back${timesGone}`);
  window.history.replaceState(window.history.state, "", url);
});
