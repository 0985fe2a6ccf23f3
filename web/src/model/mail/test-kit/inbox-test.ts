import { test as base } from 'vitest';
import { createManualClock } from '../../engine/test-kit/manual-clock.ts';
import { createMemoryStorage } from '../../engine/test-kit/memory-storage.ts';
import type { PageRef } from '../mail-model.ts';
import { createFakeServer } from './fake-server.ts';
import { folderPage, startModel } from './start-model.ts';

export const INBOX = folderPage('INBOX');
const ANSWER_MS = 10;

/** A test of a tab that has loaded a mailbox with 25 threads in its inbox, every other one unread. */
export const test = base
  .extend('clock', () => createManualClock())
  .extend('storage', () => createMemoryStorage())
  .extend('server', ({ clock }) => {
    const server = createFakeServer(clock);
    for (let i = 0; i < 25; i++) server.mailbox.receive({ unread: i % 2 === 0 });
    return server;
  })
  .extend('started', ({ server, clock, storage }) => startModel(server, clock, { storage }))
  .extend('model', ({ started }) => started.model)
  /** Holds a page and waits until it is loaded. */
  .extend('hold', ({ model, clock }) => async (page: PageRef): Promise<() => void> => {
    const release = model.holdList(page);
    await clock.advance(ANSWER_MS);
    return release;
  })
  /** The threads that the tab shows, and those that the server has in that list. */
  .extend(
    'ids',
    ({ model }) =>
      (page: PageRef) =>
        model.list(page).threads.map((row) => row.id),
  )
  .extend('idsOf', ({ server }) => (folder: string, offset = 0) => {
    const rows = server.mailbox.list(folder).slice(offset, offset + INBOX.limit);
    return rows.map((row) => row.id);
  })
  .extend('inbox', ({ model }) => (place: number) => {
    const thread = model.list(INBOX).threads[place];
    if (!thread) throw new Error(`no row ${place}`);
    return thread;
  })
  .extend(
    'called',
    ({ server }) =>
      (name: string) =>
        server.calls.filter((call) => call.name === name),
  );
