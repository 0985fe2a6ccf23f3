import { ApiError } from '@bocau/contract/client.ts';
import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { fill } from '../../test-kit/fill.ts';
import { renderPart } from '../../test-kit/render-part.tsx';
import { speak } from '../../test-kit/words.ts';
import type { Session } from '../session/session.ts';
import { SessionContext } from '../session/session-context.ts';
import { ForgotPage } from './forgot-page.tsx';
import { ResetPage } from './reset-page.tsx';
import { takeResetToken } from './take-reset-token.ts';

test('PW-3 a link leads to a new password only after a press, and its token leaves the address', async () => {
  speak('vi');
  const token = 'a'.repeat(43);
  window.history.replaceState(null, '', `/login?to=%2F#reset=${token}`);
  expect(takeResetToken()).toBe(token);
  expect(window.location.href).toMatch(/\/login\?to=%2F$/);
  expect(takeResetToken()).toBeNull();
  const link = { email: 'an@saomai.example', fullname: 'An', app_passwords: ['Outlook'], suspended: null };
  const readResetLink = vi.fn(async () => ({ data: link }));
  const resetPassword = vi.fn(async () => ({ data: { ok: true } }));
  const onDone = vi.fn();
  const session = { api: { readResetLink, resetPassword } } as unknown as Session;
  const { user } = await renderPart(
    <SessionContext value={session}>
      <ResetPage token={token} onDone={onDone} onForgot={() => undefined} />
    </SessionContext>,
  );
  const goOn = screen.getByRole('button', { name: 'Tiếp tục' });
  expect(readResetLink).not.toHaveBeenCalled();
  await user.click(goOn);
  expect(await screen.findByText('Các mật khẩu ứng dụng này bị thu hồi: Outlook.')).toBeTruthy();
  await fill(user, screen.getByLabelText('Mật khẩu mới'), 'Bến-Thuyền-47-xuôi');
  await fill(user, screen.getByLabelText('Nhập lại mật khẩu mới'), 'Bến-Thuyền-47-xuôi{Enter}');
  await user.click(await screen.findByRole('button', { name: 'Đến trang đăng nhập' }));
  expect(resetPassword).toHaveBeenCalledWith({ body: { token, new_password: 'Bến-Thuyền-47-xuôi' } });
  expect(onDone).toHaveBeenCalledOnce();
});

test('PW-3 who is suspended sets a password by the link, and is told what it does not open and whom to ask', async () => {
  speak('vi');
  const known = {
    email: 'an@saomai.example',
    fullname: 'An',
    app_passwords: [],
    suspended: 'account' as const,
  };
  const api = { resetPassword: vi.fn(async () => ({ data: { ok: true } })) };
  const { user } = await renderPart(
    <SessionContext value={{ api } as unknown as Session}>
      <ResetPage token="t" known={known} onDone={() => undefined} onForgot={() => undefined} />
    </SessionContext>,
  );
  expect(screen.getByText(/đang bị tạm ngưng\. Liên hệ người quản trị tên miền\./)).toBeTruthy();
  await fill(user, screen.getByLabelText('Mật khẩu mới'), 'Bến-Thuyền-47-xuôi');
  await fill(user, screen.getByLabelText('Nhập lại mật khẩu mới'), 'Bến-Thuyền-47-xuôi{Enter}');
  expect(await screen.findByText(/đăng nhập được bằng mật khẩu đó khi được cho dùng lại/)).toBeTruthy();
  expect(screen.getByText(/Liên hệ người quản trị tên miền/)).toBeTruthy();
});

test('PW-3 who has forgotten the password is told the same for any address', async () => {
  speak('vi');
  const requestRecovery = vi.fn(async () => ({ data: { ok: true } }));
  const getRecoveryWays = async () => ({ data: { phone: false } });
  const { user } = await renderPart(
    <SessionContext value={{ api: { requestRecovery, getRecoveryWays } } as unknown as Session}>
      <ForgotPage onBack={() => undefined} />
    </SessionContext>,
  );
  await fill(user, screen.getByLabelText('Địa chỉ email'), 'ai@noi-khac.example{Enter}');
  expect((await screen.findByRole('status')).textContent).toMatch(
    /^Nếu ai@noi-khac\.example có email khôi phục/,
  );
});

test('PW-3 a code to the telephone leads to a new password, and a wrong one is said to be one', async () => {
  speak('en');
  const wrong = new ApiError(400, 'verification_code_wrong', 'for developers');
  const known = { email: 'an@saomai.example', fullname: 'An', app_passwords: [], suspended: null };
  const api = {
    getRecoveryWays: async () => ({ data: { phone: true } }),
    requestRecoveryCode: vi.fn(async () => ({ data: { request: 'r' } })),
    verifyRecoveryCode: vi
      .fn()
      .mockRejectedValueOnce(wrong)
      .mockResolvedValue({ data: { token: 'k' } }),
    readResetLink: async () => ({ data: known }),
    resetPassword: vi.fn(async () => ({ data: { ok: true } })),
  };
  const onBack = vi.fn();
  const { user } = await renderPart(
    <SessionContext value={{ api } as unknown as Session}>
      <ForgotPage onBack={onBack} />
    </SessionContext>,
  );
  await fill(user, screen.getByLabelText('Email address'), 'an@saomai.example');
  await user.click(await screen.findByRole('button', { name: 'Send code to phone' }));
  const field = await screen.findByLabelText('6-digit code from your phone');
  await fill(user, field, '111111{Enter}');
  expect(await screen.findByText('That code is incorrect, or no longer valid.')).toBeTruthy();
  expect(document.activeElement).toBe(field);
  await user.keyboard('123456{Enter}');
  await fill(user, await screen.findByLabelText('New password'), 'Bến-Thuyền-47-xuôi');
  await fill(user, screen.getByLabelText('Repeat new password'), 'Bến-Thuyền-47-xuôi{Enter}');
  await user.click(await screen.findByRole('button', { name: 'Go to sign in' }));
  const given = { email: 'an@saomai.example', request: 'r', code: '123456' };
  expect(api.verifyRecoveryCode).toHaveBeenLastCalledWith({ body: given });
  expect(api.resetPassword).toHaveBeenCalledWith({
    body: { token: 'k', new_password: 'Bến-Thuyền-47-xuôi' },
  });
  expect(onBack).toHaveBeenCalledOnce();
});
