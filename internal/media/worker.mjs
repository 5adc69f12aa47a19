// Makes renditions with sharp behind internal/worker/harness.mjs. A frame is a job
// as JSON, its answer the bytes of the rendition.
import { createRequire } from "node:module";
import { setPriority } from "node:os";

// Pages come first: a rendition may take as long as it takes.
const BEHIND_PAGES = 10;

// Only these readers of libvips are let near a file, whatever the file claims to be.
const READERS = ["JpegFile", "PngFile", "WebpFile", "HeifFile", "NsgifFile"];

// AVIF: effort 4 saves 5 percent of the bytes for eight times the work of effort 2,
// which the first visitor of a page would wait for.
const encoders = {
  avif: (image) => image.avif({ quality: 52, effort: 2, chromaSubsampling: "4:2:0" }),
  webp: (image) => image.webp({ quality: 76, effort: 4 }),
  jpg: (image) => image.flatten({ background: "#ffffff" }).jpeg({ quality: 78, mozjpeg: true }),
};

export function open(init) {
  const { sharpFrom, threads, maxPixels } = JSON.parse(init.toString());
  const sharp = createRequire(sharpFrom)("sharp");
  setPriority(BEHIND_PAGES);
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
