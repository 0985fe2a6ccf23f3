import { channelsOf } from '@bocau/contract/calendar-colors.ts';

/** Below this luminance white text has a contrast of 4.5:1, above it black text has. */
const DARK_ENOUGH = 0.179;
/** Up to this luminance a colour is shown a little darker, as white text on it is calmer than black. */
const NEARLY_DARK = 0.32;
const STEP = 0.97;

export type CardColor = { fill: string; isDark: boolean };

const known = new Map<string, CardColor>();

/** The colour of a card in a calendar's colour, and whether the text on it is white. */
export function cardColor(color: string): CardColor {
  const before = known.get(color);
  if (before) return before;
  let channels = channelsOf(color);
  if (luminanceOf(channels) <= NEARLY_DARK)
    while (luminanceOf(channels) > DARK_ENOUGH) channels = channels.map((one) => Math.floor(one * STEP));
  const fill = `#${channels.map((one) => one.toString(16).padStart(2, '0')).join('')}`;
  const card = { fill, isDark: luminanceOf(channels) <= DARK_ENOUGH };
  known.set(color, card);
  return card;
}

function luminanceOf(channels: readonly number[]): number {
  const [red = 0, green = 0, blue = 0] = channels.map((channel) => {
    const part = channel / 255;
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
