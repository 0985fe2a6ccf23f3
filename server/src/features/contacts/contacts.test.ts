import type { ContactFields } from '@bocau/contract/contacts.ts';
import { LIMITS } from '@bocau/contract/limits.ts';
import { SESSION_HEADER } from '@bocau/contract/session.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { deriveCard } from '../../contacts/cards/derive-card.ts';
import { putCards } from '../../contacts/cards/put-cards.ts';
import { changeContacts } from '../../contacts/change-contacts.ts';
import { drawPhotos } from '../../contacts/photos/draw-photos.ts';
import { CONTACTS } from '../../kernel/contacts.ts';
import { pruneThingsJournal } from '../../kernel/things-changed.store.ts';
import { unixSeconds } from '../../platform/clock.ts';
import { newId } from '../../platform/ids.ts';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { connectSocket } from '../../test-kit/socket-client.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { purgePeople } from '../people/purge-people.ts';

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

const refused = (status: number, code: string) => expect.objectContaining({ status, code });
const work = (value: string) => ({ label: 'work', value });

async function add(fields: Partial<ContactFields>, book_id?: string) {
  return (await client.createContact({ body: { fields, ...(book_id ? { book_id } : {}) } })).data;
}

async function names(query: Parameters<NewPerson['client']['listContacts']>[0]['query'] = {}) {
  return (await client.listContacts({ query })).data.map(({ name }) => name);
}

describe('a card', () => {
  test('is created with its fields, and read back', async () => {
    const fields = {
      full_name: 'Nguyễn Thị Lan Anh',
      organisation: 'Công ty Sao Mai',
      title: 'Kế toán trưởng',
      emails: [work('lan.anh@saomai.example'), { label: 'home', value: 'lananh@nha.example' }],
      phones: [{ label: 'mobile', value: '0912 345 678' }],
      birthday: '1990-08-15',
      notes: 'Gọi trước 9 giờ;\nkhông gọi thứ Hai',
      lists: ['Khách hàng'],
    };
    const card = await add(fields);
    expect(card).toMatchObject({
      name: 'Nguyễn Thị Lan Anh',
      letter: 'A',
      organisation: 'Công ty Sao Mai',
      email: 'lan.anh@saomai.example',
      phone: '0912 345 678',
      favorite: false,
      permission: 'OWNER',
      numbers: ['+84912345678'],
      fields,
    });
    expect((await client.getContact({ params: { id: card.id } })).data).toEqual(card);
  });

  test('CT-8 needs a name, an organisation, an address or a number', async () => {
    await expect(add({ notes: 'chỉ ghi chú' })).rejects.toEqual(refused(400, 'contact_empty'));
    expect(await add({ organisation: 'Công ty Minh Phát' })).toMatchObject({ name: 'Công ty Minh Phát' });
    expect(await add({ phones: [work('028 3822 1234')] })).toMatchObject({ name: '028 3822 1234' });
    const card = await add({ full_name: 'Bình' });
    await expect(
      client.changeContact({ params: { id: card.id }, body: { fields: { full_name: ' ' } } }),
    ).rejects.toEqual(refused(400, 'contact_empty'));
  });

  test('asked for twice under one uid is one card', async () => {
    const body = { uid: crypto.randomUUID(), fields: { full_name: 'Bình' } };
    const [one, other] = await Promise.all([client.createContact({ body }), client.createContact({ body })]);
    expect(one.data).toEqual(other.data);
    expect(await names()).toEqual(['Bình']);
  });

  test('CT-4 edited by two at once keeps the first edit and shows it to the second', async () => {
    const { id, revision } = await add({ full_name: 'Bình', emails: [work('binh@a.example')] });
    const edit = (fields: Partial<ContactFields>) =>
      client.changeContact({ params: { id }, body: { revision, fields } });
    const results = await Promise.allSettled([edit({ title: 'Giám đốc' }), edit({ title: 'Trưởng phòng' })]);
    const refusals = results.filter(({ status }) => status === 'rejected');
    expect(refusals).toEqual([
      {
        status: 'rejected',
        reason: expect.objectContaining({
          ...{ status: 409, code: 'contact_changed' },
          details: { card: expect.objectContaining({ id, title: expect.stringMatching(/^(Giám|Trưởng)/) }) },
        }),
      },
    ]);
    // An edit of what it says now comes through.
    const { data } = await client.changeContact({ params: { id }, body: { fields: { nickname: 'Bi' } } });
    expect(data.fields).toMatchObject({ nickname: 'Bi', title: expect.stringMatching(/^(Giám|Trưởng)/) });
  });

  test('that says what it said before is not changed', async () => {
    const { id, revision } = await add({ full_name: 'Bình' });
    const { data } = await client.changeContact({
      params: { id },
      body: { revision, fields: { full_name: 'Bình' } },
    });
    expect(data.revision).toBe(revision);
  });
});

