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

export function channelsOf(color: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
}
