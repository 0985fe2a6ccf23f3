import { ApiError } from '@bocau/contract/client.ts';
import type { Newsletter } from '@bocau/contract/newsletters.ts';
import { MantineProvider } from '@mantine/core';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { filterRequest } from '../../../parts/filters/filter-request.ts';
import { notices } from '../../../parts/notices/notify.ts';
import { renderPart } from '../../../test-kit/render-part.tsx';
import { speak } from '../../../test-kit/words.ts';
import { NewsletterSettings } from './newsletter-settings.tsx';

const ROW: Newsletter = {
  ...{
    email: 'tin@ban-tin.example',
    name: 'Bản tin sáng',
    messages: 120,
    bytes: 3 * 1024 * 1024,
    unread: 34,
  },
  ...{ lately: 12, last_at: 1_700_000_000, last_read_at: null, message_id: 'm1', thread_id: 't1' },
  ...{ folder_id: 'f1', unsubscribed_at: null, since_unsubscribed: 0 },
  unsubscribe: { one_click: true, url: 'https://ban-tin.example/u', mailto: null },
};

function newsletterServer(rows: Newsletter[]) {
  const asked = {
    sorts: [] as (string | undefined)[],
    unsubscribed: [] as string[],
    deleted: [] as string[],
  };
  const blocked: string[] = [];
  const api = {
    async listNewsletters({ query }: { query: { sort?: string } }) {
      asked.sorts.push(query.sort);
      const [messages, bytes] = [120, 3 * 1024 * 1024];
      return { data: rows, meta: { total: rows.length, messages, bytes, counting: rows.length === 0 } };
    },
    async unsubscribe({ params }: { params: { id: string } }) {
      asked.unsubscribed.push(params.id);
      return { data: { outcome: 'done' as const }, meta: undefined };
    },
    async deleteNewsletters({ body }: { body: { email: string } }) {
      asked.deleted.push(body.email);
      throw new Error('not in this test');
    },
    async createRule({ body }: { body: { sieve_json: string } }) {
      blocked.push(JSON.parse(body.sieve_json).from);
      return { data: { id: 'r1' }, meta: undefined };
    },
    async deleteRule() {
      blocked.pop();
      return { data: { ok: true }, meta: undefined };
    },
  };
  return { asked, blocked, api };
}

async function show(rows: Newsletter[], given: object = {}) {
  const { api, ...server } = newsletterServer(rows);
  const part = await renderPart(
    <MantineProvider env="test">
      <NewsletterSettings />
    </MantineProvider>,
    { api: { ...api, ...given } as never, at: '/setting/newsletters' },
  );
  return { ...part, ...server };
}

beforeEach(() => notices.set([]));
afterEach(() => vi.restoreAllMocks());

test.each([
  ['vi', 'Người gửi bản tin', '120 thư · 34 chưa đọc · 12 thư trong 90 ngày · chưa đọc thư nào', '3,0 MB'],
  ['en', 'Senders of newsletters', '120 messages · 34 unread · 12 messages in 90 days · none read', '3.0 MB'],
] as const)(
  'NS-2 NS-12 in %s a row says who sends how much, and what was read',
  async (language, label, said, size) => {
    speak(language);
    const { asked, user } = await show([ROW]);
    const list = await screen.findByRole('list', { name: label });
    expect(within(list).getByRole('link', { name: 'Bản tin sáng' }).getAttribute('href')).toContain(
      'from_addr=tin%40ban-tin.example',
    );
    expect(list.textContent).toContain(said);
    expect(list.textContent).toContain(size);
    await user.selectOptions(screen.getByRole('combobox'), 'unread');
    await waitFor(() => expect(asked.sorts).toEqual(['messages', 'unread']));
  },
);

