import { ApiError } from '@bocau/contract/client.ts';
import type { PhoneVerification } from '@bocau/contract/phone.ts';
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { now } from '../../lib/timers.ts';
import { notices } from '../../parts/notices/notify.ts';
import { renderPart } from '../../test-kit/render-part.tsx';
import { speak } from '../../test-kit/words.ts';
import { VerifyPage } from './verify-page.tsx';

const NUMBER = '+84912345678';
const CODE = '012345';

function phoneServer(given: Partial<PhoneVerification> = {}) {
  const seconds = () => Math.floor(now() / 1000);
  const server = {
    state: {
      phone: null,
      methods: ['sms', 'call'],
      fee: 20_000,
      pending: null,
      ...given,
    } as PhoneVerification,
    failure: null as ApiError | null,
    countries: [{ country: 'VN', calling_code: '84' }],
    started: [] as unknown[],
  };
  const answer = (change: Partial<PhoneVerification>) => {
    if (server.failure) throw server.failure;
    server.state = { ...server.state, ...change };
    return { data: server.state, meta: undefined };
  };
  const api = {
    listCountries: async () => ({ data: server.countries, meta: undefined }),
    getVerification: async () => ({ data: server.state, meta: undefined }),
    async startVerification({ body }: { body: { phone: string; method?: 'sms' | 'call' } }) {
      server.started.push(body);
      const times = { resend_at: seconds() + 60, expires_at: seconds() + 600 };
      return answer({ pending: { phone: NUMBER, method: body.method ?? 'sms', state: 'sent', ...times } });
    },
    async confirmVerification({ body: { code } }: { body: { code: string } }) {
      if (code !== CODE) throw new ApiError(400, 'verification_code_wrong', 'no');
      return answer({ phone: NUMBER, pending: null });
    },
    async removePhone() {
      answer({ phone: null });
      return { data: { ok: true as const }, meta: undefined };
    },
  };
  return { server, api };
}

const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name });

/** Typing so many fields character by character would take seconds. */
async function enter(user: UserEvent, field: HTMLElement, text: string) {
  await user.click(field);
  await user.paste(text);
  await user.keyboard('{Enter}');
}

beforeEach(() => speak('vi'));

test('RT-9 AC-6 AC-8 the fee is told, the code comes, a wrong one is said, the right one verifies', async () => {
  const { server, api } = phoneServer();
  const { user } = await renderPart(<VerifyPage />, { api, at: '/verify' });
  const field = await screen.findByRole('textbox', { name: 'Số điện thoại di động' });
  expect(screen.getByText(/Phí xác minh: 20\.000/)).toBeTruthy();
  expect(screen.queryByRole('combobox')).toBeNull();
  await user.click(button('Gửi mã qua SMS'));
  expect(screen.getByText('Nhập số điện thoại.')).toBeTruthy();
  expect(document.activeElement).toBe(field);
  await enter(user, field, '0912 345 678');
  const code = await screen.findByRole('textbox', { name: 'Mã xác minh' });
  expect(server.started).toEqual([{ phone: '0912 345 678', country: 'VN', method: 'sms' }]);
  expect(document.activeElement).toBe(code);
  expect(screen.getByRole('status').textContent).toContain('+84 912 345 678');
  const resend = button(/^Gửi lại sau (60|59) giây$/);
  expect(resend.getAttribute('aria-disabled')).toBe('true');
  await user.click(resend);
  expect(server.started).toHaveLength(1);
  await enter(user, code, '999999');
  expect(await screen.findByText('Mã không đúng.')).toBeTruthy();
  expect(document.activeElement).toBe(code);
  await user.clear(code);
  await enter(user, code, CODE);
  expect(await screen.findByText('Đã xác minh')).toBeTruthy();
  expect(notices.get().at(-1)?.text).toBe('Đã xác minh số +84 912 345 678');
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
});

test('AC-7 a number of somebody else leads back to the field, where it is said', async () => {
  const { server, api } = phoneServer();
  const { user } = await renderPart(<VerifyPage />, { api, at: '/verify' });
  await enter(user, await screen.findByRole('textbox'), '0912345678');
  const code = await screen.findByRole('textbox', { name: 'Mã xác minh' });
  server.failure = new ApiError(400, 'already_exists', 'no');
  await enter(user, code, CODE);
  expect(await screen.findByText(/đã được dùng cho một tài khoản khác/)).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Số điện thoại di động' }));
});

test.each([
  [
    'invalid_input',
    400,
    { fields: [{ field: 'phone', rule: 'invalid' }] },
    'Đây không phải là số di động hợp lệ.',
  ],
  [
    'invalid_input',
    400,
    { fields: [{ field: 'phone', rule: 'not_an_option' }] },
    'Chưa hỗ trợ số điện thoại của quốc gia này.',
  ],
  ['too_many_requests', 429, {}, /^Chưa gửi thêm được mã\. Thử lại sau 40 giây\.$/],
] as const)('AC-6 why no code was sent is said at the field: %s %i', async (code, status, details, words) => {
  const { server, api } = phoneServer();
  const { user } = await renderPart(<VerifyPage />, { api, at: '/verify' });
  server.failure = new ApiError(status, code, 'no', details, status === 429 ? 40 : null);
  const field = await screen.findByRole('textbox');
  await user.type(field, '0912345678');
  await user.click(button('Gọi điện đọc mã'));
  expect(await screen.findByText(words)).toBeTruthy();
  expect(document.activeElement).toBe(field);
});

test('AC-6 a code that the gateway did not take is told, and another number can be tried', async () => {
  const times = { resend_at: 0, expires_at: 0 };
  const { api } = phoneServer({ pending: { phone: NUMBER, method: 'sms', state: 'failed', ...times } });
  const { user } = await renderPart(<VerifyPage />, { api, at: '/verify' });
  expect((await screen.findByRole('alert')).textContent).toContain('Không gửi được mã đến +84 912 345 678');
  await user.click(button('Gửi mã qua SMS'));
  expect(await screen.findByRole('status')).toBeTruthy();
  await user.click(button('Dùng số khác'));
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Số điện thoại di động' }));
  await user.click(button('Hủy'));
  expect(screen.getByRole('textbox', { name: 'Mã xác minh' })).toBeTruthy();
});

test('RT-9 in English: the countries to choose from, a number that is changed or removed', async () => {
  speak('en');
  const { server, api } = phoneServer({ phone: NUMBER });
  server.countries.push({ country: 'LA', calling_code: '856' });
  const { user } = await renderPart(<VerifyPage />, { api, at: '/verify' });
  expect(await screen.findByText('+84 912 345 678')).toBeTruthy();
  await user.click(button('Change number'));
  await user.selectOptions(screen.getByRole('combobox'), 'Laos (+856)');
  await user.type(screen.getByRole('textbox'), '2055500000');
  await user.click(button('Cancel'));
  await user.click(button('Remove number'));
  const dialog = await screen.findByRole('dialog');
  await user.click(within(dialog).getByRole('button', { name: 'Remove number' }));
  await waitFor(() => expect(server.state.phone).toBeNull());
  expect(await screen.findByRole('textbox', { name: 'Mobile number' })).toBeTruthy();
});

test('a server without a gateway says so, and one that answers late is waited for', async () => {
  const { api } = phoneServer({ methods: [] });
  await renderPart(<VerifyPage />, { api, at: '/verify' });
  expect((await screen.findByText(/chưa được cấu hình để gửi mã/)).getAttribute('role')).toBe('status');
});
