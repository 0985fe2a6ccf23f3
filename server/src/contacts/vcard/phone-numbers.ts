import { type PhoneNumber, parsePhoneNumberFromString } from 'libphonenumber-js/max';

const COUNTRY = 'VN';
/** With extensions, brackets and a word. */
const LONGEST = 100;
/** Of what is no number of any country. */
const MOST_DIGITS = 24;
const SHORTEST_ENDING = 4;

/** A number in international form; null for what is none. Extensions are left out. */
export function toE164(text: string): string | null {
  return parse(text)?.number ?? null;
}

/**
 * The endings of a number, as people write it here and abroad, by which a search for a beginning of one finds every
 * part of it that has four digits.
 */
export function numberEndings(text: string): string[] {
  const number = parse(text);
  const forms =
    number === null
      ? [digitsOf(text.slice(0, LONGEST)).slice(0, MOST_DIGITS)]
      : [digitsOf(number.formatNational()), digitsOf(number.number)];
  return [...new Set(forms.flatMap(endingsOf))];
}

function parse(text: string): PhoneNumber | null {
  if (text.length > LONGEST) return null;
  const number = parsePhoneNumberFromString(text, COUNTRY);
  if (number?.isValid() !== true) return null;
  return number.ext === undefined ? number : parse(number.number);
}

function endingsOf(digits: string): string[] {
  const count = Math.max(0, digits.length - SHORTEST_ENDING + 1);
  return Array.from({ length: count }, (_, at) => digits.slice(at));
}

function digitsOf(text: string): string {
  return text.replace(/\D/g, '');
}
