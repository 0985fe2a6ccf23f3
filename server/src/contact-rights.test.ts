import { API } from '@bocau/contract/api.ts';
import type { Endpoint } from '@bocau/contract/endpoint.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readOwnDirectory } from './contacts/directory/own-directory.store.ts';
import { directoryNames } from './features/carddav/directory-names.ts';
import { DAV_METHODS, type DavMethod } from './platform/dav/bind-dav.ts';
import { newId } from './platform/ids.ts';
import { callEndpoint } from './test-kit/call-endpoint.ts';
import { vcard } from './test-kit/carddav-person.ts';
import {
  CALLERS,
  type CallerName,
  type Callers,
  DOMAIN,
  makeCallers,
} from './test-kit/contact-rights/callers.ts';
import {
  DAV_PLACES,
  type DavPlace,
  expectedOfDav,
  pathOf,
  requestOf,
  statusOfChanges,
} from './test-kit/contact-rights/dav-acts.ts';
import { expectedOfWeb, WEB_CALLS } from './test-kit/contact-rights/web-calls.ts';
import { addGroupThings, addToGroup, type GroupThings } from './test-kit/group-things.ts';
import {
  addContacts,
  addCorrespondent,
  type ContactThings,
  type OwnThings,
  sameIdForAll,
} from './test-kit/own-things.ts';
import { type CallInput, type IdPlace, sampleCall } from './test-kit/sample-calls.ts';
import { startTestServer, type TestServer } from './test-kit/start-server.ts';

const TABLE = '../../docs/contact-rights.md';

let server: TestServer;
let callers: Callers;
const rows = new Map<string, string[]>();

beforeAll(async () => {
  server = await startTestServer();
  callers = await makeCallers(server);
});
afterAll(() => server.close());

let things: ContactThings | null = null;
let others: Omit<OwnThings, keyof ContactThings> | null = null;
let card = 0;

/** Contacts of the owner, in a book that is shared; made anew when a call may have changed them. */
async function shared(): Promise<ContactThings> {
  if (things) return things;
  const { client, mailbox } = callers.own.person;
  things = await addContacts(server.context, mailbox);
  const members = (['may read', 'may write'] as const).map((name) => ({
    address: callers[name].person.email,
    permission: name === 'may read' ? ('READ' as const) : ('WRITE' as const),
  }));
  await client.setBookMembers({ params: { id: things.contactBook }, body: { members } });
  card += 1;
  return things;
}

function note(row: string, status: number): void {
  rows.set(row, [...(rows.get(row) ?? []), String(status)]);
}

/** A group of the owner that is closed to their colleagues, with a member and a keeper among them. */
async function groupThings(): Promise<GroupThings> {
  const made = await addGroupThings(server.context, callers.own.person.mailbox);
  const [member, keeper] = [callers['may read'].person, callers['may write'].person];
  await addToGroup(server.context, made.group, { members: [member], keepers: [keeper] });
  return made;
}

/** What `own` has that calls are about; made anew when a call may have changed it. */
async function ownThings(): Promise<OwnThings> {
  others ??= {
    ...sameIdForAll(newId(server.clock)),
    domain: DOMAIN,
    ...(await groupThings()),
    correspondent: await addCorrespondent(server.context, callers.own.person.mailbox),
  };
  return { ...others, ...(await shared()) };
}

function forgetThings(): void {
  things = null;
  others = null;
}

/** A call about what `own` has. */
function callOf(endpoint: Endpoint, own: OwnThings): { input: CallInput; ids: IdPlace[] } {
  const { input, ids } = sampleCall(endpoint, own);
  const { email } = callers.own.person;
  if (endpoint.path.endsWith('/directory/person')) return { input: { ...input, query: { email } }, ids };
  if (endpoint !== API.addGroup) return { input, ids };
  const local = `moi.${newId(server.clock)}`;
  return { input: { ...input, body: { local, name: '', writers: 'anyone' } }, ids };
}

describe('every call about contacts, the directory and groups', () => {
  test.each(WEB_CALLS)('CT-6 AU-7 %s is answered by what one may', async (name, endpoint) => {
    for (const caller of CALLERS) {
      const { headers } = callers[caller];
      const { input, ids } = callOf(endpoint, await ownThings());
      const { status, code } = await callEndpoint(server.baseUrl, endpoint, input, headers);
      if (status < 300 && endpoint.method !== 'GET') forgetThings();
      note(`${endpoint.method} ${endpoint.path}`, status);
      const kinds = ids.map(({ kind }) => kind);
      const expected = expectedOfWeb(endpoint, kinds, caller);
      if (expected !== 'ok') expect([caller, status]).toEqual([caller, expected]);
      else expect([401, 403, 404], `${name} for ${caller}: ${code}`).not.toContain(status);
      if (expected !== 404) continue;
      const nothing = { ...sameIdForAll(newId(server.clock)), domain: 'khong-co.example' };
      const unknown = await callEndpoint(
        server.baseUrl,
        endpoint,
        sampleCall(endpoint, nothing).input,
        headers,
      );
      expect([caller, { status, code }]).toEqual([caller, unknown]);
    }
  });
});

