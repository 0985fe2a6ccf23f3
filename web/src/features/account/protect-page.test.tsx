import { ApiError } from '@bocau/contract/client.ts';
import type { TwoStepState } from '@bocau/contract/second-step.ts';
import type { Activity, OpenSession } from '@bocau/contract/security.ts';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { notices } from '../../parts/notices/notify.ts';
import { useLocation } from '../../router/router.tsx';
import { fill } from '../../test-kit/fill.ts';
import { renderPart } from '../../test-kit/render-part.tsx';
import { speak } from '../../test-kit/words.ts';
import { NotMePage } from './not-me-page.tsx';
import { ProtectPage } from './protect-page.tsx';

const AT = Date.UTC(2026, 10, 21, 8) / 1000;
const laptop = { browser: 'Firefox 145', system: 'Linux', kind: 'desktop' } as const;
const phone = { browser: 'Safari 18', system: 'iOS', kind: 'phone' } as const;

function securityServer() {
  const server = {
    failure: null as ApiError | null,
    traces: [] as Activity[],
    recovery: { address: null as string | null, pending: null as string | null },
    sessions: [
      { id: 'a', device: laptop, protocol: 'web', address: '192.0.2.1', current: true },
      { id: 'b', device: phone, protocol: 'web', address: '198.51.100.7', current: false },
    ].map((session) => ({ ...session, created_at: AT, last_used_at: AT })) as OpenSession[],
    activities: Array.from({ length: 25 }, (_, at): Activity => {
      const failed = at === 0;
      return {
        id: String(at),
        kind: at === 1 ? 'redirect_added' : 'sign_in',
        at: AT - at * 3600,
        first_at: AT - at * 3600 - (failed ? 1800 : 0),
        times: failed ? 12 : 1,
        method: at === 1 ? null : 'password',
        outcome: at === 1 ? null : failed ? 'wrong_password' : 'ok',
        protocol: at === 1 ? null : 'web',
        address: '203.0.113.9',
        device: laptop,
        about: at === 1 ? 'khach@minhphat.example' : '',
      };
    }),
  };
  const answered = <T,>(data: T) => {
    if (server.failure) throw server.failure;
    return { data, meta: undefined };
  };
  const api = {
    getTwoStep: async () => answered({ enabled: false, since: null } as TwoStepState),
    getRecoveryAddress: async () => answered(server.recovery),
    async setRecoveryAddress({ body: { email } }: { body: { email: string | null } }) {
      if (email?.endsWith('@saomai.example')) throw new ApiError(400, 'invalid_input', 'Own');
      server.recovery = { address: null, pending: email };
      return answered(server.recovery);
    },
    async verifyRecoveryAddress({ body: { code } }: { body: { code: string } }) {
      if (code !== '12345678') throw new ApiError(400, 'verification_code_wrong', 'Wrong');
      server.recovery = { address: server.recovery.pending, pending: null };
      return answered(server.recovery);
    },
    listSignOnLinks: async () => answered({ available: false, links: [] }),
    listSessions: async () => answered(server.sessions),
    async listActivities({ query: { page = '1', only } }: { query: { page?: string; only?: string } }) {
      if (only) return { ...answered(server.traces), meta: { page: 1, has_more: false } };
      const from = (Number(page) - 1) * 20;
      const { data } = answered(server.activities.slice(from, from + 20));
      return { data, meta: { page: Number(page), has_more: from + 20 < server.activities.length } };
    },
    async listOwnAuditLog() {
      return { ...answered([]), meta: { next_cursor: null } };
    },
    async endSession({ params }: { params: { id: string } }) {
      server.sessions = server.sessions.filter(({ id }) => id !== params.id);
      return answered({ ok: true } as const);
    },
    async endOtherSessions() {
      const ended = server.sessions.length - 1;
      server.sessions = server.sessions.filter(({ current }) => current);
      return answered({ ended });
    },
  };
  return { server, api };
}

const linesOf = async (name: string) =>
  within(await screen.findByRole('list', { name }))
    .getAllByRole('listitem')
    .map((line) => line.textContent);

beforeEach(() => speak('vi'));

test('LH-1 AC-1 sessions with this one marked, and the history a page at a time', async () => {
  const { user } = await renderPart(<ProtectPage />, { api: securityServer().api, at: '/account/protect' });
  const [here, there] = await linesOf('Nơi đang đăng nhập');
  expect(here).toMatch(/Firefox 145 trên Linux.*192\.0\.2\.1Thiết bị này/);
  expect(there).toMatch(/Safari 18 trên iOS.*198\.51\.100\.7Đăng xuất/);
  const lines = await linesOf('Lịch sử đăng nhập và bảo mật');
  expect(lines).toHaveLength(20);
  expect(lines[0]).toMatch(/Sai mật khẩu.*203\.0\.113\.9 · 12 lần kể từ/);
  expect(lines[1]).toMatch(/Bộ lọc mới gửi thư đi nơi khác.*khach@minhphat\.example/);
  await user.click(screen.getByRole('button', { name: 'Cũ hơn' }));
  expect(await screen.findByText('Trang 2')).toBeTruthy();
  await expect.poll(() => linesOf('Lịch sử đăng nhập và bảo mật')).toHaveLength(5);
  expect(screen.getByRole('button', { name: 'Cũ hơn' }).getAttribute('aria-disabled')).toBe('true');
});

