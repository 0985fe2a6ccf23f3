import type { ContactFields } from '@bocau/contract/contacts.ts';
import { LIMITS } from '@bocau/contract/limits.ts';
import type { ContentLine } from '../../platform/content-lines/content-lines.ts';
import { paramValues } from '../../platform/content-lines/parse-head.ts';
import { tidyDay } from './days.ts';
import { labelOfTypes, tidyLabel } from './labels.ts';
import { splitEscaped, textOf, unescapeText } from './line-text.ts';
import type { Card } from './scan-card.ts';
import { tidyAddress, tidyLabelled } from './tidy-fields.ts';

/** Fields of which a card has several, each in a line of its own. */
export const ENTRY_FIELDS = ['emails', 'phones', 'addresses', 'urls', 'dates', 'relations'] as const;
export type EntryField = (typeof ENTRY_FIELDS)[number];
export type EntryValue<F extends EntryField> = ContactFields[F][number];

export type Entry<F extends EntryField> = {
  line: ContentLine;
  /** By which it goes before others: 1 for the preferred one. */
  rank: number;
  value: EntryValue<F>;
};

export const UNRANKED = 101;
const FIELD_OF: Record<string, EntryField> = {
  ...{ EMAIL: 'emails', TEL: 'phones', ADR: 'addresses', URL: 'urls' },
  ...{
    ANNIVERSARY: 'dates',
    'X-ANNIVERSARY': 'dates',
    'X-EVOLUTION-ANNIVERSARY': 'dates',
    'X-ABDATE': 'dates',
  },
  ...{ RELATED: 'relations', 'X-ABRELATEDNAMES': 'relations' },
};

/** What a property is by its name alone. */
export function impliedLabel(property: string): string {
  return property.endsWith('ANNIVERSARY') ? 'anniversary' : '';
}

/** The entries of a field as they are shown: the preferred ones first. */
export function entriesOf<F extends EntryField>(card: Card, field: F): Entry<F>[] {
  const labels = appleLabels(card);
  const entries: Entry<F>[] = [];
  for (const line of card.lines) {
    if (FIELD_OF[line.name] !== field) continue;
    const own = line.group === '' ? undefined : labels.get(line.group);
    const label = own ?? (labelOfTypes(line) || impliedLabel(line.name));
    const value = readers[field](line, label, card) as EntryValue<F> | null;
    if (value !== null) entries.push({ line, rank: rankOf(line), value });
  }
  return entries.sort((one, other) => one.rank - other.rank).slice(0, LIMITS.contactEntries);
}

/** Labels by the group of lines that they stand in. */
function appleLabels(card: Card): Map<string, string> {
  const labels = new Map<string, string>();
  for (const line of card.lines) {
    if (line.name !== 'X-ABLABEL' || line.group === '' || labels.has(line.group)) continue;
    const label = tidyLabel(unescapeText(textOf(line, card), card.version));
    if (label !== '') labels.set(line.group, label);
  }
  return labels;
}

function rankOf(line: ContentLine): number {
  const rank = Number(paramValues(line, 'PREF')[0] ?? UNRANKED);
  if (paramValues(line, 'TYPE').includes('pref')) return 1;
  return rank >= 1 && rank < UNRANKED ? rank : UNRANKED;
}

type Reader<F extends EntryField> = (line: ContentLine, label: string, card: Card) => EntryValue<F> | null;

const readers: { [F in EntryField]: Reader<F> } = {
  emails: readText,
  phones(line, label, card) {
    const text = plainText(line, card);
    const isUri = text.slice(0, 4).toLowerCase() === 'tel:';
    return tidyLabelled({ label, value: isUri ? text.slice(4) : text });
  },
  addresses(line, label, card) {
    const parts = splitEscaped(textOf(line, card), ';').map((part) =>
      joinList(part, card).replace(/\s*\n\s*/g, ', '),
    );
    const [, , street = '', ward = '', province = '', postal_code = '', country = ''] = parts;
    return tidyAddress({ label, street, ward, province, postal_code, country });
  },
  urls: readText,
  dates(line, label, card) {
    const day = tidyDay(textOf(line, card), paramValues(line, 'X-APPLE-OMIT-YEAR')[0]);
    return day === null ? null : { label: tidyLabel(label), value: day };
  },
  relations(line, label, card) {
    const entry = readText(line, label, card);
    // The uid of another card is no name.
    const isUid = line.name === 'RELATED' && isUrn(entry?.value ?? '');
    return isUid ? null : entry;
  },
};

export function isUrn(text: string): boolean {
  return text.slice(0, 4).toLowerCase() === 'urn:';
}

function readText(line: ContentLine, label: string, card: Card) {
  return tidyLabelled({ label, value: plainText(line, card) });
}

export function plainText(line: ContentLine, card: Card): string {
  return unescapeText(textOf(line, card), card.version);
}

/** A component that may be a list, as one text. */
export function joinList(component: string, card: Card, glue = ', '): string {
  const entries = splitEscaped(component, ',').map((entry) => unescapeText(entry, card.version).trim());
  return entries.filter((entry) => entry !== '').join(glue);
}
