import { href } from '../dav/multistatus.ts';
import { type Property, privileges, supportedReports } from '../dav/properties.ts';
import { element, text, type Xml } from '../dav/write-xml.ts';
import { dav } from '../dav/xml-names.ts';
import type { OfPerson } from './dav-home.ts';
import { principalHref } from './site-places.ts';

export type FolderFacts = OfPerson & { title: string | null };
export type Permission = 'READ' | 'WRITE' | 'OWNER';

const READ = ['read', 'read-current-user-privilege-set'];
const WRITE = [...READ, 'write-content', 'bind', 'unbind'];
const OWN = [...WRITE, 'write', 'write-properties'];

/** What may be done in a collection, and with what is in it. */
export const PRIVILEGES: Record<Permission, readonly string[]> = { READ, WRITE, OWNER: OWN };

/** Of every resource. */
export const CURRENT_USER: readonly Property<OfPerson>[] = [
  {
    name: dav('current-user-principal'),
    read: ({ person }) => href(principalHref(person.email)),
    onlyNamed: true,
  },
  { name: dav('principal-collection-set'), read: () => href('/dav/principals/'), onlyNamed: true },
];

export const collectionType = (...more: Xml[]) => [element(dav('collection')), ...more];

/** Of folders that hold other collections only. */
export const FOLDER: readonly Property<FolderFacts>[] = [
  ...CURRENT_USER,
  { name: dav('resourcetype'), read: () => collectionType() },
  { name: dav('displayname'), read: ({ title }) => (title === null ? null : text(title)) },
  { name: dav('supported-report-set'), read: () => supportedReports([]), onlyNamed: true },
  { name: dav('current-user-privilege-set'), read: () => privileges(READ), onlyNamed: true },
];

export const HOME: readonly Property<FolderFacts>[] = [
  ...FOLDER.filter(({ name }) => name !== dav('current-user-privilege-set')),
  { name: dav('owner'), read: ({ address }) => href(principalHref(address)), onlyNamed: true },
  // Collections are made here and deleted.
  {
    name: dav('current-user-privilege-set'),
    read: () => privileges([...READ, 'bind', 'unbind']),
    onlyNamed: true,
  },
];

/** `more`: what the homes of the site say of a person. */
export function principalProperties(more: readonly Property<OfPerson>[]): readonly Property<FolderFacts>[] {
  return [
    ...FOLDER.filter(({ name }) => name !== dav('resourcetype')),
    { name: dav('resourcetype'), read: () => collectionType(element(dav('principal'))) },
    { name: dav('principal-URL'), read: ({ address }) => href(principalHref(address)), onlyNamed: true },
    ...more,
    {
      name: dav('alternate-URI-set'),
      read: ({ person }) => person.addresses.map((one) => href(`mailto:${one}`)),
      onlyNamed: true,
    },
    { name: dav('group-membership'), read: () => [], onlyNamed: true },
  ];
}
