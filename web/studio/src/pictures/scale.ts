/** The longest side of a picture that is sent (px): twice the widest rendition of the site, with room for a crop. */
const MAX_SIDE = 4096;
const QUALITY = 0.88;

/** The names of types that browsers cannot scale without loss of what they are. */
const UNCHANGED = ["image/svg+xml", "application/pdf"];

/** The types that the server reads. Others, such as HEIC in Safari, are sent as JPEG also where that is larger. */
const SERVED = ["image/jpeg", "image/png", "image/webp", "image/avif"];

/**
 * The picture as JPEG of at most 4096 px, upright and without metadata, such as the position of a house. A file that the
 * browser cannot read, and one that would grow, is sent as it is: the server checks it and removes the same.
 */
export async function scaled(file: File): Promise<Blob> {
  if (!file.type.startsWith("image/") || UNCHANGED.includes(file.type)) return file;
  let bitmap: ImageBitmap;
  try {
    bitmap = await createImageBitmap(file, { imageOrientation: "from-image" });
  } catch {
    return file;
  }
  const ratio = Math.min(1, MAX_SIDE / Math.max(bitmap.width, bitmap.height));
  const width = Math.round(bitmap.width * ratio);
  const height = Math.round(bitmap.height * ratio);
  try {
    const canvas = new OffscreenCanvas(width, height);
    const context = canvas.getContext("2d", { alpha: false });
    if (!context) return file;
    context.fillStyle = "#fff";
    context.fillRect(0, 0, width, height);
    context.imageSmoothingQuality = "high";
    context.drawImage(bitmap, 0, 0, width, height);
    // The browser encodes outside of the thread that a person types in.
    const jpeg = await canvas.convertToBlob({ type: "image/jpeg", quality: QUALITY });
    return jpeg.size < file.size || !SERVED.includes(file.type) ? jpeg : file;
  } catch {
    return file;
  } finally {
    bitmap.close();
  }
}
