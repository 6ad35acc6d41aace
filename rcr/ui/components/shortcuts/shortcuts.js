// The keys of the page. Streamlit shows the key of a button on it, but does not hear it while the focus is in a menu or a group of
// choices, and loses the second of two quick presses. So the keys are taken here, before anybody else hears of them.

const ELSEWHERE = { ArrowRight: "→", ArrowLeft: "←", ArrowUp: "↑", ArrowDown: "↓", PageDown: "→", PageUp: "←" }; // as a button writes it
const WRITTEN_IN = "textarea, [contenteditable=true], input:not([type=checkbox], [type=radio], [type=range], [type=button], [type=submit])";
const MOVED_IN = "input, select, canvas, [role=slider], [role=radio], [role=tab], [role=combobox], [role=listbox], [role=grid], [role=application]";
const GRAPH_KEYS = [["Tab", "to the graph, and on"], ["← ↑ → ↓", "on the graph: from edge to edge"], ["Enter", "recover or relax the edge"],
  ["Space", "choose several edges, for Enter to do together"], ["Esc", "choose none"]];
const LOOK_MILLISECONDS = 25; // until the page is asked again whether it still works on the last press
const BEGIN_MILLISECONDS = 1000; // after which a press that has begun nothing is over
const MAX_WAITING = 20; // presses

const buttons = () => [...document.querySelectorAll("button:has(kbd)")];
const keyOf = (button) => button.querySelector("kbd").textContent.trim().toLowerCase();
const labelOf = (button) => button.querySelector("p")?.textContent ?? button.textContent;
const busy = () => document.querySelector("[data-test-script-state]")?.dataset.testScriptState !== "notRunning";

function writes([target]) {
  if (!target.matches?.(WRITTEN_IN)) return false;
  const closedMenu = target.getAttribute("role") === "combobox" && target.getAttribute("aria-expanded") !== "true";
  return !closedMenu;
}

// The keys of a button, an arrow's with what a clicker has for it.
function keysOf(sign) {
  return [sign, ...Object.keys(ELSEWHERE).filter((key) => key.startsWith("Page") && ELSEWHERE[key] === sign)];
}

function found(key) {
  const ours = buttons().filter((button) => keyOf(button) === key && !button.disabled);
  return ours.find((button) => button.checkVisibility()) ?? ours[0];
}

class Keys {
  constructor(root) {
    this.dialog = root.querySelector("dialog");
    this.waiting = [];
    this.listening = new AbortController();
    addEventListener("keydown", (event) => this.hear(event), { capture: true, signal: this.listening.signal });
  }

  hear(event) {
    const path = event.composedPath();
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || writes(path)) return;
    if (event.key === "?") return this.take(event, () => this.list());
    if (this.dialog.open || document.querySelector("[role=dialog]")) return; // its keys are its own
    const moves = event.key in ELSEWHERE;
    if (moves && path[0].matches?.(MOVED_IN)) return;
    const key = moves ? ELSEWHERE[event.key] : event.key.toLowerCase();
    if (buttons().some((button) => keyOf(button) === key)) this.take(event, () => this.press(key));
  }

  take(event, act) {
    event.preventDefault();
    event.stopImmediatePropagation();
    act();
  }

  press(key) {
    if (this.waiting.length >= MAX_WAITING) return;
    this.waiting.push(key);
    clearTimeout(this.timer);
    this.next();
  }

  next() {
    const [key] = this.waiting;
    if (this.listening.signal.aborted) return;
    if (key && (key !== this.last || this.isOver())) {
      [this.last, this.began, this.pressedAt] = [key, false, performance.now()];
      this.waiting.shift();
      found(key)?.click();
    }
    if (this.waiting.length || !this.isOver()) this.timer = setTimeout(() => this.next(), LOOK_MILLISECONDS);
  }

  // Whether the page has answered the last press: it begins a moment later.
  isOver() {
    if (busy()) this.began = true;
    else return this.began || performance.now() - this.pressedAt > BEGIN_MILLISECONDS;
    return false;
  }

  list() {
    if (this.dialog.open) return this.dialog.close();
    const known = new Map(buttons().map((button) => [keyOf(button).toUpperCase(), labelOf(button)]));
    const graph = document.querySelector("[data-rcr-graph]") ? GRAPH_KEYS : [];
    const lines = [...known, ...graph, ["?", "this list"]].map(([key, words]) => {
      const [dt, dd] = ["dt", "dd"].map((name) => document.createElement(name));
      dd.textContent = words;
      for (const name of keysOf(key)) dt.append(Object.assign(document.createElement("kbd"), { textContent: name }), " ");
      return [dt, dd];
    });
    this.dialog.querySelector("dl").replaceChildren(...lines.flat());
    this.dialog.showModal();
  }
}

const heard = new WeakMap(); // by the root that Streamlit gives the component

export default function ({ parentElement }) {
  if (!heard.has(parentElement)) heard.set(parentElement, new Keys(parentElement));
  return () => {
    heard.get(parentElement)?.listening.abort();
    heard.delete(parentElement);
  };
}
