import type { Thread } from '@bocau/contract/threads.ts';
import { beforeEach, expect, test } from 'vitest';
import { createManualClock, type ManualClock } from '../engine/test-kit/manual-clock.ts';
import type { Operation } from './operations/operation.ts';
import { createFakeServer, type FakeServer, type Fate } from './test-kit/fake-server.ts';
import { folderPage, type StartedModel, startModel, type TabModel } from './test-kit/start-model.ts';

let clock: ManualClock;
let server: FakeServer;
let started: StartedModel;
let model: TabModel;

beforeEach(async () => {
  clock = createManualClock();
  server = createFakeServer(clock);
  for (let i = 0; i < 3; i++) server.mailbox.receive();
  started = await startModel(server, clock);
  model = started.model;
  for (const path of ['INBOX', 'Work', 'Trash']) model.holdList(folderPage(path));
  await clock.advance(10);
});

const rows = (path: string) => model.list(folderPage(path)).threads;
const inbox = () => rows('INBOX').map(({ id }) => id);
const stuck = () => model.stuckActs().map(({ id }) => id);
const threadsIn = (index: number) => [{ folderId: 'inbox', threads: rows('INBOX').slice(index, index + 1) }];
const deletion = (index: number): Operation => ({ kind: 'delete', groups: threadsIn(index) });

/** Sets the fate of every call that changes something. */
function everyAct(fate: Fate): void {
  server.fate = (name) => (/^(get|list)/.test(name) ? 'fine' : fate);
}

test('ER-3 an act is stuck when the server has failed it twice, and until it is done', async () => {
  everyAct('unavailable');
  let told = 0;
  model.subscribe(() => (told = model.stuckActs().length));
  const act = model.act(deletion(0));
  await clock.advance(10);
  expect(stuck()).toEqual([]);
  await clock.advance(1000);
  expect(stuck()).toEqual([act.id]);
  expect(told).toBe(1);
  expect(inbox(), 'it stays as the user made it').toHaveLength(2);
  expect(model.stuckActs(), 'the same object while it says the same').toBe(model.stuckActs());
  everyAct('fine');
  model.tryNow();
  await clock.advance(10);
  expect(await act.settled).toBe(true);
  expect(stuck()).toEqual([]);
  expect(told).toBe(0);
});

test('ER-3 what is done meanwhile waits with it, and is stuck too', async () => {
  everyAct('unavailable');
  const first = model.act(deletion(0));
  await clock.advance(2000);
  const star = model.act({ kind: 'star', thread: rows('INBOX')[1] as Thread, starred: true });
  expect(stuck()).toEqual([first.id, star.id]);
  everyAct('fine');
  await clock.advance(60_000);
  expect(stuck()).toEqual([]);
});

test('ER-2 without any answer nothing is stuck: it is told that there is no connection', async () => {
  everyAct('lost-before');
  model.act(deletion(0));
  await clock.advance(60_000);
  expect(stuck()).toEqual([]);
});

test('ER-3 taken back, all is as before on the screen at once, and on the server in the end', async () => {
  const before = inbox();
  everyAct('unavailable');
  const first = model.act(deletion(0));
  await clock.advance(2000);
  const second = model.act(deletion(0));
  expect(inbox()).toHaveLength(1);
  expect(model.takeBackStuck()).toMatchObject([
    { id: second.id, operation: { kind: 'delete' }, undoing: false },
    { id: first.id, operation: { kind: 'delete' }, undoing: false },
  ]);
  expect(inbox()).toEqual(before);
  expect(stuck()).toEqual([]);
  await clock.advance(5000);
  expect(stuck(), 'it is not told again').toEqual([]);
  everyAct('fine');
  await clock.advance(60_000);
  expect(inbox()).toEqual(before);
  expect(server.mailbox.list('inbox').map(({ id }) => id)).toEqual(before);
});

test('ER-3 what nothing undoes is not sent again once it was taken back', async () => {
  const gone = server.mailbox.receive({ folderId: 'trash', oldFolderId: 'work' });
  await clock.advance(10);
  everyAct('unavailable');
  model.act({ kind: 'delete-for-good', groups: [{ folderId: 'trash', threads: rows('Trash') }] });
  await clock.advance(2000);
  expect(rows('Trash')).toEqual([]);
  expect(model.takeBackStuck()).toHaveLength(1);
  expect(rows('Trash').map(({ id }) => id)).toEqual([gone.threadId]);
  everyAct('fine');
  await clock.advance(60_000);
  expect(server.mailbox.list('trash')).toHaveLength(1);
});

test('ER-3 taking something back can be stuck, too', async () => {
  const act = model.act(deletion(0));
  await clock.advance(10);
  everyAct('unavailable');
  await act.undo();
  await clock.advance(2000);
  expect(model.stuckActs()).toMatchObject([{ id: act.id, operation: { kind: 'delete' }, undoing: true }]);
  model.takeBackStuck();
  expect(inbox(), 'so it stays deleted').toHaveLength(2);
  expect(stuck()).toEqual([]);
});
