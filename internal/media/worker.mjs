// Creates renditions with sharp. It runs in internal/platform/worker/harness.mjs. A frame is a job
// as JSON, its reply the bytes of the rendition, or those of an original (prepare.go).
import { createRequire } from "node:module";
import { setPriority } from "node:os";

// A niceness below that of the render workers: pages have priority over pictures.
const NICENESS = 10;

// The only readers of libvips that are enabled, whatever the type of a file.
const READERS = ["JpegFile", "PngFile", "WebpFile", "HeifFile", "NsgifFile", "TiffFile"];

// AVIF: effort 4 saves 5 percent of the bytes but takes eight times the CPU time of effort 2,
// and the first request waits for it.
const encoders = {
  avif: (image) => image.avif({ quality: 52, effort: 2, chromaSubsampling: "4:2:0" }),
  webp: (image) => image.webp({ quality: 76, effort: 4 }),
  jpg: (image) => image.flatten({ background: "#ffffff" }).jpeg({ quality: 78, mozjpeg: true }),
};

/** The quality of an original in JPEG: renditions are made from it, so it keeps full colour. */
const ORIGINAL = { quality: 90, chromaSubsampling: "4:4:4" };

/** The picture without its metadata: encoding anew leaves out position, device, profile and whatever follows the picture. */
async function prepare(read) {
  const { hasAlpha, pages = 1 } = await read().metadata();
  const upright = read().autoOrient().toColourspace("srgb");
  const isTransparent = hasAlpha && pages === 1;
  const encoded = isTransparent ? upright.png() : upright.flatten({ background: "#ffffff" }).jpeg(ORIGINAL);
  const { data, info } = await encoded.toBuffer({ resolveWithObject: true });
  const about = { type: info.format, width: info.width, height: info.height, color: await colorOf(read) };
  return Buffer.concat([Buffer.from(`${JSON.stringify(about)}\n`), data]);
}

/** The mean colour, shown until the picture is loaded. */
async function colorOf(read) {
  const one = read().resize(1, 1, { fit: "fill" }).flatten({ background: "#ffffff" }).toColourspace("srgb");
  const [r, g = r, b = r] = await one.raw().toBuffer();
  return `#${[r, g, b].map((part) => part.toString(16).padStart(2, "0")).join("")}`;
}

export function open(init) {
  const { sharpFrom, threads, maxPixels } = JSON.parse(init.toString());
  const sharp = createRequire(sharpFrom)("sharp");
  setPriority(NICENESS);
  sharp.cache(false);
  sharp.concurrency(threads);
  sharp.block({ operation: ["VipsForeignLoad"] });
  sharp.unblock({ operation: READERS.map((reader) => `VipsForeignLoad${reader}`) });

  return (frame) => {
    const { path, width, format } = JSON.parse(frame.toString());
    const read = () => sharp(path, { limitInputPixels: maxPixels, failOn: "error", sequentialRead: true });
    if (!format) return prepare(read);
    return encoders[format](read().autoOrient().resize({ width, withoutEnlargement: true })).toBuffer();
  };
}
