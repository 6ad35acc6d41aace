// A term in a lesson's text is a link such as #gap. Pointing at it, or coming to it with the keyboard, frames what it names on the
// page and tells the graph, which frames what it has drawn. A click on it leads nowhere else.

const NAMED = "rcr-named";
const SELECTOR = '.st-key-lesson-text a[href^="#"]';
let meanings = {};
let listening = false;

function name(term) {
  for (const element of document.querySelectorAll(`.${NAMED}`)) element.classList.remove(NAMED);
  if (term) for (const element of document.querySelectorAll(`.st-key-term-${term}`)) element.classList.add(NAMED);
  dispatchEvent(new CustomEvent("rcr-name", { detail: term }));
}

function listen() {
  const link = (event) => event.target.closest?.(SELECTOR);
  const point = (event) => {
    const found = link(event);
    if (!found) return;
    const term = found.getAttribute("href").slice(1);
    found.title = meanings[term] ?? "";
    name(term);
  };
  const leave = (event) => link(event) && name("");
  for (const kind of ["mouseover", "focusin"]) document.addEventListener(kind, point);
  for (const kind of ["mouseout", "focusout"]) document.addEventListener(kind, leave);
  document.addEventListener("click", (event) => {
    if (!link(event)) return;
    event.preventDefault();
    event.stopPropagation();
    point(event);
  }, true);
}

export default function ({ data }) {
  meanings = data;
  if (!listening) listen();
  listening = true;
}