test('LH-1 one place that is signed out goes from the list, and the focus stays', async () => {
  const { user } = await renderPart(<ProtectPage />, { api: securityServer().api, at: '/account/protect' });
  await user.click(await screen.findByRole('button', { name: 'Đăng xuất Safari 18 trên iOS' }));
  await expect.poll(() => linesOf('Nơi đang đăng nhập')).toHaveLength(1);
  expect(document.activeElement?.textContent).toBe('Nơi đang đăng nhập');
  expect(screen.getByText(/^Bạn không đăng nhập trong trình duyệt nào khác/)).toBeTruthy();
});

test('LH-1 all other places are signed out after a question, and what failed says why', async () => {
  const { server, api } = securityServer();
  const { user } = await renderPart(<ProtectPage />, { api, at: '/account/protect' });
  await user.click(await screen.findByRole('button', { name: 'Đăng xuất mọi nơi khác' }));
  const question = await screen.findByRole('dialog', { name: 'Đăng xuất mọi nơi khác?' });
  await user.click(within(question).getByRole('button', { name: 'Đăng xuất mọi nơi khác' }));
  await expect.poll(() => linesOf('Nơi đang đăng nhập')).toHaveLength(1);
  expect(server.sessions).toHaveLength(1);
});

function Place() {
  const { pathname, search } = useLocation();
  return <output>{pathname + search}</output>;
}

test('LH-2 who was not the one signs everything else out, and is led to a new password', async () => {
  const { api } = securityServer();
  const reportNotMe = async () => ({ data: { ended: 2 }, meta: undefined });
  const shown = [<NotMePage key="page" />, <Place key="place" />];
  const { user } = await renderPart(shown, { api: { ...api, reportNotMe }, at: '/account/not-me' });
  await user.click(screen.getByRole('button', { name: 'Đăng xuất và chọn mật khẩu mới' }));
  await screen.findByText('/protect/password?first');
  expect(notices.get().map(({ text }) => text)).toEqual(['Đã đăng xuất 2 nơi khác']);
});

test('LH-1 what could not be read says so and offers to try again', async () => {
  const { server, api } = securityServer();
  server.failure = new ApiError(500, 'internal_error', 'broken');
  const { user } = await renderPart(<ProtectPage />, { api, at: '/account/protect' });
  await expect.poll(() => screen.queryAllByRole('button', { name: 'Thử lại' })).toHaveLength(5);
  const retry = screen.getAllByRole('button', { name: 'Thử lại' })[2];
  server.failure = null;
  await user.click(retry as HTMLElement);
  expect(await linesOf('Nơi đang đăng nhập')).toHaveLength(2);
});

test('AC-1 a recovery address is set by the code that was mailed to it, and taken away', async () => {
  const { api } = securityServer();
  const { user } = await renderPart(<ProtectPage />, { api, at: '/account/protect' });
  await user.click(await screen.findByRole('button', { name: 'Thêm email khôi phục' }));
  const address = screen.getByRole('textbox', { name: 'Địa chỉ email khôi phục' });
  await fill(user, address, 'binh@saomai.example{Enter}');
  await screen.findByText('Cần một địa chỉ email hợp lệ, không thuộc máy chủ này.');
  await user.clear(address);
  await fill(user, address, 'an@nha.example{Enter}');
  const code = await screen.findByRole('textbox', { name: 'Mã 8 số đã gửi đến an@nha.example' });
  expect(document.activeElement).toBe(code);
  await fill(user, code, '00000000{Enter}');
  expect(await screen.findByText('Mã không đúng.', { exact: false })).toBeTruthy();
  await user.clear(code);
  await fill(user, code, '12345678{Enter}');
  await screen.findByText('an@nha.example');
  await user.click(screen.getByRole('button', { name: 'Xóa' }));
  await screen.findByText('Chưa có');
});

test('LH-2 after a stranger was reported, what was added around that time is asked about', async () => {
  speak('en');
  const { server, api } = securityServer();
  const [known] = server.activities;
  const added = (kind: Activity['kind'], id: string): Activity => ({
    ...(known as Activity),
    ...{ id, kind, method: null, outcome: null, times: 1, about: '' },
  });
  server.traces = [added('passkey_added', 'x'), added('recovery_address_set', 'y')];
  await renderPart(<ProtectPage />, { api: api as never });
  const list = await screen.findByRole('list', { name: 'Was this you?' });
  const [passkey, address] = within(list).getAllByRole('listitem');
  const link = within(passkey as HTMLElement).getByRole('link', { name: 'Check: Passkey added' });
  expect(link.getAttribute('href')).toBe('/protect/authentication');
  expect(address?.textContent).toContain('See below');
});
