import { act, screen } from '@testing-library/react';
import { useSyncExternalStore } from 'react';
import { beforeEach, describe, expect, test } from 'vitest';
import type { ListRef } from '../../model/mail/mail-model.ts';
import { folderPage } from '../../model/mail/test-kit/start-model.ts';
import { actHistory } from '../../parts/acts/act-history.ts';
import { notices } from '../../parts/notices/notify.ts';
import { renderPart } from '../../test-kit/render-part.tsx';
import { speak } from '../../test-kit/words.ts';
import { ACTS } from './acts.ts';
import { StuckActs } from './stuck-acts.tsx';

beforeEach(() => {
  notices.set([]);
  actHistory.set([]);
});

function Notices() {
  const shown = useSyncExternalStore(notices.subscribe, notices.get);
  return (
    <ul role="status">
      {shown.map(({ id, text, action, undo }) => (
        <li key={id}>
          {text}{' '}
          {action && (
            <button type="button" onClick={action.run}>
              {action.label}
            </button>
          )}
          {undo && (
            <button type="button" onClick={() => void undo()}>
              undo
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}

/** A page with three conversations, whose server fails every act. */
async function pageOfFailing() {
  const page = await renderPart(
    <>
      <StuckActs />
      <Notices />
    </>,
  );
  const { model, server, clock } = page;
  for (let i = 0; i < 3; i++) server.mailbox.receive();
  model.holdList(folderPage('INBOX'));
  await act(() => clock.advance(10));
  server.fate = (name) => (/^(get|list)/.test(name) ? 'fine' : 'unavailable');
  const list: ListRef = { kind: 'folder', path: 'INBOX' };
  return {
    ...page,
    perform(id: string) {
      const threads = model.list(folderPage('INBOX')).threads.slice(0, 1);
      act(() => ACTS.find((each) => each.id === id)?.perform({ model, list, threads, whole: null }));
    },
    pass: (ms: number) => act(() => clock.advance(ms)),
    rows: () => model.list(folderPage('INBOX')).threads.length,
    shown: () => screen.getByRole('status').textContent ?? '',
  };
}

describe.each([
  [
    'vi',
    {
      deleted: 'Đã chuyển 1 hội thoại vào Thùng rác',
      one: 'Chưa lưu được: Xóa (1 hội thoại). ',
      three: 'Chưa lưu được: Xóa (2 hội thoại), Gắn dấu sao (1 hội thoại). ',
      tryNow: 'Thử ngay',
    },
  ],
  [
    'en',
    {
      deleted: 'Moved 1 conversation to Trash',
      one: 'Not saved yet: Delete (1 conversation). ',
      three: 'Not saved yet: Delete (2 conversations), Star (1 conversation). ',
      tryNow: 'Try now',
    },
  ],
] as const)('acts that the server keeps failing, in %s', (language, words) => {
  beforeEach(() => speak(language));

  test('ER-3 are told by one notice, which takes the place of what said that they were done', async () => {
    const { perform, pass, shown, server, user } = await pageOfFailing();
    perform('delete');
    expect(shown()).toContain(words.deleted);
    await pass(1100);
    expect(await screen.findByText(words.one, { exact: false })).toBeTruthy();
    expect(shown()).not.toContain(words.deleted);
    perform('delete');
    perform('star');
    expect(shown()).toContain(words.three);
    expect(shown()).not.toContain(words.deleted);
    expect(screen.getAllByRole('button', { name: 'undo' })).toHaveLength(1);
    server.fate = () => 'fine';
    await user.click(screen.getByRole('button', { name: words.tryNow }));
    await pass(10);
    expect(shown()).toBe('');
    expect(server.mailbox.list('trash')).toHaveLength(2);
  });

  test('ER-3 are taken back together, and are none that the key could take back', async () => {
    const { perform, pass, shown, rows, user } = await pageOfFailing();
    perform('delete');
    perform('delete');
    expect(rows()).toBe(1);
    await pass(1100);
    await user.click(await screen.findByRole('button', { name: 'undo' }));
    expect(rows()).toBe(3);
    expect(shown()).not.toContain(words.one);
    expect(actHistory.get()).toEqual([]);
  });

  test('ER-2 are not told where the server does not answer at all', async () => {
    const { perform, pass, shown, server } = await pageOfFailing();
    perform('delete');
    await pass(1100);
    await screen.findByText(words.one, { exact: false });
    await act(async () => {
      server.setUp(false);
      await Promise.resolve();
    });
    await pass(100);
    expect(shown()).not.toContain(words.one);
  });
});
