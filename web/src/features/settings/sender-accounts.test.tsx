import { ApiError } from '@bocau/contract/client.ts';
import type { SenderAccount } from '@bocau/contract/senders.ts';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { renderPart } from '../../test-kit/render-part.tsx';
import { speak } from '../../test-kit/words.ts';
import { SenderAccounts } from './sender-accounts.tsx';

/** Twelve addresses of one mailbox, as the server pages through them. */
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
    async saveSender({ body }: { body: { email: string; name?: string | undefined } }) {
      if (server.failure) throw server.failure;
      server.senders = server.senders.map((sender) =>
        sender.email === body.email ? { ...sender, name: body.name ?? sender.name } : sender,
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
