/*
 * The lunar calendar of Vietnam: months begin on the day of the new moon, at UTC+7; the month of the winter solstice
 * is the 11th; where there are thirteen months from one 11th to the next, the first in which the sun enters no sign is
 * a leap month and has the number of the one before. New moons and the longitude of the sun are those of Meeus,
 * Astronomical Algorithms (2nd edition, chapters 49 and 25), to some seconds and to a hundredth of a degree.
 */

export type LunarDay = {
  year: number;
  /** 1 to 12. */
  month: number;
  /** 1 to 30. */
  day: number;
  /** Of the leap month behind the month of this number. */
  leap: boolean;
};

const HOURS_OF_VIETNAM = 7;
export const FIRST_LUNAR_YEAR = 1900;
export const LAST_LUNAR_YEAR = 2100;
/** Julian day of the midnight (UTC) with which 1970 begins. */
const JULIAN_1970 = 2440587.5;
const JULIAN_2000 = 2451545;
const MONTH_DAYS = 29.530588861;
const CENTURY_DAYS = 36525;
const SIGN_DEGREES = 30;
/** The sign that the sun enters at the winter solstice. */
const CAPRICORN = 9;

export type LunarCalendar = {
  /** Of a day counted from 1 January 1970; null outside of the years from 1900 to 2100. */
  lunarDayOf(day: number): LunarDay | null;
  /** The day counted from 1 January 1970; null for what is no day of the calendar. */
  solarDayOf(lunar: LunarDay): number | null;
};

/** The calendar by the days of a time zone. */
export function createLunarCalendar(hours: number): LunarCalendar {
  const elevenths = new Map<number, number>();

  const monthStart = (moon: number) => Math.floor(newMoon(moon) - JULIAN_1970 + hours / 24);
  /** In which sign the sun is when a day begins. */
  const signOf = (day: number) => Math.floor(sunLongitude(day - hours / 24 + JULIAN_1970) / SIGN_DEGREES);
  const hasNoSign = (moon: number) => signOf(monthStart(moon)) === signOf(monthStart(moon + 1));

  /** The new moon that begins the 11th month of a year. */
  function eleventhOf(year: number): number {
    const known = elevenths.get(year);
    if (known !== undefined) return known;
    let moon = moonNear(Date.UTC(year + 1, 0, 1) / DAY_MS);
    // In the days before the solstice the sun is in the signs before; after it in Capricorn, or later.
    while (monthStart(moon) > solsticeOf(year)) moon -= 1;
    elevenths.set(year, moon);
    return moon;
  }

  /** The day on which the sun enters Capricorn. */
  function solsticeOf(year: number): number {
    let day = Date.UTC(year, 11, 18) / DAY_MS;
    while (signOf(day + 1) !== CAPRICORN) day += 1;
    return day;
  }

  /** How many months after the 11th the leap month is, which there may be before the next 11th. */
  function leapAfter(year: number): number | null {
    const first = eleventhOf(year);
    if (eleventhOf(year + 1) - first < 13) return null;
    for (let months = 1; months < 13; months += 1) if (hasNoSign(first + months)) return months;
    return null;
  }

  return {
    lunarDayOf(day) {
      const year = new Date(day * DAY_MS).getUTCFullYear();
      if (year < FIRST_LUNAR_YEAR || year > LAST_LUNAR_YEAR) return null;
      let moon = moonNear(day) + 1;
      while (monthStart(moon) > day) moon -= 1;
      const from = moon >= eleventhOf(year) ? year : year - 1;
      const months = moon - eleventhOf(from);
      const leapMonths = leapAfter(from);
      const place = leapMonths !== null && months >= leapMonths ? months - 1 : months;
      const month = ((10 + place) % 12) + 1;
      return {
        ...{ year: month >= 11 ? from : from + 1, month, day: day - monthStart(moon) + 1 },
        leap: months === leapMonths,
      };
    },

    solarDayOf({ year, month, day, leap }) {
      if (year < FIRST_LUNAR_YEAR || year > LAST_LUNAR_YEAR || month < 1 || month > 12 || day < 1)
        return null;
      const from = month >= 11 ? year : year - 1;
      const place = (month + 1) % 12;
      const leapMonths = leapAfter(from);
      if (leap && leapMonths !== place + 1) return null;
      const isBehind = leap || (leapMonths !== null && place >= leapMonths);
      const moon = eleventhOf(from) + place + (isBehind ? 1 : 0);
      const found = monthStart(moon) + day - 1;
      return found < monthStart(moon + 1) ? found : null;
    },
  };
}

export const vietnameseCalendar = createLunarCalendar(HOURS_OF_VIETNAM);

const DAY_MS = 24 * 3600 * 1000;
const RADIANS = Math.PI / 180;
const sine = (degrees: number) => Math.sin(degrees * RADIANS);

/** The number of a new moon, that of 6 January 2000 being 0, within a month of a day. */
function moonNear(day: number): number {
  return Math.round((day + JULIAN_1970 - 2451550.09766) / MONTH_DAYS);
}

/** By how many seconds clocks were, or may be, behind the even time of astronomers, every 50 years from 1900 on. */
const CLOCKS_BEHIND = [-3, 29, 64, 80, 110];

