import type { ContactFields } from '@bocau/contract/contacts.ts';
import { isFamilyName } from '../../parts/addresses/initial.ts';

export type NameParts = Pick<ContactFields, 'family_name' | 'middle_name' | 'given_name'>;

const PLAIN = /^[\p{ASCII}]+$/u;

/**
 * The parts of a name as one types it: of a Vietnamese one the family name comes first, of one in plain
 * letters last. Any other stays whole.
 */
export function splitName(name: string): NameParts {
  const words = name.split(/\s+/).filter(Boolean);
  const [first = '', ...rest] = words;
  const last = rest.pop();
  if (last === undefined) return { family_name: '', middle_name: '', given_name: first };
  if (isFamilyName(first)) return { family_name: first, middle_name: rest.join(' '), given_name: last };
  if (PLAIN.test(name)) return { family_name: last, middle_name: '', given_name: [first, ...rest].join(' ') };
  return { family_name: '', middle_name: '', given_name: words.join(' ') };
}

/** The whole name of parts that were typed one by one. */
export function joinName({ family_name, middle_name, given_name }: NameParts): string {
  const isVietnamese = family_name === '' || isFamilyName(family_name.split(' ')[0] as string);
  const parts = isVietnamese
    ? [family_name, middle_name, given_name]
    : [given_name, middle_name, family_name];
  return parts
    .map((part) => part.trim())
    .filter(Boolean)
    .join(' ');
}
