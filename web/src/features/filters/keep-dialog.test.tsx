import { MantineProvider } from '@mantine/core';
import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { filterRequest } from '../../parts/filters/filter-request.ts';
import { notices } from '../../parts/notices/notify.ts';
import { renderPart } from '../../test-kit/render-part.tsx';
import { speak } from '../../test-kit/words.ts';
import { ProposedFilter } from './proposed-filter.tsx';

const FROM = 'khach@minhphat.example';

async function open(total: number) {
  notices.set([]);
  filterRequest.set({ from: FROM, keep: true });
  const keepSender = vi.fn(async () => ({ data: { changed: true } }));
  const searchThreads = vi.fn(async () => ({ data: [], meta: { total } }));
  const part = await renderPart(
    <MantineProvider env="test">
      <ProposedFilter />
    </MantineProvider>,
    { api: { keepSender, searchThreads } as never },
  );
  return { ...part, keepSender, searchThreads };
}

test.each([
  ['vi', 'Thư của khach@minhphat.example từ nay vào Work.', 'Chuyển 12 hội thoại đã có'],
  ['en', 'Mail from khach@minhphat.example goes to Work from now on.', 'Move 12 existing conversations'],
] as const)(
  'PM-13 one press keeps the sender in a folder, and offers what is there (%s)',
  async (language, done, offer) => {
    await speak(language);
    const { user, keepSender, searchThreads, server } = await open(12);
    await user.click(await screen.findByRole('option', { name: 'Work' }));
    await waitFor(() => expect(notices.get()).toHaveLength(1));
    const [notice] = notices.get();
    expect(notice).toMatchObject({ text: done, action: { label: offer } });
    const to = { kind: 'folder', folder_id: 'work' };
    expect(keepSender).toHaveBeenCalledWith({ body: { from: FROM, to, kept: true } });
    expect(searchThreads).toHaveBeenCalledWith({ query: { from_addr: FROM, folder: 'INBOX', limit: '1' } });
    notice?.undo?.();
    await waitFor(() =>
      expect(keepSender).toHaveBeenLastCalledWith({ body: { from: FROM, to, kept: false } }),
    );
    notice?.action?.run();
    await waitFor(() => expect(server.calls.map(({ name }) => name)).toContain('startBulk'));
  },
);

test('PM-13 where nothing is there, only undo is offered', async () => {
  await speak('vi');
  const { user } = await open(0);
  await user.click(await screen.findByRole('option', { name: 'Work' }));
  await waitFor(() => expect(notices.get()).toHaveLength(1));
  expect(notices.get()[0]?.action).toBeNull();
  expect(filterRequest.get()).toBeNull();
});

test('PM-13 a label is found by typing as a folder is, and Enter takes it', async () => {
  await speak('vi');
  const { user, keepSender, model, server } = await open(0);
  await act(() => model.createLabel({ name: 'Hợp đồng', color: 'blue' }));
  await act(() => model.createLabel({ name: 'Khách', color: 'red' }));
  const labels = screen.getByRole('region', { name: 'Nhãn' });
  expect(within(labels).getAllByRole('button')).toHaveLength(2);
  await user.type(screen.getByRole('combobox'), 'hop dong');
  expect(
    within(labels)
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual(['Hợp đồng']);
  expect(screen.queryByRole('status')).toBeNull();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(keepSender).toHaveBeenCalledOnce());
  const [label] = server.mailbox.labels().filter(({ name }) => name === 'Hợp đồng');
  expect(keepSender).toHaveBeenCalledWith({
    body: { from: FROM, to: { kind: 'label', label_id: label?.id }, kept: true },
  });
});

test('PM-13 the inbox, Junk and Trash are no places to keep mail in', async () => {
  await speak('vi');
  const { user, keepSender } = await open(0);
  for (const name of ['Hộp thư đến', 'Thư rác', 'Thùng rác'])
    await user.click(screen.getByRole('option', { name }));
  expect(keepSender).not.toHaveBeenCalled();
});
