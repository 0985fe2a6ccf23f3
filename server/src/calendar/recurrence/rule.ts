export const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const;
/** 0 is Monday. */
export type Weekday = 0 | 1 | 2 | 3 | 4 | 5 | 6;

export const FREQUENCIES = [
  'SECONDLY',
  'MINUTELY',
  'HOURLY',
  'DAILY',
  'WEEKLY',
  'MONTHLY',
  'YEARLY',
] as const;
export type Frequency = (typeof FREQUENCIES)[number];

/** An RRULE (RFC 5545, 3.3.10) as data. An empty list means that the part is not in the rule. */
export type Rule = {
  frequency: Frequency;
  interval: number;
  count: number | null;
  /** The last moment that counts, in seconds of the clock at the place of the event. */
  until: number | null;
  weekStart: Weekday;
  months: number[];
  weeks: number[];
  yearDays: number[];
  monthDays: number[];
  /** Without a position it is each such day of the period. */
  days: { weekday: Weekday; position: number | null }[];
  hours: number[];
  minutes: number[];
  seconds: number[];
  positions: number[];
};
