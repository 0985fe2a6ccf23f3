import { act } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
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
