import { dateInZone, two, vietnamZone } from './dates.ts';
import type { Facts } from './message.ts';
import { prng } from './prng.ts';

export function factsFor(matter: string, round: number, at: number): Facts {
  const rng = prng(`${matter} ${round}`);
  const today = dateInZone(at, vietnamZone);
  const lastMonth = today.month === 1 ? `12/${today.year - 1}` : `${two(today.month - 1)}/${today.year}`;
  return {
    rng,
    round,
    year: today.year,
    month: today.month,
    quarter: Math.ceil(today.month / 3),
    lastMonth,
    day(offset = 0) {
      const { day, month, year } = dateInZone(at + offset * 86_400, vietnamZone);
      return `${two(day)}/${two(month)}/${year}`;
    },
    englishDay(offset = 0) {
      const { day, month, year } = dateInZone(at + offset * 86_400, vietnamZone);
      return `${day} ${englishMonths[month - 1]} ${year}`;
    },
    vnd(min, max) {
      const step = max >= 1_000_000 ? 50_000 : 500;
      return `${dotted(rng.int(Math.ceil(min / step), Math.floor(max / step)) * step)} đ`;
    },
    usd: (min, max) => `USD ${grouped(rng.int(min / 10, max / 10) * 10, ',')}`,
    int: rng.int,
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
