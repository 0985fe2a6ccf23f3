import { ApiError } from '@bocau/contract/client.ts';
import { expect, test } from 'vitest';
import { createManualClock } from '../engine/test-kit/manual-clock.ts';
import { createMemoryStorage } from '../engine/test-kit/memory-storage.ts';
import type { ContactsEvent } from './contacts-model.ts';
import { createContactsModel } from './create-contacts-model.ts';
import { cardOf, createFakeContacts } from './test-kit/fake-contacts.ts';

const LAN = cardOf('lan', 'Nguyễn Lan', { fields: { title: 'Kế toán' } });

async function device() {
  const clock = createManualClock();
  const storage = createMemoryStorage();
  const server = createFakeContacts([LAN]);
  const network = { on: true, listeners: new Set<() => void>() };
  const online = {
    isOnline: () => network.on,
    onChange(listener: () => void) {
      network.listeners.add(listener);
      return () => network.listeners.delete(listener);
    },
  };
  const events: ContactsEvent[] = [];
  async function open(tabId: string) {
    const owner = 'an@saomai.example';
    const model = createContactsModel({ api: server.api, clock, storage, online, owner, tabId });
    model.onEvent((event) => events.push(event));
    model.hold({ list: { kind: 'all' }, order: 'given', from: null });
    await clock.advance(10);
    return model;
  }
  async function connect(on: boolean) {
    network.on = on;
    for (const listener of network.listeners) listener();
    await clock.advance(5000);
  }
  return { clock, server, events, open, connect };
}

const outcomes = (events: ContactsEvent[]) =>
  events.flatMap((event) => (event.kind === 'kept-edit' ? event.outcome : []));
const writesOf = (calls: readonly string[]) => calls.filter((call) => call !== 'list');
const edited = (fields: object) => ({
  ...{ id: 'lan', name: 'Nguyễn Lan', bookId: null },
  base: { fields: LAN.fields, revision: LAN.revision },
  typed: { ...LAN.fields, ...fields },
});

test('CT-45 what was typed without a connection waits over a reload, and is saved when that is back', async () => {
  const { server, events, open, connect } = await device();
  const before = await open('one');
  await connect(false);
  before.keepEdit(edited({ title: 'Kế toán trưởng' }));
  const id = crypto.randomUUID();
  const typed = { ...LAN.fields, full_name: 'Trần Bảo' };
  before.keepEdit({ id, name: 'Trần Bảo', bookId: null, base: null, typed });
  before.close();
  expect(writesOf(server.calls)).toEqual([]);
  const after = await open('two');
  expect(
    after
      .keptEdits()
      .map(({ name, state }) => `${name} ${state}`)
      .sort(),
  ).toEqual([...['Nguyễn Lan waiting', 'Trần Bảo waiting']]);
  await connect(true);
  expect(after.keptEdits()).toEqual([]);
  expect(outcomes(events)).toEqual(['saved', 'saved']);
  expect(server.card('lan')?.fields.title).toBe('Kế toán trưởng');
  expect(server.card(id)?.name).toBe('Trần Bảo');
  expect((await open('three')).keptEdits()).toEqual([]);
});

test('CT-45 an edit elsewhere is merged, and where both changed the same, the kept one waits for a look', async () => {
  const { server, events, open, connect } = await device();
  const model = await open('one');
  await connect(false);
  model.keepEdit(edited({ title: 'Kế toán trưởng' }));
  server.put({ ...LAN, fields: { ...LAN.fields, notes: 'Gọi sau 9 giờ' } });
  await connect(true);
  expect(server.card('lan')?.fields).toMatchObject({ title: 'Kế toán trưởng', notes: 'Gọi sau 9 giờ' });
  await connect(false);
  model.keepEdit(edited({ title: 'Giám đốc' }));
  await connect(true);
  expect(outcomes(events)).toEqual(['saved', 'conflict']);
  expect(model.keptEdits()).toMatchObject([{ id: 'lan', state: 'conflict', typed: { title: 'Giám đốc' } }]);
  expect(server.card('lan')?.fields.title).toBe('Kế toán trưởng');
  model.dropEdit('lan');
  expect((await open('two')).keptEdits()).toEqual([]);
});

test('CT-45 a lost answer makes no second card, and what the server refuses is kept', async () => {
  const { clock, server, events, open } = await device();
  const model = await open('one');
  server.failures.push(new ApiError(0, 'internal_error', 'lost'));
  const id = crypto.randomUUID();
  model.keepEdit({ id, name: 'Bảo', bookId: null, base: null, typed: { ...LAN.fields, full_name: 'Bảo' } });
  await clock.advance(10_000);
  expect(writesOf(server.calls)).toEqual(['create', 'create']);
  expect(outcomes(events)).toEqual(['saved']);
  server.refusals.set('change', new ApiError(403, 'forbidden', 'no'));
  model.keepEdit(edited({ title: 'x' }));
  await clock.advance(10_000);
  expect(outcomes(events)).toEqual(['saved', 'refused']);
  expect(model.keptEdits()).toMatchObject([{ id: 'lan', state: 'refused' }]);
});