describe('lists of cards', () => {
  test('CT-2 go by the given name, or by the family name', async () => {
    for (const full_name of [
      ...['Nguyễn Thị Lan Anh', 'Trần Văn An', 'Lê Đức', 'Phạm Dũng', 'Bùi Thị Anh'],
      ...['Hồ Em', '101 Taxi'],
    ])
      await add({ full_name });
    expect(await names()).toEqual([
      ...['101 Taxi', 'Trần Văn An', 'Bùi Thị Anh', 'Nguyễn Thị Lan Anh', 'Phạm Dũng', 'Lê Đức', 'Hồ Em'],
    ]);
    expect((await names({ order: 'family' })).slice(0, 3)).toEqual(['Bùi Thị Anh', 'Hồ Em', 'Lê Đức']);
    const { data: letters } = await client.listContactLetters({ query: {} });
    expect(letters).toEqual(['#', 'A', 'D', 'Đ', 'E']);
    expect(await names({ from: 'D' })).toEqual(['Phạm Dũng', 'Lê Đức', 'Hồ Em']);
    expect(await names({ from: 'Đ' })).toEqual(['Lê Đức', 'Hồ Em']);
  });

  test('come by pages that neither skip nor repeat a card', async () => {
    const all = Array.from({ length: 12 }, (_, n) => `Khách ${String(n).padStart(2, '0')}`);
    for (const full_name of all) await add({ full_name });
    const seen: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const { data, meta } = await client.listContacts({
        query: { limit: '5', ...(cursor ? { cursor } : {}) },
      });
      seen.push(...data.map(({ name }) => name));
      expect(meta.total).toBe(12);
      cursor = meta.next_cursor;
    }
    expect(seen.toSorted()).toEqual(all);
    await expect(client.listContacts({ query: { cursor: 'xyz' } })).rejects.toEqual(
      refused(400, 'invalid_cursor'),
    );
  });

  test('CT-3 are searched by words without accents, and by parts of numbers', async () => {
    await add({ full_name: 'Nguyễn Thị Lan Anh', phones: [work('(+84) 912.345.678')] });
    await add({ full_name: 'Trần Bình', organisation: 'Thép Việt', emails: [work('binh@thepviet.example')] });
    await add({ full_name: 'Lê Chi', notes: 'gặp ở hội chợ Cần Thơ' });
    expect(await names({ search: 'lan anh' })).toEqual(['Nguyễn Thị Lan Anh']);
    expect(await names({ search: 'THEP' })).toEqual(['Trần Bình']);
    expect(await names({ search: 'can tho' })).toEqual(['Lê Chi']);
    expect(await names({ search: 'binh@thepviet' })).toEqual(['Trần Bình']);
    for (const number of ['0912345678', '0912 345 678', '+84912345678', '345678', '5678', '912.345'])
      expect(await names({ search: number })).toEqual(['Nguyễn Thị Lan Anh']);
    expect(await names({ search: '0912 345 679' })).toEqual([]);
    expect(await names({ search: 'lan binh' })).toEqual([]);
    expect(await names({ search: '???' })).toEqual([]);
  });

  test('hold favourites', async () => {
    const { id } = await add({ full_name: 'Bình' });
    await add({ full_name: 'An' });
    await client.markContacts({ body: { ids: [id], favorite: true } });
    expect(await names({ only: 'favorites' })).toEqual(['Bình']);
    await client.markContacts({ body: { ids: [id], favorite: false } });
    expect(await names({ only: 'favorites' })).toEqual([]);
  });

  test('CT-7 by name begin with their first card and end with the last', async () => {
    const one = await add({ full_name: 'Bình', lists: ['Khách hàng'] });
    const other = await add({ full_name: 'An' });
    await client.changeContactList({ body: { name: 'khách HÀNG', add: [other.id] } });
    expect((await client.listContactLists({})).data).toEqual([{ name: 'Khách hàng', total: 2 }]);
    expect(await names({ list: 'Khách hàng' })).toEqual(['An', 'Bình']);
    await client.trashContacts({ body: { ids: [one.id] } });
    expect((await client.listContactLists({})).data).toEqual([{ name: 'Khách hàng', total: 1 }]);
    await client.changeContactList({ body: { name: 'Khách hàng', remove: [other.id] } });
    expect((await client.listContactLists({})).data).toEqual([]);
    expect(await names({ list: 'Khách hàng' })).toEqual([]);
    await client.restoreContacts({ body: { ids: [one.id] } });
    expect((await client.listContactLists({})).data).toEqual([{ name: 'Khách hàng', total: 1 }]);
  });
});

