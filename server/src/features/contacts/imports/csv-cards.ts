import { isValidAddress } from '@bocau/contract/address.ts';
import type { ContactColumn, UnreadValue } from '@bocau/contract/contact-imports.ts';
import type { ContactFields } from '@bocau/contract/contacts.ts';
import { NO_DAY, readDate } from './read-date.ts';

export type CsvColumn = { column: ContactColumn | null; labelAt: number | null };

type Address = ContactFields['addresses'][number];
const ADDRESS_PARTS = ['street', 'ward', 'province', 'postal_code', 'country'] as const;
type AddressPart = (typeof ADDRESS_PARTS)[number];
const ENTRIES = { phone: 'phones', url: 'urls', relation: 'relations' } as const;

/** Google puts several values into one field, and a star before labels of its own. */
const SEVERAL = ' ::: ';
/** People put several addresses into one cell. */
const SEVERAL_ADDRESSES = /\s*:::\s*|[,;\s]+/;

/** What can't be read as what its column means, with the place of the column. */
export type UnreadCell = { at: number; value: string; problem: UnreadValue['problem'] };

/** A line of a spreadsheet as a card. */
export function cardOfLine(
  values: string[],
  columns: CsvColumn[],
): { fields: Partial<ContactFields>; unread: UnreadCell[] } {
  const fields: Partial<ContactFields> = {};
  const addresses = new Map<string, Address>();
  /** It is kept in the notes. */
  const unread: UnreadCell[] = [];
  for (const [at, { column, labelAt }] of columns.entries()) {
    const value = (values[at] ?? '').trim();
    if (column === null || value === '') continue;
    const [kind = '', given] = column.split('.');
    const written = labelAt === null ? '' : (values[labelAt] ?? '').replace(/^\*\s*/, '').trim();
    const label = given ?? (written === '' ? 'other' : written.toLowerCase());
    if (kind === 'email') {
      const written = emailsOf(value);
      if (written.length === 0) unread.push({ at, value, problem: 'not_an_address' });
      fields.emails = [...(fields.emails ?? []), ...written.map((email) => ({ label, value: email }))];
    } else if ((kind === 'birthday' || kind === 'date') && readDate(value) === null) {
      if (value !== NO_DAY) unread.push({ at, value, problem: 'not_a_day' });
    } else if (isEntry(kind)) {
      const entries = value.split(SEVERAL).map((each) => ({ label, value: each.trim() }));
      fields[ENTRIES[kind]] = [...(fields[ENTRIES[kind]] ?? []), ...entries];
    } else if (isPart(kind)) {
      const entry = `${label} ${labelAt ?? ''}`;
      addresses.set(entry, { ...(addresses.get(entry) ?? emptyAddress(label)), [kind]: value });
    } else addField(fields, column, value);
  }
  if (addresses.size > 0) fields.addresses = [...addresses.values()];
  const left = unread.map(({ value }) => value);
  if (left.length > 0) fields.notes = [fields.notes, ...left].filter(Boolean).join('\n');
  return { fields, unread };
}

/** The addresses of a cell, without the names and brackets around them. */
function emailsOf(value: string): string[] {
  return value
    .split(SEVERAL_ADDRESSES)
    .map((word) => word.replace(/^(?:mailto:)?<|>$|^mailto:/gi, ''))
    .filter(isValidAddress);
}

function addField(fields: Partial<ContactFields>, column: ContactColumn, value: string): void {
  switch (column) {
    case 'birthday':
      fields.birthday = readDate(value);
      return;
    case 'date': {
      const day = readDate(value);
      if (day !== null) fields.dates = [...(fields.dates ?? []), { label: 'anniversary', value: day }];
      return;
    }
    case 'lists':
      fields.lists = value
        .split(/ ::: |[;,]/)
        .map((each) => each.trim())
        .filter((each) => each !== '' && !each.startsWith('*'));
      return;
    case 'full_name':
    case 'family_name':
    case 'middle_name':
    case 'given_name':
    case 'name_prefix':
    case 'name_suffix':
    case 'nickname':
    case 'organisation':
    case 'department':
    case 'title':
    case 'notes':
      // The first column that says something wins: lists have a heading twice.
      fields[column] ??= value;
  }
}

function isEntry(kind: string): kind is keyof typeof ENTRIES {
  return Object.hasOwn(ENTRIES, kind);
}

function isPart(kind: string): kind is AddressPart {
  return (ADDRESS_PARTS as readonly string[]).includes(kind);
}

function emptyAddress(label: string): Address {
  return { label, street: '', ward: '', province: '', postal_code: '', country: '' };
}
