import { haPham, lanAnh, minhTran } from '@bocau/server/demo-world/people.ts';
import { expect, test } from '../../fixtures.ts';
import { beginSession } from '../../pages/begin-session.ts';
import { calendarPage } from '../../pages/calendar-page.ts';
import { expectAccessible } from '../../pages/expect-accessible.ts';
import { placesOf } from '../../pages/places.ts';
import { shiftTime } from '../../shift-time.ts';

test.use({ world: 'rooms' });

/** Fridays on which there is nothing else. */
const DAYS = {
  'vi wide': '2026-11-27',
  'en phone': '2026-12-04',
  'en wide': '2026-12-11',
  'vi phone': '2026-12-18',
};

const WORDS = {
  vi: {
    label: 'Địa chỉ của phòng mới',
    addRoom: 'Thêm phòng',
    name: 'Tên',
    seats: 'Số chỗ',
    save: 'Lưu',
    saved: 'Đã lưu phòng',
    allRooms: 'Tất cả phòng',
    rooms: 'Phòng và thiết bị',
    book: 'Đặt phòng',
    free: '8 chỗ · còn trống',
    taken: 'đã có người giữ 09:00–10:00',
    booked: '(đã giữ)',
    notBooked: '(không giữ được)',
    without: 'Lưu không có phòng',
    refused: 'Đã lưu, nhưng không giữ được',
    show: 'Xem phòng',
    days: 'Ai đang giữ phòng',
  },
  en: {
    label: 'Address of a new room',
    addRoom: 'Add room',
    name: 'Name',
    seats: 'Seats',
    save: 'Save',
    saved: 'Room saved',
    allRooms: 'All rooms',
    rooms: 'Rooms and equipment',
    book: 'Book a room',
    free: 'seats 8 · free',
    taken: 'is taken 09:00–10:00',
    booked: '(booked)',
    notBooked: '(not booked)',
    without: 'Save without the room',
    refused: 'Saved, but',
    show: 'Show rooms',
    days: 'Who has the rooms',
  },
} as const;

for (const { language, viewport, isPhone, tag, size } of placesOf('vi wide')) {
  const words = WORDS[language];
  const day = DAYS[`${language} ${size}`];
  test.describe(`${language}, ${size}`, { tag }, () => {
    test.use({ language, viewport, hasTouch: isPhone });

    test('CL-170 CL-172 CL-176 CL-178 CL-211 an owner keeps a room; of two who ask for the same hour one gets it', async ({
      page,
      browser,
      baseURL,
    }) => {
      const room = `Phòng ${language} ${size}`;
      const [first, second] = [`Giao ban ${language} ${size}`, `Phỏng vấn ${language} ${size}`];
      const address = `/calendar/${isPhone ? 'day' : 'week'}/${day}`;
      const newPage = async () => {
        const context = await browser.newContext({ baseURL: baseURL as string, viewport, hasTouch: isPhone });
        await shiftTime(context);
        return context.newPage();
      };

      await test.step('the owner adds a room', async () => {
        await beginSession(page, language, lanAnh);
        await page.goto('/admin/domains/saomai.example?part=rooms');
        await page.getByLabel(words.label).fill(`phong-${language}-${size}`);
        await page.getByRole('button', { name: words.addRoom, exact: true }).click();
        await page.getByLabel(words.name, { exact: true }).fill(room);
        await page.getByLabel(words.seats).fill('8');
        await page.getByRole('button', { name: words.save, exact: true }).click();
        await expect(page.getByText(words.saved)).toBeVisible();
        await expectAccessible(page, 'a room as its owner keeps it');
        await page.getByRole('button', { name: words.allRooms }).click();
        await expect(page.getByRole('list', { name: words.rooms }).getByText(room)).toBeVisible();
      });

      const host = calendarPage(page, language);
      const begin = async (calendar: typeof host, title: string) => {
        await calendar.pressAt(calendar.column(day), 9);
        await calendar.field('eventTitle').fill(title);
        await calendar.dialog.getByRole('button', { name: host.say('details') }).click();
        await calendar.dialog.getByRole('button', { name: words.book }).click();
        return calendar.dialog.getByRole('checkbox', { name: room });
      };

      const minhs = await newPage();
      await test.step('a colleague books it', async () => {
        const minh = calendarPage(minhs, language);
        await minh.enter(address, minhTran);
        const choice = await begin(minh, first);
        await expect(choice).toHaveAccessibleDescription(words.free);
        await choice.check();
        await expectAccessible(minhs, 'an event with a room');
        await minh.dialog.getByRole('button', { name: minh.say('save') }).click();
        await minh.event(first).click();
        await expect(minh.dialog.getByText(words.booked)).toBeVisible();
        await minhs.keyboard.press('Escape');
      });

      await test.step('another one is told who has it, and does not get it', async () => {
        const has = await newPage();
        const ha = calendarPage(has, language);
        await ha.enter(address, haPham);
        const choice = await begin(ha, second);
        await choice.check();
        await expect(ha.dialog.getByText(`${room} ${words.taken} (${minhTran.name})`)).toBeVisible();
        await expectAccessible(has, 'an event with a room that is taken');
        await ha.dialog.getByRole('button', { name: ha.say('save') }).click();
        await expectAccessible(has, 'what is lost, before it is saved');
        await has.getByRole('button', { name: words.without }).click();
        await expect(has.getByText(words.refused)).toBeVisible();
        await ha.event(second).click();
        await expect(ha.dialog.getByText(words.notBooked)).toBeVisible();
        await has.keyboard.press('Escape');
        await has.context().close();
      });

      await test.step('the day of the room is seen beside people', async () => {
        await host.enter(address);
        await host.openSidebar();
        await page.getByRole('button', { name: host.say('findTime') }).click();
        const finding = host.dialogNamed(host.say('busyTitle'));
        await finding.getByRole('button', { name: words.show }).click();
        await finding.getByRole('checkbox', { name: room }).check();
        await expect(
          finding.getByRole('list', { name: host.say('busyDay') }).getByRole('listitem'),
        ).toHaveCount(2);
        await expect(finding.getByRole('region', { name: words.days })).toBeVisible();
        await expectAccessible(page, 'a room beside people');
      });
      await minhs.context().close();
    });
  });
}
