import { LIMITS } from '@bocau/contract/limits.ts';
import { href } from '../../platform/dav/multistatus.ts';
import { type Property, privileges, supportedReports } from '../../platform/dav/properties.ts';
import { element, text, type Xml } from '../../platform/dav/write-xml.ts';
import { calendarServer, dav } from '../../platform/dav/xml-names.ts';
import type { AboutBook } from './about-book.ts';
import { CARD_TYPE, CARD_VERSIONS, COLLATIONS, carddav } from './card-names.ts';
import { type DavPerson, homeHref, principalHref } from './places.ts';
import type { ShownCard } from './shown-card.ts';

type OfPerson = { person: DavPerson; address: string };
export type CollectionFacts = OfPerson & { title: string | null };
export type BookFacts = OfPerson & { about: AboutBook };
export type CardFacts = OfPerson & { permission: AboutBook['permission']; card: ShownCard };

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
  { name: dav('displayname'), read: ({ about }) => text(about.title) },
  { name: calendarServer('getctag'), read: ({ about }) => text(about.ctag) },
  { name: dav('sync-token'), read: ({ about }) => text(about.token) },
  {
    name: dav('owner'),
    read: ({ about: { owner } }) => (owner === null ? null : href(principalHref(owner))),
    onlyNamed: true,
  },
  {
    name: dav('current-user-privilege-set'),
    read: ({ about }) => privileges(BOOK_PRIVILEGES[about.permission]),
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
  { name: dav('getetag'), read: ({ card }) => text(card.tag) },
  { name: dav('getcontenttype'), read: () => text(`${CARD_TYPE}; charset=utf-8`) },
  {
    name: dav('getcontentlength'),
    read: ({ card: { bytes } }) => (bytes === null ? null : text(String(bytes))),
  },
  {
    name: dav('getlastmodified'),
    read: ({ card: { changedAt } }) => (changedAt === null ? null : text(date(changedAt).toUTCString())),
  },
  {
    name: dav('creationdate'),
    read: ({ card: { createdAt } }) => (createdAt === null ? null : text(date(createdAt).toISOString())),
  },
  {
    name: dav('current-user-privilege-set'),
    read: ({ permission }) => privileges(BOOK_PRIVILEGES[permission]),
    onlyNamed: true,
  },
];
