import { screen, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import {
  changeNotificationChoice,
  notificationChoice,
} from '../../parts/notifications/notification-choice.ts';
import { renderPart } from '../../test-kit/render-part.tsx';
import { speak } from '../../test-kit/words.ts';
import { NotificationSettings } from './notification-settings.tsx';

/** A browser that says `answer` when it is asked, and what it said before. */
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
  changeNotificationChoice({ on: false, discreet: false, sound: false, quiet: false, folders: ['INBOX'] });
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
    discreet: true,
    sound: true,
    quiet: true,
    hours: { from: '20:30', to: '07:00' },
    folders: ['INBOX'],
  });
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
