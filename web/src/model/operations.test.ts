import { expect, test } from 'vitest';
import { createFakeServer } from './test-kit/fake-server.ts';
import { createManualClock } from './test-kit/manual-clock.ts';
import { folderPage, startModel } from './test-kit/start-model.ts';

test('OR-6 a deleted thread leaves the list in the same call', async () => {
  const clock = createManualClock();
  const server = createFakeServer(clock);
  for (let i = 0; i < 12; i++) server.mailbox.receive();
  const { model } = await startModel(server, clock);
  model.holdList(folderPage('INBOX'));
  await clock.advance(10);
  const before = model.list(folderPage('INBOX'));
  expect(before.threads).toHaveLength(10);
  const [first] = before.threads;
  if (!first) throw new Error('no rows');
  model.act({ kind: 'delete', groups: [{ folderId: 'inbox', threads: [first] }] });
  expect(model.list(folderPage('INBOX')).threads).toEqual(before.threads.slice(1));
  expect(model.folderByPath('INBOX')).toMatchObject({ total_threads: 11, unread_threads: 11 });
  await clock.advance(10);
  expect(model.list(folderPage('INBOX')).threads).toEqual(server.mailbox.list('inbox').slice(0, 10));
  expect(model.folderByPath('Trash')).toMatchObject({ total_threads: 1 });
});