describe('every method of CardDAV', () => {
  const acts = DAV_PLACES.flatMap((place) =>
    DAV_METHODS.map((method): [DavMethod, DavPlace] => [method, place]),
  );

  async function ask(method: DavMethod, place: DavPlace, caller: CallerName, bookId: string, name: string) {
    const { dav, person } = callers[caller];
    const { own } = callers;
    const names = { caller: person.email, owner: own.person.email, bookId, card: name };
    const { db } = server.context;
    const { nameOf } = await directoryNames(db, await readOwnDirectory(db, own.person.mailbox));
    const path = pathOf(place, { ...names, ownerCard: nameOf(own.person.mailbox) });
    const destination = `${person.book}${newId(server.clock)}.vcf`;
    // Wrong passwords are slowed down, which has tests of its own.
    await sql`delete from sign_ins where not succeeded`.execute(server.context.db);
    return dav.call(method, path, requestOf(method, { uid: name, destination }));
  }

  let placed = 0;

  /** A card in the book that is shared. */
  async function placeCard(): Promise<{ contactBook: string; name: string }> {
    const { contactBook } = await shared();
    const name = `card-${card}.vcf`;
    const { person } = callers.own;
    if (placed !== card)
      await person.dav.call('PUT', `${person.home}${contactBook}/${name}`, { body: vcard(name, 'Lan') });
    placed = card;
    return { contactBook, name };
  }

  test.each(acts)('CD-1 CD-8 CT-6 %s of %s is answered by what one may', async (method, place) => {
    for (const caller of CALLERS) {
      const { contactBook, name } = await placeCard();
      const { status: given, text } = await ask(method, place, caller, contactBook, name);
      const status = method === 'PROPPATCH' ? statusOfChanges(given, text) : given;
      if (status < 300 && !['GET', 'HEAD', 'PROPFIND', 'REPORT'].includes(method)) things = null;
      note(`${method} ${place}`, status);
      const expected = expectedOfDav(method, place, caller);
      if (expected === 'ok') expect([caller, status < 300], text).toEqual([caller, true]);
      else if (expected === 'refused') expect([403, 405], `${caller}: ${text}`).toContain(status);
      else if (expected !== 'absent') expect([caller, status]).toEqual([caller, expected]);
      if (expected !== 'absent') continue;
      if (status < 300) await forgetNewBook(caller, contactBook);
      const unknown = await askUnknown(method, place, caller);
      expect([caller, status, withoutIds(text)]).toEqual([caller, unknown.status, withoutIds(unknown.text)]);
    }
  });

  /** Which MKCOL made: whoever doesn't know of a book may have one of the same id. */
  async function forgetNewBook(caller: CallerName, bookId: string): Promise<void> {
    const { dav, person } = callers[caller];
    await dav.call('DELETE', `${person.home}${bookId}/`);
  }

  /** The same at addresses at which nothing ever was. */
  async function askUnknown(method: DavMethod, place: DavPlace, caller: CallerName) {
    const { dav, person } = callers[caller];
    const [bookId, name] = [newId(server.clock), 'khong-co.vcf'];
    const names = { caller: person.email, owner: `khong-co@${DOMAIN}`, bookId, card: name };
    const path = pathOf(place, { ...names, ownerCard: newId(server.clock) });
    const destination = `${person.book}${newId(server.clock)}.vcf`;
    const answer = await dav.call(method, path, requestOf(method, { uid: name, destination }));
    if (answer.status < 300) await forgetNewBook(caller, bookId);
    return answer;
  }

  const withoutIds = (text: string) => text.replaceAll(/<D:href>[^<]*<\/D:href>/g, '');
});

test('the table of rights is the one in the documents', async () => {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const of = (isDav: boolean) =>
    [...rows]
      .filter(([row]) => isDav !== / \/api\//.test(row))
      .map(([row, cells]) => line([`\`${row}\``, ...cells]));
  const head = [line(['call', ...CALLERS]), line(['---', ...CALLERS.map(() => '---')])];
  const text = [
    '# Who may what with contacts',
    '',
    'Written by `server/src/contact-rights.test.ts` from what the program answers to each endpoint of the',
    'contract and each method of CardDAV, about a book of `own` that two people of the domain share; `own` is the owner of',
    'the domain. Groups are of that domain and closed to its people; of them, who may read the book is a member, and who may',
    'write a keeper. What is 404 is answered as if it had never been, which the test compares. Calls that name no book are',
    'about one’s own. 400, 409, 415 and 422 are of what a sample call sends, after its rights were looked at. A PROPPATCH that',
    'is answered 207 with 403 of each property is shown as 403.',
    '',
    ...['## Calls of the web', '', ...head, ...of(false), ''],
    ...[
      '## CardDAV',
      '',
      'Places are named by the caller’s own address, those of the owner by the owner’s.',
      '',
    ],
    ...[...head, ...of(true), ''],
  ].join('\n');
  await expect(text).toMatchFileSnapshot(TABLE);
});
