import type { Reminder } from '@bocau/contract/calendar.ts';
import { type ApiClient, ApiError } from '@bocau/contract/client.ts';
import { act, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { calendar as english } from '../../../i18n/en/calendar.ts';
import { learnWords, loadLaterWords } from '../../../i18n/i18n.ts';
import { calendar as vietnamese } from '../../../i18n/vi/calendar.ts';
import { notices } from '../../../parts/notices/notify.ts';
import { noticeClaims } from '../../../parts/notifications/notice-claims.ts';
import { changeNotificationChoice } from '../../../parts/notifications/notification-choice.ts';
import { stubCaches } from '../../../test-kit/fake-caches.ts';
import { renderPart } from '../../../test-kit/render-part.tsx';
import { speak } from '../../../test-kit/words.ts';
import { RemindersOfRooms } from './reminders.tsx';

/** Friday 20 November 2026, 09:00 in Ho Chi Minh City. */
const NINE = Date.UTC(2026, 10, 20, 2) / 1000;

function reminderOf(id: string, given: Partial<Reminder> = {}): Reminder {
  return {
    ...{ id, event_id: `event ${id}`, original: '', calendar_id: 'own', title: 'Họp tuần', place: '' },
    ...{ kind: 'zoned', at: NINE + 600, until: NINE + 4200, is_private: false, due_at: NINE, given_at: NINE },
    ...given,
  };
}

class Shown extends EventTarget {
  static permission = 'granted';
  static all: Shown[] = [];
  readonly words: string;
  close = vi.fn();
  constructor(title: string, { body }: { body: string }) {
    super();
    this.words = `${title} | ${body}`;
    Shown.all.push(this);
  }
}

class SilentChannel extends EventTarget {
  postMessage(): void {}
  close(): void {}
}

beforeAll(async () => {
  learnWords('vi', { calendar: vietnamese });
  learnWords('en', { calendar: english });
  for (const language of ['en', 'vi'] as const) {
    speak(language);
    await loadLaterWords();
  }
});
beforeEach(() => {
  Shown.all = [];
  notices.set([]);
  vi.stubGlobal('Notification', Shown);
  vi.stubGlobal('BroadcastChannel', SilentChannel);
  stubCaches();
  vi.spyOn(Date, 'now').mockReturnValue(NINE * 1000);
  vi.spyOn(document, 'hasFocus').mockReturnValue(true);
  changeNotificationChoice({ ...{ on: true, pushed: null, content: 'subject', quiet: false, sound: false } });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

async function show(...first: Reminder[]) {
  let standing = first;
  const api = {
    listReminders: vi.fn(async () => ({ data: standing, meta: undefined })),
    dismissReminder: vi.fn(async (_: object) => ({ data: { ok: true as const }, meta: undefined })),
    snoozeReminder: vi.fn(async (_: object) => ({ data: { ok: true as const }, meta: undefined })),
  };
  const view = await renderPart(<RemindersOfRooms />, { api: api as unknown as Partial<ApiClient> });
  return {
    ...view,
    api,
    async become(...next: Reminder[]) {
      standing = next;
      await act(async () => {
        view.server.send({ event: 'reminders', data: {} });
        await view.clock.advance(10);
      });
    },
  };
}

const panel = () => screen.findByRole('region', { name: /^(Lời nhắc|Reminders)$/ });
const gone = () => expect(screen.queryByRole('region')).toBeNull();

describe('CL-70 a reminder', () => {
  test.each([
    ['vi', 'Nhắc lịch: Họp tuần, Thứ Sáu 20/11/2026, 09:10 đến 10:10', 'Bỏ lời nhắc “Họp tuần”'],
    ['en', /^Reminder: Họp tuần, Friday.*09:10 to 10:10$/, 'Dismiss the reminder “Họp tuần”'],
  ] as const)(
    'is told in every room when it comes, and goes when it was seen elsewhere (%s)',
    async (language, told, dismiss) => {
      await speak(language);
      const { become } = await show();
      gone();
      await become(reminderOf('a', { place: 'Phòng A' }));
      expect(within(await panel()).getByText('Phòng A')).toBeTruthy();
      expect(screen.getByRole('status').textContent).toMatch(told);
      expect(screen.getByRole('button', { name: dismiss })).toBeTruthy();
      await become();
      gone();
    },
  );

  test('is dismissed at once, and comes back where that was a mistake or failed', async () => {
    await speak('vi');
    const one = reminderOf('a');
    const { api, user } = await show(one);
    await user.click(within(await panel()).getByRole('button', { name: 'Bỏ lời nhắc “Họp tuần”' }));
    gone();
    const params = { id: 'event a' };
    expect(api.dismissReminder).toHaveBeenCalledWith({ params, body: { original: '' } });
    await act(async () => void (await notices.get()[0]?.undo?.()));
    expect(api.snoozeReminder).toHaveBeenCalledWith({ params, body: { original: '', until: NINE } });
  });

  test('that could not be dismissed stands again, with why', async () => {
    await speak('vi');
    const { api, user } = await show(reminderOf('a'));
    api.dismissReminder.mockRejectedValueOnce(new ApiError(503, 'service_unavailable', 'Busy'));
    await user.click(within(await panel()).getByRole('button', { name: 'Bỏ lời nhắc “Họp tuần”' }));
    expect(await panel()).toBeTruthy();
    expect(notices.get()[0]?.text).toContain('Chưa ghi được');
  });

  test('is snoozed for minutes, or until the start where that is to come', async () => {
    await speak('vi');
    const { api, user } = await show(
      reminderOf('a'),
      reminderOf('b', { at: NINE - 60, title: 'Đã bắt đầu' }),
    );
    const list = await panel();
    const choices = (title: string) =>
      within(list).getByRole<HTMLSelectElement>('combobox', { name: `Nhắc lại “${title}”` });
    expect([...choices('Đã bắt đầu').options].map(({ text }) => text)).not.toContain('Lúc bắt đầu');
    await user.selectOptions(choices('Đã bắt đầu'), 'Sau 5 phút');
    await user.selectOptions(choices('Họp tuần'), 'Lúc bắt đầu');
    expect(api.snoozeReminder.mock.calls.map(([call]) => call)).toEqual([
      { params: { id: 'event b' }, body: { original: '', until: NINE + 300 } },
      { params: { id: 'event a' }, body: { original: '', until: NINE + 600 } },
    ]);
    gone();
  });

  test('says when it should have come, where the server was down', async () => {
    await speak('vi');
    await show(reminderOf('a', { given_at: NINE + 3600 }));
    await panel();
    expect(screen.getByText('Lẽ ra nhắc lúc 09:00 ngày 20/11, khi máy chủ tạm ngừng.')).toBeTruthy();
  });

  test('is behind one button over a dialog of a phone, and opens in one of its own', async () => {
    await speak('en');
    const { user } = await show(reminderOf('a'));
    await user.click(within(await panel()).getByRole('button', { name: '1 reminder' }));
    const dialog = await screen.findByRole('dialog', { name: 'Reminders' });
    await user.click(within(dialog).getByRole('button', { name: /^Dismiss the reminder/ }));
    await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('is one of three that show at first, and all are dismissed together', async () => {
    await speak('vi');
    const { api, user } = await show(...['a', 'b', 'c', 'd', 'e'].map((id) => reminderOf(id, { title: id })));
    expect(within(await panel()).getAllByRole('listitem')).toHaveLength(3);
    await user.click(screen.getByRole('button', { name: 'Còn 2 lời nhắc' }));
    expect(within(await panel()).getAllByRole('listitem')).toHaveLength(5);
    await user.click(screen.getByRole('button', { name: 'Bỏ tất cả' }));
    gone();
    expect(api.dismissReminder).toHaveBeenCalledTimes(5);
  });
});

describe('CL-70 a notification of the system', () => {
  const told = () => Shown.all.map(({ words }) => words);

  async function receive(...reminders: Reminder[]) {
    await speak('vi');
    const view = await show(reminderOf('before'));
    await panel();
    vi.mocked(document.hasFocus).mockReturnValue(false);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    await view.become(reminderOf('before'), ...reminders);
    await act(async () => void (await vi.advanceTimersByTimeAsync(1000)));
    return view;
  }

  test('is shown while nobody looks, and goes with the reminder', async () => {
    const { become } = await receive(reminderOf('a'));
    expect(told()).toContain('Họp tuần | Thứ Sáu 20/11/2026, 09:10 đến 10:10');
    await become();
    await act(async () => void (await vi.advanceTimersByTimeAsync(10)));
    expect(Shown.all.at(-1)?.close).toHaveBeenCalled();
  });

  test.each([
    ['sender', ['Sự kiện riêng tư | Thứ Sáu 20/11/2026, 09:10 đến 10:10']],
    ['nothing', ['Nhắc lịch | ']],
  ] as const)('has of a private event what may stand there (%s)', async (content, words) => {
    changeNotificationChoice({ content });
    await receive(reminderOf('secret', { title: 'Khám bệnh', is_private: true }));
    expect(told().slice(-1)).toEqual(words);
  });

  test('is not shown in quiet hours', async () => {
    changeNotificationChoice({ quiet: true, hours: { from: '00:00', to: '23:59' } });
    vi.spyOn(Date.prototype, 'toTimeString').mockReturnValue('12:00:00 GMT+0700');
    await receive(reminderOf('a'));
    expect(told()).toEqual([]);
  });

  test('is not shown for what another page or the worker has told', async () => {
    await noticeClaims.write(['b']);
    await receive(reminderOf('b'), reminderOf('c', { title: 'Khác' }));
    expect(told()).toEqual(['Khác | Thứ Sáu 20/11/2026, 09:10 đến 10:10']);
  });
});
