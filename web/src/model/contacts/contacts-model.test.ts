import { ApiError } from '@bocau/contract/client.ts';
import { test as base, expect } from 'vitest';
import { createManualClock } from '../engine/test-kit/manual-clock.ts';
import { createMemoryStorage } from '../engine/test-kit/memory-storage.ts';
import type { ContactListRef, ContactPlace } from './contact-place.ts';
import type { ContactsEvent } from './contacts-model.ts';
import type { Contact } from './contacts-noun.ts';
import { createContactsModel } from './create-contacts-model.ts';
import { cardOf, createFakeContacts, OWN_BOOK } from './test-kit/fake-contacts.ts';

const placeOf = (list: ContactListRef, from: string | null = null): ContactPlace => ({
  ...{ list, order: 'given', from },
});
const ALL = placeOf({ kind: 'all' });
const FAVORITES = placeOf({ kind: 'favorites' });
const TRASH = placeOf({ kind: 'trash' });
const CUSTOMERS = placeOf({ kind: 'list', name: 'Khách hàng' });
const OWN = placeOf({ kind: 'book', id: 'own' });
const SHARED = placeOf({ kind: 'book', id: 'shared' });
const NO_ANSWER = new ApiError(0, 'no_answer', 'No answer');

const BOOKS = [
  OWN_BOOK,
  { ...OWN_BOOK, id: 'second', name: 'Dự án', is_default: false },
  {
    ...{ id: 'shared', name: 'Phòng kinh doanh', is_default: false, total: 1, permission: 'WRITE' as const },
    owner: { name: 'Bảo', email: 'bao@saomai.example' },
  },
];
const GIVEN = [
  cardOf('lan', 'Nguyễn Thị Lan Anh', { fields: { lists: ['Khách hàng'] } }),
  cardOf('bao', 'Trần Quốc Bảo', { favorite: true }),
  cardOf('dung', 'Lê Dũng', { fields: { phones: [{ label: 'mobile', value: '0912 345 678' }] } }),
  cardOf('hers', 'Phạm Hà', { book_id: 'shared', permission: 'WRITE' }),
];

function openModel(
  server: ReturnType<typeof createFakeContacts>,
  storage = createMemoryStorage(),
  clock = createManualClock(),
) {
  let isOnline = true;
  const listeners = new Set<() => void>();
  const model = createContactsModel({
    ...{ api: server.api, clock, storage, owner: 'an@saomai.example', tabId: 'tab' },
    online: {
      isOnline: () => isOnline,
      onChange(heard) {
        listeners.add(heard);
        return () => listeners.delete(heard);
      },
    },
  });
  const events: ContactsEvent[] = [];
  model.onEvent((event) => void events.push(event));
  const rows = (place: ContactPlace) => model.view(place).contacts;
  return {
    ...{ model, events, clock, rows, storage },
    names: (place: ContactPlace) => rows(place).map(({ name }) => name),
    row: (id: string) =>
      [ALL, SHARED, TRASH].flatMap((place) => rows(place)).find((row) => row.id === id) as Contact,
    setOnline(online: boolean) {
      isOnline = online;
      for (const heard of listeners) heard();
    },
  };
}

const test = base
  .extend('server', () => createFakeContacts(GIVEN, BOOKS))
  .extend('contacts', async ({ server }) => {
    const opened = openModel(server);
    for (const place of [ALL, FAVORITES, TRASH, CUSTOMERS, OWN, SHARED]) opened.model.hold(place);
    await opened.clock.advance(10);
    return opened;
  });

test('a list comes in the order of given names, with its letters', async ({ contacts }) => {
  const { names, model } = contacts;
  expect(names(ALL)).toEqual(['Nguyễn Thị Lan Anh', 'Trần Quốc Bảo', 'Lê Dũng']);
  expect(model.view(ALL)).toMatchObject({ letters: ['A', 'B', 'D'], total: 3, hasMore: false });
  expect(names(SHARED)).toEqual(['Phạm Hà']);
  expect(model.books()?.map(({ id }) => id)).toEqual(['own', 'second', 'shared']);
  expect(model.lists()).toEqual([{ name: 'Khách hàng', total: 1 }]);
  const family: ContactPlace = { ...ALL, order: 'family' };
  model.hold(family);
  await contacts.clock.advance(10);
  expect(names(family)).toEqual(['Lê Dũng', 'Nguyễn Thị Lan Anh', 'Trần Quốc Bảo']);
});

