import { createHash } from 'node:crypto';
import { LIMITS } from '@bocau/contract/limits.ts';
import { sortKey } from '@bocau/contract/sort-key.ts';
import type { Selectable } from 'kysely';
import type { ContactCardsTable, ContactPointsTable } from '../../contact-tables.ts';
import { foldAddress } from '../../mail/people/fold-address.ts';
import { foldedWords } from '../../platform/folded-words.ts';
import { shownName, sortNames } from '../vcard/names.ts';
import { numberEndings, toE164 } from '../vcard/phone-numbers.ts';
import { type ReadCard, readCard } from '../vcard/read-card.ts';

/**
 * Raise it with every change of what is derived: a job derives older rows again. Since 2 with groups as lists, since 3
 * with lunar birthdays.
 */
export const DERIVED_VERSION = 3;

export type ContactPoint = Pick<ContactPointsTable, 'kind' | 'position' | 'value'>;
export type CardList = { list_key: string; name: string };

/** Everything in the database that follows from a vCard. */
export type DerivedCard = Pick<
  Selectable<ContactCardsTable>,
  | 'etag'
  | 'derived_version'
  | 'kind'
  | 'full_name'
  | 'given_key'
  | 'family_key'
  | 'organisation'
  | 'title'
  | 'email'
  | 'phone'
  | 'birthday'
  | 'words'
  | 'photo_key'
> & {
  /** Null where the card has none. */
  uid: string | null;
  points: ContactPoint[];
  /** Whose names the card carries. */
  lists: CardList[];
  /** The list that a group is, and the uids of its members in lower case. */
  group: (CardList & { uids: string[] }) | null;
};

const WORDS_AT_MOST = 600;
/** Notes may be long; what is looked for stands at their beginning. */
const NOTES_SEARCHED = 2_000;
const HASH_LENGTH = 32;

/** Throws a `CardFault` for what is no card. */
export function deriveCard(source: Buffer): DerivedCard {
  const card = readCard(source);
  const { fields } = card;
  const names = sortNames(fields);
  const fullName = shownName(fields);
  return {
    uid: card.uid,
    etag: shortHash(source),
    derived_version: DERIVED_VERSION,
    kind: card.kind,
    full_name: fullName,
    // The whole name decides among those that are called the same.
    given_key: contactKey(`${names.given} ${names.family} ${fullName}`),
    family_key: contactKey(`${names.family} ${names.given} ${fullName}`),
    organisation: fields.organisation,
    title: fields.title,
    email: fields.emails[0]?.value ?? '',
    phone: fields.phones[0]?.value ?? '',
    birthday: birthdayColumn(fields),
    words: wordsOf(card),
    photo_key: card.photo && shortHash(card.photo.bytes),
    points: pointsOf(card),
    // A group is in no list itself.
    lists: card.kind === 'group' ? [] : listsOf(fields.lists),
    group: card.kind === 'group' ? groupOf(fullName, card.members) : null,
  };
}

const LUNAR = 'lunar ';

/** The day, which is said to be one of the lunar calendar. */
function birthdayColumn({ birthday, lunar_birthday }: ReadCard['fields']): string | null {
  return birthday !== null && lunar_birthday ? `${LUNAR}${birthday}` : birthday;
}

export function birthdayOf(column: string): { birthday: string; lunar: boolean } {
  const lunar = column.startsWith(LUNAR);
  return { birthday: lunar ? column.slice(LUNAR.length) : column, lunar };
}

function groupOf(fullName: string, members: string[]): DerivedCard['group'] {
  const [list] = listsOf([fullName.slice(0, LIMITS.contactListNameLength)]);
  return list === undefined ? null : { ...list, uids: [...new Set(members.map((uid) => uid.toLowerCase()))] };
}

/**
 * What names are sorted by: without accents, numbers by their value. Đ is a letter of its own after D in Vietnamese; `~` comes after
 * every letter.
 */
export function contactKey(name: string): string {
  return sortKey(name.replace(/[Đđ]/g, 'd~').trim());
}

/** The letter under which a list shows a card with this key. */
export function letterOf(key: string): string {
  if (key.startsWith('d~')) return 'Đ';
  const first = key[0] ?? '';
  return /[a-z]/.test(first) ? first.toUpperCase() : '#';
}

/** The first key of a letter. */
export function firstKeyOf(letter: string): string {
  return letter === '#' ? '' : contactKey(letter);
}

function shortHash(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, HASH_LENGTH);
}

export function listsOf(names: readonly string[]): CardList[] {
  const lists = new Map<string, CardList>();
  for (const given of names) {
    const name = given.trim().normalize('NFC');
    const key = listKey(name);
    if (key !== '' && !lists.has(key)) lists.set(key, { list_key: key, name });
  }
  return [...lists.values()];
}

export function listKey(name: string): string {
  return name.trim().normalize('NFC').toLowerCase();
}

function pointsOf({ fields }: ReadCard): ContactPoint[] {
  return [
    ...fields.emails.map(({ value }, position) => ({
      kind: 'email' as const,
      position,
      value: foldAddress(value),
    })),
    ...fields.phones.map(({ value }, position) => ({
      kind: 'phone' as const,
      position,
      value: toE164(value) ?? value.replace(/\D/g, ''),
    })),
  ];
}

function wordsOf({ fields }: ReadCard): string {
  const texts = [
    ...[fields.full_name, fields.family_name, fields.middle_name, fields.given_name, fields.nickname],
    ...[fields.organisation, fields.department, fields.title],
    ...fields.emails.map(({ value }) => value),
    ...fields.addresses.flatMap(({ street, ward, province }) => [street, ward, province]),
    ...fields.urls.map(({ value }) => value),
    ...fields.relations.map(({ value }) => value),
    ...fields.lists,
    fields.notes.slice(0, NOTES_SEARCHED),
  ];
  const words = new Set(fields.phones.flatMap(({ value }) => numberEndings(value)));
  for (const word of foldedWords(texts.join(' '))) words.add(word);
  return [...words]
    .slice(0, WORDS_AT_MOST)
    .map((word) => ` ${word}`)
    .join('');
}
