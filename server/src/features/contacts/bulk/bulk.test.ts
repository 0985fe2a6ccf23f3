import type { ContactBulkOrder } from '@bocau/contract/contact-bulk.ts';
import type { ContactFields } from '@bocau/contract/contacts.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { defaultBookOf } from '../../../contacts/books/books-of.ts';
import { deriveCard } from '../../../contacts/cards/derive-card.ts';
import { putCards } from '../../../contacts/cards/put-cards.ts';
import { changeContacts } from '../../../contacts/change-contacts.ts';
import { inTransaction } from '../../../platform/db/database.ts';
import { newId } from '../../../platform/ids.ts';
import { type NewPerson, newPerson } from '../../../test-kit/new-person.ts';
import { runJobsUntilIdle } from '../../../test-kit/run-jobs.ts';
import { startTestServer, type TestServer } from '../../../test-kit/start-server.ts';
import { refusalOf } from '../../../test-kit/write-mail.ts';
import { deleteOldBulkJobs } from './bulk.store.ts';
import { runContactBulk } from './run-bulk.ts';

const CARDS = 230;
let server: TestServer;
let person: NewPerson;
let client: NewPerson['client'];

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  person = await newPerson(server);
  client = person.client;
});

async function addMany(count: number, more: string[] = [], prefix = 'Khách'): Promise<void> {
  const bookId = await defaultBookOf(server.context.db, person.mailbox);
  const puts = Array.from({ length: count }, (_, at) => {
    const id = newId(server.context.clock);
    const lines = ['BEGIN:VCARD', 'VERSION:4.0', `UID:${id}`, `FN:${prefix} ${at}`, 'X-LA:giữ', ...more];
    const source = Buffer.from([...lines, 'END:VCARD', ''].join('\r\n'));
    return { id, bookId, source, derived: deriveCard(source) };
  });
  await changeContacts(server.context, person.mailbox, (change) => putCards(change, puts));
}

async function add(fields: Partial<ContactFields>, book_id?: string) {
  return (await client.createContact({ body: { fields, ...(book_id ? { book_id } : {}) } })).data;
}

const idle = () => runJobsUntilIdle(server.context);
const start = async (order: ContactBulkOrder) => (await client.startContactBulk({ body: order })).data;
const show = async (id: string) => (await client.getContactBulk({ params: { id } })).data;
const totalOf = async (query: Parameters<NewPerson['client']['listContacts']>[0]['query']) => {
  const { data, meta } = await client.listContacts({ query: { ...query, limit: '100' } });
  return meta.next_cursor === null ? data.length : (meta.total ?? `more than ${data.length}`);
};
const lists = async () => (await client.listContactLists({})).data;
const codeOf = async (call: Promise<unknown>) => (await refusalOf(call)).code;

/** All of a mailbox's cards, lists and totals; the numbers of changes and times move on. */
async function whole(): Promise<Record<'cards' | 'lists' | 'members' | 'books', unknown>> {
  const { rows } = await sql<Record<'cards' | 'lists' | 'members' | 'books', unknown>>`
    select (select json_agg(json_build_object('id', c.id, 'book', c.book_id, 'favorite', c.favorite,
        'trashed', c.trashed_at is not null, 'source', encode(s.source, 'escape')) order by c.id)
      from contact_cards c join contact_sources s on s.mailbox_id = c.mailbox_id and s.card_id = c.id
      where c.mailbox_id = ${person.mailbox}) as cards,
    (select json_agg(l order by l.list_key) from contact_lists l where l.mailbox_id = ${person.mailbox}) as lists,
    (select json_agg(json_build_object('list', m.list_key, 'card', m.card_id) order by m.list_key, m.card_id)
      from contact_list_members m where m.mailbox_id = ${person.mailbox}) as members,
    (select json_agg(json_build_object('id', b.id, 'total', b.total) order by b.id) from contact_books b
      where b.mailbox_id = ${person.mailbox}) as books`.execute(server.context.db);
  const [row] = rows;
  if (!row) throw new Error('no row');
  return row;
}

