const USUAL = 16;
const chosen = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || USUAL;

/** A measure around text, in pixels at the usual size, as it is at the size that the browser is set to. */
export function textPixels(pixels: number): number {
  return (pixels * chosen) / USUAL;
}
