import type { Country } from '@bocau/contract/phone.ts';

/** Calling code, then groups of three, for reading. A number of an unknown country stays as it is. */
export function readablePhone(number: string, countries: readonly Country[]): string {
  const code = countries.find(({ calling_code }) => number.startsWith(`+${calling_code}`))?.calling_code;
  if (code === undefined) return number;
  const rest = number.slice(code.length + 1);
  return `+${code} ${rest.replace(/(\d{3})(?=\d)/g, '$1 ')}`;
}