describe('an act on everything that is shown', () => {
  test.each<[string, Omit<ContactBulkOrder, 'where'>, (book: string) => Promise<unknown>]>([
    ['trash', { act: 'trash' }, () => totalOf({})],
    ['favorite', { act: 'favorite' }, () => totalOf({ only: 'favorites' })],
    ['list', { act: 'list', to_list: 'Tết' }, () => totalOf({ list: 'Tết' })],
    ['move', { act: 'move' }, (book) => totalOf({ book_id: book })],
  ])('CT-40 %s is done by the server, with progress, and undone as it was', async (_act, order, count) => {
    await addMany(CARDS, ['CATEGORIES:Cũ']);
    const book = (await client.createContactBook({ body: { name: 'Khác' } })).data.id;
    await add({ full_name: 'Đã ở đó', lists: ['Tết', 'Cũ'] }, book);
    const before = await whole();
    const job = await start({ where: {}, ...order, ...(order.act === 'move' && { to_book_id: book }) });
    expect(job).toMatchObject({ state: 'running', total: CARDS + 1, done: 0 });
    await idle();
    // Who was there already is not changed, and stays when it is undone.
    const isThere = order.act === 'list' || order.act === 'move' ? 1 : 0;
    expect(await show(job.id)).toMatchObject({
      ...{ state: 'done', done: CARDS + 1, changed: CARDS + 1 - isThere, can_undo: true },
    });
    expect(await count(book)).toBe(order.act === 'trash' ? 0 : CARDS + 1);
    expect(await whole()).not.toEqual(before);
    await client.undoContactBulk({ params: { id: job.id } });
    await idle();
    expect(await show(job.id)).toMatchObject({ state: 'undone', can_undo: false });
    const after = await whole();
    // An edit of the lists writes the time of the revision into the cards.
    if (order.act === 'list') expect(after).toMatchObject({ members: before.members, lists: before.lists });
    else expect(after).toEqual(before);
  });

  test('CT-40 of a search or a list, only what it shows, and nothing that came later', async () => {
    await addMany(120);
    await addMany(5, ['CATEGORIES:Đà Nẵng'], 'Đối tác');
    await client.startContactBulk({ body: { where: { search: 'doi tac' }, act: 'trash' } });
    server.clock.pass(2000);
    await add({ full_name: 'Đối tác mới' });
    await idle();
    expect(await totalOf({})).toBe(121);
    expect(await totalOf({ only: 'trash' })).toBe(5);
    const { id } = await start({ where: { only: 'trash' }, act: 'restore' });
    await idle();
    expect(await totalOf({ list: 'Đà Nẵng' })).toBe(5);
    await start({ where: { list: 'Đà Nẵng' }, act: 'favorite' });
    await idle();
    expect(await totalOf({ only: 'favorites' })).toBe(5);
    await client.undoContactBulk({ params: { id } });
    await idle();
    expect(await totalOf({ only: 'trash' })).toBe(5);
  });

  test('CT-40 goes on where it was killed, is stopped, and one runs at a time', async () => {
    await addMany(CARDS);
    const { id } = await start({ where: {}, act: 'trash' });
    const stop = new AbortController();
    let portions = 0;
    const contactsPublisher = {
      changed() {
        portions += 1;
        if (portions === 1) stop.abort(new Error('killed'));
      },
    };
    const deps = { ...server.context, contactsPublisher };
    const run = { signal: stop.signal, lastAttempt: false };
    await expect(runContactBulk(deps, { mailboxId: person.mailbox, id }, run)).rejects.toThrow('killed');
    expect(await show(id)).toMatchObject({ state: 'running', done: 100 });
    expect(await codeOf(start({ where: {}, act: 'favorite' }))).toBe('operation_in_progress');
    await client.stopContactBulk({ params: { id } });
    await idle();
    expect(await show(id)).toMatchObject({ state: 'cancelled', done: 100, changed: 100, can_undo: true });
    await client.undoContactBulk({ params: { id } });
    await idle();
    expect(await totalOf({})).toBe(CARDS);
    expect(await codeOf(client.getContactBulk({ params: { id: newId(server.context.clock) } }))).toBe(
      'job_not_found',
    );
    const stranger = await newPerson(server);
    expect(await codeOf(stranger.client.undoContactBulk({ params: { id } }))).toBe('job_not_found');
  });

  test('CT-40 a card that can’t be moved is passed over', async () => {
    await addMany(3);
    const [first] = (await client.listContacts({ query: {} })).data;
    const { id: book } = (await client.createContactBook({ body: { name: 'Khác' } })).data;
    const taken = Buffer.from(
      `BEGIN:VCARD\r\nVERSION:4.0\r\nUID:${first?.id}\r\nFN:Cùng mã\r\nEND:VCARD\r\n`,
    );
    await changeContacts(server.context, person.mailbox, (change) =>
      putCards(change, [
        { id: newId(server.context.clock), bookId: book, source: taken, derived: deriveCard(taken) },
      ]),
    );
    const { id } = await start({ where: {}, act: 'move', to_book_id: book });
    await idle();
    expect(await show(id)).toMatchObject({ state: 'done', total: 4, done: 4, changed: 2 });
    expect(await totalOf({ book_id: book })).toBe(3);
  });

  test('CT-40 CT-6 is for one’s own cards, and its orders have to fit', async () => {
    const owner = await newPerson(server);
    const { id: book_id } = (await owner.client.createContactBook({ body: { name: 'Khách' } })).data;
    const members = [{ address: person.email, permission: 'WRITE' as const }];
    await owner.client.setBookMembers({ params: { id: book_id }, body: { members } });
    expect(await codeOf(start({ where: { book_id }, act: 'trash' }))).toBe('forbidden');
    expect(await codeOf(start({ where: {}, act: 'move', to_book_id: book_id }))).toBe('forbidden');
    for (const order of [
      { where: {}, act: 'restore' },
      { where: { only: 'trash' }, act: 'trash' },
      { where: {}, act: 'move' },
      { where: {}, act: 'list' },
      { where: {}, act: 'relist', to_list: null },
      { where: { search: '!?' }, act: 'trash' },
    ] satisfies ContactBulkOrder[])
      expect(await codeOf(start(order))).toBe('invalid_input');
  });

  test('what could be undone is forgotten with its job', async () => {
    await addMany(3);
    const { id } = await start({ where: {}, act: 'trash' });
    await idle();
    server.clock.pass(25 * 3600_000);
    expect(await codeOf(client.undoContactBulk({ params: { id } }))).toBe('not_undoable');
    const { db, clock } = server.context;
    await inTransaction(db, (tx) => deleteOldBulkJobs(tx, Math.floor(clock.now() / 1000)));
    expect(await codeOf(client.getContactBulk({ params: { id } }))).toBe('job_not_found');
    const left = await sql`select from contact_bulk_steps where job_id = ${id}::uuid`.execute(db);
    expect(left.rows).toEqual([]);
  });
});

