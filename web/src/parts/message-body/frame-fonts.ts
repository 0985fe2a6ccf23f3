import latin400 from '@fontsource/be-vietnam-pro/files/be-vietnam-pro-latin-400-normal.woff2?url';
import latin600 from '@fontsource/be-vietnam-pro/files/be-vietnam-pro-latin-600-normal.woff2?url';
import extended400 from '@fontsource/be-vietnam-pro/files/be-vietnam-pro-latin-ext-400-normal.woff2?url';
import extended600 from '@fontsource/be-vietnam-pro/files/be-vietnam-pro-latin-ext-600-normal.woff2?url';
import vietnamese400 from '@fontsource/be-vietnam-pro/files/be-vietnam-pro-vietnamese-400-normal.woff2?url';
import vietnamese600 from '@fontsource/be-vietnam-pro/files/be-vietnam-pro-vietnamese-600-normal.woff2?url';

const VIETNAMESE =
  'U+0102-0103,U+0110-0111,U+0128-0129,U+0168-0169,U+01A0-01A1,U+01AF-01B0,U+0300-0301,U+0303-0304,U+0308-0309,U+0323,U+0329,U+1EA0-1EF9,U+20AB';
const EXTENDED =
  'U+0100-0101,U+0104-010F,U+0112-0127,U+012A-0167,U+016A-019F,U+01A2-01AE,U+01B1-02BA,U+1E00-1E9F,U+1EF2-1EFF,U+2C60-2C7F,U+A720-A7FF';
const LATIN =
  'U+0000-00FF,U+0131,U+0152-0153,U+02BB-02DC,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+FEFF';

const FACES = [
  [vietnamese400, 400, VIETNAMESE],
  [vietnamese600, 600, VIETNAMESE],
  [extended400, 400, EXTENDED],
  [extended600, 600, EXTENDED],
  [latin400, 400, LATIN],
  [latin600, 600, LATIN],
] as const;

/** Our fonts for bodies that set none: a frame does not share the fonts of its page. */
export const FRAME_FONTS = FACES.map(
  ([address, weight, range]) =>
    `@font-face{font-family:"Be Vietnam Pro";font-weight:${weight};font-display:swap;src:url("${address}") format("woff2");unicode-range:${range}}`,
).join('');
