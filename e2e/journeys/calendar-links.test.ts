import { createCalendar, createEvent } from '@bocau/contract/calendar.ts';
import { COOKIE_HEADER } from '@bocau/contract/session.ts';
import { expect, test } from '../fixtures.ts';
import { calendarPage } from '../pages/calendar-page.ts';
import { expectAccessible } from '../pages/expect-accessible.ts';
import { expectUsable } from '../pages/expect-usable.ts';
import { placesOf } from '../pages/places.ts';
import { SMALLEST } from '../pages/screen-sizes.ts';

test.use({ world: 'calendar-links' });

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
        const answer = await stranger.request.get(`${origin}${feed}`);
        expect(answer.status()).toBe(404);
        expect((await stranger.request.get(`${origin}${link}`)).status()).toBe(404);
        await stranger.close();
        await page.keyboard.press('Escape');
        await expect(own.dialogNamed(name)).toBeHidden();
      });
    });
  });
}
