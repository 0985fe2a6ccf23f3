import type { CalendarLink } from '@bocau/contract/calendar-links.ts';
import { screen, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { calendarLinks as english } from '../../../i18n/en/calendar-links.ts';
import { learnWords } from '../../../i18n/i18n.ts';
import { calendarLinks as vietnamese } from '../../../i18n/vi/calendar-links.ts';
import { createFakeCalendar } from '../../../model/calendar/test-kit/fake-calendar.ts';
import { notices } from '../../../parts/notices/notify.ts';
import { renderPart } from '../../../test-kit/render-part.tsx';
import { speak } from '../../../test-kit/words.ts';
import { CalendarLinks } from './calendar-links.tsx';

beforeAll(() => {
  learnWords('vi', { calendarLinks: vietnamese });
  learnWords('en', { calendarLinks: english });
});
beforeEach(() => notices.set([]));

const PAGE = 'https://mail.saomai.example/cal/abc';

function world(rules = { on: true, days: null as number | null }) {
  const server = createFakeCalendar([]);
  const asked: unknown[] = [];
  let links: CalendarLink[] = [];
  Object.assign(server.api, {
    listCalendarLinks: async () => ({ data: links, meta: { rules } }),
    createCalendarLink: async ({
      body,
    }: {
      body: { permission: 'BUSY' | 'READ'; expire_date: number | null };
    }) => {
      asked.push(body);
      const link = {
        ...{ id: 'l1', page: PAGE, feed: `${PAGE}/calendar.ics`, created_at: 1_795_000_000 },
        ...{ ...body, opened_at: null, closed: null },
      };
      links = [link, ...links];
      return { data: link };
    },
    endCalendarLink: async ({ params }: { params: { id: string } }) => {
      asked.push(['end', params.id]);
      links = [];
      return { data: { ok: true } };
    },
    restoreCalendarLink: async ({ params }: { params: { id: string } }) => {
      asked.push(['restore', params.id]);
      return { data: { ok: true } };
    },
  });
  return { server, asked };
}

describe.each([
  ['vi', vietnamese],
  ['en', english],
] as const)('in %s', (language, words) => {
  beforeEach(() => speak(language));

  async function open(given = world()) {
    const page = await renderPart(<CalendarLinks calendarId="own" />, { api: given.server.api });
    await screen.findByRole('heading', { name: words.title });
    return { ...page, ...given, links: screen };
  }

  test('CL-188 a link is made for busy and free or all, copied, and ended with an undo', async () => {
    const { user, links, asked } = await open();
    const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await user.click(await links.findByRole('radio', { name: words.READ }));
    await user.click(links.getByRole('button', { name: words.create }));
    const list = within(await links.findByRole('list', { name: words.list }));
    list.getByText(words.READ);
    await user.click(list.getByRole('button', { name: new RegExp(`^${words.copyFeed}`) }));
    expect(copied).toHaveBeenCalledWith(`${PAGE}/calendar.ics`);
    await user.click(list.getByRole('button', { name: new RegExp(`^${words.copyPage}`) }));
    expect(copied).toHaveBeenLastCalledWith(PAGE);
    await user.click(list.getByRole('button', { name: new RegExp(`^${words.end}`) }));
    await vi.waitFor(() => expect(links.queryByRole('list', { name: words.list })).toBeNull());
    expect(document.activeElement?.textContent).toBe(words.title);
    await notices
      .get()
      .find(({ text }) => text === words.ended)
      ?.undo?.();
    await vi.waitFor(() =>
      expect(asked).toEqual([{ permission: 'READ', expire_date: null }, ['end', 'l1'], ['restore', 'l1']]),
    );
  });

  test('CL-188 where the organisation has a longest time an end is asked for; where links are off none is made', async () => {
    const some = await open(world({ on: true, days: 7 }));
    await some.user.click(await some.links.findByRole('button', { name: words.create }));
    await vi.waitFor(() => expect(some.asked).toHaveLength(1));
    expect(some.asked[0]).toMatchObject({ permission: 'BUSY', expire_date: expect.any(Number) });
    some.unmount();

    const { links } = await open(world({ on: false, days: null }));
    await links.findByText(words.off);
    expect(links.queryByRole('button', { name: words.create })).toBeNull();
  });
});
