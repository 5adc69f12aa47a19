import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";

/** Makes the accepted pictures small enough for the repository: a palette serves comparison as well. */
const folder = new URL("ui/pictures/", import.meta.url).pathname;
let before = 0;
let after = 0;
for (const name of readdirSync(folder).filter((file) => file.endsWith(".png"))) {
  const file = join(folder, name);
  const picture = readFileSync(file);
  const small = await sharp(picture).png({ palette: true, colours: 32, effort: 10 }).toBuffer();
  before += picture.length;
  if (small.length < picture.length) writeFileSync(file, small);
  after += Math.min(small.length, picture.length);
}
console.log(`${Math.round(before / 1000)} KB became ${Math.round(after / 1000)} KB`);
