import type { RemovedMessage } from '@bocau/contract/removed-messages.ts';
import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderPart } from '../../test-kit/render-part.tsx';
import { speak } from '../../test-kit/words.ts';
import { RemovedLine } from './removed-messages.tsx';

const message = (id: string, subject: string): RemovedMessage => ({
  id,
  subject,
  folder: 'INBOX',
  removed_at: 1_795_000_000,
  received_at: 1_794_000_000,
  snippet: '',
  from: { name: 'Khách', email: 'khach@minhphat.example' },
  to: [],
  size: 100,
});

function apiWith(pages: RemovedMessage[][]) {
  return {
    listRemovedMessages: vi.fn(async ({ query }: { query: { cursor?: string } }) => {
      const at = Number(query.cursor ?? 0);
      return { data: pages[at] ?? [], meta: { next_cursor: at + 1 < pages.length ? String(at + 1) : null } };
    }),
    restoreRemovedMessages: vi.fn(async () => ({ data: { ok: true as const }, meta: undefined })),
  };
}

test.each([
  ['vi', 'Vừa bị phần mềm thư xóa', 'Khôi phục: Một', 'Đã khôi phục: Một', 'Khôi phục 1 thư', 'Xem thêm'],
  [
    'en',
    'Recently removed by a mail program',
    'Restore: Một',
    'Restored: Một',
    'Restore 1 message',
    'Show more',
  ],
] as const)(
  'what a mail program has removed is restored from the Trash (%s)',
  async (language, title, one, done, rest, more) => {
    await speak(language);
    const api = apiWith([[message('1', 'Một')], [message('2', '')]]);
    const { user } = await renderPart(<RemovedLine />, { api });
    await user.click(await screen.findByRole('button', { name: title }));
    await screen.findByRole('dialog', { name: title });
    await user.click(screen.getByRole('button', { name: one }));
    const button = await screen.findByRole('button', { name: done });
    expect(button.getAttribute('aria-disabled')).toBe('true');
    expect(document.activeElement).toBe(button);
    await user.click(screen.getByRole('button', { name: more }));
    expect(await screen.findAllByRole('listitem')).toHaveLength(2);
    await user.click(screen.getByRole('button', { name: rest }));
    await waitFor(() =>
      expect(api.restoreRemovedMessages.mock.calls).toEqual([
        [{ body: { ids: ['1'] } }],
        [{ body: { ids: ['2'] } }],
      ]),
    );
  },
);

test('nothing stands below the Trash where nothing was removed', async () => {
  await speak('vi');
  const api = apiWith([[]]);
  await renderPart(<RemovedLine />, { api });
  await waitFor(() => expect(api.listRemovedMessages).toHaveBeenCalled());
  expect(screen.queryByRole('button')).toBeNull();
});