describe('the trash of contacts', () => {
  test('CT-5 takes cards out of everything, and gives them back as they were', async () => {
    const { id, ...card } = await add({ full_name: 'Bình', emails: [work('binh@a.example')], lists: ['A'] });
    await client.markContacts({ body: { ids: [id], favorite: true } });
    await client.trashContacts({ body: { ids: [id] } });
    for (const query of [{}, { only: 'favorites' as const }, { list: 'A' }, { search: 'binh' }])
      expect(await names(query)).toEqual([]);
    expect(await names({ only: 'trash' })).toEqual(['Bình']);
    await client.restoreContacts({ body: { ids: [id] } });
    expect(await names({ only: 'trash' })).toEqual([]);
    const { data } = await client.getContact({ params: { id } });
    expect(data).toMatchObject({ fields: card.fields, favorite: true, created_at: card.created_at });
    for (const query of [{}, { only: 'favorites' as const }, { list: 'A' }, { search: 'binh' }])
      expect(await names(query)).toEqual(['Bình']);
  });

  test('is emptied of some cards or of all, and of nothing that is not in it', async () => {
    const [kept, one, other] = [
      await add({ full_name: 'Giữ' }),
      await add({ full_name: 'Một' }),
      await add({ full_name: 'Hai' }),
    ];
    await client.trashContacts({ body: { ids: [one.id, other.id] } });
    await client.deleteContacts({ body: { ids: [one.id, kept.id] } });
    expect(await names({ only: 'trash' })).toEqual(['Hai']);
    await client.deleteContacts({ body: {} });
    expect(await names({ only: 'trash' })).toEqual([]);
    expect(await names()).toEqual(['Giữ']);
    await expect(client.restoreContacts({ body: { ids: [one.id] } })).rejects.toEqual(
      refused(404, 'contact_not_found'),
    );
  });
});

