import { MantineProvider } from '@mantine/core';
import { act, screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { errors } from '../../i18n/vi/errors.ts';
import { laterActs } from '../../i18n/vi/later-acts.ts';
import { folderPage } from '../../model/mail/test-kit/start-model.ts';
import { actHistory } from '../../parts/acts/act-history.ts';
import { notices } from '../../parts/notices/notify.ts';
import { renderPart } from '../../test-kit/render-part.tsx';
import { speak } from '../../test-kit/words.ts';
import { BatchPanel } from './batch-panel.tsx';
import { deleteLabel, markAllInFolder } from './folder-acts.ts';
import { job } from './jobs.ts';

beforeEach(async () => {
  await speak('vi');
  notices.set([]);
  actHistory.set([]);
  job.set(null);
});

/** A folder with more than one page, all unread. */
async function openFolder() {
  const page = await renderPart(
    <MantineProvider env="test">
      <BatchPanel />
    </MantineProvider>,
  );
  const { model, server, clock } = page;
  for (let i = 0; i < 30; i++) server.mailbox.receive({ unread: true });
  model.holdList(folderPage('INBOX'));
  const pass = (ms: number) => act(() => clock.advance(ms));
  await pass(10);
  const unreadRows = () => model.list(folderPage('INBOX')).threads.filter(({ unread }) => unread).length;
  return { ...page, pass, unreadRows, told: () => notices.get().map(({ text }) => text) };
}

test('FO-11 "mark all" acts on the whole folder, is said to go on, and the list follows within 3 s', async () => {
  const { model, server, pass, unreadRows, told } = await openFolder();
  await act(async () => {
    const marked = markAllInFolder(model, 'INBOX', false);
    await pass(10);
    await marked;
  });
  const orders = server.calls.filter(({ name }) => name === 'startBulk').map(({ input }) => input);
  expect(orders).toEqual([{ body: { where: { in: 'INBOX' }, action: 'read' } }]);
  expect(told()).toEqual([laterActs.bulk.started]);
  expect(screen.getByRole('progressbar')).toBeTruthy();
  expect(unreadRows()).toBeGreaterThan(0);

  const ids = [...server.mailbox.messages.values()].map(({ threadId }) => threadId);
  server.mailbox.mark(ids, 'inbox', false);
  const [[id, running] = ['', undefined]] = [...server.jobs];
  if (!running) throw new Error('no job was begun');
  const done = { ...running, state: 'done', total: 30, done: 30, changed: 30 } as const;
  server.jobs.set(id, done);
  server.send({ event: 'bulk_progress', data: done });
  await pass(3_000);
  expect(unreadRows()).toBe(0);
  expect(screen.queryByRole('progressbar')).toBeNull();
});

test('FO-11 of a "mark all" that fails nothing is left running, and the list is as it was', async () => {
  const { model, server, pass, unreadRows, told } = await openFolder();
  const before = unreadRows();
  server.fate = (name) => (name === 'startBulk' ? 'refused' : 'fine');
  await act(async () => {
    const marked = markAllInFolder(model, 'INBOX', false);
    await pass(10);
    await marked;
  });
  expect(job.get()).toBeNull();
  expect(screen.queryByRole('progressbar')).toBeNull();
  expect(told()).toEqual([errors.folder_not_found]);
  expect(unreadRows()).toBe(before);
});

test('LB-25 a label that few messages carry is said to be deleted at once, with an undo that is the one of the history', async () => {
  const { model, server, pass, told } = await openFolder();
  const label = server.mailbox.addLabel('Khách VIP', 'red');
  // As few messages lose it within the call, of which no progress is told.
  server.fate = (name) => {
    for (const [id, begun] of server.jobs) {
      if (name === 'getBulk')
        server.jobs.set(id, { ...begun, state: 'done', total: 2, done: 2, can_undo: true });
    }
    return 'fine';
  };
  await act(async () => {
    const deleted = deleteLabel(model, label.id, 'Khách VIP');
    await pass(10);
    await deleted;
  });
  expect(told()).toEqual(['Đã xóa nhãn Khách VIP']);
  expect(job.get()).toBeNull();
  await act(async () => {
    notices.get()[0]?.undo?.();
    await pass(10);
  });
  expect(server.calls.filter(({ name }) => name === 'undoBulk')).toHaveLength(1);
  expect(actHistory.get().map(({ state }) => state)).toEqual(['undone']);
});
