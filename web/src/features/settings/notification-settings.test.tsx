import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  changeNotificationChoice,
  notificationChoice,
} from '../../parts/notifications/notification-choice.ts';
import { pushFault } from '../../parts/notifications/push-fault.ts';
import { renderPart } from '../../test-kit/render-part.tsx';
import { speak } from '../../test-kit/words.ts';
import { NotificationSettings } from './notification-settings.tsx';

/** A browser with this permission, which gives `answer` when asked for it. */
function browserThat(permission: NotificationPermission, answer: NotificationPermission = permission) {
  const state = {
    permission,
    requestPermission: vi.fn(async () => {
      state.permission = answer;
      return answer;
    }),
  };
  vi.stubGlobal('Notification', state);
  return state;
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  changeNotificationChoice({
    ...{ on: false, pushed: null, content: 'subject', sound: false, quiet: false },
    folders: ['INBOX'],
  });
  pushFault.set(null);
});

const group = (name: string) => screen.getByRole('radiogroup', { name });
const isChecked = (of: string, option: string) =>
  within(group(of)).queryByRole('radio', { name: option, checked: true }) !== null;

describe.each([
  [
    'vi',
    {
      title: 'Thông báo trên máy tính',
      on: 'Bật',
      off: 'Tắt',
      unsupported: 'Trình duyệt này không hiện được thông báo.',
      denied: /^Trình duyệt đang chặn thông báo/,
    },
  ],
  [
    'en',
    {
      title: 'Desktop notifications',
      on: 'On',
      off: 'Off',
      unsupported: 'This browser can’t show notifications.',
      denied: /^Your browser is blocking notifications/,
    },
  ],
] as const)('notifications in %s', (language, words) => {
  test('are asked for by a click alone, and then on', async () => {
    speak(language);
    const browser = browserThat('default', 'granted');
    const { user } = await renderPart(<NotificationSettings />);
    expect(browser.requestPermission).not.toHaveBeenCalled();
    expect(isChecked(words.title, words.off)).toBe(true);
    await user.click(screen.getByRole('radio', { name: words.on }));
    expect(browser.requestPermission).toHaveBeenCalledOnce();
    expect(isChecked(words.title, words.on)).toBe(true);
    expect(notificationChoice().on).toBe(true);
  });

  test('that are refused stay off, and it is said how to allow them', async () => {
    speak(language);
    browserThat('default', 'denied');
    const { user } = await renderPart(<NotificationSettings />);
    await user.click(screen.getByRole('radio', { name: words.on }));
    expect(screen.getByRole('status').textContent).toMatch(words.denied);
    expect(notificationChoice().on).toBe(false);
  });

  test('are said to be missing where the browser has none', async () => {
    speak(language);
    await renderPart(<NotificationSettings />);
    expect(screen.getByRole('status').textContent).toBe(words.unsupported);
    expect(screen.queryByRole('radio')).toBeNull();
  });
});

test('what they say, their sound and their hours are kept on this device', async () => {
  speak('vi');
  browserThat('granted');
  changeNotificationChoice({ on: true });
  const { user } = await renderPart(<NotificationSettings />);
  await user.click(screen.getByRole('radio', { name: 'Chỉ báo có thư mới' }));
  await user.click(within(group('Âm báo')).getByRole('radio', { name: 'Bật' }));
  await user.click(within(group('Giờ yên lặng')).getByRole('radio', { name: 'Bật' }));
  const from = screen.getByRole('textbox', { name: 'Từ' });
  await user.clear(from);
  await user.type(from, '20:3');
  expect(notificationChoice().hours.from, 'half a time is none').not.toBe('20:30');
  await user.type(from, '0');
  expect(JSON.parse(localStorage.getItem('bocau.notifications') ?? '')).toEqual({
    on: true,
    pushed: null,
    content: 'nothing',
    discreet: true,
    sound: true,
    quiet: true,
    hours: { from: '20:30', to: '07:00' },
    folders: ['INBOX'],
  });
});

test('that were to say nothing before there was a choice of three say nothing', () => {
  localStorage.setItem('bocau.notifications', JSON.stringify({ on: true, discreet: true }));
  window.dispatchEvent(new StorageEvent('storage', { key: 'bocau.notifications' }));
  expect(notificationChoice()).toMatchObject({ on: true, content: 'nothing', pushed: null });
});