describe('books of contacts', () => {
  test('CT-9 the first is there before its first card, and stays', async () => {
    const { data } = await client.listContactBooks({});
    expect(data).toEqual([
      {
        id: expect.any(String),
        ...{ name: 'Danh bạ', is_default: true, total: 0, permission: 'OWNER', owner: null },
      },
    ]);
    const card = await add({ full_name: 'Bình' });
    expect(card.book_id).toBe(data[0]?.id);
    expect((await client.listContactBooks({})).data).toEqual([{ ...data[0], total: 1 }]);
    await expect(client.deleteContactBook({ params: { id: card.book_id } })).rejects.toEqual(
      refused(403, 'forbidden'),
    );
  });

  test('are made, named, filled and deleted; their cards go into the trash', async () => {
    const { data: book } = await client.createContactBook({ body: { name: 'Khách hàng' } });
    await expect(client.createContactBook({ body: { name: 'khach hang' } })).rejects.toEqual(
      refused(400, 'already_exists'),
    );
    const card = await add({ full_name: 'Bình' });
    await client.moveContacts({ body: { ids: [card.id], book_id: book.id } });
    expect(await names({ book_id: book.id })).toEqual(['Bình']);
    expect(await names({ book_id: card.book_id })).toEqual([]);
    await client.renameContactBook({ params: { id: book.id }, body: { name: 'Đối tác' } });
    expect((await client.listContactBooks({})).data.map(({ name, total }) => ({ name, total }))).toEqual([
      { name: 'Danh bạ', total: 0 },
      { name: 'Đối tác', total: 1 },
    ]);
    await client.deleteContactBook({ params: { id: book.id } });
    expect(await names({ only: 'trash' })).toEqual(['Bình']);
    await client.restoreContacts({ body: { ids: [card.id] } });
    expect(await names({ book_id: card.book_id })).toEqual(['Bình']);
  });

  test('CT-64 the trash of a shared book says who threw a card away', async () => {
    const writer = await newPerson(server);
    const { data: book } = await client.createContactBook({ body: { name: 'Chung' } });
    const [card, moved] = [
      await add({ full_name: 'Bình' }, book.id),
      await add({ full_name: 'An' }, book.id),
    ];
    const members = [{ address: writer.email, permission: 'WRITE' as const }];
    await client.setBookMembers({ params: { id: book.id }, body: { members } });
    const thrownBy = async ({ id }: { id: string }) => {
      const { data } = await client.getContact({ params: { id } });
      return [data.trashed_at !== undefined, data.trashed_by?.email];
    };
    await writer.client.trashContacts({ body: { ids: [card.id] } });
    expect(await thrownBy(card)).toEqual([true, writer.email]);
    const [own] = (await writer.client.listContactBooks({})).data;
    await writer.client.moveContacts({ body: { ids: [moved.id], book_id: own?.id ?? '' } });
    expect(await thrownBy(moved)).toEqual([true, writer.email]);
    await client.restoreContacts({ body: { ids: [card.id] } });
    expect(await thrownBy(card)).toEqual([false, undefined]);
    await client.trashContacts({ body: { ids: [card.id] } });
    expect(await thrownBy(card)).toEqual([true, undefined]);
  });

  test('CT-6 are shared inside the domain, to read or to write', async () => {
    const [reader, writer, stranger] = [
      await newPerson(server),
      await newPerson(server),
      await newPerson(server),
    ];
    const { data: book } = await client.createContactBook({ body: { name: 'Khách hàng' } });
    const card = await add({ full_name: 'Bình' }, book.id);
    const members = [
      { address: reader.email, permission: 'READ' as const },
      { address: writer.email, permission: 'WRITE' as const },
    ];
    await client.setBookMembers({ params: { id: book.id }, body: { members } });
    await expect(
      client.setBookMembers({
        params: { id: book.id },
        body: { members: [{ address: 'ai@noikhac.example', permission: 'READ' }] },
      }),
    ).rejects.toEqual(refused(400, 'invalid_recipients'));

    for (const [who, permission] of [
      [reader, 'READ'],
      [writer, 'WRITE'],
    ] as const) {
      const { data: books } = await who.client.listContactBooks({});
      expect(books.find(({ id }) => id === book.id)).toMatchObject({
        ...{ permission, owner: { email: person.email } },
      });
      const { data: rows } = await who.client.listContacts({ query: { book_id: book.id } });
      expect(rows.map(({ name }) => name)).toEqual(['Bình']);
      expect((await who.client.getContact({ params: { id: card.id } })).data).toMatchObject({ permission });
      expect((await who.client.listContacts({ query: {} })).data).toEqual([]);
    }
    const edit = (who: NewPerson) =>
      who.client.changeContact({ params: { id: card.id }, body: { fields: { title: 'Giám đốc' } } });
    await expect(edit(reader)).rejects.toEqual(refused(403, 'forbidden'));
    await expect(reader.client.trashContacts({ body: { ids: [card.id] } })).rejects.toEqual(
      refused(403, 'forbidden'),
    );
    expect((await edit(writer)).data.title).toBe('Giám đốc');
    const email = 'binh@khach.example';
    const emails = [{ label: 'work', value: 'Binh@Khach.example' }];
    await client.changeContact({ params: { id: card.id }, body: { fields: { emails } } });
    for (const who of [person, reader])
      expect((await who.client.findContact({ query: { email } })).data?.id).toBe(card.id);
    expect((await stranger.client.findContact({ query: { email } })).data).toBeNull();
    await expect(edit(stranger)).rejects.toEqual(refused(404, 'contact_not_found'));
    await expect(stranger.client.listContacts({ query: { book_id: book.id } })).rejects.toEqual(
      refused(404, 'contact_not_found'),
    );
    await expect(writer.client.listBookMembers({ params: { id: book.id } })).rejects.toEqual(
      refused(403, 'forbidden'),
    );

    // A card moves into the book of somebody else, and lies in the own trash.
    const own = (await writer.client.createContact({ body: { fields: { full_name: 'Chi' } } })).data;
    await writer.client.moveContacts({ body: { ids: [own.id], book_id: book.id } });
    expect(await names({ book_id: book.id })).toEqual(['Bình', 'Chi']);
    expect((await writer.client.listContacts({ query: { only: 'trash' } })).data).toHaveLength(1);

    await client.setBookMembers({ params: { id: book.id }, body: { members: [] } });
    await expect(edit(writer)).rejects.toEqual(refused(404, 'contact_not_found'));
  });
});