test('a list may begin at a letter, and then takes nothing from before it', async ({ contacts, server }) => {
  const fromB = placeOf({ kind: 'all' }, 'B');
  contacts.model.hold(fromB);
  await contacts.clock.advance(10);
  expect(contacts.names(fromB)).toEqual(['Trần Quốc Bảo', 'Lê Dũng']);
  server.put(cardOf('an', 'Hồ An'));
  contacts.model.changed();
  await contacts.clock.advance(10);
  expect(contacts.names(fromB)).toEqual(['Trần Quốc Bảo', 'Lê Dũng']);
  expect(contacts.names(ALL)[0]).toBe('Hồ An');
});

test('CT-5 the trash takes a contact out of every list at once, and undo puts it back into each', async ({
  contacts,
  server,
}) => {
  const { model, names, row, clock } = contacts;
  const act = model.act({ kind: 'trash', contacts: [row('lan')], at: 5 });
  expect(names(ALL)).not.toContain('Nguyễn Thị Lan Anh');
  expect(names(CUSTOMERS)).toEqual([]);
  expect(names(TRASH)).toEqual(['Nguyễn Thị Lan Anh']);
  expect(model.view(ALL).total).toBe(2);
  expect(model.lists()).toEqual([{ name: 'Khách hàng', total: 0 }]);
  await clock.advance(10);
  expect(server.card('lan')?.trashed_at).toBeDefined();
  expect(await act.undo()).toBe(true);
  expect(names(ALL)[0]).toBe('Nguyễn Thị Lan Anh');
  expect(names(CUSTOMERS)).toEqual(['Nguyễn Thị Lan Anh']);
  await clock.advance(10);
  expect(server.card('lan')?.trashed_at).toBeUndefined();
  expect(names(CUSTOMERS)).toEqual(['Nguyễn Thị Lan Anh']);
  expect(names(TRASH)).toEqual([]);
});

test('what is restored comes back, and what is deleted for good does not', async ({ contacts, server }) => {
  const { model, names, row, clock } = contacts;
  model.act({ kind: 'trash', contacts: [row('lan'), row('bao')], at: 5 });
  await clock.advance(10);
  model.act({ kind: 'restore', contacts: [row('bao')] });
  const last = model.act({ kind: 'delete', contacts: [row('lan')] });
  expect(names(TRASH)).toEqual([]);
  expect(names(FAVORITES)).toEqual(['Trần Quốc Bảo']);
  await clock.advance(10);
  expect(server.card('lan')).toBeUndefined();
  expect(await last.undo()).toBe(false);
  expect(names(ALL)).toEqual(['Trần Quốc Bảo', 'Lê Dũng']);
});

test('favourites, lists and books change at once, and what is refused is rolled back and said', async ({
  contacts,
  server,
}) => {
  const { model, names, row, clock, events } = contacts;
  model.act({ kind: 'favorite', contacts: [row('lan')], on: true });
  expect(names(FAVORITES)).toEqual(['Nguyễn Thị Lan Anh', 'Trần Quốc Bảo']);
  model.act({ kind: 'list', contacts: [row('bao')], name: 'Khách hàng', on: true });
  expect(names(CUSTOMERS)).toEqual(['Nguyễn Thị Lan Anh', 'Trần Quốc Bảo']);
  expect(model.lists()).toEqual([{ name: 'Khách hàng', total: 2 }]);
  const moved = model.act({ kind: 'move', moves: [{ contact: row('dung'), to: 'second' }] });
  expect(names(OWN)).not.toContain('Lê Dũng');
  expect(names(ALL)).toContain('Lê Dũng');
  await clock.advance(10);
  expect(server.card('dung')?.book_id).toBe('second');
  await moved.undo();
  await clock.advance(10);
  expect(names(OWN)).toContain('Lê Dũng');
  server.failures.push(new ApiError(403, 'forbidden', 'Not allowed'));
  model.act({ kind: 'trash', contacts: [row('bao')], at: 5 });
  await clock.advance(10);
  expect(events).toMatchObject([{ kind: 'refused', operation: { kind: 'trash' }, undoing: false }]);
  expect(names(ALL)).toContain('Trần Quốc Bảo');
});

