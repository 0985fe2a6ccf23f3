import { fold } from '@bocau/contract/fold.ts';
import { DavRefusal } from './dav-refusal.ts';
import type { XmlElement } from './read-xml.ts';
import { element } from './write-xml.ts';
import type { XmlName } from './xml-names.ts';

export const COLLATIONS = ['i;unicode-casemap', 'i;ascii-casemap', 'i;octet'] as const;
export type MatchType = 'equals' | 'contains' | 'starts-with' | 'ends-with';
/** What a text is compared with (RFC 6352, section 10.5.4; RFC 4791, section 9.7.5). */
export type TextMatch = {
  text: string;
  collation: (typeof COLLATIONS)[number];
  type: MatchType;
  negated: boolean;
};

const MATCH_TYPES: readonly string[] = ['equals', 'contains', 'starts-with', 'ends-with'];

/** A name of the protocol whose filter it is: conditions that are not met are named by it. */
export type NameOf = (local: string) => XmlName;

export function readTextMatch(match: XmlElement, nameOf: NameOf): TextMatch {
  const { attributes, text } = match;
  const type = attributes.get('match-type') ?? 'contains';
  const collation = attributes.get('collation') ?? 'default';
  const known = collation === 'default' ? COLLATIONS[0] : COLLATIONS.find((one) => one === collation);
  if (known === undefined) {
    throw new DavRefusal(403, 'This collation is not served', { condition: nameOf('supported-collation') });
  }
  if (!MATCH_TYPES.includes(type)) throw unsupportedFilter(match, nameOf);
  const negated = attributes.get('negate-condition') === 'yes';
  return { text, collation: known, type: type as MatchType, negated };
}

/** In capitals, as the names of properties and parameters are compared. */
export function nameInFilter(filter: XmlElement, nameOf: NameOf): string {
  const name = filter.attributes.get('name')?.trim().toUpperCase();
  if (!name) throw unsupportedFilter(filter, nameOf);
  return name;
}

export function unsupportedFilter({ name, attributes }: XmlElement, nameOf: NameOf): DavRefusal {
  return new DavRefusal(403, 'This filter is not served', {
    condition: nameOf('supported-filter'),
    inside: [element(name, [], Object.fromEntries(attributes))],
  });
}

export function tooManyConditions(most: number, nameOf: NameOf): DavRefusal {
  return new DavRefusal(403, `A filter has at most ${most} conditions`, {
    condition: nameOf('supported-filter'),
    inside: [element(nameOf('filter'))],
  });
}

export function matchText(value: string, { text, collation, type, negated }: TextMatch): boolean {
  const inForm = FORMS[collation];
  return isFound(inForm(value), inForm(text), type) !== negated;
}

/**
 * A folded text has no accents either: that finds more than RFC 5051 would, and what people who type without accents
 * mean.
 */
const FORMS: Record<TextMatch['collation'], (text: string) => string> = {
  'i;unicode-casemap': fold,
  'i;ascii-casemap': (text) => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase()),
  'i;octet': (text) => text,
};

export function isFound(value: string, wanted: string, type: MatchType): boolean {
  switch (type) {
    case 'equals':
      return value === wanted;
    case 'contains':
      return value.includes(wanted);
    case 'starts-with':
      return value.startsWith(wanted);
    case 'ends-with':
      return value.endsWith(wanted);
  }
}
