import { ApiError } from '@bocau/contract/client.ts';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { recentSearches, recordSearch } from '../../features/search/recent-searches.ts';
import { actHistory, recordAct } from '../../parts/acts/act-history.ts';
import { ComposeContext } from '../../parts/compose/lazy-compose.ts';
import { notices, notify } from '../../parts/notices/notify.ts';
import { fill } from '../../test-kit/fill.ts';
import { noCompose } from '../../test-kit/no-compose.ts';
import { renderPart } from '../../test-kit/render-part.tsx';
import { speak } from '../../test-kit/words.ts';
import { SessionEnded } from '../layouts/session-ended.tsx';
import type { Session } from '../session/session.ts';
import { SessionContext } from '../session/session-context.ts';
import { SignInPage } from './sign-in-page.tsx';

const REFUSED = new ApiError(401, 'invalid_credentials', 'Wrong');

/** A session that answers each attempt with the next of these errors. */
function sessionThatSays(...errors: ApiError[]): Session {
  const signIn = vi.fn(() => Promise.reject(errors.shift()));
  const api = { findSignOn: async () => ({ data: { available: false } }) };
  return { api, signIn, isSigningOut: () => false } as unknown as Session;
}

const FORMS = {
  'the sign-in page': () => <SignInPage />,
  'the form over a message': () => (
    <ComposeContext value={noCompose}>
      <SessionEnded
        email="lan.anh@saomai.example"
        keep={async () => undefined}
        onLeave={() => undefined}
        onGoOn={() => undefined}
      />
    </ComposeContext>
  ),
} as const;

test.each(Object.keys(FORMS) as (keyof typeof FORMS)[])(
  'AU-1 in %s a wrong password is selected, and the refusal is announced',
  async (form) => {
    speak('vi');
    const { user } = await renderPart(
      <SessionContext value={sessionThatSays(REFUSED, REFUSED)}>{FORMS[form]()}</SessionContext>,
      { at: '/login' },
    );
    const address = screen.getByLabelText<HTMLInputElement>('Địa chỉ email');
    if (!address.readOnly) await fill(user, address, 'lan.anh@saomai.example');
    const password = screen.getByLabelText<HTMLInputElement>('Mật khẩu');
    password.focus();
    for (const typed of ['sai', 'vẫn sai']) {
      await user.keyboard(typed);
      await user.click(screen.getByRole('button', { name: 'Đăng nhập' }));
      const told = await screen.findByText(/^Địa chỉ hoặc mật khẩu/);
      expect(told.getAttribute('role')).toBe('alert');
      await waitFor(() => expect(document.activeElement).toBe(password));
      expect([password.selectionStart, password.selectionEnd]).toEqual([0, typed.length]);
    }
  },
);

const MINH = { email: 'minh.tran@saomai.example' };

async function signInAsMinh(goesOn: boolean): Promise<void> {
  speak('vi');
  const session = { ...sessionThatSays(), signIn: async () => MINH, goesOn: () => goesOn };
  const { user } = await renderPart(
    <SessionContext value={session as unknown as Session}>
      <SignInPage />
    </SessionContext>,
    { at: '/login?to=%2Fcalendar' },
  );
  await fill(user, screen.getByLabelText('Địa chỉ email'), MINH.email);
  await fill(user, screen.getByLabelText('Mật khẩu'), 'BoCau@2026');
  await user.click(screen.getByRole('button', { name: 'Đăng nhập' }));
}

test('SB-15 AU-9 whoever signs in is shown nothing of what was searched for and done here before', async () => {
  recordSearch('bảng lương');
  recordAct({ words: () => 'Đã chuyển 1 hội thoại vào Lương', undo: async () => 'undone' });
  notify({ text: 'Đã chuyển 1 hội thoại vào Lương', undo: () => undefined });
  await signInAsMinh(true);
  await waitFor(() => expect([recentSearches(), actHistory.get(), notices.get()]).toEqual([[], [], []]));
});

test('AU-9 where a page was used by another person it is loaded anew, at the address first asked for', async () => {
  const replace = vi.fn();
  vi.stubGlobal('location', { ...window.location, replace });
  await signInAsMinh(false);
  await waitFor(() => expect(replace.mock.calls).toEqual([['/calendar']]));
  vi.unstubAllGlobals();
});

test('LY-17 who cannot sign in finds the help for it', async () => {
  speak('vi');
  await renderPart(
    <SessionContext value={sessionThatSays()}>
      <SignInPage />
    </SessionContext>,
    { at: '/login' },
  );
  const link = screen.getByRole('link', { name: 'Trợ giúp' });
  expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual(['/help/lost-password', '_blank']);
});

test.each([
  [{}, 'Tài khoản này đang bị tạm ngưng. Liên hệ người quản trị tên miền.'],
  [{ of: 'domain' }, 'Tên miền của tổ chức bạn đang bị tạm ngưng. Liên hệ chủ sở hữu tên miền.'],
  [{ of: 'domain', reason: 'Chưa thanh toán' }, /tạm ngưng\. .+ Lý do: Chưa thanh toán$/],
])('AU-5 who is suspended is told so by %j', async (details, words) => {
  speak('vi');
  const suspended = new ApiError(401, 'account_suspended', 'Suspended', details);
  const { user } = await renderPart(
    <SessionContext value={sessionThatSays(suspended)}>
      <SignInPage />
    </SessionContext>,
    { at: '/login' },
  );
  await fill(user, screen.getByLabelText('Địa chỉ email'), 'lan.anh@saomai.example');
  await fill(user, screen.getByLabelText('Mật khẩu'), 'BoCau@2026{Enter}');
  expect(await screen.findByText(words)).toBeTruthy();
});

