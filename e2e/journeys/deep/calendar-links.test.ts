import { type Calendar, createCalendar, createEvent, listCalendars } from '@bocau/contract/calendar.ts';
import { endSubscription, restoreSubscription } from '@bocau/contract/calendar-subscriptions.ts';
import { COOKIE_HEADER } from '@bocau/contract/session.ts';
import { expect, test } from '../../fixtures.ts';
import { calendarPage } from '../../pages/calendar-page.ts';
import { expectAccessible } from '../../pages/expect-accessible.ts';
import { expectUsable } from '../../pages/expect-usable.ts';
import { placesOf } from '../../pages/places.ts';
import { SMALLEST } from '../../pages/screen-sizes.ts';
import { shiftTime } from '../../shift-time.ts';

test.use({ world: 'calendar-links', fed: true });

const WORDS = {
  vi: {
    links: 'Liên kết riêng',
    all: 'Mọi chi tiết',
    create: 'Tạo liên kết',
    copyPage: /^Sao chép liên kết: Mọi/,
    copyFeed: /^Sao chép địa chỉ \.ics: Mọi/,
    end: /^Chấm dứt liên kết: Mọi/,
    ended: /^Đã chấm dứt/,
    busy: 'Bận',
    next: 'Tuần sau',
    otherLanguage: 'English',
    otherBusy: 'Busy',
    follow: 'Thêm lịch bằng địa chỉ…',
    address: 'Địa chỉ của lịch',
    add: 'Thêm lịch',
    notAllowed: 'Địa chỉ này không dùng được.',
    readAt: /^Cập nhật lần cuối/,
    notRead: /^Không đọc được từ 127\.0\.0\.1: không có lịch/,
    again: /^Thử đọc lại/,
    stop: 'Bỏ theo dõi',
    stopped: /^Đã bỏ theo dõi/,
    undo: 'Hoàn tác',
    edit: 'Sửa',
  },
  en: {
    links: 'Secret links',
    all: 'All details',
    create: 'Create link',
    copyPage: /^Copy link: All/,
    copyFeed: /^Copy \.ics address: All/,
    end: /^End link: All/,
    ended: /^Link ended/,
    busy: 'Busy',
    next: 'Next week',
    otherLanguage: 'Tiếng Việt',
    otherBusy: 'Bận',
    follow: 'Add calendar by address…',
    address: 'Address of the calendar',
    add: 'Add calendar',
    notAllowed: 'This address can’t be used.',
    readAt: /^Last updated/,
    notRead: /^Couldn’t read from 127\.0\.0\.1: there is no calendar/,
    again: /^Try to read/,
    stop: 'Stop following',
    stopped: /^No longer following/,
    undo: 'Undo',
    edit: 'Edit',
  },
};
/** The Friday on which journeys take place. */
const DAY = '2026-11-20';
const headers = { [COOKIE_HEADER.name]: COOKIE_HEADER.value };

