import type { ContentLine } from '../../platform/content-lines/content-lines.ts';
import { type Entry, type EntryField, type EntryValue, impliedLabel, isUrn } from './card-entries.ts';
import { DAY_PARAMS, writeDay } from './days.ts';
import { appleLabel, typeOfLabel, typeParam } from './labels.ts';
import type { LineEdits } from './line-edits.ts';
import { escapeEntry, escapeText, escapeUri, splitEscaped, textOf } from './line-text.ts';
import type { Card } from './scan-card.ts';
import { type LineChange, writeLine } from './write-line.ts';

type AnyValue = EntryValue<EntryField>;
type Content = Required<Pick<LineChange, 'text' | 'without' | 'params'>>;

/** Where each part of an address stands in ADR. */
const ADDRESS_PARTS = { street: 2, ward: 3, province: 4, postal_code: 5, country: 6 } as const;
type AddressPart = keyof typeof ADDRESS_PARTS;

/** A new entry with its label, in the manner of the card's version. */
export function newEntry(card: Card, edits: LineEdits, field: EntryField, value: AnyValue): Buffer {
  const name = propertyOf(card, field, value);
  const type = typeOfLabel(value.label, name);
  const labelled = value.label === '' || value.label === impliedLabel(name) || type !== null;
  const group = labelled ? '' : edits.newGroup();
  const { text, params } = contentOf(card, name, value, null);
  const types = [
    ...(name === 'EMAIL' && card.version !== '4.0' ? [typeParam('internet', card.version)] : []),
    ...(type === null ? [] : [typeParam(type, card.version)]),
  ];
  const line = writeLine(card, { group, name, params: [...types, ...params], text });
  return labelled ? line : Buffer.concat([line, labelLine(card, group, value.label)]);
}

export function labelLine(card: Pick<Card, 'version' | 'lineBreak'>, group: string, label: string): Buffer {
  const text = escapeText(appleLabel(label), card.version);
  return writeLine(card, { group, name: 'X-ABLabel', params: [], text });
}

function propertyOf({ version, lines }: Card, field: EntryField, value: AnyValue): string {
  if (field === 'emails') return 'EMAIL';
  if (field === 'phones') return 'TEL';
  if (field === 'addresses') return 'ADR';
  if (field === 'urls') return 'URL';
  if (field === 'dates') {
    const known = lines.some(({ name }) => name === 'ANNIVERSARY');
    return version === '4.0' && value.label === 'anniversary' && !known ? 'ANNIVERSARY' : 'X-ABDATE';
  }
  const standard = typeOfLabel(value.label, 'RELATED') !== null && 'value' in value && !isUrn(value.value);
  return version === '4.0' && standard ? 'RELATED' : 'X-ABRELATEDNAMES';
}

/** The value of an entry's line, and the parameters that depend on it. */
export function contentOf(
  card: Card,
  property: string,
  value: AnyValue,
  entry: Pick<Entry<EntryField>, 'line' | 'value'> | null,
): Content {
  const { version } = card;
  if (!('value' in value)) {
    return { text: addressText(card, value, entry), without: [], params: [] };
  }
  if (property === 'URL') return { text: escapeUri(value.value), without: [], params: [] };
  const text = escapeText(value.value, version);
  if (property === 'RELATED') return { text, without: ['VALUE'], params: ['VALUE=text'] };
  if (property === 'TEL') return phoneContent(text, entry?.line);
  if (property === 'EMAIL' || property === 'X-ABRELATEDNAMES') return { text, without: [], params: [] };
  return { ...writeDay(value.value, version), without: DAY_PARAMS };
}

function phoneContent(text: string, line: ContentLine | undefined): Content {
  const isUri = line?.params.some(({ name }) => name === 'VALUE') ?? false;
  return { text, without: isUri ? ['VALUE'] : [], params: isUri ? ['VALUE=text'] : [] };
}

/** The parts that have changed; the others, and those that are shown nowhere, stay as they were written. */
function addressText(
  card: Card,
  wanted: EntryValue<'addresses'>,
  entry: Pick<Entry<EntryField>, 'line' | 'value'> | null,
): string {
  const parts = entry === null ? [] : splitEscaped(textOf(entry.line, card), ';');
  while (parts.length < 7) parts.push('');
  const before = entry?.value;
  for (const [part, at] of Object.entries(ADDRESS_PARTS) as [AddressPart, number][]) {
    const known = before !== undefined && 'street' in before && before[part] === wanted[part];
    if (!known) parts[at] = escapeEntry(wanted[part], card.version);
  }
  return parts.join(';');
}
