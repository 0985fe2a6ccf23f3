import { LIMITS } from '@bocau/contract/limits.ts';
import { href } from '../../platform/dav/multistatus.ts';
import { type Property, privileges, supportedReports } from '../../platform/dav/properties.ts';
import { COLLATIONS } from '../../platform/dav/text-match.ts';
import { element, text } from '../../platform/dav/write-xml.ts';
import { calendarServer, dav } from '../../platform/dav/xml-names.ts';
import type { OfPerson } from '../../platform/dav-site/dav-home.ts';
import { principalHref } from '../../platform/dav-site/site-places.ts';
import { CURRENT_USER, collectionType, PRIVILEGES } from '../../platform/dav-site/site-properties.ts';
import type { AboutBook } from './about-book.ts';
import { CARD_TYPE, CARD_VERSIONS, carddav } from './card-names.ts';
import type { ShownCard } from './shown-card.ts';

export type BookFacts = OfPerson & { about: AboutBook };
export type CardFacts = OfPerson & { permission: AboutBook['permission']; card: ShownCard };

const date = (seconds: number) => new Date(seconds * 1000);

const REPORTS = [
  dav('sync-collection'),
  carddav('addressbook-query'),
  carddav('addressbook-multiget'),
] as const;

export const BOOK: readonly Property<BookFacts>[] = [
  ...CURRENT_USER,
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
    read: ({ about }) => privileges(PRIVILEGES[about.permission]),
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
  ...CURRENT_USER,
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
    read: ({ permission }) => privileges(PRIVILEGES[permission]),
    onlyNamed: true,
  },
];
