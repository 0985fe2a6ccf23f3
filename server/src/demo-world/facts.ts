import { dateInZone, two, vietnamZone } from './dates.ts';
import type { Facts } from './message.ts';
import { prng } from './prng.ts';

export function factsFor(matter: string, round: number, at: number): Facts {
  const rng = prng(`${matter} ${round}`);
  const today = dateInZone(at, vietnamZone);
  const lastMonth = today.month === 1 ? `12/${today.year - 1}` : `${two(today.month - 1)}/${today.year}`;
  return {
    round,
    year: today.year,
    month: today.month,
    week: Math.ceil(today.day / 7),
    quarter: Math.ceil(today.month / 3),
    lastMonth,
    thisMonth: `${two(today.month)}/${today.year}`,
    nextMonth: two((today.month % 12) + 1),
    day(offset = 0) {
      const { day, month, year } = dateInZone(at + offset * 86_400, vietnamZone);
      return `${two(day)}/${two(month)}/${year}`;
    },
    englishDay(offset = 0) {
      const { day, month, year } = dateInZone(at + offset * 86_400, vietnamZone);
      return `${day} ${englishMonths[month - 1]} ${year}`;
    },
    englishMonth: (offset = 0) =>
      englishMonths[dateInZone(at + offset * 86_400, vietnamZone).month - 1] ?? '',
    vnd(min, max) {
      const step = max >= 1_000_000 ? 50_000 : 500;
      return `${dotted(rng.int(Math.ceil(min / step), Math.floor(max / step)) * step)} đ`;
    },
    usd: (min, max) => `USD ${grouped(rng.int(min / 10, max / 10) * 10, ',')}`,
    int: rng.int,
    lookupCode: () => rng.int(10_000_000, 90_000_000).toString(36).toUpperCase(),
    each(items) {
      const item = items[round % items.length];
      if (item === undefined) throw new Error(`${matter} has nothing to choose from`);
      return item;
    },
  };
}

function dotted(amount: number): string {
  return grouped(amount, '.');
}

function grouped(amount: number, separator: string): string {
  return String(amount).replace(/\B(?=(\d{3})+$)/g, separator);
}

const englishMonths = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];
