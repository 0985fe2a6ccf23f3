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

/** Below this luminance white text has a contrast of 4.5:1, above it black text has. */
const DARK_ENOUGH = 0.179;

/** Whether text on the colour is white. */
export function isDarkColor(color: string): boolean {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue <= DARK_ENOUGH;
}
