import type { ContactFields } from '@bocau/contract/contacts.ts';
import { LIMITS } from '@bocau/contract/limits.ts';
import { type EntryField, type EntryValue, entriesOf, plainText } from './card-entries.ts';
import { readTexts } from './card-texts.ts';
import { type Photo, readPhoto } from './photos.ts';
import { type Card, type CardVersion, scanCard } from './scan-card.ts';
import { tidyLine } from './tidy-text.ts';

export type ReadCard = {
  version: CardVersion;
  uid: string | null;
  /** `individual`, `group`, `org`, or what else a program has written. */
  kind: string;
  fields: ContactFields;
  photo: Photo | null;
  /** The uids of a group's members. */
  members: string[];
};

/** Reads a vCard of any version. Throws a `CardFault` for what is none; what is odd is read as far as it goes. */
export function readCard(source: Buffer): ReadCard {
  const card = scanCard(source);
  return {
    version: card.version,
    uid: readUid(card),
    kind: readKind(card),
    fields: readFields(card),
    photo: readPhoto(card),
    members: readMembers(card),
  };
}

export function readFields(card: Card): ContactFields {
  const valuesOf = <F extends EntryField>(field: F): EntryValue<F>[] =>
    entriesOf(card, field).map(({ value }) => value);
  return {
    ...readTexts(card),
    emails: valuesOf('emails'),
    phones: valuesOf('phones'),
    addresses: valuesOf('addresses'),
    urls: valuesOf('urls'),
    dates: valuesOf('dates'),
    relations: valuesOf('relations'),
  };
}

function readUid(card: Card): string | null {
  return textsOf(card, ['UID']).map(withoutScheme)[0] ?? null;
}

export function readKind(card: Card): string {
  const [kind] = textsOf(card, ['KIND', 'X-ADDRESSBOOKSERVER-KIND']);
  if (kind !== undefined) return kind.toLowerCase();
  const [shownAs] = textsOf(card, ['X-ABSHOWAS']);
  return shownAs?.toLowerCase() === 'company' ? 'org' : 'individual';
}

export const MEMBER_PROPERTIES = ['MEMBER', 'X-ADDRESSBOOKSERVER-MEMBER'];

function readMembers(card: Card): string[] {
  const members = textsOf(card, MEMBER_PROPERTIES).map(withoutScheme);
  return [...new Set(members)].slice(0, LIMITS.contactProperties);
}

function textsOf(card: Card, names: string[]): string[] {
  return card.lines
    .filter((line) => names.includes(line.name))
    .map((line) => tidyLine(plainText(line, card)))
    .filter((text) => text !== '');
}

/** A uid is the same with `urn:uuid:` before it, as version 4.0 writes it. */
export function withoutScheme(uid: string): string {
  return uid.toLowerCase().startsWith('urn:uuid:') ? uid.slice('urn:uuid:'.length) : uid;
}
