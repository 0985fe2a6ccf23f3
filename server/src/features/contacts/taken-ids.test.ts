import { importContacts } from '@bocau/contract/contact-imports.ts';
import { SESSION_HEADER } from '@bocau/contract/session.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { firstBookOf } from '../../contacts/contacts.store.ts';
import { type CardDavPerson, cardDavPerson } from '../../test-kit/carddav-person.ts';
import type { NewPerson } from '../../test-kit/new-person.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';

let server: TestServer;
/** Shares a book to read. */
let owner: CardDavPerson;
/** Shares one to write, and knows the ids of the other. */
let thief: CardDavPerson;
/** Sees both. */
let reader: CardDavPerson;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  // The lower number won.
  thief = await cardDavPerson(server);
  [owner, reader] = [await cardDavPerson(server), await cardDavPerson(server)];
});

async function share(by: NewPerson, who: NewPerson[], permission: 'READ' | 'WRITE', name = 'Khách hàng') {
  const { data: book } = await by.client.createContactBook({ body: { name } });
  const members = who.map(({ email: address }) => ({ address, permission }));
  await by.client.setBookMembers({ params: { id: book.id }, body: { members } });
  return book.id;
}

const add = async ({ client }: NewPerson, book_id: string, full_name: string, uid: string) =>
  (await client.createContact({ body: { uid, book_id, fields: { full_name } } })).data.id;

const makeBook = ({ dav, home }: CardDavPerson, id: string, name: string) =>
  dav.call('MKCOL', `${home}${id}/`, {
    body: `<mkcol xmlns="DAV:" xmlns:C="urn:ietf:params:xml:ns:carddav"><set><prop>
      <resourcetype><collection/><C:addressbook/></resourcetype><displayname>${name}</displayname>
    </prop></set></mkcol>`,
  });

test('CT-6 nobody makes a card of an id that somebody else’s has', async () => {
  const own = await share(owner, [reader], 'READ');
  const uid = crypto.randomUUID();
  const wanted = await add(owner, own, 'Thật', uid);
  const theirs = await share(thief, [reader], 'WRITE');
  for (const chosen of [uid, wanted]) expect(await add(thief, theirs, 'Giả', chosen)).not.toBe(wanted);
  expect((await reader.client.getContact({ params: { id: wanted } })).data.name).toBe('Thật');
  // Into a book of the owner's too it is another card.
  const open = await share(owner, [thief], 'WRITE', 'Chung');
  expect(await add(thief, open, 'Giả', wanted)).not.toBe(wanted);
});

test('CT-6 CT-12 imports of one id into two mailboxes make cards of ids of their own', async () => {
  const uid = crypto.randomUUID();
  const ids: string[] = [];
  for (const person of [owner, thief]) {
    const book_id = await share(person, [reader], 'READ');
    const form = new FormData();
    for (const [name, value] of Object.entries({ uid, book_id })) form.set(name, value);
    form.set('file', new Blob(['Name,Phone\nBình,0912345678\n']), 'a.csv');
    const response = await fetch(`${server.baseUrl}${importContacts.path}`, {
      method: 'POST',
      headers: { [SESSION_HEADER]: person.client.token },
      body: form,
    });
    expect(response.status).toBe(200);
    const { data: rows } = await reader.client.listContacts({ query: { book_id } });
    ids.push(...rows.map(({ id }) => id));
  }
  expect(new Set(ids).size).toBe(2);
});

test('CT-6 CD-1 a program makes no book of an id that a colleague’s has, or will have', async () => {
  const id = await share(owner, [reader], 'WRITE', 'Thật');
  const refusals = [
    await makeBook(thief, id, 'Giả'),
    await makeBook(thief, firstBookOf(owner.mailbox), 'Hai'),
  ];
  expect(refusals.map(({ status }) => status)).toEqual([409, 409]);
  expect((await makeBook(thief, crypto.randomUUID(), 'Khác')).status).toBe(201);
});

test('CT-6 of two cards or books that have one id already the older one is reached', async () => {
  const own = await share(owner, [reader], 'READ', 'Thật');
  const wanted = await add(owner, own, 'Thật', crypto.randomUUID());
  const theirs = await share(thief, [reader], 'WRITE', 'Giả');
  const fake = await add(thief, theirs, 'Giả', crypto.randomUUID());
  const { db } = server.context;
  // As the last release stored it.
  for (const [table, key] of [
    ['contact_cards', 'id'],
    ['contact_sources', 'card_id'],
  ] as const)
    await db
      .updateTable(table)
      .set({ [key]: wanted })
      .where('mailbox_id', '=', thief.mailbox)
      .where(key, '=', fake)
      .execute();
  const later = (table: 'contact_cards' | 'contact_books') =>
    db
      .updateTable(table)
      .set((eb) => ({ created_at: eb('created_at', '+', 60) }))
      .where('mailbox_id', '=', thief.mailbox)
      .execute();
  await later('contact_cards');
  expect((await reader.client.getContact({ params: { id: wanted } })).data.name).toBe('Thật');

  for (const [table, key] of [
    ['contact_books', 'id'],
    ['contact_book_members', 'book_id'],
    ['contact_cards', 'book_id'],
  ] as const)
    await db
      .updateTable(table)
      .set({ [key]: own })
      .where('mailbox_id', '=', thief.mailbox)
      .where(key, '=', theirs)
      .execute();
  await later('contact_books');
  const { data: books } = await reader.client.listContactBooks({});
  expect(books.filter(({ id }) => id === own).map(({ name }) => name)).toEqual(['Thật']);
  expect(
    (await reader.client.listContacts({ query: { book_id: own } })).data.map(({ name }) => name),
  ).toEqual(['Thật']);
});
