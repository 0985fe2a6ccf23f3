import { type ApiClient, ApiError } from '@bocau/contract/client.ts';
import type { TwoStepState } from '@bocau/contract/second-step.ts';
import type { ServerInfo as Info, MailService } from '@bocau/contract/server-info.ts';
import { type ChosenSettings, DEFAULT_SETTINGS, type Setting } from '@bocau/contract/settings.ts';
import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { notices } from '../../parts/notices/notify.ts';
import { renderPart } from '../../test-kit/render-part.tsx';
import { speak } from '../../test-kit/words.ts';
import { ServerInfo } from './server-info.tsx';

const SMTP: MailService = {
  protocol: 'smtp',
  host: 'mail.saomai.example',
  port: 587,
  encryption: 'starttls',
};
const IMAP: MailService = { protocol: 'imap', host: 'imap.saomai.example', port: 993, encryption: 'tls' };

const POP3: MailService = { protocol: 'pop3', host: 'pop.saomai.example', port: 995, encryption: 'tls' };

const CONTACTS = 'https://mail.saomai.example/dav/';

const telling = (
  services: MailService[],
  twoStep: Partial<TwoStepState> = {},
  contacts: string | null = null,
) => ({
  api: {
    getTwoStep: async () => ({
      data: { enabled: false, required: false, ...twoStep } as TwoStepState,
      meta: undefined,
    }),
    getServerInfo: async () => ({
      data: {
        username: 'lan.anh@saomai.example',
        ...{ services, contacts, office_editor: false },
      } satisfies Info,
      meta: undefined,
    }),
  },
});

describe.each([
  [
    'vi',
    {
      copy: 'Sao chép Máy chủ',
      copied: 'Đã sao chép.',
      sendsOnly: /chỉ gửi được thư/,
      none: /chưa mở/,
      help: 'Trợ giúp',
      either: /hoặc mật khẩu bạn dùng để đăng nhập/,
      ofApps: /^mật khẩu ứng dụng; mật khẩu tài khoản không dùng được/,
      profile: /^Tải cấu hình/,
    },
  ],
  [
    'en',
    {
      copy: 'Copy Server',
      copied: 'Copied.',
      sendsOnly: /can only send/,
      none: /isn’t set up/,
      help: 'Help',
      either: /or the one you sign in with/,
      ofApps: /^an app password; your account’s doesn’t work/,
      profile: /^Download/,
    },
  ],
] as const)('SI-1 what other programs are set up with, in %s', (language, words) => {
  test('names the server of contacts only where it takes a password', async () => {
    speak(language);
    await renderPart(<ServerInfo />, telling([SMTP, IMAP, POP3]));
    await screen.findByText('587');
    expect(screen.queryByText(/\/dav\/$/)).toBeNull();
  });

  test('is what is served, to be copied, with a profile where mail can be fetched', async () => {
    speak(language);
    const { user } = await renderPart(<ServerInfo />, telling([SMTP, IMAP, POP3], {}, CONTACTS));
    await screen.findByText('587');
    for (const text of ['lan.anh@saomai.example', 'mail.saomai.example', 'STARTTLS', '993', '995']) {
      expect(screen.getByText(text)).toBeDefined();
    }
    expect(screen.getAllByText('SSL/TLS')).toHaveLength(2);
    expect(screen.getByText(CONTACTS)).toBeDefined();
    for (const program of [/^iPhone: /, /^DAVx5 /, /^Thunderbird: /]) {
      expect(screen.getByText(program)).toBeDefined();
    }
    expect(screen.queryByRole('textbox')).toBeNull();
    const help = screen.getByRole('link', { name: words.help });
    expect(help.getAttribute('href')).toBe('/help/app-passwords');
    expect(screen.getByRole('link', { name: words.profile }).getAttribute('href')).toBe(
      '/mail/apple.mobileconfig?emailaddress=lan.anh%40saomai.example',
    );
    const [copyHost] = screen.getAllByRole('button', { name: words.copy });
    await user.click(copyHost as HTMLElement);
    expect(await navigator.clipboard.readText()).toBe('mail.saomai.example');
    expect(notices.get().at(-1)?.text).toBe(words.copied);
  });

  test('says which password opens them', async () => {
    speak(language);
    const { unmount } = await renderPart(<ServerInfo />, telling([SMTP, IMAP]));
    expect(await screen.findByText(words.either)).toBeDefined();
    unmount();
    for (const twoStep of [{ enabled: true }, { required: true }]) {
      const shown = await renderPart(<ServerInfo />, telling([SMTP, IMAP], twoStep));
      expect(await screen.findByText(words.ofApps)).toBeDefined();
      shown.unmount();
    }
  });

  test('says that mail can only be sent where nothing fetches it', async () => {
    speak(language);
    await renderPart(<ServerInfo />, telling([SMTP]));
    expect(await screen.findByText(words.sendsOnly)).toBeDefined();
    expect(screen.queryByRole('link', { name: words.profile })).toBeNull();
  });

  test('says so where nothing is served', async () => {
    speak(language);
    await renderPart(<ServerInfo />, telling([]));
    expect(await screen.findByText(words.none)).toBeDefined();
  });
});

