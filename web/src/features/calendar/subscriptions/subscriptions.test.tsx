import type { Calendar, CalendarSubscription, FeedFault } from '@bocau/contract/calendar.ts';
import { ApiError } from '@bocau/contract/client.ts';
import { screen, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { loadCalendarFeedWords } from '../../../i18n/calendar-words.ts';
import { calendar as english } from '../../../i18n/en/calendar.ts';
import { calendarFeeds as englishFeeds } from '../../../i18n/en/calendar-feeds.ts';
import { learnWords, loadLaterWords } from '../../../i18n/i18n.ts';
import { calendar as vietnamese } from '../../../i18n/vi/calendar.ts';
import { calendarFeeds as vietnameseFeeds } from '../../../i18n/vi/calendar-feeds.ts';
import { createFakeCalendar, OWN_CALENDAR } from '../../../model/calendar/test-kit/fake-calendar.ts';
import { notices } from '../../../parts/notices/notify.ts';
import { renderCalendar } from '../../../test-kit/render-calendar.tsx';
import { speak } from '../../../test-kit/words.ts';
import { SubscribeDialog } from '../calendars/lazy-dialogs.ts';

beforeAll(async () => {
  learnWords('vi', { calendar: vietnamese, calendarFeeds: vietnameseFeeds });
  learnWords('en', { calendar: english, calendarFeeds: englishFeeds });
  SubscribeDialog.prepare();
  await Promise.all([import('./subscribe-dialog.tsx'), loadCalendarFeedWords()]);
});
beforeEach(() => {
  localStorage.clear();
  notices.set([]);
});

const FOLLOWED: Calendar = {
  ...OWN_CALENDAR,
  ...{ id: 'clb', name: 'Bóng đá', is_default: false, permission: 'READ' },
};
const READ_AT = 1_700_000_000;

function world(state: Partial<CalendarSubscription> = {}) {
  const subscription = { host: 'clb.example', read_at: READ_AT, fault: null, ...state };
  const server = createFakeCalendar([], [OWN_CALENDAR, { ...FOLLOWED, subscription }]);
  const asked: unknown[] = [];
  let twice = '';
  let answer: { calendar_id: string | null; fault: FeedFault | null } = { calendar_id: 'clb', fault: null };
  Object.assign(server.api, {
    subscribeToCalendar: async ({ body }: { body: { url: string } }) => {
      asked.push(body.url);
      if (twice !== '') throw new ApiError(400, 'already_exists', 'Twice', { name: twice });
      return { data: answer };
    },
    refreshSubscription: async ({ params }: { params: { id: string } }) => {
      asked.push(['again', params.id]);
      return { data: { ...subscription, fault: null } };
    },
  });
  return {
    server,
    asked,
    refuse(fault: FeedFault | null, name = '') {
      answer = { calendar_id: null, fault };
      twice = name;
    },
  };
}

describe.each([
  ['vi', vietnamese, vietnameseFeeds],
  ['en', english, englishFeeds],
] as const)('in %s', (language, calendar, words) => {
  beforeEach(async () => {
    speak(language);
    await loadLaterWords();
  });

  async function open(given = world()) {
    const page = await renderCalendar(given.server, '/calendar/month/2026-11-20');
    await page.settle();
    return { ...page, ...given };
  }

  test('CL-189 a calendar is added by its address; what can’t be read is told with its cause', async () => {
    const { user, asked, refuse } = await open();
    await user.click(screen.getByRole('button', { name: calendar.calendars.follow }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: words.submit }));
    await dialog.findByText(words.missing);
    const field = dialog.getByLabelText(words.address);
    refuse('not_calendar');
    await user.type(field, 'webcal://clb.example/a.ics');
    await user.click(dialog.getByRole('button', { name: words.submit }));
    await dialog.findByText(new RegExp(calendar.feed.faults.not_calendar.slice(1)));
    expect(document.activeElement).toBe(field);
    refuse(null, 'Bóng đá');
    await user.click(dialog.getByRole('button', { name: words.submit }));
    await dialog.findByText(words.followed.replace('{{name}}', 'Bóng đá'));
    refuse(null);
    await user.click(dialog.getByRole('button', { name: words.submit }));
    await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(asked).toEqual(Array(3).fill('webcal://clb.example/a.ics'));
    expect(notices.get().map(({ text }) => text)).toEqual([words.added]);
  });

  test('CL-189 CL-215 the sidebar says when it was read and why it was not, and reads it again', async () => {
    const { user, asked } = await open(world({ fault: 'unreachable' }));
    await screen.findByText(new RegExp(calendar.feed.faults.unreachable));
    screen.getByText(new RegExp(`^${calendar.feed.readAt.replace('{{when}}', '')}`));
    await user.click(
      screen.getByRole('button', { name: calendar.feed.againOf.replace('{{name}}', FOLLOWED.name) }),
    );
    await vi.waitFor(() => expect(asked).toEqual([['again', 'clb']]));
    const done = calendar.feed.refreshed.replace('{{name}}', FOLLOWED.name);
    await vi.waitFor(() => expect(notices.get().map(({ text }) => text)).toEqual([done]));
  });
});