test('are of the inbox, and of the folders that were chosen besides', async () => {
  speak('vi');
  browserThat('granted');
  changeNotificationChoice({ on: true });
  const { user } = await renderPart(<NotificationSettings />);
  const offered = within(screen.getByRole('group', { name: 'Thư mục được báo' }));
  const inbox = offered.getByRole('checkbox', { name: 'Hộp thư đến', checked: true });
  expect(offered.queryByRole('checkbox', { name: /Thư rác|Thùng rác|Đã gửi|Thư nháp/ })).toBeNull();
  await user.click(offered.getByRole('checkbox', { name: 'Work' }));
  await user.click(inbox);
  expect(notificationChoice().folders).toEqual(['work']);
});

describe('pushes to this device', () => {
  const api = {
    getPush: vi.fn(async () => ({
      data: { key: 'a2V5' as string | null, subscribed: false },
      meta: undefined,
    })),
    savePush: vi.fn(async () => ({ data: { ok: true as const }, meta: undefined })),
    removePush: vi.fn(async () => ({ data: { ok: true as const }, meta: undefined })),
  };
  const subscribe = vi.fn();
  const TITLE = 'Thông báo khi đã đóng trang';

  /** A browser with push support. */
  function pushing(permission: NotificationPermission, answer = permission) {
    browserThat(permission, answer);
    vi.stubGlobal('PushManager', class {});
    const pushManager = { getSubscription: async () => null, subscribe };
    Object.defineProperty(navigator, 'serviceWorker', {
      configurable: true,
      value: { getRegistration: async () => ({ pushManager }) },
    });
  }

  beforeEach(() => {
    speak('vi');
    vi.clearAllMocks();
    subscribe.mockResolvedValue({
      toJSON: () => ({ endpoint: 'https://push.example/1', keys: { p256dh: 'p', auth: 'a' } }),
    });
  });
  afterEach(() => {
    Reflect.deleteProperty(navigator, 'serviceWorker');
  });

  test('are asked for by a click, subscribed with what is chosen, and ended by another', async () => {
    pushing('default', 'granted');
    const { user } = await renderPart(<NotificationSettings />, { api });
    expect(subscribe).not.toHaveBeenCalled();
    await user.click(within(group(TITLE)).getByRole('radio', { name: 'Bật' }));
    expect(subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: 'a2V5' });
    expect(api.savePush).toHaveBeenCalledWith({
      body: {
        subscription: { endpoint: 'https://push.example/1', p256dh: 'p', auth: 'a' },
        choice: { content: 'subject', folders: ['INBOX'], quiet: null },
      },
    });
    expect(notificationChoice().pushed).toBe('lan.anh@saomai.example');
    // Its settings are shown although notifications of the page are off; a push plays the system's sound.
    expect(group('Nội dung thông báo')).toBeTruthy();
    expect(screen.queryByRole('radiogroup', { name: 'Âm báo' })).toBeNull();
    await user.click(within(group(TITLE)).getByRole('radio', { name: 'Tắt' }));
    expect(api.removePush).toHaveBeenCalledOnce();
    expect(notificationChoice().pushed).toBeNull();
  });

  test('that could not be turned on are said to be off, and why', async () => {
    pushing('granted');
    subscribe.mockRejectedValue(new DOMException('no service', 'AbortError'));
    const { user } = await renderPart(<NotificationSettings />, { api });
    await user.click(within(group(TITLE)).getByRole('radio', { name: 'Bật' }));
    expect(screen.getByRole('alert').textContent).toMatch(/^Chưa bật hay tắt được/);
    expect(isChecked(TITLE, 'Tắt')).toBe(true);
    api.getPush.mockResolvedValueOnce({ data: { key: null, subscribed: false }, meta: undefined });
    await user.click(within(group(TITLE)).getByRole('radio', { name: 'Bật' }));
    expect(screen.getByRole('alert').textContent).toMatch(/^Máy chủ này không gửi/);
    expect(notificationChoice().pushed).toBeNull();
  });

  test('are there on a phone, whose pages tell nothing by themselves', async () => {
    pushing('granted');
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (Linux; Android 16) Chrome/140');
    await renderPart(<NotificationSettings />, { api });
    expect(group(TITLE)).toBeTruthy();
    expect(screen.queryByRole('radiogroup', { name: 'Thông báo trên máy tính' })).toBeNull();
  });

  test('need the app on the home screen of an iPhone, and it is said how', async () => {
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (iPhone; CPU iPhone OS 19_0)');
    await renderPart(<NotificationSettings />, { api });
    expect(screen.getByRole('status').textContent).toMatch(/màn hình chính/);
  });
});