describe('a book that others share', () => {
  const of = (who: NewPerson) => [{ address: who.email, permission: 'READ' as const }];

  test('CT-6 CT-21 is shared with nobody who is hidden, in the words for whom there isn’t', async () => {
    const hidden = await newPerson(server);
    const { db } = server.context;
    const alias = `bi-danh-${hidden.email}`;
    await db.insertInto('addresses').values({ address: alias, mailbox_id: hidden.mailbox }).execute();
    const { data: book } = await client.createContactBook({ body: { name: 'Khách hàng' } });
    const share = (address: string) =>
      client.setBookMembers({
        params: { id: book.id },
        body: { members: [{ address, permission: 'READ' }] },
      });
    const hide = (is: boolean) =>
      db.updateTable('mailboxes').set({ hidden: is }).where('id', '=', hidden.mailbox).execute();
    await hide(true);
    const nobody = `khong-co-${hidden.email}`;
    const answers = await Promise.all(
      [nobody, hidden.email, alias].map(async (address) => {
        const error: Error & { details?: unknown } = await share(address).then(
          () => new Error('shared'),
          (thrown) => thrown,
        );
        return JSON.stringify([error.message, error.details]).replaceAll(address, 'address');
      }),
    );
    expect(new Set(answers).size).toBe(1);
    expect(answers[0]).toContain('address');
    // Who is hidden later keeps what they have.
    await hide(false);
    await share(alias);
    await hide(true);
    expect((await share(hidden.email)).data).toHaveLength(1);
  });

  test('CT-25 can be left, and both sides are told', async () => {
    const reader = await newPerson(server);
    const { data: book } = await client.createContactBook({ body: { name: 'Khách hàng' } });
    await client.setBookMembers({ params: { id: book.id }, body: { members: of(reader) } });
    const numbers = (who: NewPerson) => who.client.getContactChanges({ query: {} });
    const [own, theirs] = [(await numbers(person)).data.seq, (await numbers(reader)).data.seq];
    const leave = (who: NewPerson) => who.client.leaveContactBook({ params: { id: book.id } });
    await expect(leave(person)).rejects.toEqual(refused(403, 'forbidden'));
    await leave(reader);
    await expect(leave(reader)).rejects.toEqual(refused(404, 'contact_not_found'));
    expect((await reader.client.listContactBooks({})).data.map(({ id }) => id)).not.toContain(book.id);
    expect((await client.listBookMembers({ params: { id: book.id } })).data).toEqual([]);
    for (const [who, since] of [
      [person, own],
      [reader, theirs],
    ] as const)
      expect((await who.client.getContactChanges({ query: { since: String(since) } })).data.books).toBe(true);
  });

  test('CT-25 are so many for one person, and no more', async () => {
    const reader = await newPerson(server);
    const { data: book } = await client.createContactBook({ body: { name: 'Khách hàng' } });
    const share = () => client.setBookMembers({ params: { id: book.id }, body: { members: of(reader) } });
    const third = await newPerson(server);
    const others = Array.from({ length: LIMITS.contactBooksShared }, () => ({
      ...{ mailbox_id: third.mailbox, book_id: crypto.randomUUID() },
      ...{ with_mailbox_id: reader.mailbox, permission: 'READ' as const, created_at: 1 },
    }));
    const { db } = server.context;
    await db.insertInto('contact_book_members').values(others).execute();
    await expect(share()).rejects.toEqual(refused(400, 'too_many_contacts'));
    const [first] = others;
    await db
      .deleteFrom('contact_book_members')
      .where('book_id', '=', first?.book_id ?? '')
      .execute();
    await share();
    // Who has it already keeps it.
    expect((await share()).data).toHaveLength(1);
  });
});

