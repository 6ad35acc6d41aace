// Fills the tile; Python has escaped what the picture says.
export default ({ data, parentElement, setTriggerValue }) => {
  const button = parentElement.querySelector("button");
  const parts = data.name.split(/(?<=[:=,])/); // a long name breaks between its settings
  const spots = parts.flatMap((part) => [part, document.createElement("wbr")]);
  button.querySelector(".name").replaceChildren(...spots);
  button.querySelector(".told").textContent = data.told;
  button.querySelector(".picture").innerHTML = data.svg;
  button.title = data.hint;
  button.setAttribute("aria-label", `${data.name}: ${data.told}. ${data.hint}`);
  button.onclick = () => setTriggerValue("clicked", true);
};
