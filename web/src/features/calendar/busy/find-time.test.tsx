import type { BusyPerson } from '@bocau/contract/calendar-busy.ts';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { learnWords } from '../../../i18n/i18n.ts';
import { calendar as words } from '../../../i18n/vi/calendar.ts';
import { wallOfDay } from '../../../lib/calendar-days.ts';
import { renderPart } from '../../../test-kit/render-part.tsx';
import { speak } from '../../../test-kit/words.ts';
import { FindTime } from './find-time.tsx';

const DAY = '2026-11-23';
const EIGHT = wallOfDay(DAY) / 1000 + 8 * 3600;
const AN: BusyPerson = {
  ...{ email: 'an@saomai.example', name: 'An' },
  busy: [{ at: EIGHT, until: EIGHT + 3600, tentative: false }],
};
const HIDDEN: BusyPerson = { email: 'giau@saomai.example', name: 'Giàu', busy: null };

beforeEach(() => {
  learnWords('vi', { calendar: words });
  speak('vi');
});

async function renderFor(people: BusyPerson[]) {
  return renderPart(
    <FindTime
      emails={people.map(({ email }) => email)}
      {...{ day: DAY, zone: 'UTC', now: wallOfDay(DAY), onChoose: () => undefined }}
    />,
    { api: { listBusyTimes: async () => ({ data: people }) } as never },
  );
}

test('CL-116 who shows no busy times is not counted as free, and is named', async () => {
  await renderFor([AN, HIDDEN]);
  const others = await screen.findByRole('region', { name: 'Giờ những người còn lại cùng rảnh' });
  expect(within(others).getAllByRole('button')[0]?.textContent).toBe('09:00 – 10:00');
  expect(screen.getByText('Không xem được lịch bận của Giàu, nên chưa tính đến.')).toBeTruthy();
  expect(screen.queryByText('Giờ mọi người cùng rảnh')).toBeNull();
});

test('CL-116 where nothing is known of anybody no time is offered', async () => {
  await renderFor([HIDDEN]);
  await screen.findByText('Không xem được lịch bận của Giàu, nên chưa tính đến.');
  expect(screen.queryByRole('region')).toBeNull();
});

test('CL-178 of rooms it is told who has them, and what for of one’s own', async () => {
  const room = { email: 'phong-a@saomai.example', name: 'Phòng A' };
  const time = { at: EIGHT, until: EIGHT + 3600, name: 'Lan', email: 'lan@saomai.example' };
  const taken = [
    { ...time, title: 'Giao ban' },
    { ...time, at: EIGHT + 3600, until: EIGHT + 7200, title: null },
  ];
  await renderPart(
    <FindTime
      {...{ emails: [room.email], rooms: [room.email] }}
      {...{ day: DAY, zone: 'UTC', now: wallOfDay(DAY), onChoose: () => undefined }}
    />,
    {
      api: {
        listBusyTimes: async () => ({ data: [{ ...room, busy: [] }] }),
        listRoomTimes: async () => ({ data: [{ ...room, taken }] }),
      } as never,
    },
  );
  await screen.findByText('08:00–09:00 · Lan · Giao ban');
  screen.getByText('09:00–10:00 · Lan');
});

test('CL-117 all whose times are known are free at the times that are offered', async () => {
  await renderFor([AN]);
  expect(await screen.findByRole('region', { name: 'Giờ mọi người cùng rảnh' })).toBeTruthy();
});

test('CL-210 all times of the day can be shown, and those of the next day', async () => {
  const { user } = await renderFor([AN]);
  await screen.findByRole('region', { name: 'Giờ mọi người cùng rảnh' });
  const times = () => screen.getAllByRole('button', { name: /–/ }).map(({ textContent }) => textContent);
  expect(times()).toHaveLength(6);
  await user.click(screen.getByRole('button', { name: 'Thêm 11 giờ nữa' }));
  expect(times()).toHaveLength(17);
  expect(times().at(-1)).toBe('17:00 – 18:00');
  const next = screen.getByRole('button', { name: 'Xem ngày sau' });
  await user.click(next);
  await screen.findByText('rảnh cả ngày');
  expect(times()[0]).toBe('08:00 – 09:00');
  expect(document.activeElement).toBe(next);
});

test('CL-199 a time is offered without who may stay away, and says who of them is busy', async () => {
  const lan = { ...AN, email: 'lan@saomai.example', name: 'Lan', busy: [] };
  await renderPart(
    <FindTime
      {...{ emails: [AN.email, lan.email], optional: [AN.email] }}
      {...{ day: DAY, zone: 'UTC', now: wallOfDay(DAY), onChoose: () => undefined }}
    />,
    { api: { listBusyTimes: async () => ({ data: [AN, lan] }) } as never },
  );
  const times = await screen.findByRole('region', { name: 'Giờ mọi người cùng rảnh' });
  const offers = within(times).getAllByRole('button');
  expect(offers[0]?.textContent).toBe('08:00 – 09:00 (vắng An)');
  expect(offers[2]?.textContent).toBe('09:00 – 10:00');
});

test.each([
  [0, 24, 'bận cả ngày'],
  [-2, 30, 'bận cả ngày'],
  [22, 30, 'bận 22:00 đến 24:00'],
  [-3, 6, 'bận 00:00 đến 06:00'],
])(
  'CL-263 busy from hour %i to %i of a day is said as its hours, or as all of it',
  async (from, to, words) => {
    const midnight = wallOfDay(DAY) / 1000;
    const busy = [{ at: midnight + from * 3600, until: midnight + to * 3600, tentative: false }];
    await renderFor([{ ...AN, busy }]);
    await screen.findByText(words);
  },
);
