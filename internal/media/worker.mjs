// Creates renditions with sharp. It runs in internal/platform/worker/harness.mjs. A frame is a job
// as JSON, its reply the bytes of the rendition.
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
    const image = sharp(path, { limitInputPixels: maxPixels, failOn: "error", sequentialRead: true })
      .autoOrient()
      .resize({ width, withoutEnlargement: true });
    return encoders[format](image).toBuffer();
  };
}
