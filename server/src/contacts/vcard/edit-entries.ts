import {
  type Entry,
  type EntryField,
  type EntryValue,
  entriesOf,
  impliedLabel,
  UNRANKED,
} from './card-entries.ts';
import { contentOf, labelLine, newEntry } from './entry-lines.ts';
import { appleLabel, otherTypes, typeOfLabel, typeParam, typesWithoutPref } from './labels.ts';
import { isSatellite, type LineEdits } from './line-edits.ts';
import { escapeText } from './line-text.ts';
import type { Card } from './scan-card.ts';
import { type LineChange, rewriteLine } from './write-line.ts';

type AnyValue = EntryValue<EntryField>;
type AnyEntry = Entry<EntryField>;

/** Makes the entries of a field those that are wanted, in their order, by as few changed lines as that takes. */
export function editEntries(card: Card, edits: LineEdits, field: EntryField, wanted: AnyValue[]): void {
  const entries: AnyEntry[] = entriesOf(card, field);
  if (wanted.length === entries.length && wanted.every((value, at) => isSame(value, entries[at]?.value)))
    return;
  const matches = matchEntries(entries, wanted);
  for (const entry of entries) if (!matches.includes(entry)) edits.remove(entry.line);
  // What is reordered changes places with its like, so that no other line moves.
  const slots = matches.flatMap((entry) => (entry === null ? [] : [entry.line]));
  slots.sort((one, other) => one.start - other.start);
  let highestRank = 0;
  let slot = -1;
  for (const [at, value] of wanted.entries()) {
    const entry = matches[at] ?? null;
    if (entry === null) {
      highestRank = UNRANKED;
      insertEntry(card, edits, { field, value, after: slots[slot], before: slots[0] });
      continue;
    }
    slot += 1;
    const outranked = entry.rank < highestRank;
    highestRank = outranked ? UNRANKED : entry.rank;
    const line = slots[slot];
    const unchanged = isSame(value, entry.value) && !outranked;
    if (line === undefined || (unchanged && line === entry.line)) continue;
    edits.replace(
      line,
      unchanged ? bytesOf(card, entry) : changedEntry(card, edits, field, { entry, value, outranked }),
    );
  }
}

type Insertion = {
  field: EntryField;
  value: AnyValue;
  after: AnyEntry['line'] | undefined;
  before: AnyEntry['line'] | undefined;
};

function insertEntry(card: Card, edits: LineEdits, { field, value, after, before }: Insertion): void {
  const bytes = newEntry(card, edits, field, value);
  if (after !== undefined) edits.insertAfter(after, bytes);
  else if (before !== undefined) edits.insertBefore(before, bytes);
  else edits.append(APPENDED_TO[field], bytes);
}

const APPENDED_TO: Record<EntryField, string> = {
  ...{ emails: 'EMAIL', phones: 'TEL', addresses: 'ADR', urls: 'URL', dates: 'BDAY', relations: 'RELATED' },
};

/** Which entry each of those wanted was: the same one, one of the same value, or the one in its place. */
function matchEntries(entries: AnyEntry[], wanted: AnyValue[]): (AnyEntry | null)[] {
  const matches: (AnyEntry | null)[] = wanted.map(() => null);
  const left = new Set(entries);
  const take = (at: number, entry: AnyEntry | undefined) => {
    if (matches[at] !== null || entry === undefined) return;
    matches[at] = entry;
    left.delete(entry);
  };
  const find = (fits: (entry: AnyEntry) => boolean) => [...left].find(fits);
  for (const [at, value] of wanted.entries())
    take(
      at,
      find((entry) => isSame(entry.value, value)),
    );
  for (const [at, value] of wanted.entries())
    take(
      at,
      find((entry) => isSameContent(entry.value, value)),
    );
  for (const at of wanted.keys()) {
    const entry = entries[at];
    if (entry !== undefined && left.has(entry)) take(at, entry);
  }
  return matches;
}

function isSame(one: AnyValue, other: AnyValue | undefined): boolean {
  return other !== undefined && one.label === other.label && isSameContent(one, other);
}

function isSameContent(one: AnyValue, other: AnyValue): boolean {
  return contentKey(one) === contentKey(other);
}

function contentKey(value: AnyValue): string {
  if ('value' in value) return value.value;
  return JSON.stringify([value.street, value.ward, value.province, value.postal_code, value.country]);
}

function bytesOf({ source }: Card, { line }: AnyEntry): Buffer {
  return source.subarray(line.start, line.end);
}

type Change = { entry: AnyEntry; value: AnyValue; outranked: boolean };

function changedEntry(card: Card, edits: LineEdits, field: EntryField, change: Change): Buffer {
  const { entry, value, outranked } = change;
  const { line } = entry;
  const relabelled = entry.value.label !== value.label;
  if (relabelled && value.label === '' && impliedLabel(line.name) !== '') {
    removeLabels(card, edits, line.group);
    return newEntry(card, edits, field, value);
  }
  const content: LineChange = isSameContent(entry.value, value)
    ? {}
    : contentOf(card, line.name, value, entry);
  const label = relabelled ? relabel(card, edits, entry, value.label) : UNCHANGED;
  const types = typesAfter(card, entry, label.types, outranked);
  const bytes = rewriteLine(card, line, {
    ...content,
    ...(label.group === undefined ? {} : { group: label.group }),
    without: [
      ...(content.without ?? []),
      ...(types === null ? [] : ['TYPE']),
      ...(outranked ? ['PREF'] : []),
    ],
    params: [...(types ?? []), ...(content.params ?? [])],
  });
  return label.after === null ? bytes : Buffer.concat([bytes, label.after]);
}

/** The parameters for TYPE, where they change. */
function typesAfter(
  { version }: Card,
  { line }: AnyEntry,
  label: string[] | null,
  outranked: boolean,
): string[] | null {
  if (label === null) return outranked ? typesWithoutPref(line, version) : null;
  const types = [...otherTypes(line).filter((type) => type !== 'pref' || !outranked), ...label];
  return types.map((type) => typeParam(type, version));
}

type Relabelling = {
  /** The types of its label; null leaves all types. */
  types: string[] | null;
  group: string | undefined;
  /** A line for its label. */
  after: Buffer | null;
};

const UNCHANGED: Relabelling = { types: null, group: undefined, after: null };

function relabel(card: Card, edits: LineEdits, { line }: AnyEntry, label: string): Relabelling {
  const mates = line.group === '' ? [] : card.lines.filter((each) => each.group === line.group);
  const shared = mates.some((each) => each !== line && !isSatellite(each));
  const own = mates.find((each) => each.name === 'X-ABLABEL');
  const type = typeOfLabel(label, line.name);
  if (own !== undefined && !shared) {
    removeLabels(card, edits, line.group);
    if (label === '') return { types: [], group: undefined, after: null };
    edits.replace(own, rewriteLine(card, own, { text: escapeText(appleLabel(label), card.version) }));
    return UNCHANGED;
  }
  // Of a group with other properties its label stays with those.
  const leaves = own !== undefined;
  if (label === '' || type !== null) {
    return { types: type === null ? [] : [type], group: leaves ? '' : undefined, after: null };
  }
  const group = line.group === '' || shared ? edits.newGroup() : undefined;
  return { types: null, group, after: labelLine(card, group ?? line.group, label) };
}

function removeLabels(card: Card, edits: LineEdits, group: string): void {
  if (group === '') return;
  for (const line of card.lines) if (line.group === group && line.name === 'X-ABLABEL') edits.remove(line);
}
