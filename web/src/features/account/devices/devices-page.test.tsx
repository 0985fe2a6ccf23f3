import { ApiError } from '@bocau/contract/client.ts';
import type { MailService } from '@bocau/contract/server-info.ts';
import { act, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { withProof } from '../../../model/session/ask-proof.ts';
import { ProofHost } from '../../../parts/proof/proof-host.tsx';
import { renderPart } from '../../../test-kit/render-part.tsx';
import { speak } from '../../../test-kit/words.ts';
import { scopesOf, serversOf } from './device-kinds.ts';
import { DevicesPage } from './devices-page.tsx';

const EMAIL = 'lan.anh@saomai.example';
const service = (protocol: MailService['protocol'], port: number, encryption: MailService['encryption']) => ({
  ...{ protocol, port, encryption },
  host: `${protocol}.saomai.example`,
});
const SMTP = service('smtp', 587, 'starttls');
const SMTPS = service('smtp', 465, 'tls');
const IMAP = service('imap', 993, 'tls');
const POP3 = service('pop3', 995, 'tls');

const made = {
  id: '7',
  name: 'iPhone',
  scopes: [],
  created_at: 1,
  last_used_at: null as number | null,
  last_used_from: null,
};

function serverWith(services: MailService[]) {
  const state = { list: [] as (typeof made)[], asked: 0, created: [] as unknown[], proven: true };
  const api = {
    getServerInfo: async () => ({ data: { username: EMAIL, services, office_editor: false } }),
    getUserInfo: async () => ({ data: { email: EMAIL, fullname: 'Lan Anh' } }),
    getTwoStep: async () => ({ data: { proof: 'password', methods: [] } }),
    listAppPasswords: async () => {
      state.asked += 1;
      return { data: state.list };
    },
    createAppPassword: async ({ body }: { body: { name: string } }) => {
      if (!state.proven) throw new ApiError(403, 'proof_required', 'prove it');
      state.created.push(body);
      const app_password = { ...made, name: body.name };
      state.list = [app_password];
      return { data: { app_password, password: 'abcd efgh' } };
    },
  };
  const show = () =>
    renderPart(
      <>
        <DevicesPage />
        <ProofHost />
      </>,
      { at: '/account/devices', api: withProof(api as never) },
    );
  return { state, show };
}

const WORDS = {
  vi: {
    make: 'Tạo mật khẩu',
    name: 'Tên thiết bị',
    suggested: 'iPhone của Lan Anh',
    missing: 'Nhập tên thiết bị.',
    waiting: 'Đang chờ “iPhone của Lan Anh” kết nối…',
    arrived: '“iPhone của Lan Anh” đã kết nối.',
    again: 'Thiết lập thiết bị khác',
    other: 'Chương trình khác',
    profile: 'Tải cấu hình về thiết bị đang dùng',
    none: /chưa mở/,
  },
  en: {
    make: 'Create password',
    name: 'Device name',
    suggested: 'Lan Anh’s iPhone',
    missing: 'Enter a name for the device.',
    waiting: 'Waiting for “Lan Anh’s iPhone” to connect…',
    arrived: '“Lan Anh’s iPhone” is connected.',
    again: 'Set up another device',
    other: 'Another app',
    profile: 'Download the profile to this device',
    none: /isn’t set up/,
  },
} as const;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
});
afterEach(() => {
  vi.useRealTimers();
});

describe.each(['vi', 'en'] as const)('the set-up of a device, in %s', (language) => {
  const words = WORDS[language];
  beforeEach(() => speak(language));

  test('makes a password, shows it once, and says when the device has signed in', async () => {
    const { state, show } = serverWith([SMTP, SMTPS, IMAP, POP3]);
    const { user } = await show();
    const name = await screen.findByRole<HTMLInputElement>('textbox', { name: words.name });
    expect(name.value).toBe(words.suggested);
    await user.click(screen.getByRole('button', { name: words.make }));
    expect(await screen.findByText('abcd efgh')).toBeDefined();
    expect(state.created).toEqual([{ name: words.suggested, scopes: ['smtp', 'imap'] }]);
    const status = screen.getByText(words.waiting);
    expect(status.getAttribute('role')).toBe('status');
    await expect.poll(() => state.asked).toBe(1);

    state.list = [{ ...made, name: words.suggested, last_used_at: 1_795_000_000 }];
    await act(async () => void vi.advanceTimersByTime(3_000));
    expect(await screen.findByText(words.arrived)).toBeDefined();
    const asked = state.asked;
    await act(async () => void vi.advanceTimersByTime(60_000));
    expect(state.asked).toBe(asked);
    await user.click(screen.getByRole('button', { name: words.again }));
    expect(screen.queryByText('abcd efgh')).toBeNull();
  });

  test('shows a code of the profile, and the servers where they are typed', async () => {
    const { show } = serverWith([SMTP, SMTPS, IMAP, POP3]);
    const { user } = await show();
    const link = await screen.findByRole('link', { name: words.profile });
    expect(link.getAttribute('href')).toBe(
      `/mail/apple.mobileconfig?emailaddress=${encodeURIComponent(EMAIL)}`,
    );
    expect(screen.getByRole('img')).toBeDefined();
    expect(screen.queryByText('993')).toBeNull();
    await user.click(screen.getByRole('radio', { name: words.other }));
    expect(screen.queryByRole('img')).toBeNull();
    for (const text of ['imap.saomai.example', '993', 'smtp.saomai.example', '465', EMAIL])
      expect(screen.getByText(text)).toBeDefined();
    expect(screen.queryByText('995')).toBeNull();
  });

  test('wants a name, and says where nothing can be set up', async () => {
    const { state, show } = serverWith([SMTP, IMAP]);
    const { user, unmount } = await show();
    await user.clear(await screen.findByRole('textbox', { name: words.name }));
    await user.click(screen.getByRole('button', { name: words.make }));
    expect(screen.getByText(words.missing)).toBeDefined();
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: words.name }));
    expect(state.created).toEqual([]);
    unmount();
    await serverWith([SMTP]).show();
    expect(await screen.findByText(words.none)).toBeDefined();
  });
});

test('who has not proved lately who they are is asked first', async () => {
  speak('vi');
  const { state, show } = serverWith([SMTP, IMAP]);
  state.proven = false;
  const { user } = await show();
  await user.click(await screen.findByRole('button', { name: 'Tạo mật khẩu' }));
  const proof = await screen.findByRole('dialog', { name: 'Xác nhận đó là bạn' });
  expect(await within(proof).findByLabelText('Mật khẩu')).toBeDefined();
});

test('a device reads by IMAP where it can, else by POP3, and sends', () => {
  expect(scopesOf([SMTP, IMAP, POP3])).toEqual(['smtp', 'imap']);
  expect(scopesOf([POP3])).toEqual(['pop3']);
  expect(serversOf([SMTP, SMTPS, IMAP], ['smtp', 'imap'])).toEqual([SMTPS, IMAP]);
  expect(serversOf([SMTP], ['smtp'])).toEqual([SMTP]);
});
