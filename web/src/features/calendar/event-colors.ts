/** Colours that are offered for calendars: white text on each is readable (4.5:1). */
export const CALENDAR_COLORS = {
  blue: '#1d5bd6',
  green: '#0b7a57',
  orange: '#b54708',
  red: '#c22f2b',
  purple: '#7a3fc4',
  pink: '#b83280',
  teal: '#0e7490',
  olive: '#5b6f12',
  brown: '#875a3c',
  gray: '#55626f',
} as const;
export type CalendarColorName = keyof typeof CALENDAR_COLORS;

/** One that no calendar has yet, nor one that is taken for it. */
export function freeColor(calendars: readonly { color: string }[]): string {
  const isTaken = (color: string) => calendars.some((calendar) => areAlike(calendar.color, color));
  return Object.values(CALENDAR_COLORS).find((color) => !isTaken(color)) ?? CALENDAR_COLORS.blue;
}

/** The distance of two colours below which they are taken for one another; those offered are further apart. */
const ALIKE = 40;

export function areAlike(one: string, other: string): boolean {
  const [from, to] = [channelsOf(one), channelsOf(other)];
  return Math.hypot(...from.map((channel, at) => channel - (to[at] ?? 0))) < ALIKE;
}

function channelsOf(color: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
}

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
