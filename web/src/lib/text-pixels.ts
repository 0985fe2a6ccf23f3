const USUAL = 16;
const chosen = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || USUAL;

/** Scales a length around text from pixels at the usual font size to the browser's chosen font size. */
export function textPixels(pixels: number): number {
  return (pixels * chosen) / USUAL;
}
