import type { Language } from '../../i18n/i18n.ts';

const SIGNS = { vi: { group: '.', point: ',' }, en: { group: ',', point: '.' } } as const;
const GROUP_ENDS = /\B(?=(?:\d{3})+$)/g;

/** A decimal text as people of the language write it; never through a float, which would lose digits. */
export function amountWords(amount: string, language: Language): string {
  const { group, point } = SIGNS[language];
  const [whole = '', fraction = ''] = amount.replace(/^-/, '').split('.');
  const rest = fraction.replace(/0+$/, '');
  const shown = `${whole.replace(GROUP_ENDS, group)}${rest === '' ? '' : point + rest}`;
  return amount.startsWith('-') && /[1-9]/.test(amount) ? `-${shown}` : shown;
}

/** The same with its currency, as `1.561.850 đ`. */
export function moneyWords(amount: string, currency: string, language: Language): string {
  return `${amountWords(amount, language)}\u00a0${currency === 'VND' ? 'đ' : currency}`;
}

/** For a spreadsheet: without groups, with the decimal sign of the language. */
export function plainAmount(amount: string, language: Language): string {
  return amount.replace('.', SIGNS[language].point);
}

/** The sum of decimal texts, exact. */
export function sumAmounts(amounts: readonly string[]): string {
  const places = Math.max(0, ...amounts.map((amount) => (amount.split('.')[1] ?? '').length));
  const sum = amounts.reduce((before, amount) => before + scaled(amount, places), 0n);
  const digits = String(sum < 0n ? -sum : sum).padStart(places + 1, '0');
  const at = digits.length - places;
  const text = places === 0 ? digits : `${digits.slice(0, at)}.${digits.slice(at)}`;
  return sum < 0n ? `-${text}` : text;
}

function scaled(amount: string, places: number): bigint {
  const [whole = '0', fraction = ''] = amount.split('.');
  return BigInt(whole + fraction.padEnd(places, '0'));
}

/** 2026-11-05 as 05/11/2026. */
export function dayWords(day: string): string {
  return day.split('-').reverse().join('/');
}
