import { createHash } from 'node:crypto';
import {
  type ListedPerson,
  readListedByIds,
  readListedPeople,
} from '../../contacts/directory/listed-people.store.ts';
import type { OwnDirectory } from '../../contacts/directory/own-directory.store.ts';
import { withNameParts } from '../../contacts/vcard/names.ts';
import { writeCard } from '../../contacts/vcard/write-card.ts';
import { decodeCursor, encodeCursor } from '../../platform/db/paging.ts';
import { idFromText } from '../../platform/ids.ts';
import { jpegOf } from '../../platform/pictures/square-picture.ts';
import type { ReadDb } from '../../tables.ts';
import type { CardPage, PageAsked, ShownCard } from './shown-card.ts';

/** Of how cards are written: with another number, programs fetch all of them again. */
export const CARD_FORMAT = 1;

/** Between two numbers in one field. */
const NUMBERS = /[;,/]/;
const NAME = /^([1-9]\d{0,14})\.vcf$/;

export async function readDirectoryCards(
  db: ReadDb,
  own: OwnDirectory,
  { after, limit, withSource, isSearch = false }: PageAsked,
): Promise<CardPage> {
  const place = after === null ? null : readPlace(after);
  const page = { after: place, limit, withPicture: withSource && !isSearch };
  const { people, next } = await readListedPeople(db, own, page);
  return {
    cards: await cardsOf(people, own, withSource),
    next: next && encodeCursor([next.key, next.id]),
  };
}

export async function readNamedDirectoryCards(
  db: ReadDb,
  own: OwnDirectory,
  names: string[],
  withSource: boolean,
): Promise<ShownCard[]> {
  const ids = names.flatMap((name) => Number(NAME.exec(name)?.[1] ?? Number.NaN) || []);
  return cardsOf(await readListedByIds(db, own, ids, withSource), own, withSource);
}

/** Null for what no page ended with. */
export function readPlace(cursor: string): { key: string; id: number } | null {
  const [key, id] = decodeCursor(cursor, 2) ?? [];
  return typeof key === 'string' && Number.isSafeInteger(id) ? { key, id: id as number } : null;
}

/** One after another: decoding pictures is not to occupy all threads. */
async function cardsOf(people: ListedPerson[], own: OwnDirectory, withSource: boolean): Promise<ShownCard[]> {
  const cards: ShownCard[] = [];
  for (const person of people) {
    cards.push({
      name: `${person.mailbox_id}.vcf`,
      tag: tagOf(person),
      source: withSource ? await vcardOf(person, own) : null,
      ...{ bytes: null, createdAt: null, changedAt: null },
    });
  }
  return cards;
}

/** Weak, as the bytes are not kept but made. */
function tagOf({ given_key: _, picture: __, ...shown }: ListedPerson): string {
  const hash = createHash('sha256').update(JSON.stringify([CARD_FORMAT, shown]));
  return `W/"${hash.digest('base64url').slice(0, 22)}"`;
}

/** The same card as long as nothing of it changes; its UID stays when the person gets another address. */
async function vcardOf(person: ListedPerson, { domain }: OwnDirectory): Promise<Buffer> {
  const { mailbox_id, name, email, title, department, phone, manager, picture } = person;
  const numbers = phone.split(NUMBERS).map((value) => ({ label: 'work', value }));
  const fields = {
    full_name: name || email,
    ...{ title, department },
    emails: [{ label: 'work', value: email }],
    phones: numbers,
    relations: manager === null ? [] : [{ label: 'manager', value: manager }],
  };
  const photo = picture && { bytes: await jpegOf(picture), type: 'image/jpeg' };
  const uid = idFromText(`directory of ${domain}, mailbox ${mailbox_id}`);
  return writeCard(withNameParts(fields), { uid, at: null, photo });
}
