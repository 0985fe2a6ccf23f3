import { ApiError } from '@bocau/contract/client.ts';
import { act, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderPart } from '../../test-kit/render-part.tsx';
import { speak } from '../../test-kit/words.ts';
import type { Session } from '../session/session.ts';
import { SessionContext } from '../session/session-context.ts';
import { SignInPage } from './sign-in-page.tsx';

const EMAIL = 'lan.anh@saomai.example';
const user = { email: EMAIL };

function sessionOf(more: object = {}, api: object = {}) {
  const session = {
    isKnown: () => false,
    isSigningOut: () => false,
    goesOn: () => true,
    signIn: vi.fn(async () => user),
    signOn: vi.fn(async () => user),
    ...more,
    api: {
      findSignOn: vi.fn(async ({ query }: { query: { domain: string } }) => ({
        data: { available: query.domain === 'saomai.example' },
      })),
      linkSignOn: vi.fn(async () => ({ data: { ok: true } })),
      ...api,
    },
  };
  return session as typeof session & Session;
}

async function open(session: Session, at: string) {
  speak('vi');
  const page = (
    <SessionContext value={session}>
      <SignInPage />
    </SessionContext>
  );
  // Its parts are lazy.
  return act(() => renderPart(page, { at }));
}

const refused = (details: object) => () =>
  Promise.reject(new ApiError(401, 'sign_on_refused', 'Refused', details as Record<string, unknown>));

test('the way to the provider is offered once the address says which domain it is', async () => {
  const session = sessionOf();
  const { user: person } = await open(session, '/login?to=%2Ffolder%2FSent');
  const name = 'Đăng nhập bằng tài khoản công ty';
  await person.type(screen.getByLabelText('Địa chỉ email'), 'ai@noikhac.example');
  await person.tab();
  expect(screen.queryByRole('link', { name })).toBeNull();
  await person.clear(screen.getByLabelText('Địa chỉ email'));
  await person.type(screen.getByLabelText('Địa chỉ email'), EMAIL);
  await person.tab();
  const link = await screen.findByRole('link', { name });
  expect(link.getAttribute('href')).toBe('/sign-on/start?email=lan.anh%40saomai.example&to=%2Ffolder%2FSent');
});

test.each([
  ['silent', /không trả lời/],
  ['cancelled', /Bạn đã hủy/],
  ['refused', /không hợp lệ/],
  ['expired', /đã hết hạn/],
  ['none', /Hãy nhập mật khẩu/],
])('who comes back with “%s” is told what happened, and has the form', async (result, words) => {
  await open(sessionOf(), `/login?sign_on=${result}`);
  expect((await screen.findByRole('alert')).textContent).toMatch(words);
  expect(screen.getByLabelText('Mật khẩu')).toBeTruthy();
});

test('who comes back and is known is in, once', async () => {
  const session = sessionOf();
  await open(session, '/login?sign_on=done&to=%2Ffolder%2FSent');
  await waitFor(() => expect(session.signOn).toHaveBeenCalledTimes(1));
  expect(screen.queryByLabelText('Mật khẩu')).toBeNull();
});

test('the address that a link brought stands in the form, with the way to its provider', async () => {
  await open(sessionOf(), `/login?email=${encodeURIComponent(EMAIL)}`);
  expect(screen.getByLabelText<HTMLInputElement>('Địa chỉ email').value).toBe(EMAIL);
  expect(await screen.findByRole('link', { name: 'Đăng nhập bằng tài khoản công ty' })).toBeTruthy();
});

const OTHER = { reason: 'other_session', account: 'x@evil.example', signed_in: EMAIL };

test('AU-3 who is signed in to another mailbox is asked before it is left', async () => {
  const signOn = vi.fn(refused(OTHER));
  const { user: person } = await open(sessionOf({ signOn }), '/login?sign_on=done');
  const heading = await screen.findByRole('heading', { name: 'Đổi sang hộp thư khác?' });
  await waitFor(() => expect(document.activeElement).toBe(heading));
  await person.click(screen.getByRole('button', { name: 'Chuyển sang x@evil.example' }));
  expect(signOn.mock.calls).toEqual([[], [{ replaces: true }]]);
});

test('AU-3 who stays keeps the mailbox that was open', async () => {
  const signOn = vi.fn(refused(OTHER));
  const { user: person } = await open(sessionOf({ signOn }), '/login?sign_on=done&to=%2Ffolder%2FSent');
  await person.click(await screen.findByRole('button', { name: `Ở lại ${EMAIL}` }));
  expect(signOn).toHaveBeenCalledTimes(1);
});

test('who comes back and is suspended is told so', async () => {
  await open(sessionOf({ signOn: refused({ reason: 'suspended' }) }), '/login?sign_on=done');
  expect((await screen.findByRole('alert')).textContent).toMatch(/tạm ngưng/);
});

test('TF-3 who comes back and has two-step sign-in enters the code', async () => {
  const needed = new ApiError(401, 'code_required', 'Code', {
    challenge: 'c',
    methods: ['totp', 'recovery_code'],
  });
  await open(sessionOf({ signOn: () => Promise.reject(needed) }), '/login?sign_on=done');
  expect(await screen.findByRole('textbox', { name: /^Mã/ })).toBeTruthy();
});

test('an account that is not linked is linked after the password and a yes', async () => {
  const unlinked = { reason: 'unlinked', account: 'lananh@cty.example', domain: 'saomai.example' };
  const session = sessionOf({ signOn: refused(unlinked) });
  const { user: person } = await open(session, '/login?sign_on=done');
  expect((await screen.findByRole('alert')).textContent).toContain('lananh@cty.example chưa liên kết');
  await person.type(screen.getByLabelText('Địa chỉ email'), EMAIL);
  await person.type(screen.getByLabelText('Mật khẩu'), 'BoCau@2026{Enter}');
  const heading = await screen.findByRole('heading', { name: 'Liên kết tài khoản công ty?' });
  await waitFor(() => expect(document.activeElement).toBe(heading));
  expect(session.api.linkSignOn).not.toHaveBeenCalled();
  await person.click(screen.getByRole('button', { name: 'Liên kết' }));
  expect(session.api.linkSignOn).toHaveBeenCalledTimes(1);
});
