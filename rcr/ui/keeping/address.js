// The run that is open stays in the address wherever streamlit goes, without an entry of its own in
// the browser's history: one press of Back is one step back.
const PARTS = ["at"];
const GONE_BACK = /-back[0-9]+$/; // of the part, as gone_back.js has marked it; the server takes it away

function completed(address, parts) {
  const url = new URL(address, window.location.href);
  for (const name of PARTS) {
    if (parts[name] && !url.searchParams.has(name)) url.searchParams.set(name, parts[name]);
  }
  return url;
}

function samePlace(a, b) {
  const rest = (url) => {
    const parts = [...url.searchParams].filter(([name]) => !PARTS.includes(name));
    return url.pathname + JSON.stringify(parts.sort());
  };
  return rest(a) === rest(b);
}

function onlyCompletes(here, there) {
  const unmarked = (url, name) => url.searchParams.get(name)?.replace(GONE_BACK, "");
  const kept = (name) => !here.searchParams.has(name) || unmarked(here, name) === unmarked(there, name);
  return samePlace(here, there) && PARTS.every(kept);
}

function watchHistory() {
  const push = window.history.pushState.bind(window.history);
  const replace = window.history.replaceState.bind(window.history);
  window.history.pushState = (state, unused, address) => {
    const here = new URL(window.location.href);
    const there = completed(address ?? here, window.rcrAddress);
    (onlyCompletes(here, there) ? replace : push)(state, unused, there);
  };
}

export default function ({ data }) {
  if (!window.rcrAddress) {
    watchHistory();
    tellWhenGone();
  }
  window.rcrAddress = data;
}
