import type { Plugin } from 'vite';

const TEXT_MEASURE = /((?:font-size|line-height|--text-[a-z]+):\s*)([\d.]+)px/g;

/**
 * Converts text sizes from pixels at the usual size to rem, so that they follow the browser's font size: see
 * docs/decisions/048.
 */
export function textInRem(): Plugin {
  return {
    name: 'text-in-rem',
    enforce: 'pre',
    transform: {
      filter: { id: /\/web\/src\/.*\.css$/ },
      handler: (code) => ({ code: inRem(code), map: null }),
    },
  };
}

export function inRem(css: string): string {
  return css.replace(TEXT_MEASURE, (_, name: string, pixels: string) => `${name}${Number(pixels) / 16}rem`);
}
