import { ApiError } from '@bocau/contract/client.ts';
import type { SenderAccount } from '@bocau/contract/senders.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { renderPart } from '../../test-kit/render-part.tsx';
import { speak } from '../../test-kit/words.ts';
import { SenderAccounts } from './sender-accounts.tsx';

/** Twelve addresses of one mailbox, paged by the server. */
function sendersServer() {
  const server = {
    senders: Array.from({ length: 12 }, (_, at): SenderAccount => {
      return {
        email: `dia-chi-${at + 1}@saomai.example`,
        name: 'Lan Anh',
        default: at === 0,
        signature: null,
      };
    }),
    failure: null as ApiError | null,
  };
  const answer = () => ({ data: server.senders, meta: undefined });
  const api = {
    async listSendAs({ query }: { query: { page?: string | undefined } }) {
      const from = (Number(query.page) - 1) * 10;
      return { data: server.senders.slice(from, from + 10), meta: { total: server.senders.length } };
    },
    async setDefaultSender({ body }: { body: { email: string } }) {
      server.senders = server.senders
        .map((sender) => ({ ...sender, default: sender.email === body.email }))
        .toSorted((one, other) => Number(other.default) - Number(one.default));
      return answer();
    },
    async listSignatures() {
      return { data: [{ id: 's2', name: 'Phòng Kế toán', html: '<p>K</p>' }], meta: undefined };
    },
    async saveSender({ body }: { body: Partial<SenderAccount> & { email: string } }) {
      if (server.failure) throw server.failure;
      server.senders = server.senders.map((sender) =>
        sender.email === body.email ? { ...sender, ...body } : sender,
      );
      return answer();
    },
  };
  return { server, api };
}

beforeEach(() => speak('vi'));

const linesOf = async () =>
  within(await screen.findByRole('list', { name: 'Địa chỉ gửi' })).getAllByRole('listitem');

test('SE-1 addresses come ten to a page, and another default reloads the list with it in front', async () => {
  const { api } = sendersServer();
  const { user } = await renderPart(<SenderAccounts />, { api, at: '/setting/account' });
  expect(await linesOf()).toHaveLength(10);
  expect((await linesOf())[0]?.textContent).toContain('Mặc định');
  await user.click(screen.getByRole('button', { name: 'Trang sau' }));
  await user.click(
    await screen.findByRole('button', { name: 'Đặt dia-chi-12@saomai.example làm địa chỉ mặc định' }),
  );
  await screen.findByText('Trang 1 trên 2');
  const [first] = await linesOf();
  expect(first?.textContent).toMatch(/dia-chi-12@saomai\.example.*Mặc định/);
});

test('SE-2 a display name that could not be saved stays in its field with the reason', async () => {
  const { server, api } = sendersServer();
  const { user } = await renderPart(<SenderAccounts />, { api, at: '/setting/account' });
  await user.click(
    await screen.findByRole('button', { name: 'Đổi tên hiển thị của dia-chi-2@saomai.example' }),
  );
  const field = screen.getByRole<HTMLInputElement>('textbox');
  await user.clear(field);
  await user.type(field, 'Kế toán');
  server.failure = new ApiError(0, 'no_answer', 'No answer');
  await user.click(screen.getByRole('button', { name: 'Lưu' }));
  await screen.findByText(/^Không lưu được\. ./);
  expect(field.value).toBe('Kế toán');
  server.failure = null;
  await user.click(screen.getByRole('button', { name: 'Lưu' }));
  await screen.findByText('Kế toán');
});

test('an address gets a signature of its own', async () => {
  const { server, api } = sendersServer();
  const { user } = await renderPart(<SenderAccounts />, { api, at: '/setting/account' });
  const name = 'Chữ ký của dia-chi-2@saomai.example';
  const field = await screen.findByRole<HTMLInputElement>('combobox', { name });
  expect(field.value).toBe('Chữ ký theo phần Chung');
  await user.click(field);
  const list = document.getElementById(field.getAttribute('aria-controls') ?? '') as HTMLElement;
  await user.click(within(list).getByRole('option', { name: 'Phòng Kế toán', hidden: true }));
  await waitFor(() => expect(field.value).toBe('Phòng Kế toán'));
  expect(server.senders[1]).toMatchObject({ signature: 's2', name: 'Lan Anh' });
});