test('CT-15 a shared book outlives its owner: it goes to who may write to it', async () => {
  const [reader, writer] = [await newPerson(server), await newPerson(server)];
  const { data: book } = await client.createContactBook({ body: { name: 'Khách hàng' } });
  const card = await add(
    { full_name: 'Đỗ Thanh Tùng', lists: ['Vinh'], phones: [work('0983 555 118')] },
    book.id,
  );
  const kept = await add({ full_name: 'Riêng tư' });
  const members = [
    { address: reader.email, permission: 'READ' as const },
    { address: writer.email, permission: 'WRITE' as const },
  ];
  await client.setBookMembers({ params: { id: book.id }, body: { members } });
  const { db } = server.context;
  await db
    .updateTable('mailboxes')
    .set({ deleted_at: 1, purge_at: 1 })
    .where('id', '=', person.mailbox)
    .execute();
  const found = async (who: NewPerson) =>
    (await who.client.listContacts({ query: { book_id: book.id, search: '555118' } })).data;
  expect(await found(reader)).toHaveLength(1);
  // Who has as many as there may be gets them all the same: nobody else would.
  await writer.client.createContact({ body: { fields: { full_name: 'Chi' } } });
  await db
    .updateTable('contact_state')
    .set({ cards: LIMITS.contactsPerMailbox })
    .where('mailbox_id', '=', writer.mailbox)
    .execute();

  await purgePeople(server.context, new AbortController().signal);
  expect(await found(reader)).toHaveLength(1);
  expect(await found(writer)).toEqual([expect.objectContaining({ id: card.id })]);
  const { data: books } = await writer.client.listContactBooks({});
  expect(books.find(({ id }) => id === book.id)).toMatchObject({
    ...{ name: `Khách hàng (${person.email})`, permission: 'OWNER', total: 1 },
  });
  expect((await writer.client.listContactLists({})).data).toEqual([{ name: 'Vinh', total: 1 }]);
  expect((await writer.client.getContact({ params: { id: card.id } })).data.fields).toEqual(card.fields);
  await expect(writer.client.getContact({ params: { id: kept.id } })).rejects.toEqual(
    refused(404, 'contact_not_found'),
  );
});

describe('changes of contacts', () => {
  test('CT-10 are told by number, and sockets of their number', async () => {
    const { data: start } = await client.getContactChanges({ query: {} });
    expect(start).toEqual({ seq: expect.any(Number), cards: [] });
    const socket = await connectSocket(server.baseUrl, { token: client.token, room: person.email });
    await socket.next('hello');
    const card = await add({ full_name: 'Bình', lists: ['A'] });
    const told = await socket.next('contacts_changed');
    const { data: changes } = await client.getContactChanges({ query: { since: String(start.seq) } });
    expect(changes).toEqual({ seq: told.seq, cards: [{ id: card.id, card }], lists: true });
    await client.trashContacts({ body: { ids: [card.id] } });
    await client.deleteContacts({ body: {} });
    const { data: after } = await client.getContactChanges({ query: { since: String(changes.seq) } });
    expect(after).toMatchObject({ cards: [{ id: card.id, card: null }] });
    await expect(client.getContactChanges({ query: { since: String(after.seq + 1) } })).rejects.toEqual(
      refused(410, 'changes_too_old'),
    );
    await socket.close();
  });

  test('of more than a week ago are forgotten, and whoever asks for them fetches everything', async () => {
    await add({ full_name: 'Bình' });
    server.clock.pass(8 * 24 * 3600 * 1000);
    await pruneThingsJournal(server.context.db, CONTACTS.journal, unixSeconds(server.clock));
    await expect(client.getContactChanges({ query: { since: '0' } })).rejects.toEqual(
      refused(410, 'changes_too_old'),
    );
  });
});

