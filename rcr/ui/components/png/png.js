// A button that takes an SVG away as PNG: the browser draws it, nothing leaves the machine.
const SCALE = 2; // pixels of the file for each of the picture, so that it can be printed

async function png(svg) {
  const address = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  const image = new Image();
  image.src = address;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = SCALE * image.naturalWidth;
  canvas.height = SCALE * image.naturalHeight;
  const ctx = canvas.getContext("2d");
  ctx.fillStyle = "white";
  ctx.fillRect(0, 0, canvas.width, canvas.height);
  ctx.drawImage(image, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(address);
  return canvas.toDataURL("image/png");
}

export default ({ data, parentElement }) => {
  const button = parentElement.querySelector("button");
  button.textContent = data.label;
  button.onclick = async () => {
    const link = document.createElement("a");
    link.href = await png(data.svg);
    link.download = data.name;
    link.click();
  };
};