for (const { language, viewport, isPhone, tag, size } of placesOf('vi phone')) {
  test.describe(`${language}, ${size}`, { tag }, () => {
    test.use({ language, viewport, hasTouch: isPhone, locale: language });

    test('CL-180 CL-181 CL-183 CL-184 CL-188 a calendar is opened to a stranger by a secret link, and closed again', async ({
      page,
      context,
      browser,
    }) => {
      const words = WORDS[language];
      const own = calendarPage(page, language);
      const name = `Dự án ${language} ${size}`;
      await context.grantPermissions(['clipboard-read', 'clipboard-write']);
      await own.enter(`/calendar/day/${DAY}`);
      const post = async (path: string, data: object) => {
        const answer = await page.request.post(path, { headers, data });
        expect(answer.status()).toBe(201);
        return ((await answer.json()) as { data: { id: string } }).data.id;
      };
      const calendar_id = await post(createCalendar.path, { name, color: '#0b8043' });
      const at = (clock: string) => ({ day: DAY, clock, zone: 'Asia/Ho_Chi_Minh' });
      const meeting = { title: 'Họp giá', place: 'Phòng A', start: at('14:00'), end: at('15:00') };
      await post(createEvent.path, { calendar_id, fields: meeting });
      const hidden = { title: 'Bác sĩ', is_private: true, start: at('16:00'), end: at('17:00') };
      await post(createEvent.path, { calendar_id, fields: hidden });
      const copied = () => page.evaluate(() => navigator.clipboard.readText());

      const [link, feed] = await test.step('the link is made and copied', async () => {
        await own.act(name, 'share');
        const links = own.dialogNamed(name).getByRole('region', { name: words.links });
        await links.getByRole('radio', { name: words.all }).check();
        await links.getByRole('button', { name: words.create }).click();
        await links.getByRole('button', { name: words.copyPage }).click();
        await expect.poll(copied).toMatch(/\/cal\/[\w-]{24}$/);
        const made = await copied();
        await links.getByRole('button', { name: words.copyFeed }).click();
        await expect.poll(copied).toBe(`${made}/calendar.ics`);
        await expectAccessible(page, 'the secret links of a calendar');
        await expectUsable(page, 'the secret links of a calendar');
        return [new URL(made).pathname, `${new URL(made).pathname}/calendar.ics`] as const;
      });

      const stranger = await browser.newContext({ viewport, hasTouch: isPhone, locale: language });

      await shiftTime(stranger);
      const other = await stranger.newPage();
      const origin = new URL(page.url()).origin;

      await test.step('a stranger sees the week, and of what is private that it is busy', async () => {
        await other.goto(`${origin}${link}`);
        await expect(other.getByRole('heading', { name })).toBeVisible();
        const today = other.locator('[aria-current="date"]');
        await expect(today.getByText('14:00 – 15:00')).toBeVisible();
        await expect(today.getByText('Họp giá')).toBeVisible();
        await expect(today.getByText(words.busy, { exact: true })).toBeVisible();
        await expect(other.getByText('Bác sĩ')).toHaveCount(0);
        await expectAccessible(other, 'the page of a secret link', { ofServer: true });
        await other.setViewportSize(SMALLEST);
        await expectUsable(other, 'the page of a secret link, smallest');
        await other.setViewportSize(viewport);
        await other.getByRole('link', { name: words.next }).click();
        await expect(other.locator('[aria-current="date"]')).toHaveCount(0);
        await other.goBack();
        await other.getByRole('link', { name: words.otherLanguage }).click();
        await expect(other.getByText(words.otherBusy, { exact: true })).toBeVisible();
      });

      await test.step('a program reads the feed', async () => {
        const answer = await stranger.request.get(`${origin}${feed}`);
        const text = await answer.text();
        expect(answer.headers()['content-type']).toBe('text/calendar; charset=utf-8');
        expect(text).toContain('SUMMARY:Họp giá');
        expect(text).not.toContain('Bác sĩ');
      });

      await test.step('ended, it opens nothing more', async () => {
        const links = own.dialogNamed(name).getByRole('region', { name: words.links });
        await links.getByRole('button', { name: words.end }).click();
        await expect(page.getByText(words.ended)).toBeVisible();
        // A notice stays while the mouse rests on it, which no finger does.
        await page.mouse.move(0, 0);
        const answer = await stranger.request.get(`${origin}${feed}`);
        expect(answer.status()).toBe(404);
        expect((await stranger.request.get(`${origin}${link}`)).status()).toBe(404);
        await stranger.close();
        await page.keyboard.press('Escape');
        await expect(own.dialogNamed(name)).toBeHidden();
      });
    });

    test('CL-189 a calendar is followed by its address, told when it can’t be read, and left again', async ({
      page,
      feed,
    }) => {
      const words = WORDS[language];
      const own = calendarPage(page, language);
      if (!feed) throw new Error('There is no calendar elsewhere');
      const name = `Bóng đá ${language} ${size}`;
      feed.name = name;
      feed.status = 200;
      await own.enter(`/calendar/day/${DAY}`);

      await test.step('it is added by its address, and no other of this network', async () => {
        await own.openSidebar();
        await page.getByRole('button', { name: words.follow }).click();
        const dialog = own.dialogNamed(words.follow.slice(0, -1));
        await dialog.getByRole('textbox', { name: words.address }).fill('http://127.0.0.1/a.ics');
        await dialog.getByRole('button', { name: words.add, exact: true }).click();
        await expect(dialog.getByText(words.notAllowed)).toBeVisible();
        await expectAccessible(page, 'a calendar is added by its address');
        await dialog.getByRole('textbox', { name: words.address }).fill(feed.url);
        await dialog.getByRole('button', { name: words.add, exact: true }).click();
        await expect(dialog).toBeHidden();
        await expect(page.getByText(words.readAt)).toBeVisible();
        await expectAccessible(page, 'a calendar that is followed');
        await own.closeSidebar();
      });

      await test.step('its events are seen and not changed', async () => {
        await own.event('Chung kết').click();
        await expect(own.dialog.getByText('Chung kết')).toBeVisible();
        await expect(own.dialog.getByRole('button', { name: words.edit, exact: true })).toHaveCount(0);
        await page.keyboard.press('Escape');
      });

      await test.step('what can’t be read is told, and read again when it is back', async () => {
        const followed = async () => {
          const listed = await page.request.get(listCalendars.path, { headers });
          const { data } = (await listed.json()) as { data: Calendar[] };
          return data.find((one) => one.name === name);
        };
        const id = (await followed())?.id ?? '';
        feed.status = 404;
        // Put back it is read at once, and leaves the minute to who asks for it.
        for (const { path } of [endSubscription, restoreSubscription]) {
          expect((await page.request.post(path.replace(':id', id), { headers })).status()).toBe(200);
        }
        // The list tells it when it is known, wherever one looks; here nothing moves meanwhile.
        await expect.poll(async () => (await followed())?.subscription?.fault ?? null).not.toBeNull();
        await page.reload();
        await own.openSidebar();
        await expect(page.getByText(words.notRead)).toBeVisible();
        await expectAccessible(page, 'a calendar that can not be read');
        feed.status = 200;
        await page.getByRole('button', { name: words.again }).click();
        await expect(page.getByText(words.notRead)).toBeHidden();
      });

      await test.step('it is left, and followed again by undo', async () => {
        await page.getByRole('button', { name: `${own.say('actsOn')} ${name}` }).click();
        await page.getByRole('menuitem', { name: words.stop }).click();
        await expect(page.getByText(words.stopped)).toBeVisible();
        // On a phone the notice stands over the foot of the drawer, where each step would wait until it has gone.
        await page
          .getByRole('button', { name: words.undo })
          .evaluate((button: HTMLElement) => button.click());
        await expect(page.getByText(words.readAt)).toBeVisible();
        await page.getByRole('button', { name: `${own.say('actsOn')} ${name}` }).click();
        await page.getByRole('menuitem', { name: words.stop }).click();
        await expect(page.getByText(words.readAt)).toBeHidden();
        await own.closeSidebar();
        await expect(own.event('Chung kết')).toHaveCount(0);
      });
    });
  });
}