test('a wrong code is selected instead', async () => {
  speak('vi');
  const needed = new ApiError(401, 'code_required', 'Code', {
    challenge: 'c',
    methods: ['totp', 'recovery_code'],
  });
  const wrong = new ApiError(401, 'code_incorrect', 'Wrong');
  const { user } = await renderPart(
    <SessionContext value={sessionThatSays(needed, wrong)}>
      <SignInPage />
    </SessionContext>,
    { at: '/login' },
  );
  await fill(user, screen.getByLabelText('Địa chỉ email'), 'lan.anh@saomai.example');
  await fill(user, screen.getByLabelText('Mật khẩu'), 'BoCau@2026{Enter}');
  const code = await screen.findByRole<HTMLInputElement>('textbox', { name: /^Mã/ });
  await fill(user, code, '123456{Enter}');
  await screen.findByRole('alert');
  await waitFor(() => expect(document.activeElement).toBe(code));
  expect([code.selectionStart, code.selectionEnd]).toEqual([0, 6]);
});

test('TF-2 a code is sent to the telephone, once a minute, and why it is not', async () => {
  speak('vi');
  const methods = ['totp', 'recovery_code', 'sms', 'call'];
  const hint = '+84 ••• ••• 78';
  const needed = new ApiError(401, 'code_required', 'Code', { challenge: 'c', methods, phone_hint: hint });
  const full = new ApiError(429, 'too_many_requests', 'no', {}, 45);
  const sendCode = vi.fn().mockRejectedValueOnce(full).mockResolvedValue({ data: {} });
  const session = sessionThatSays(needed);
  Object.assign(session.api, { sendCode });
  const { user } = await renderPart(
    <SessionContext value={session}>
      <SignInPage />
    </SessionContext>,
    { at: '/login' },
  );
  await fill(user, screen.getByLabelText('Địa chỉ email'), 'lan.anh@saomai.example');
  await fill(user, screen.getByLabelText('Mật khẩu'), 'BoCau@2026{Enter}');
  const bySms = await screen.findByRole('button', { name: 'Gửi mã qua SMS' });
  await user.click(bySms);
  expect((await screen.findByRole('alert')).textContent).toBe('Chưa gửi thêm được mã. Thử lại sau 45 giây.');
  await user.click(bySms);
  expect((await screen.findByRole('status')).textContent).toBe(`Đã gửi mã qua SMS đến ${hint}.`);
  expect(screen.queryByRole('alert')).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: /^Mã/ }));
  await user.click(screen.getByRole('button', { name: 'Gọi điện đọc mã' }));
  expect(sendCode.mock.calls).toEqual(Array(2).fill([{ body: { method: 'sms', challenge: 'c' } }]));
});

describe('a passkey', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    Reflect.deleteProperty(navigator, 'credentials');
  });

  const ASKED = { challenge: 'AAAA', rp: 'localhost', credentials: [], verified: true, expires_in: 600 };
  const bytes = () => new Uint8Array([1]).buffer;
  const response = {
    clientDataJSON: bytes(),
    authenticatorData: bytes(),
    signature: bytes(),
    userHandle: null,
  };
  const chosen = {
    id: 'AQ',
    rawId: bytes(),
    type: 'public-key',
    response,
    getClientExtensionResults: () => ({}),
  };
  const answer = {
    ...{ credential: 'AQ', client_data: 'AQ', authenticator_data: 'AQ', signature: 'AQ' },
    user_handle: null,
  };

  /** A stub of the browser API that jsdom lacks. */
  function standInForBrowser(get: (options: CredentialRequestOptions) => Promise<unknown>) {
    const isConditionalMediationAvailable = async () => true;
    vi.stubGlobal(
      'PublicKeyCredential',
      Object.assign(() => undefined, { isConditionalMediationAvailable }),
    );
    vi.stubGlobal('isSecureContext', true);
    Object.defineProperty(navigator, 'credentials', { configurable: true, value: { get } });
    const session = sessionThatSays(REFUSED);
    const askPasskey = vi.fn(async () => ({ data: ASKED }));
    Object.assign(session.api, { askPasskey });
    return { session, askPasskey };
  }

  test('is offered by the browser in the address field, and signs in when it is chosen', async () => {
    speak('vi');
    const get = vi.fn(async (_options: CredentialRequestOptions): Promise<unknown> => chosen);
    const { session } = standInForBrowser(get);
    await renderPart(
      <SessionContext value={session}>
        <SignInPage />
      </SessionContext>,
      { at: '/login' },
    );
    const address = screen.getByLabelText('Địa chỉ email');
    expect(address.getAttribute('autocomplete')).toBe('username webauthn');
    await waitFor(() => expect(session.signIn).toHaveBeenCalledWith({ passkey: answer }));
    expect(get.mock.calls[0]?.[0].mediation).toBe('conditional');
  });

  test('goes on in the form over a message, for the account that is open', async () => {
    speak('vi');
    const { session } = standInForBrowser(async () => chosen);
    const { user } = await renderPart(
      <SessionContext value={session}>{FORMS['the form over a message']()}</SessionContext>,
      { at: '/folder/INBOX' },
    );
    await user.click(screen.getByRole('button', { name: 'Đăng nhập bằng khóa truy cập' }));
    const email = 'lan.anh@saomai.example';
    await waitFor(() => expect(session.signIn).toHaveBeenCalledWith({ passkey: answer, email }));
    expect((await screen.findAllByRole('alert')).length).toBeGreaterThan(1);
  });
});