test('NS-12 one unsubscribes in one click, and the list is asked for again', async () => {
  speak('vi');
  const { asked, user } = await show([ROW]);
  await user.click(await screen.findByRole('button', { name: 'Hủy đăng ký thư từ Bản tin sáng' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Hủy đăng ký' }));
  await waitFor(() => expect(asked.unsubscribed).toEqual(['m1']));
  await waitFor(() => expect(asked.sorts).toHaveLength(2));
  expect(notices.get().at(-1)?.text).toBe('Đã hủy đăng ký thư từ Bản tin sáng');
});

test.each([
  ['https://ban-tin.example/u', null, 'Mở trang hủy đăng ký'],
  [null, 'mailto:huy@ban-tin.example', 'Soạn thư hủy đăng ký'],
])(
  'NS-12 where our server cannot do it, the last step says what opens, and the row that it was opened: %s %s',
  async (url, mailto, words) => {
    speak('vi');
    const { user } = await show([{ ...ROW, unsubscribe: { one_click: false, url, mailto } }]);
    await user.click(await screen.findByRole('button', { name: 'Hủy đăng ký thư từ Bản tin sáng' }));
    const open = vi.spyOn(window, 'open').mockReturnValue(null);
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: words }));
    expect(open).toHaveBeenCalledExactlyOnceWith(url ?? mailto, '_blank', 'noopener,noreferrer');
    expect(await screen.findByText(/Đã mở trang của họ, chưa rõ kết quả/)).toBeTruthy();
  },
);

test('NS-11 before all are deleted it says how many, how much, and that nothing is freed yet', async () => {
  speak('en');
  const { asked, user } = await show([ROW]);
  await user.click(await screen.findByRole('button', { name: 'Delete all mail from Bản tin sáng' }));
  const dialog = await screen.findByRole('dialog', { name: 'Move 120 messages from Bản tin sáng to Trash?' });
  expect(dialog.textContent).toContain('120 messages (3.0 MB) will go to Trash. This frees no storage yet');
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  expect(asked.deleted).toEqual([]);
});

test('NS-12 its sender is blocked with undo, and a filter begins with them', async () => {
  speak('vi');
  const { blocked, user } = await show([ROW]);
  const open = async () => user.click(await screen.findByRole('button', { name: /^Thao tác với thư của/ }));
  await open();
  await user.click(await screen.findByRole('menuitem', { name: 'Chặn người gửi' }));
  await waitFor(() => expect(blocked).toEqual(['tin@ban-tin.example']));
  await notices.get().at(-1)?.undo?.();
  expect(blocked).toEqual([]);
  await open();
  await user.click(await screen.findByRole('menuitem', { name: 'Tạo bộ lọc' }));
  expect(filterRequest.get()).toEqual({ from: 'tin@ban-tin.example', subject: '' });
  filterRequest.set(null);
});

test.each([
  ['vi', 'Không có bản tin nào', 'Đang đếm thư cũ.'],
  ['en', 'No newsletters', 'Still counting older mail.'],
] as const)(
  'NS-1 NS-2 in %s an empty list says so, and that older mail is still counted',
  async (language, none, counting) => {
    speak(language);
    await show([]);
    expect(await screen.findByRole('heading', { name: none })).toBeTruthy();
    expect(screen.getByText(new RegExp(counting))).toBeTruthy();
  },
);

test('NS-16 the line of whose mail is moved to Trash is gone at once, and back where that is refused', async () => {
  speak('en');
  const other = { ...ROW, email: 'khac@ban-tin.example', name: 'Another' };
  const refusal = Promise.withResolvers<never>();
  const { user } = await show([ROW, other], { deleteNewsletters: () => refusal.promise });
  await user.click(await screen.findByRole('button', { name: 'Delete all mail from Bản tin sáng' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Move to Trash' }));
  expect(screen.getAllByRole('listitem').map((line) => line.textContent)).toEqual([
    expect.stringContaining('Another'),
  ]);
  refusal.reject(new ApiError(409, 'operation_in_progress', 'Another operation is in progress'));
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(2));
  expect(notices.get().at(-1)?.tone).toBe('danger');
});
