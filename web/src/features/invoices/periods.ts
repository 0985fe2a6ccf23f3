import type { Say } from '../../i18n/say.ts';

/** This month and those before it, as 2026-11. */
export function monthsBack(today: Date, count: number): string[] {
  return Array.from({ length: count }, (_, back) => {
    const month = today.getFullYear() * 12 + today.getMonth() - back;
    return `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}`;
  });
}

/** This quarter and those before it, as 2026-Q4: tax is declared by them. */
export function quartersBack(today: Date, count: number): string[] {
  return Array.from({ length: count }, (_, back) => {
    const quarter = today.getFullYear() * 4 + Math.floor(today.getMonth() / 3) - back;
    return `${Math.floor(quarter / 4)}-Q${(quarter % 4) + 1}`;
  });
}

/** This year and those before it. */
export function yearsBack(today: Date, count: number): string[] {
  return Array.from({ length: count }, (_, back) => `${today.getFullYear() - back}`);
}

const ROMAN = ['I', 'II', 'III', 'IV'];

/** A month, a quarter or a year, as people write it. */
export function periodWords(t: Say, period: string): string {
  const [year, part = ''] = period.split('-');
  if (part === '') return t('invoices.list.yearOf', { year });
  if (!part.startsWith('Q')) return t('invoices.list.monthOf', { month: part, year });
  const quarter = Number(part.slice(1));
  return t('invoices.list.quarterOf', { quarter, roman: ROMAN[quarter - 1], year });
}
