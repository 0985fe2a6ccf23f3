import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { notices } from '../../parts/notices/notify.ts';
import { renderPart } from '../../test-kit/render-part.tsx';
import { speak } from '../../test-kit/words.ts';
import { MergeRefusals } from './merge-refusals.tsx';

test.each([
  ['vi', 'Địa chỉ không muốn nhận thư trộn', 'Xóa ha@minhphat.example khỏi danh sách', 'tự bấm hủy nhận'],
  [
    'en',
    'Addresses that opted out of mail merges',
    'Remove ha@minhphat.example from the list',
    'opted out on',
  ],
] as const)(
  'MM-11 in %s who said no is listed, and taken off with undo',
  async (language, list, remove, by) => {
    speak(language);
    let there = [{ email: 'ha@minhphat.example', by: 'link' as const, at: 1_762_300_000 }];
    const listMergeRefusals = async () => ({ data: there, meta: { total: there.length, next_after: null } });
    const removeMergeRefusals = vi.fn(async () => {
      there = [];
      return { data: { ok: true } };
    });
    const addMergeRefusals = vi.fn(async () => ({ data: { ok: true } }));
    const api = { listMergeRefusals, removeMergeRefusals, addMergeRefusals };
    const { user } = await renderPart(<MergeRefusals />, { api: api as never });
    const lines = within(await screen.findByRole('list', { name: list }));
    expect(lines.getByRole('listitem').textContent).toContain(by);
    await user.click(lines.getByRole('button', { name: remove }));
    await waitFor(() => expect(screen.queryByRole('list', { name: list })).toBeNull());
    const body = { emails: ['ha@minhphat.example'] };
    expect(removeMergeRefusals).toHaveBeenCalledExactlyOnceWith({ body });
    await notices.get().at(-1)?.undo?.();
    expect(addMergeRefusals).toHaveBeenCalledExactlyOnceWith({ body });
  },
);

test('MM-11 several addresses are added at once, and what is none is named', async () => {
  speak('vi');
  const listMergeRefusals = async () => ({ data: [], meta: { total: 0, next_after: null } });
  const addMergeRefusals = vi.fn(async () => ({ data: { ok: true } }));
  const api = { listMergeRefusals, addMergeRefusals };
  const { user } = await renderPart(<MergeRefusals />, { api: api as never });
  const field = screen.getByRole('textbox', { name: 'Địa chỉ không gửi nữa' });
  await user.type(field, 'ha@minhphat.example, sai{Enter}');
  expect(await screen.findByText('Không phải địa chỉ email: sai')).toBeTruthy();
  await user.clear(field);
  await user.type(field, 'ha@minhphat.example; thu@minhphat.example{Enter}');
  const emails = ['ha@minhphat.example', 'thu@minhphat.example'];
  await waitFor(() => expect(addMergeRefusals).toHaveBeenCalledExactlyOnceWith({ body: { emails } }));
});
