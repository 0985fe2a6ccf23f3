import { type CountryCode, getCountryCallingCode, parsePhoneNumberWithError } from 'libphonenumber-js/max';

export type { CountryCode };

/** Other kinds of numbers cannot receive SMS, or are premium-rate. */
const REACHABLE = ['MOBILE', 'FIXED_LINE_OR_MOBILE'];

/** `invalid`: not a reachable number. `country`: a number of a country that is not served. */
export type ReadNumber = { number: string } | { fault: 'invalid' | 'country' };

/** Parses user input into E.164; a number without a calling code belongs to `country`. */
export function readPhoneNumber(text: string, country: string, allowed: readonly CountryCode[]): ReadNumber {
  const known = allowed.find((each) => each === country.toUpperCase());
  if (known === undefined) return { fault: 'country' };
  const parsed = parse(text, known);
  if (parsed === null) return { fault: 'invalid' };
  if (parsed.country !== undefined && !allowed.includes(parsed.country)) return { fault: 'country' };
  if (!parsed.isValid() || !REACHABLE.includes(parsed.getType() ?? '')) return { fault: 'invalid' };
  return { number: parsed.number };
}

function parse(text: string, country: CountryCode) {
  try {
    return parsePhoneNumberWithError(text, { defaultCountry: country, extract: false });
  } catch {
    return null;
  }
}

/** A masked number that its owner recognises: the calling code and the last two digits. */
export function phoneHint(number: string): string {
  const parsed = parse(number, 'VN');
  return `+${parsed?.countryCallingCode ?? ''} ••• ••• ${number.slice(-2)}`;
}

export function callingCode(country: CountryCode): string {
  return getCountryCallingCode(country);
}