function clockDelay(julian: number): number {
  const place = Math.min(Math.max((julian - 2415021) / (CENTURY_DAYS / 2), 0), CLOCKS_BEHIND.length - 1.001);
  const [before = 0, after = 0] = CLOCKS_BEHIND.slice(Math.floor(place));
  return (before + (after - before) * (place % 1)) / 86_400;
}

/** Degrees: of the anomaly of the sun, of that of the moon, of its argument of latitude, and their coefficients. */
const MOON_TERMS: readonly (readonly [days: number, sun: number, moon: number, latitude: number])[] = [
  ...([
    [-0.4072, 0, 1, 0],
    [0.17241, 1, 0, 0],
    [0.01608, 0, 2, 0],
    [0.01039, 0, 0, 2],
  ] as const),
  ...([
    [0.00739, -1, 1, 0],
    [-0.00514, 1, 1, 0],
    [0.00208, 2, 0, 0],
    [-0.00111, 0, 1, -2],
  ] as const),
  ...([
    [-0.00057, 0, 1, 2],
    [0.00056, 1, 2, 0],
    [-0.00042, 0, 3, 0],
    [0.00042, 1, 0, 2],
  ] as const),
  ...([
    [0.00038, 1, 0, -2],
    [-0.00024, -1, 2, 0],
    [-0.00007, 2, 1, 0],
    [0.00004, 0, 2, -2],
  ] as const),
  ...([
    [0.00004, 3, 0, 0],
    [0.00003, 1, 1, -2],
    [0.00003, 0, 2, 2],
    [-0.00003, 1, 1, 2],
  ] as const),
  ...([
    [0.00003, -1, 1, 2],
    [-0.00002, -1, 1, -2],
    [-0.00002, 1, 3, 0],
    [0.00002, 0, 4, 0],
  ] as const),
];

/** Days, a degree, and degrees for each month. */
const PLANET_TERMS: readonly (readonly [days: number, at: number, each: number])[] = [
  ...([
    [325, 299.77, 0.107408],
    [165, 251.88, 0.016321],
    [164, 251.83, 26.651886],
  ] as const),
  ...([
    [126, 349.42, 36.412478],
    [110, 84.66, 18.206239],
    [62, 141.74, 53.303771],
  ] as const),
  ...([
    [60, 207.14, 2.453732],
    [56, 154.84, 7.30686],
    [47, 34.52, 27.261239],
  ] as const),
  ...([
    [42, 207.19, 0.121824],
    [40, 291.34, 1.844379],
    [37, 161.72, 24.198154],
  ] as const),
  ...([
    [35, 239.56, 25.513099],
    [23, 331.55, 3.592518],
  ] as const),
];

/**
 * Moons that these terms have some seconds too early, where that is another day at UTC+7: that of 7 July 1967 was new
 * three to six seconds after midnight by Swiss Ephemeris and libastro.
 */
const SECONDS_LATER = new Map([[-402, 9]]);

/** The Julian day of a new moon, in universal time. */
function newMoon(moon: number): number {
  const t = moon / 1236.85;
  const sun = 2.5534 + 29.1053567 * moon - 0.0000014 * t ** 2;
  const own = 201.5643 + 385.81693528 * moon + 0.0107582 * t ** 2 + 0.00001238 * t ** 3;
  const latitude = 160.7108 + 390.67050284 * moon - 0.0016118 * t ** 2;
  const node = 124.7746 - 1.56375588 * moon + 0.0020672 * t ** 2;
  const eccentricity = 1 - 0.002516 * t - 0.0000074 * t ** 2;
  let julian = 2451550.09766 + MONTH_DAYS * moon + 0.00015437 * t ** 2 - 0.00000015 * t ** 3;
  for (const [days, bySun, byMoon, byLatitude] of MOON_TERMS) {
    const weight = days * eccentricity ** Math.abs(bySun);
    julian += weight * sine(bySun * sun + byMoon * own + byLatitude * latitude);
  }
  julian -= 0.00017 * sine(node);
  for (const [millionths, at, each] of PLANET_TERMS) {
    const turned = millionths === 325 ? at + each * moon - 0.009173 * t ** 2 : at + each * moon;
    julian += (millionths / 1_000_000) * sine(turned);
  }
  return julian - clockDelay(julian) + (SECONDS_LATER.get(moon) ?? 0) / 86_400;
}

/** The apparent longitude of the sun at a Julian day of universal time, in degrees from 0 to 360. */
function sunLongitude(universal: number): number {
  const t = (universal + clockDelay(universal) - JULIAN_2000) / CENTURY_DAYS;
  const anomaly = 357.52911 + 35999.05029 * t - 0.0001537 * t ** 2;
  const centre =
    (1.914602 - 0.004817 * t - 0.000014 * t ** 2) * sine(anomaly) +
    (0.019993 - 0.000101 * t) * sine(2 * anomaly) +
    0.000289 * sine(3 * anomaly);
  const mean = 280.46646 + 36000.76983 * t + 0.0003032 * t ** 2;
  const apparent = mean + centre - 0.00569 - 0.00478 * sine(125.04 - 1934.136 * t);
  return ((apparent % 360) + 360) % 360;
}
