import { Mark } from '@tiptap/core';
import { BASE_FONT, BASE_SIZE } from './mail-look.ts';

const PX_PER_PT = 4 / 3;
const SMALLEST = 6;
const LARGEST = 96;
/** `<font size="1">` to 7, in pixels. */
const OLD_SIZES = [10, 13, 16, 18, 24, 32, 48];

export const FontSize = Mark.create({
  name: 'fontSize',
  addAttributes: () => ({ value: { default: BASE_SIZE, rendered: false } }),
  parseHTML() {
    return [
      { style: `font-size=${BASE_SIZE}px`, clearMark: (mark) => mark.type.name === this.name },
      { style: 'font-size', getAttrs: (value) => valued(pixels(value)) },
      {
        tag: 'font[size]',
        consuming: false,
        getAttrs: (font) => valued(OLD_SIZES[Number(font.getAttribute('size')) - 1] ?? null),
      },
    ];
  },
  renderHTML: ({ mark }) => ['span', { style: `font-size:${Number(mark.attrs.value)}px` }, 0],
});

export const TextColour = Mark.create({
  name: 'textColour',
  addAttributes: () => ({ value: { default: null, rendered: false } }),
  parseHTML: () => [
    { style: 'color', getAttrs: (value) => valued(colour(value)) },
    {
      tag: 'font[color]',
      consuming: false,
      getAttrs: (font) => valued(colour(font.getAttribute('color') ?? '')),
    },
  ],
  renderHTML: ({ mark }) => ['span', { style: `color:${String(mark.attrs.value)}` }, 0],
});

export const Background = Mark.create({
  name: 'background',
  addAttributes: () => ({ value: { default: null, rendered: false } }),
  parseHTML: () => [
    { style: 'background-color', getAttrs: (value) => valued(colour(value)) },
    { tag: 'mark', getAttrs: () => ({ value: '#fff3b0' }) },
  ],
  renderHTML: ({ mark }) => ['span', { style: `background-color:${String(mark.attrs.value)}` }, 0],
});

export const FontFamily = Mark.create({
  name: 'fontFamily',
  addAttributes: () => ({ value: { default: null, rendered: false } }),
  parseHTML: () => [
    { style: 'font-family', getAttrs: (value) => valued(family(value)) },
    {
      tag: 'font[face]',
      consuming: false,
      getAttrs: (font) => valued(family(font.getAttribute('face') ?? '')),
    },
  ],
  renderHTML: ({ mark }) => ['span', { style: `font-family:${String(mark.attrs.value)}` }, 0],
});

function valued(value: string | number | null): { value: string | number } | false {
  return value === null ? false : { value };
}

/** A size in pixels; null for a relative one, such as a percentage. */
export function pixels(size: string): number | null {
  const [, number, unit] = /^([\d.]+)(px|pt)$/.exec(size.trim()) ?? [];
  if (!number) return null;
  const px = Math.round(Number(number) * (unit === 'pt' ? PX_PER_PT : 1));
  return px === BASE_SIZE ? null : Math.min(Math.max(px, SMALLEST), LARGEST);
}

function colour(value: string): string | null {
  const plain = value.trim().toLowerCase();
  return /^(#[\da-f]{3,8}|[a-z]{3,24}|(rgb|hsl)a?\([\d\s.,%/]+\))$/.test(plain) && !SAYS_NOTHING.has(plain)
    ? plain
    : null;
}

const SAYS_NOTHING = new Set([
  'inherit',
  'initial',
  'unset',
  'revert',
  'transparent',
  'currentcolor',
  'windowtext',
  'canvastext',
  'rgba(0, 0, 0, 0)',
]);

function family(value: string): string | null {
  const plain = value.replaceAll(/["']/g, '').trim();
  if (!/^[\p{L}\p{N} ,_-]{1,200}$/u.test(plain)) return null;
  const first = plain.split(',')[0]?.toLowerCase();
  return first === 'inherit' || first === BASE_FONT.split(',')[0]?.toLowerCase() ? null : plain;
}
