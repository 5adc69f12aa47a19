import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";

/** Reduces the accepted pictures to a palette of 32 colours, which is enough for the comparison. */
const folder = new URL("ui/pictures/", import.meta.url).pathname;
let before = 0;
let after = 0;
for (const name of readdirSync(folder).filter((file) => file.endsWith(".png"))) {
  const file = join(folder, name);
  const picture = readFileSync(file);
  const reduced = await sharp(picture).png({ palette: true, colours: 32, effort: 10 }).toBuffer();
  before += picture.length;
  if (reduced.length < picture.length) writeFileSync(file, reduced);
  after += Math.min(reduced.length, picture.length);
}
console.log(`${Math.round(before / 1000)} KB → ${Math.round(after / 1000)} KB`);
