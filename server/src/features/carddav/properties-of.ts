import { LIMITS } from '@bocau/contract/limits.ts';
import type { BookRow } from '../../contacts/books/books.store.ts';
import type { ResourceRow } from '../../contacts/resources/resources.store.ts';
import { href } from '../../platform/dav/multistatus.ts';
import { type Property, privileges, supportedReports } from '../../platform/dav/properties.ts';
import { element, text, type Xml } from '../../platform/dav/write-xml.ts';
import { calendarServer, dav } from '../../platform/dav/xml-names.ts';
import { CARD_TYPE, CARD_VERSIONS, COLLATIONS, carddav } from './card-names.ts';
import { type DavPerson, homeHref, principalHref } from './places.ts';
import { syncToken } from './sync-tokens.ts';

type OfPerson = { person: DavPerson; address: string };
export type CollectionFacts = OfPerson & { title: string | null };
/** `seq`: of the last change of the mailbox that the book is in. */
export type BookFacts = OfPerson & { book: BookRow; seq: number };
export type CardFacts = OfPerson & { book: BookRow; row: ResourceRow };

const READ = ['read', 'read-current-user-privilege-set'];
const WRITE = [...READ, 'write-content', 'bind', 'unbind'];
const OWN = [...WRITE, 'write', 'write-properties'];
const BOOK_PRIVILEGES = { READ, WRITE, OWNER: OWN };

const date = (seconds: number) => new Date(seconds * 1000);

const currentUser: Property<OfPerson>[] = [
  {
    name: dav('current-user-principal'),
    read: ({ person }) => href(principalHref(person.email)),
    onlyNamed: true,
  },
  { name: dav('principal-collection-set'), read: () => href('/dav/principals/'), onlyNamed: true },
];

const collectionType = (...more: Xml[]) => [element(dav('collection')), ...more];

/** Of folders that hold other collections only. */
export const COLLECTION: readonly Property<CollectionFacts>[] = [
  ...currentUser,
  { name: dav('resourcetype'), read: () => collectionType() },
  { name: dav('displayname'), read: ({ title }) => (title === null ? null : text(title)) },
  { name: dav('supported-report-set'), read: () => supportedReports([]), onlyNamed: true },
  { name: dav('current-user-privilege-set'), read: () => privileges(READ), onlyNamed: true },
];

export const HOME: readonly Property<CollectionFacts>[] = [
  ...COLLECTION.filter(({ name }) => name !== dav('current-user-privilege-set')),
  { name: dav('owner'), read: ({ address }) => href(principalHref(address)), onlyNamed: true },
  // Books are made here and deleted.
  {
    name: dav('current-user-privilege-set'),
    read: () => privileges([...READ, 'bind', 'unbind']),
    onlyNamed: true,
  },
];

export const PRINCIPAL: readonly Property<CollectionFacts>[] = [
  ...COLLECTION.filter(({ name }) => name !== dav('resourcetype')),
  { name: dav('resourcetype'), read: () => collectionType(element(dav('principal'))) },
  { name: dav('principal-URL'), read: ({ address }) => href(principalHref(address)), onlyNamed: true },
  { name: carddav('addressbook-home-set'), read: ({ address }) => href(homeHref(address)), onlyNamed: true },
  {
    name: dav('alternate-URI-set'),
    read: ({ person }) => person.addresses.map((one) => href(`mailto:${one}`)),
    onlyNamed: true,
  },
  { name: dav('group-membership'), read: () => [], onlyNamed: true },
];

const REPORTS = [
  dav('sync-collection'),
  carddav('addressbook-query'),
  carddav('addressbook-multiget'),
] as const;

export const BOOK: readonly Property<BookFacts>[] = [
  ...currentUser,
  { name: dav('resourcetype'), read: () => collectionType(element(carddav('addressbook'))) },
  { name: dav('displayname'), read: ({ book }) => text(bookTitle(book)) },
  { name: calendarServer('getctag'), read: ({ book }) => text(String(book.seq)) },
  { name: dav('sync-token'), read: ({ book, seq }) => text(syncToken(book.id, seq)) },
  {
    name: dav('owner'),
    read: ({ book, address }) =>
      href(principalHref(book.permission === 'OWNER' ? address : book.owner_email)),
    onlyNamed: true,
  },
  {
    name: dav('current-user-privilege-set'),
    read: ({ book }) => privileges(BOOK_PRIVILEGES[book.permission]),
    onlyNamed: true,
  },
  { name: dav('supported-report-set'), read: () => supportedReports(REPORTS), onlyNamed: true },
  {
    name: carddav('supported-address-data'),
    read: () =>
      CARD_VERSIONS.map((version) =>
        element(carddav('address-data-type'), [], { 'content-type': CARD_TYPE, version }),
      ),
    onlyNamed: true,
  },
  {
    name: carddav('supported-collation-set'),
    read: () => COLLATIONS.map((name) => element(carddav('supported-collation'), text(name))),
    onlyNamed: true,
  },
  {
    name: carddav('max-resource-size'),
    read: () => text(String(LIMITS.contactCardBytes)),
    onlyNamed: true,
  },
];

export const CARD: readonly Property<CardFacts>[] = [
  ...currentUser,
  { name: dav('resourcetype'), read: () => [] },
  { name: dav('getetag'), read: ({ row }) => text(etagOf(row)) },
  { name: dav('getcontenttype'), read: () => text(`${CARD_TYPE}; charset=utf-8`) },
  { name: dav('getcontentlength'), read: ({ row }) => text(String(row.bytes)) },
  { name: dav('getlastmodified'), read: ({ row }) => text(date(row.changed_at).toUTCString()) },
  { name: dav('creationdate'), read: ({ row }) => text(date(row.created_at).toISOString()) },
  {
    name: dav('current-user-privilege-set'),
    read: ({ book }) => privileges(BOOK_PRIVILEGES[book.permission]),
    onlyNamed: true,
  },
];

/** A strong entity tag: it is a hash of the bytes, which are kept as they were put. */
export function etagOf({ etag }: Pick<ResourceRow, 'etag'>): string {
  return `"${etag}"`;
}

function bookTitle({ name, permission, owner_name, owner_email }: BookRow): string {
  return permission === 'OWNER' ? name : `${name} (${owner_name || owner_email})`;
}
