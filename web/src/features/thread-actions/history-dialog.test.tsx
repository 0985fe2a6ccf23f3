import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { actHistory, recordAct } from '../../parts/acts/act-history.ts';
import { useMailModel } from '../../parts/mailbox/use-mailbox.ts';
import { renderPart } from '../../test-kit/render-part.tsx';
import { speak } from '../../test-kit/words.ts';
import { HistoryDialog } from './history-dialog.tsx';
import { job } from './jobs.ts';
import { SpamDialog } from './spam-dialog.tsx';

beforeEach(() => {
  actHistory.set([]);
  job.set(null);
});

test.each([
  ['vi', 'Thao tác gần đây', 'Hoàn tác: Đã chuyển 3 hội thoại vào Thùng rác', 'Không hoàn tác được nữa'],
  ['en', 'Recent actions', 'Undo: Moved 3 conversations to Trash', 'Can no longer be undone'],
] as const)(
  'OR-5 the latest acts are listed, one click takes one back (%s)',
  async (language, title, name, final) => {
    await speak(language);
    const words = () => name.slice(name.indexOf(': ') + 2);
    recordAct({ words: () => 'x', undo: async () => 'final' });
    recordAct({ words, undo: async () => 'undone' });
    const { user } = await renderPart(<HistoryDialog onClose={vi.fn()} />);
    expect(await screen.findByRole('dialog', { name: title })).toBeTruthy();
    expect(screen.getAllByRole('listitem')).toHaveLength(2);
    const button = screen.getByRole('button', { name });
    await user.click(button);
    await waitFor(() => expect(button.getAttribute('aria-disabled')).toBe('true'));
    expect(document.activeElement).toBe(button);
    await user.click(screen.getByRole('button', { name: /: x$/ }));
    expect(await screen.findByRole('button', { name: `${final}: x` })).toBeTruthy();
  },
);

function Question() {
  const model = useMailModel();
  const list = { kind: 'folder', path: 'INBOX' } as const;
  return (
    <SpamDialog
      target={{ model, list, threads: [], whole: { total: 60, capped: false } }}
      onClose={vi.fn()}
    />
  );
}

test.each([
  ['vi', 'Báo 60 hội thoại là thư rác', 'Chặn và chuyển vào Thư rác'],
  ['en', 'Report 60 conversations as junk', 'Block and move to Junk'],
] as const)(
  'OR-9 a whole list that is reported asks about its senders too (%s)',
  async (language, title, block) => {
    await speak(language);
    const { user, server } = await renderPart(<Question />);
    expect(await screen.findByRole('dialog', { name: title })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: block }));
    await waitFor(() =>
      expect(server.calls.find((call) => call.name === 'startBulk')?.input.body).toMatchObject({
        action: 'spam',
        block_senders: true,
      }),
    );
  },
);
