import { createHash } from 'node:crypto';
import {
  type ListedPerson,
  type ListedPlace,
  readListedByIds,
  readListedPeople,
} from '../../contacts/directory/listed-people.store.ts';
import type { OwnDirectory } from '../../contacts/directory/own-directory.store.ts';
import { withNameParts } from '../../contacts/vcard/names.ts';
import { writeCard } from '../../contacts/vcard/write-card.ts';
import { decodeCursor, encodeCursor } from '../../platform/db/paging.ts';
import { jpegOf } from '../../platform/pictures/square-picture.ts';
import type { ReadDb } from '../../tables.ts';
import { type DirectoryNames, directoryNames } from './directory-names.ts';
import type { CardPage, PageAsked, ShownCard } from './shown-card.ts';

/** Of how cards are written: with another number, programs fetch all of them again. */
export const CARD_FORMAT = 2;

/** Between two numbers in one field. */
const NUMBERS = /[;,/]/;
const ENDING = '.vcf';

export async function readDirectoryCards(
  db: ReadDb,
  own: OwnDirectory,
  { after, limit, withSource, isSearch = false }: PageAsked,
): Promise<CardPage> {
  const names = await directoryNames(db, own);
  const place = after === null ? null : readPlace(names, after);
  const page = { after: place, limit, withPicture: withSource && !isSearch };
  const { people, next } = await readListedPeople(db, own, page);
  return {
    cards: await cardsOf(people, names, withSource),
    next: next && encodeCursor([next.key, names.nameOf(next.id)]),
  };
}

export async function readNamedDirectoryCards(
  db: ReadDb,
  own: OwnDirectory,
  resources: string[],
  withSource: boolean,
): Promise<ShownCard[]> {
  const names = await directoryNames(db, own);
  const ids = resources
    .filter((name) => name.endsWith(ENDING))
    .flatMap((name) => names.mailboxOf(name.slice(0, -ENDING.length)) ?? []);
  return cardsOf(await readListedByIds(db, own, ids, withSource), names, withSource);
}

/** Null for what no page ended with. */
export function readPlace(names: DirectoryNames, cursor: string): ListedPlace | null {
  const [key, name] = decodeCursor(cursor, 2) ?? [];
  const id = typeof name === 'string' ? names.mailboxOf(name) : null;
  return typeof key === 'string' && id !== null ? { key, id } : null;
}

/** One after another: decoding pictures is not to occupy all threads. */
async function cardsOf(
  people: ListedPerson[],
  names: DirectoryNames,
  withSource: boolean,
): Promise<ShownCard[]> {
  const cards: ShownCard[] = [];
  for (const person of people) {
    const uid = names.nameOf(person.mailbox_id);
    cards.push({
      name: `${uid}${ENDING}`,
      tag: tagOf(person),
      source: withSource ? await vcardOf(person, uid) : null,
      ...{ bytes: null, createdAt: null, changedAt: null },
    });
  }
  return cards;
}

/** Weak, as the bytes are not kept but made. */
function tagOf({ mailbox_id: _, given_key: __, picture: ___, ...shown }: ListedPerson): string {
  const hash = createHash('sha256').update(JSON.stringify([CARD_FORMAT, shown]));
  return `W/"${hash.digest('base64url').slice(0, 22)}"`;
}

/** The same card as long as nothing of it changes; its UID stays when the person gets another address. */
async function vcardOf(person: ListedPerson, uid: string): Promise<Buffer> {
  const { name, email, title, department, phone, manager, picture } = person;
  const numbers = phone.split(NUMBERS).map((value) => ({ label: 'work', value }));
  const fields = {
    full_name: name || email,
    ...{ title, department },
    emails: [{ label: 'work', value: email }],
    phones: numbers,
    relations: manager === null ? [] : [{ label: 'manager', value: manager }],
  };
  const photo = picture && { bytes: await jpegOf(picture), type: 'image/jpeg' };
  return writeCard(withNameParts(fields), { uid, at: null, photo });
}
