import { SESSION_HEADER } from '@bocau/contract/session.ts';
import { createDomain } from '../../features/people/create-people.ts';
import { type CardDavPerson, cardDavPerson } from '../carddav-person.ts';
import { type DavClient, davClient } from '../dav-client.ts';
import type { TestServer } from '../start-server.ts';

/** From who may nothing to whose the book is. */
export const CALLERS = [
  'nobody',
  'app password of mail',
  'ended app password',
  'another domain',
  'same domain',
  'may read',
  'may write',
  'own',
] as const;
export type CallerName = (typeof CALLERS)[number];

export type Caller = {
  /** Of a call of the API. */
  headers: Record<string, string>;
  dav: DavClient;
  /** Whose paths are asked for: of who is not signed in, the owner's. */
  person: CardDavPerson;
};
export type Callers = Record<CallerName, Caller>;

export const DOMAIN = 'quyen.example';

/** Two domains, with an owner each; `own` is the owner of one, whose book two others may read and write. */
export async function makeCallers(server: TestServer): Promise<Callers> {
  const { context, baseUrl } = server;
  await createDomain(context, DOMAIN, true);
  await createDomain(context, 'khac.example', true);
  const person = (domain: string, kind: 'owner' | 'member' = 'member') =>
    cardDavPerson(server, { domain, kind });
  const own = await person(DOMAIN, 'owner');
  const { client, email } = own;
  const ofMail = await client.createAppPassword({ body: { name: 'Outlook', scopes: ['smtp'] } });
  const ended = await client.createAppPassword({ body: { name: 'Máy cũ', scopes: ['dav'] } });
  await client.revokeAppPassword({ params: { id: ended.data.app_password.id } });

  const bySession = (one: CardDavPerson): Caller => ({
    headers: { [SESSION_HEADER]: one.client.token },
    dav: one.dav,
    person: one,
  });
  const byPassword = (password: string): Caller => ({
    headers: { authorization: `Basic ${Buffer.from(`${email}:${password}`).toString('base64')}` },
    dav: davClient(baseUrl, { name: email, password }),
    person: own,
  });
  return {
    nobody: { headers: {}, dav: davClient(baseUrl, null), person: own },
    'app password of mail': byPassword(ofMail.data.password),
    'ended app password': byPassword(ended.data.password),
    'another domain': bySession(await person('khac.example', 'owner')),
    'same domain': bySession(await person(DOMAIN)),
    'may read': bySession(await person(DOMAIN)),
    'may write': bySession(await person(DOMAIN)),
    own: bySession(own),
  };
}

export const isSignedIn = (name: CallerName): boolean =>
  CALLERS.indexOf(name) >= CALLERS.indexOf('another domain');

/** What a share gives; null for who has none. */
export function rightOf(name: CallerName): 'READ' | 'WRITE' | 'OWNER' | null {
  if (name === 'own') return 'OWNER';
  if (name === 'may write') return 'WRITE';
  return name === 'may read' ? 'READ' : null;
}

const RANK = { READ: 1, WRITE: 2, OWNER: 3 };

export function isEnough(right: 'READ' | 'WRITE' | 'OWNER', needed: 'READ' | 'WRITE' | 'OWNER'): boolean {
  return RANK[right] >= RANK[needed];
}
