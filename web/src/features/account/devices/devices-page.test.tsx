import { ApiError } from '@bocau/contract/client.ts';
import type { MailService } from '@bocau/contract/server-info.ts';
import { act, screen, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { withProof } from '../../../model/session/ask-proof.ts';
import { ProofHost } from '../../../parts/proof/proof-host.tsx';
import { renderPart } from '../../../test-kit/render-part.tsx';
import { speak } from '../../../test-kit/words.ts';
import { AppPasswords } from '../app-passwords.tsx';
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

function serverWith(services: MailService[], contacts: string | null = null) {
  const state = {
    list: [] as (typeof made)[],
    asked: 0,
    created: [] as unknown[],
    links: [] as unknown[],
    proven: true,
  };
  const api = {
    getServerInfo: async () => ({ data: { username: EMAIL, services, contacts, office_editor: false } }),
    getUserInfo: async () => ({ data: { email: EMAIL, fullname: 'Lan Anh' } }),
    getTwoStep: async () => ({ data: { proof: 'password', methods: [] } }),
    listAppPasswords: async () => {
      state.asked += 1;
      return { data: state.list, meta: { scopes: ['smtp', 'imap'] } };
    },
    createAppPassword: async ({ body }: { body: { name: string } }) => {
      if (!state.proven) throw new ApiError(403, 'proof_required', 'prove it');
      state.created.push(body);
      const app_password = { ...made, name: body.name };
      state.list = [app_password];
      return { data: { app_password, password: 'abcd efgh' } };
    },
    createProfileLink: async (call: unknown) => {
      state.links.push(call);
      return { data: { path: `/mail/profile#token${state.links.length}`, expires_at: 1 } };
    },
  };
  const show = (beside: ReactNode = null) =>
    renderPart(
      <>
        <DevicesPage />
        {beside}
        <ProofHost />
      </>,
      { at: '/account/devices', api: withProof(api as never) },
    );
  return { state, show };
}

const pass = (seconds: number) => act(async () => void vi.advanceTimersByTime(seconds * 1000));

const WORDS = {
  vi: {
    make: 'Tạo mật khẩu',
    name: 'Tên thiết bị',
    suggested: 'iPhone của Lan Anh',
    missing: 'Nhập tên thiết bị.',
    waiting: 'Đang chờ “iPhone của Lan Anh” kết nối…',
    over: '“iPhone của Lan Anh” chưa kết nối. Hãy xem lại các bước ở trên.',
    check: 'Kiểm tra lại',
    arrived: '“iPhone của Lan Anh” đã kết nối.',
    again: 'Thiết lập thiết bị khác',
    other: 'Chương trình khác',
    outlook: 'Outlook',
    apple: 'iPhone, iPad, Mac',
    first: /Tạo mật khẩu ở bước 1/,
    here: 'Mở trên thiết bị đang dùng',
    makeCode: 'Tạo mã QR',
    newCode: 'Tạo mã mới',
    expired: 'Mã QR đã hết hạn.',
    none: /chưa mở cho chương trình thư khác/,
    alone: /Danh bạ và lịch thì đồng bộ được/,
    shared: /Danh bạ và lịch dùng chung mật khẩu/,
    inProfile: /Danh bạ và lịch có trong ứng dụng Danh bạ và Lịch/,
    davx5: /cài DAVx5/,
    inThunderbird: /thêm lịch mạng/,
  },
  en: {
    make: 'Create password',
    name: 'Device name',
    suggested: 'Lan Anh’s iPhone',
    missing: 'Enter a name for the device.',
    waiting: 'Waiting for “Lan Anh’s iPhone” to connect…',
    over: '“Lan Anh’s iPhone” hasn’t connected. Go through the steps above again.',
    check: 'Check again',
    arrived: '“Lan Anh’s iPhone” is connected.',
    again: 'Set up another device',
    other: 'Another app',
    outlook: 'Outlook',
    apple: 'iPhone, iPad, Mac',
    first: /Create the password in step 1/,
    here: 'Open on this device',
    makeCode: 'Create QR code',
    newCode: 'New code',
    expired: 'The QR code has expired.',
    none: /isn’t set up/,
    alone: /Contacts and calendars can be synchronised/,
    shared: /Contacts and calendars share the password/,
    inProfile: /Your contacts and events are in the Contacts and Calendar apps/,
    davx5: /install DAVx5/,
    inThunderbird: /add a network calendar/,
  },
} as const;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
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
    await pass(3);
    expect(await screen.findByText(words.arrived)).toBeDefined();
    const asked = state.asked;
    await pass(60);
    expect(state.asked).toBe(asked);
    await user.click(screen.getByRole('button', { name: words.again }));
    expect(screen.queryByText('abcd efgh')).toBeNull();
  });

  test('looks seldomer after a while, not while the page is hidden, and ends with words', async () => {
    const { state, show } = serverWith([SMTP, IMAP]);
    const { user } = await show();
    await user.click(await screen.findByRole('button', { name: words.make }));
    await expect.poll(() => state.asked).toBe(1);
    const seen = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    await pass(60);
    expect(state.asked).toBe(1);
    seen.mockReturnValue('visible');
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    await expect.poll(() => state.asked).toBe(2);
    seen.mockRestore();
    await pass(120);
    const often = state.asked;
    expect(often).toBeGreaterThan(30);
    await pass(100);
    expect(state.asked - often).toBe(10);
    await pass(15 * 60);
    expect(await screen.findByText(words.over)).toBeDefined();
    const asked = state.asked;
    await pass(60);
    expect(state.asked).toBe(asked);
    await user.click(screen.getByRole('button', { name: words.check }));
    expect(await screen.findByText(words.waiting)).toBeDefined();
    await expect.poll(() => state.asked).toBe(asked + 1);
  });

  test('shows a code that works once, with the password in it, and makes another when it has expired', async () => {
    const { state, show } = serverWith([SMTP, SMTPS, IMAP, POP3]);
    const { user } = await show();
    expect(await screen.findByText(words.first)).toBeDefined();
    expect(screen.queryByRole('img')).toBeNull();
    await user.click(screen.getByRole('button', { name: words.make }));
    const link = await screen.findByRole('link', { name: words.here });
    expect(link.getAttribute('href')).toBe('/mail/profile#token1');
    expect(state.links).toEqual([{ params: { id: '7' }, body: { password: 'abcd efgh' } }]);
    expect(screen.getByRole('img')).toBeDefined();
    await pass(10 * 60);
    expect(await screen.findByText(words.expired)).toBeDefined();
    expect(screen.queryByRole('img')).toBeNull();
    await user.click(screen.getByRole('button', { name: words.makeCode }));
    expect((await screen.findByRole('link', { name: words.here })).getAttribute('href')).toBe(
      '/mail/profile#token2',
    );
    await user.click(screen.getByRole('button', { name: words.newCode }));
    await expect.poll(() => state.links.length).toBe(3);
  });

  test('makes no code for other programs, unless an Apple device is chosen after all', async () => {
    const { state, show } = serverWith([SMTP, IMAP]);
    const { user } = await show();
    await user.click(await screen.findByRole('radio', { name: words.outlook }));
    await user.click(screen.getByRole('button', { name: words.make }));
    expect(await screen.findByText('abcd efgh')).toBeDefined();
    expect(state.links).toEqual([]);
    await user.click(screen.getByRole('radio', { name: words.apple }));
    await user.click(screen.getByRole('button', { name: words.makeCode }));
    expect(await screen.findByRole('link', { name: words.here })).toBeDefined();
  });

  test('shows the servers where they are typed', async () => {
    const { show } = serverWith([SMTP, SMTPS, IMAP, POP3]);
    const { user } = await show();
    await screen.findByText(words.first);
    expect(screen.queryByText('993')).toBeNull();
    await user.click(screen.getByRole('radio', { name: words.other }));
    expect(screen.queryByRole('img')).toBeNull();
    for (const text of ['imap.saomai.example', '993', 'smtp.saomai.example', '465', EMAIL])
      expect(screen.getByText(text)).toBeDefined();
    expect(screen.queryByText('995')).toBeNull();
  });

  test('CD-5 sets up contacts with the same password, and says where their address is typed', async () => {
    const contacts = 'https://mail.saomai.example/dav/';
    const { state, show } = serverWith([SMTP, IMAP], contacts);
    const { user } = await show();
    await user.click(await screen.findByRole('button', { name: words.make }));
    expect(await screen.findByText('abcd efgh')).toBeDefined();
    expect(state.created).toEqual([{ name: words.suggested, scopes: ['smtp', 'imap', 'dav'] }]);
    expect(screen.getByText(words.shared)).toBeDefined();
    expect(screen.getByText(words.inProfile)).toBeDefined();
    expect(screen.queryByText(contacts)).toBeNull();
    for (const [kind, step] of [
      ['Android', words.davx5],
      ['Thunderbird', words.inThunderbird],
    ] as const) {
      await user.click(screen.getByRole('radio', { name: kind }));
      expect(screen.getByText(step)).toBeDefined();
      expect(screen.getByText(contacts)).toBeDefined();
    }
    // It has no CardDAV.
    await user.click(screen.getByRole('radio', { name: words.outlook }));
    expect(screen.queryByText(contacts)).toBeNull();
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

  test.each([
    ['nothing', []],
    ['sending alone', [SMTP]],
  ])('CD-40 where mail programs get %s, contacts alone are offered', async (_what, services) => {
    const address = 'https://thu.saomai.example/dav/';
    const { state, show } = serverWith(services, address);
    const { user } = await show();
    expect(await screen.findByText(words.alone)).toBeDefined();
    expect(screen.queryByText(words.none)).toBeNull();
    expect(screen.queryByRole('radio')).toBeNull();
    expect(screen.getByText(address)).toBeDefined();
    await user.click(screen.getByRole('button', { name: words.make }));
    expect(await screen.findByText('abcd efgh')).toBeDefined();
    expect(state.created).toMatchObject([{ scopes: ['dav'] }]);
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
  expect(scopesOf([SMTP, IMAP, POP3], false)).toEqual(['smtp', 'imap']);
  expect(scopesOf([SMTP, IMAP], true)).toEqual(['smtp', 'imap', 'dav']);
  expect(scopesOf([POP3], false)).toEqual(['pop3']);
  expect(serversOf([SMTP, SMTPS, IMAP], ['smtp', 'imap'])).toEqual([SMTPS, IMAP]);
  expect(serversOf([SMTP], ['smtp'])).toEqual([SMTP]);
});

test('a password that was just made stands in the list of them', async () => {
  speak('vi');
  const { show } = serverWith([SMTP, IMAP]);
  const { user } = await show(<AppPasswords needed={false} making={false} onMaking={() => undefined} />);
  await user.click(await screen.findByRole('button', { name: WORDS.vi.make }));
  await screen.findByText('abcd efgh');
  const list = await screen.findByRole('region', { name: 'Mật khẩu ứng dụng' });
  expect(await within(list).findByText(WORDS.vi.suggested)).toBeDefined();
});
