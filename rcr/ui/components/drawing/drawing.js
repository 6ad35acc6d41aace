// Puts the SVG into the page as it is; Python has escaped what it says.
export default ({ data, parentElement }) => {
  parentElement.querySelector(".drawing").innerHTML = data;
};
