import { type DavClient, davClient } from './dav-client.ts';
import { type NewPerson, newPerson } from './new-person.ts';
import type { TestServer } from './start-server.ts';

export type CardDavPerson = NewPerson & {
  dav: DavClient;
  password: string;
  /** Where their books are, and the one that everybody has. */
  home: string;
  book: string;
};

/** A person whose program has signed in to their contacts. */
export async function cardDavPerson(
  server: TestServer,
  options?: Parameters<typeof newPerson>[1],
): Promise<CardDavPerson> {
  const person = await newPerson(server, options);
  const made = { name: 'iPhone', scopes: ['dav' as const] };
  const { password } = (await person.client.createAppPassword({ body: made })).data;
  const dav = davClient(server.baseUrl, { name: person.email, password });
  const home = `/dav/addressbooks/${person.email}/`;
  const { byHref } = await dav.ask('PROPFIND', home, { depth: '1' });
  const book = [...byHref.keys()].find((path) => path !== home) ?? '';
  return { ...person, dav, password, home, book };
}

/** A card as an iPhone puts it. */
export function vcard(uid: string, name: string, ...lines: string[]): string {
  const all = [
    'BEGIN:VCARD',
    'VERSION:3.0',
    `UID:${uid}`,
    `FN:${name}`,
    `N:${name};;;;`,
    ...lines,
    'END:VCARD',
  ];
  return `${all.join('\r\n')}\r\n`;
}