test('a contact of a book that another shares leaves it when it is trashed', async ({ contacts, server }) => {
  const { model, names, row, clock } = contacts;
  model.act({ kind: 'trash', contacts: [row('hers')], at: 5 });
  expect(names(SHARED)).toEqual([]);
  expect(names(TRASH)).toEqual([]);
  await clock.advance(10);
  expect(server.card('hers')?.trashed_at).toBeDefined();
  expect(names(SHARED)).toEqual([]);
});

test('CT-6 the open card of a book goes when it is no longer shared, as its list does', async ({
  contacts,
  server,
}) => {
  const { model, names, clock } = contacts;
  model.holdCard('hers');
  await clock.advance(10);
  expect(model.card('hers').card?.name).toBe('Phạm Hà');
  server.unshare('shared');
  model.changed();
  await clock.advance(1_000);
  expect(model.card('hers')).toMatchObject({ card: null, error: { status: 404 } });
  expect(names(SHARED)).toEqual([]);
});

test('a call whose answer was lost is repeated with the same id, and makes one card', async ({
  contacts,
  server,
}) => {
  const { model, names, clock } = contacts;
  const fields = { full_name: 'Vũ Hoa', lists: ['Khách hàng'] };
  server.failures.push(NO_ANSWER);
  await expect(model.create({ uid: 'hoa', bookId: null, fields })).rejects.toMatchObject({ status: 0 });
  await model.create({ uid: 'hoa', bookId: null, fields });
  await clock.advance(10);
  expect(names(ALL).filter((name) => name === 'Vũ Hoa')).toHaveLength(1);
  expect(names(CUSTOMERS)).toContain('Vũ Hoa');
  expect(model.view(ALL).letters).toEqual(['A', 'B', 'D', 'H']);
});

test('CT-4 an edit names its revision, and another’s in between is told', async ({ contacts, server }) => {
  const { model, names, clock } = contacts;
  model.holdCard('dung');
  model.changed();
  await clock.advance(10);
  const seen = model.card('dung').card;
  server.put({ ...(server.card('dung') as NonNullable<typeof seen>) });
  await expect(
    model.change({ id: 'dung', revision: seen?.revision ?? 0, fields: { full_name: 'Lê Cường' } }),
  ).rejects.toMatchObject({ code: 'contact_changed' });
  const { revision } = await model.readCard('dung');
  await model.change({ id: 'dung', revision, fields: { full_name: 'Lê Cường' } });
  await clock.advance(10);
  expect(names(ALL)).toEqual(['Nguyễn Thị Lan Anh', 'Trần Quốc Bảo', 'Lê Cường']);
  expect(model.card('dung').card?.name).toBe('Lê Cường');
});

test('an opened card shows what was done to it at once, and follows the journal', async ({
  contacts,
  server,
}) => {
  const { model, row, clock } = contacts;
  model.holdCard('lan');
  model.changed();
  await clock.advance(10);
  model.act({ kind: 'list', contacts: [row('lan')], name: 'Tết', on: true });
  expect(model.card('lan').card?.fields.lists).toEqual(['Khách hàng', 'Tết']);
  await clock.advance(10);
  const card = server.card('lan') as NonNullable<ReturnType<typeof server.card>>;
  server.put({ ...card, fields: { ...card.fields, title: 'Giám đốc' } });
  model.changed();
  await clock.advance(10);
  expect(model.card('lan').card?.title).toBe('Giám đốc');
  model.holdCard('nobody');
  model.changed();
  await clock.advance(10);
  expect(model.card('nobody')).toMatchObject({ loading: 'failed', error: { code: 'contact_not_found' } });
});