describe('an export', () => {
  async function exported(query: string, who = person): Promise<Response> {
    return fetch(`${server.baseUrl}/api/contacts/v1/export?${query}`, {
      headers: { [SESSION_HEADER]: who.client.token },
    });
  }

  test('CT-1 holds the vCards of what is asked for', async () => {
    const card = await add({ full_name: 'Bình', lists: ['Khách hàng'] });
    await add({ full_name: 'An' });
    const all = await exported('');
    expect(all.headers.get('content-type')).toMatch(/^text\/vcard/);
    expect((await all.text()).match(/^FN.*$/gm)).toHaveLength(2);
    for (const query of [`ids=${card.id}`, 'list=Khách hàng'])
      expect((await (await exported(query)).text()).match(/^FN.*$/gm)).toEqual(['FN:Bình']);
    expect((await exported(`ids=${card.id}`, await newPerson(server))).status).toBe(404);
  });
});

describe('the photo of a card', () => {
  const PICTURE = { width: 200, height: 120, channels: 3 as const, background: '#c33' };

  async function upload(id: string, bytes: Buffer, who = person): Promise<Response> {
    const form = new FormData();
    form.set('file', new Blob([Buffer.from(bytes)]), 'ảnh.png');
    return fetch(`${server.baseUrl}/api/contacts/v1/cards/${id}/photo`, {
      method: 'POST',
      headers: { [SESSION_HEADER]: who.client.token },
      body: form,
    });
  }

  const show = (path: string, who = person) =>
    fetch(`${server.baseUrl}${path}?width=256`, { headers: { [SESSION_HEADER]: who.client.token } });

  test('CT-14 is uploaded, shown to who may see the card, kept in the vCard, and taken away', async () => {
    const { id } = await add({ full_name: 'Bình' });
    const png = await sharp({ create: PICTURE }).png().toBuffer();
    expect((await upload(id, png)).status).toBe(200);
    const { photo } = (await client.getContact({ params: { id } })).data;
    const shown = await show(photo ?? '');
    expect(shown.headers.get('content-type')).toBe('image/webp');
    expect(await sharp(Buffer.from(await shown.arrayBuffer())).metadata()).toMatchObject({ width: 256 });
    expect((await show(photo ?? '', await newPerson(server))).status).toBe(404);
    expect((await upload(id, png, await newPerson(server))).status).toBe(404);
    expect((await upload(id, Buffer.from('<svg onload=alert(1)>'))).status).toBe(400);
    const vcard = await fetch(`${server.baseUrl}/api/contacts/v1/export?ids=${id}`, {
      headers: { [SESSION_HEADER]: client.token },
    });
    expect(await vcard.text()).toMatch(/^PHOTO;/m);
    expect((await client.removeContactPhoto({ params: { id } })).data.photo).toBeNull();
  });

  test('CT-14 that a program has put is drawn by a job', async () => {
    const png = (await sharp({ create: PICTURE }).png().toBuffer()).toString('base64');
    const source = Buffer.from(
      `BEGIN:VCARD\r\nVERSION:3.0\r\nUID:a\r\nFN:An\r\nN:An;;;;\r\nPHOTO;ENCODING=b;TYPE=PNG:${png}\r\nEND:VCARD\r\n`,
    );
    const broken = Buffer.from(
      source.toString().replace('UID:a', 'UID:b').replaceAll(png, 'iVBORw0KGgoAAA=='),
    );
    await changeContacts(server.context, person.mailbox, (change) =>
      putCards(
        change,
        [source, broken].map((one) => ({
          id: newId(server.clock),
          ...{ bookId: change.defaultBook, source: one, derived: deriveCard(one) },
        })),
      ),
    );
    const run = { signal: new AbortController().signal, lastAttempt: false };
    await drawPhotos(server.context, { mailbox_id: person.mailbox }, run);
    const { data } = await client.listContacts({ query: {} });
    const photos = data.map(({ photo }) => photo);
    expect(photos.filter((photo) => photo !== null)).toHaveLength(1);
    expect((await show(photos.find((photo) => photo !== null) ?? '')).status).toBe(200);
  });
});
