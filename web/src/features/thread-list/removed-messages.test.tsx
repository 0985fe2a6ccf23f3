import { ApiError } from '@bocau/contract/client.ts';
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

/** Pages of this size; restored messages are no longer in them. */
function apiWith(messages: RemovedMessage[], pageSize = 1) {
  let left = messages;
  return {
    listRemovedMessages: vi.fn(async ({ query }: { query: { cursor?: string } }) => {
      const from = query.cursor === undefined ? 0 : left.findIndex(({ id }) => id === query.cursor) + 1;
      const data = left.slice(from, from + pageSize);
      const isLast = from + pageSize >= left.length;
      const total = query.cursor === undefined ? left.length : null;
      return { data, meta: { next_cursor: isLast ? null : (data.at(-1)?.id ?? null), total } };
    }),
    restoreRemovedMessages: vi.fn(async ({ body }: { body: { ids: string[] } }) => {
      const found = left.filter(({ id }) => body.ids.includes(id));
      if (found.length < body.ids.length) throw new ApiError(404, 'message_not_found', 'Message not found');
      left = left.filter(({ id }) => !body.ids.includes(id));
      return { data: { ok: true as const }, meta: undefined };
    }),
    restoreElsewhere(gone: string) {
      left = left.filter(({ id }) => id !== gone);
    },
  };
}

test.each([
  [
    'vi',
    'Vừa bị phần mềm thư xóa',
    'Khôi phục: Một',
    'Đã khôi phục: Một',
    'Khôi phục tất cả (1)',
    'Xem thêm',
  ],
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
    const api = apiWith([message('1', 'Một'), message('2', '')]);
    const { user } = await renderPart(<RemovedLine />, { api });
    await user.click(await screen.findByRole('button', { name: title }));
    await screen.findByRole('dialog', { name: title });
    await user.click(screen.getByRole('button', { name: more }));
    expect(await screen.findAllByRole('listitem')).toHaveLength(2);
    await user.click(screen.getByRole('button', { name: one }));
    const button = await screen.findByRole('button', { name: done });
    expect(button.getAttribute('aria-disabled')).toBe('true');
    expect(document.activeElement).toBe(button);
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
  const api = apiWith([]);
  await renderPart(<RemovedLine />, { api });
  await waitFor(() => expect(api.listRemovedMessages).toHaveBeenCalled());
  expect(screen.queryByRole('button')).toBeNull();
});

test('all of them are restored, also those that are not shown, until one says stop', async () => {
  await speak('en');
  const many = Array.from({ length: 7 }, (_, at) => message(String(at), `Số ${at}`));
  const api = apiWith(many, 2);
  const answers: (() => void)[] = [];
  const restoreNow = api.restoreRemovedMessages.getMockImplementation() as typeof api.restoreRemovedMessages;
  api.restoreRemovedMessages.mockImplementation(async (given) => {
    await new Promise<void>((resolve) => answers.push(resolve));
    return restoreNow(given);
  });
  const answer = async (count: number) => {
    await waitFor(() => expect(answers).toHaveLength(count));
    answers.at(-1)?.();
  };
  const { user } = await renderPart(<RemovedLine />, { api });
  await user.click(await screen.findByRole('button', { name: 'Recently removed by a mail program' }));
  await user.click(await screen.findByRole('button', { name: 'Restore all 7 messages' }));
  await answer(1);
  await screen.findByText('Restored 2 of 7 messages');
  await waitFor(() => expect(answers).toHaveLength(2));
  await user.click(screen.getByRole('button', { name: 'Stop' }));
  await answer(2);
  await user.click(await screen.findByRole('button', { name: 'Restore all 3 messages' }));
  await answer(3);
  await answer(4);
  await screen.findByText('Restored 7 of 7 messages');
  expect(screen.getAllByRole('button', { name: /^Restored: / })).toHaveLength(2);
});

test('what another tab has restored meanwhile stops nothing', async () => {
  await speak('en');
  const api = apiWith(
    [1, 2, 3, 4, 5].map((at) => message(String(at), `Số ${at}`)),
    2,
  );
  const { user } = await renderPart(<RemovedLine />, { api });
  await user.click(await screen.findByRole('button', { name: 'Recently removed by a mail program' }));
  await screen.findByRole('button', { name: 'Restore all 5 messages' });
  api.restoreElsewhere('1');
  await user.click(screen.getByRole('button', { name: 'Restore: Số 1' }));
  await screen.findByRole('button', { name: 'Restored: Số 1' });
  const restoreNow = api.restoreRemovedMessages.getMockImplementation() as typeof api.restoreRemovedMessages;
  api.restoreRemovedMessages.mockImplementationOnce(async (given) => {
    api.restoreElsewhere('2');
    return restoreNow(given);
  });
  await user.click(screen.getByRole('button', { name: 'Restore all 4 messages' }));
  await screen.findByRole('button', { name: 'All restored' });
  await screen.findByText('Restored 5 of 5 messages');
});
