import { each, type Sliced } from '../../lib/in-slices.ts';

/**
 * Which colours a message sets. `paper`: backgrounds, so it needs a light sheet; `ink`: only text, fine on
 * any sheet.
 */
export type Colours = 'none' | 'ink' | 'paper';

const PAINTS =
  /\bbackground(-color|-image)?\s*:(?!\s*(transparent|initial|none|inherit|rgba\([^)]*, 0\)|white|rgb\(255, 255, 255\)))/i;
const WRITES = /(^|[;{\s])color\s*:/i;
/** Ink at least this light is readable on the dark sheet. */
const LIGHT_ENOUGH = 0.3;

export function bringsColours(root: HTMLElement, styles: string): Colours {
  let colours: Colours = 'none';
  for (const element of [...root.querySelectorAll('[style], [bgcolor], [color]')]) {
    const style = element.getAttribute('style') ?? '';
    const sheet = element.getAttribute('bgcolor')?.trim() ?? '';
    if ((sheet !== '' && !/^(#?f{3}(f{3})?|white|transparent)$/i.test(sheet)) || PAINTS.test(style))
      return 'paper';
    if (element.hasAttribute('color') || WRITES.test(style)) colours = 'ink';
  }
  if (PAINTS.test(styles)) return 'paper';
  return WRITES.test(styles) ? 'ink' : colours;
}

/** Removes text colours that were chosen for white paper; light ones are kept. */
export function* inkForDarkSheet(root: HTMLElement): Sliced<void> {
  yield* each(root.querySelectorAll<HTMLElement>('[style], [color], [bgcolor]'), (element) => {
    element.removeAttribute('color');
    element.removeAttribute('bgcolor');
    if (!isLight(element.style.color)) element.style.color = '';
    element.style.backgroundColor = '';
  });
}

export function sheetInkForDark(css: string): string {
  return css.replaceAll(/(^|[;{]\s*)(background-)?color\s*:[^;}]*/gi, '$1');
}

function isLight(colour: string): boolean {
  const [, ...parts] = /^rgba?\((\d+), (\d+), (\d+)/.exec(colour) ?? [];
  if (parts.length !== 3) return false;
  const [red = 0, green = 0, blue = 0] = parts.map((part) => (Number(part) / 255) ** 2.2);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue >= LIGHT_ENOUGH;
}
