import { act, screen } from '@testing-library/react';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { learnWords } from '../../i18n/i18n.ts';
import { snooze } from '../../i18n/vi/snooze.ts';
import type { ListRef } from '../../model/mail/mail-model.ts';
import { folderPage } from '../../model/mail/test-kit/start-model.ts';
import { actHistory } from '../../parts/acts/act-history.ts';
import { undoLatest } from '../../parts/acts/undo-latest.ts';
import { notices } from '../../parts/notices/notify.ts';
import { renderPart } from '../../test-kit/render-part.tsx';
import { speak } from '../../test-kit/words.ts';
import { ActDialogs } from './act-dialogs.tsx';
import { ACTS } from './acts.ts';

const INBOX: ListRef = { kind: 'folder', path: 'INBOX' };
const READ = 'Đã đánh dấu 1 hội thoại là đã đọc';
const REFUSED = 'Thư mục này không còn nữa.';
const shown = () => notices.get().map(({ text }) => text);

beforeAll(() => learnWords('vi', { snooze }));
beforeEach(() => {
  speak('vi');
  notices.set([]);
  actHistory.set([]);
});

/** A page with two conversations in the inbox. */
async function pageWithTwo() {
  const page = await renderPart(<ActDialogs />);
  const { model, server, clock } = page;
  for (let i = 0; i < 2; i++) server.mailbox.receive();
  model.holdList(folderPage('INBOX'));
  await act(() => clock.advance(10));
  const threads = () => model.list(folderPage('INBOX')).threads;
  return {
    ...page,
    perform(id: string, at: number) {
      const target = { model, list: INBOX, threads: threads().slice(at, at + 1), whole: null };
      act(() => ACTS.find((each) => each.id === id)?.perform(target));
    },
    refuseAll: () => {
      server.delay = 100;
      server.fate = (name) => (/^(get|list)/.test(name) ? 'fine' : 'refused');
    },
    pass: (ms: number) => act(() => clock.advance(ms)),
    rows: () => threads().length,
  };
}

test('ER-3 of an act that is refused only the refusal is told, beside what was done before', async () => {
  const { perform, refuseAll, pass, rows } = await pageWithTwo();
  perform('markRead', 0);
  await pass(10);
  refuseAll();
  perform('delete', 1);
  expect(shown()).toEqual([READ, 'Đã chuyển 1 hội thoại vào Thùng rác']);
  await pass(200);
  expect(rows()).toBe(2);
  expect(shown()).toEqual([READ, REFUSED]);
});

test('ER-3 of an undo that is refused only the refusal is told', async () => {
  const { perform, refuseAll, pass, rows } = await pageWithTwo();
  perform('delete', 0);
  await pass(10);
  refuseAll();
  await act(() => undoLatest());
  await pass(200);
  expect(rows()).toBe(1);
  expect(shown()).toEqual([REFUSED]);
});

test('LT-12 many conversations are put aside, and brought back, by one call each', async () => {
  const page = await renderPart(<ActDialogs />);
  const { model, server, clock, user } = page;
  for (let i = 0; i < 10; i++) server.mailbox.receive();
  for (const path of ['INBOX', 'Snoozed']) model.holdList(folderPage(path));
  await act(() => clock.advance(10));
  const threads = (path: string) => model.list(folderPage(path)).threads;
  const perform = (id: string, path: string) => {
    const target = { model, list: { ...INBOX, path }, threads: threads(path), whole: null };
    return act(async () => ACTS.find((each) => each.id === id)?.perform(target));
  };
  const putAside = async () => {
    await perform('snooze', 'INBOX');
    await user.click(await screen.findByText('Sáng mai'));
    await act(() => clock.advance(100));
  };
  const callsOf = (name: string) => server.calls.filter((call) => call.name === name);

  await putAside();
  expect([threads('INBOX').length, threads('Snoozed').length]).toEqual([0, 10]);
  expect(callsOf('snoozeThreads')).toHaveLength(1);
  expect(notices.get().at(-1)?.text).toContain('10 hội thoại');
  await act(() => undoLatest());
  await act(() => clock.advance(100));
  expect(threads('INBOX')).toHaveLength(10);

  await putAside();
  await perform('unsnooze', 'Snoozed');
  await act(() => clock.advance(100));
  expect([threads('INBOX').length, threads('Snoozed').length]).toEqual([10, 0]);
  expect(callsOf('unsnoozeThreads')).toHaveLength(1);
});