describe('a list', () => {
  /** Members by their own name, by a group that a Mac has put, and by both. */
  async function addList(): Promise<void> {
    await addMany(120, ['CATEGORIES:Khách hàng,Cũ']);
    const [plain, both] = [
      await add({ full_name: 'Lan' }),
      await add({ full_name: 'Hà', lists: ['Khách hàng'] }),
    ];
    const id = newId(server.context.clock);
    const members = [plain, both].map((card) => `X-ADDRESSBOOKSERVER-MEMBER:urn:uuid:${card.id}`);
    const lines = [
      'BEGIN:VCARD',
      'VERSION:3.0',
      `UID:${id}`,
      'X-ADDRESSBOOKSERVER-KIND:group',
      'FN:Khách hàng',
    ];
    const source = Buffer.from([...lines, ...members, 'END:VCARD', ''].join('\r\n'));
    const bookId = await defaultBookOf(server.context.db, person.mailbox);
    await changeContacts(server.context, person.mailbox, (change) =>
      putCards(change, [{ id, bookId, source, derived: deriveCard(source) }]),
    );
  }
  const members = async () => (await whole()).members;

  test.each([
    [
      'renamed',
      'Đối tác',
      [
        { name: 'Cũ', total: 120 },
        { name: 'Đối tác', total: 122 },
      ],
    ],
    [
      'written otherwise',
      'KHÁCH HÀNG',
      [
        { name: 'Cũ', total: 120 },
        { name: 'KHÁCH HÀNG', total: 122 },
      ],
    ],
    ['deleted', null, [{ name: 'Cũ', total: 120 }]],
  ] as const)('CT-41 is %s for cards and groups alike, and undone', async (_how, to_list, then) => {
    await addList();
    const before = [await lists(), await members(), await totalOf({})];
    const { id } = await start({ where: { list: 'Khách hàng' }, act: 'relist', to_list });
    await idle();
    expect(await show(id)).toMatchObject({ state: 'done' });
    expect(await lists()).toEqual(then);
    expect(await totalOf({})).toBe(122);
    await client.undoContactBulk({ params: { id } });
    await idle();
    expect([await lists(), await members(), await totalOf({})]).toEqual(before);
  });

  test('CT-41 does not become one with another', async () => {
    await addList();
    const rename = (list: string, to_list: string) => start({ where: { list }, act: 'relist', to_list });
    expect(await codeOf(rename('Khách hàng', 'cũ'))).toBe('already_exists');
    expect(await codeOf(rename('Không có', 'Mới'))).toBe('contact_not_found');
  });
});
