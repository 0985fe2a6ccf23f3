import { act, screen } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { folderPage } from '../../model/mail/test-kit/start-model.ts';
import { actHistory } from '../../parts/acts/act-history.ts';
import { threadDialog } from '../../parts/acts/thread-dialog.ts';
import { answering, ComposeContext, type LazyCompose } from '../../parts/compose/lazy-compose.ts';
import { returnKeysOfDialogs } from '../../parts/keyboard/typed-ahead.ts';
import { notices } from '../../parts/notices/notify.ts';
import { noCompose } from '../../test-kit/no-compose.ts';
import { renderPart } from '../../test-kit/render-part.tsx';
import { speak } from '../../test-kit/words.ts';
import { KeyboardActs } from './keyboard-acts.tsx';
import { type KeyboardTarget, keyboardTarget } from './keyboard-target.ts';

beforeEach(() => {
  notices.set([]);
  actHistory.set([]);
  answering.set(null);
});

const told = () => notices.get().map(({ text }) => text);
const page = (compose: LazyCompose = noCompose) =>
  renderPart(
    <ComposeContext value={compose}>
      <KeyboardActs />
    </ComposeContext>,
  );

describe.each([
  ['vi', 'Đã hoàn tác: Chuyển đến Work (1 hội thoại)', 'Không còn gì hoàn tác được ở đây'],
  ['en', 'Undone: Move to Work (1 conversation)', 'Nothing more can be undone here'],
] as const)('the key of undo, in %s', (language, undone, nothing) => {
  beforeEach(() => speak(language));

  test('OR-5 takes back what an earlier visit has left to be sent, then says that nothing is left', async () => {
    const { user, model, server, clock } = await page();
    server.mailbox.receive();
    model.holdList(folderPage('INBOX'));
    await act(() => clock.advance(10));
    server.setUp(false);
    const { threads } = model.list(folderPage('INBOX'));
    // As after a reload, where the history doesn't know the act.
    model.act({ kind: 'move', groups: [{ folderId: 'inbox', threads }], toFolderId: 'work' });
    await user.keyboard('z');
    await vi.waitFor(() => expect(told()).toEqual([undone]));
    expect(model.list(folderPage('INBOX')).threads).toHaveLength(1);
    await user.keyboard('z');
    await vi.waitFor(() => expect(told()).toEqual([nothing]));
  });
});

test.each([
  ['vi', 'Hãy chọn một hội thoại trước: mũi tên hoặc j, k để đến, x để chọn'],
  ['en', 'Choose a conversation first: arrows or j, k to reach one, x to select it'],
] as const)('LB-24 in %s a key for conversations says so where none is chosen', async (language, words) => {
  speak(language);
  const { user, model, server, clock } = await page();
  server.mailbox.receive();
  model.holdList(folderPage('INBOX'));
  await act(() => clock.advance(10));
  const list = { kind: 'folder', path: 'INBOX' } as const;
  const current: KeyboardTarget = {
    target: () => ({ model, list, threads: [], whole: null }),
    ...{ step: vi.fn(), open: vi.fn(), back: () => false },
    ...{ toggleSelected: vi.fn(), selectAll: () => false },
  };
  keyboardTarget.set({ current });
  for (const key of ['l', 'v', 'b', '#']) {
    notices.set([]);
    await user.keyboard(key);
    await vi.waitFor(() => expect(told()).toEqual([words]));
    await user.keyboard(key);
    await act(() => clock.advance(10));
    expect(told()).toEqual([words]);
  }
  notices.set([]);
  await user.keyboard('q1;');
  await act(() => clock.advance(10));
  expect(told()).toEqual([]);
  keyboardTarget.set(null);
});

test('CW-1 keys that follow `c` while its message is loaded act on nothing, and are there for its field', async () => {
  speak('vi');
  const answered = vi.fn();
  answering.set({ answer: answered, hasOthers: false });
  const { user } = await page();
  await user.keyboard('craf');
  expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe('raf');
  expect(document.activeElement).toBe(screen.getByRole('textbox'));
  expect(answered).not.toHaveBeenCalled();
  await user.keyboard('{Escape}r');
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(answered).toHaveBeenCalledOnce();
});

test.each(['l', 'v'])('LB-23 letters behind `%s` wait for its picker, and act on nothing', async (key) => {
  speak('vi');
  const { user, model, server, clock } = await page();
  server.mailbox.receive();
  model.holdList(folderPage('INBOX'));
  await act(() => clock.advance(10));
  const { threads } = model.list(folderPage('INBOX'));
  const open = vi.fn();
  const target = { model, list: folderPage('INBOX').list, threads, whole: null };
  const step = () => undefined;
  const current = {
    target: () => target,
    step,
    open,
    back: () => false,
    toggleSelected: step,
    selectAll: () => false,
  };
  keyboardTarget.set({ current });
  await user.keyboard(`${key}ox`);
  expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe('ox');
  expect(open).not.toHaveBeenCalled();
  act(() => threadDialog.set(null));
  returnKeysOfDialogs();
  await user.keyboard('o');
  expect(open).toHaveBeenCalledOnce();
  keyboardTarget.set(null);
});