describe.each([
  [
    'vi',
    {
      choice: 'Khi chương trình khác xóa thư qua POP3',
      archive: 'Chuyển vào Lưu trữ',
      directory: 'Danh bạ công ty trên thiết bị',
      hidden: 'Không hiện',
      saved: 'Đã lưu',
    },
  ],
  [
    'en',
    {
      choice: 'When another app deletes mail by POP3',
      archive: 'Move to Archive',
      directory: 'Company directory on your devices',
      hidden: 'Don’t show',
      saved: 'saved',
    },
  ],
] as const)('what programs do with mail and contacts, in %s', (language, words) => {
  const withSettings = (
    saveSettings: ApiClient['saveSettings'],
    services: MailService[],
    contacts: string | null = null,
  ) => ({
    api: {
      ...telling(services, {}, contacts).api,
      saveSettings,
      getSettings: async () => ({ data: listOf({}), meta: undefined }),
    },
  });
  const listOf = (change: Partial<ChosenSettings>) =>
    Object.entries({ ...DEFAULT_SETTINGS, ...change }).map(([key, value]) => ({ key, value }) as Setting);

  test('deleted by POP3 is chosen where POP3 is served', async () => {
    speak(language);
    const saved: Setting[][] = [];
    const saveSettings: ApiClient['saveSettings'] = async ({ body }) => {
      saved.push(body);
      return { data: listOf({ pop3_delete: 'archive' }), meta: undefined };
    };
    const { user } = await renderPart(<ServerInfo />, withSettings(saveSettings, [SMTP, POP3]));
    const choice = await screen.findByRole('radiogroup', { name: words.choice });
    await user.click(within(choice).getByRole('radio', { name: words.archive }));
    expect(saved).toEqual([[{ key: 'pop3_delete', value: 'archive' }]]);
    await expect.poll(() => notices.get().at(-1)?.text).toContain(words.saved);
  });

  test('CD-6 the directory is taken off the devices where contacts are served', async () => {
    speak(language);
    const saved: Setting[][] = [];
    const saveSettings: ApiClient['saveSettings'] = async ({ body }) => {
      saved.push(body);
      return { data: listOf({ directory_on_devices: false }), meta: undefined };
    };
    const { user } = await renderPart(<ServerInfo />, withSettings(saveSettings, [], CONTACTS));
    const choice = await screen.findByRole('radiogroup', { name: words.directory });
    await user.click(within(choice).getByRole('radio', { name: words.hidden }));
    expect(saved).toEqual([[{ key: 'directory_on_devices', value: false }]]);
    await expect.poll(() => notices.get().at(-1)?.text).toContain(words.saved);
  });

  test('is no question where neither is served', async () => {
    speak(language);
    await renderPart(
      <ServerInfo />,
      withSettings(() => new Promise(() => undefined), [SMTP, IMAP]),
    );
    await screen.findByText('993');
    expect(screen.queryByRole('radiogroup')).toBeNull();
  });
});

test('what could not be loaded is asked for again', async () => {
  speak('vi');
  let failing = true;
  const getServerInfo = async () => {
    if (failing) throw new ApiError(500, 'internal_error', 'no');
    return telling([SMTP]).api.getServerInfo();
  };
  const { user } = await renderPart(<ServerInfo />, { api: { ...telling([]).api, getServerInfo } });
  const retry = await screen.findByRole('button', { name: 'Thử lại' });
  failing = false;
  await user.click(retry);
  expect(await screen.findByText('587')).toBeDefined();
});