test('what was begun without a connection is sent by the next visit', async ({ server, contacts }) => {
  contacts.setOnline(false);
  contacts.model.act({ kind: 'favorite', contacts: [contacts.row('dung')], on: true });
  await contacts.clock.advance(10);
  expect(await contacts.storage.keys('unsent an@saomai.example contacts-acts ')).toHaveLength(1);
  contacts.model.close();
  const next = openModel(server, contacts.storage);
  next.model.hold(FAVORITES);
  await next.clock.advance(10);
  expect(server.card('dung')?.favorite).toBe(true);
  expect(next.names(FAVORITES)).toEqual(['Trần Quốc Bảo', 'Lê Dũng']);
});

test('lists and cards that were seen show while the server is out of reach', async ({ contacts }) => {
  contacts.model.holdCard('lan');
  await contacts.clock.advance(2_000);
  contacts.model.close();
  const away = createFakeContacts([]);
  Object.assign(away.api, { getContactChanges: () => Promise.reject(NO_ANSWER) });
  const next = openModel(away, contacts.storage);
  next.model.hold(ALL);
  next.model.holdCard('lan');
  next.model.refresh(ALL);
  await next.clock.advance(10);
  expect(next.names(ALL)).toEqual(['Nguyễn Thị Lan Anh', 'Trần Quốc Bảo', 'Lê Dũng']);
  expect(next.model.card('lan').card?.name).toBe('Nguyễn Thị Lan Anh');
  expect(next.model.lists()).toEqual([{ name: 'Khách hàng', total: 1 }]);
});

test('what was seen of a shared book is not shown out of reach once the book has been taken away', async ({
  contacts,
  server,
}) => {
  const release = contacts.model.holdCard('hers');
  await contacts.clock.advance(2_000);
  expect(contacts.model.card('hers').card?.name).toBe('Phạm Hà');
  release();
  server.unshare('shared');
  contacts.model.changed();
  await contacts.clock.advance(2_000);
  contacts.model.close();
  const away = createFakeContacts([]);
  Object.assign(away.api, { getContactChanges: () => Promise.reject(NO_ANSWER) });
  const next = openModel(away, contacts.storage);
  next.model.hold(SHARED);
  next.model.holdCard('hers');
  await next.clock.advance(10);
  expect(next.rows(SHARED)).toEqual([]);
  expect(next.model.card('hers').card).toBeNull();
});

test('all pages of a long list are read one after the other', async () => {
  const many = Array.from({ length: 250 }, (_, at) =>
    cardOf(`c${at}`, `Trần N${String(at).padStart(4, '0')}`, { fields: { lists: ['Tất cả'] } }),
  );
  const { model, clock, rows } = openModel(createFakeContacts(many));
  model.hold(ALL);
  await clock.advance(10);
  expect(rows(ALL)).toHaveLength(100);
  for (const expected of [200, 250]) {
    model.loadMore(ALL);
    await clock.advance(10);
    expect(rows(ALL)).toHaveLength(expected);
  }
  expect(rows(ALL).at(-1)?.name).toBe('Trần N0249');
  expect((await model.membersOf('Tất cả')).size).toBe(250);
});

test('the contacts that were scrolled to stay when the next page fails, which is not hurried by scrolling', async () => {
  const many = Array.from({ length: 350 }, (_, at) =>
    cardOf(`c${at}`, `Trần N${String(at).padStart(4, '0')}`),
  );
  const server = createFakeContacts(many);
  const { model, clock, rows } = openModel(server);
  model.hold(ALL);
  await clock.advance(10);
  model.loadMore(ALL);
  await clock.advance(10);
  server.failures.push(NO_ANSWER);
  const calls = server.calls.length;
  for (let scrolls = 0; scrolls < 3; scrolls += 1) {
    model.loadMore(ALL);
    await clock.advance(10);
  }
  expect([rows(ALL).length, server.calls.length - calls]).toEqual([200, 1]);
  await clock.advance(2_000);
  expect(rows(ALL)).toHaveLength(300);
  await Promise.all([model.refresh(ALL), clock.advance(10)]);
  expect(rows(ALL)).toHaveLength(300);
});
