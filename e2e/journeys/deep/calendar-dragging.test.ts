import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../../fixtures.ts';
import { calendarPage } from '../../pages/calendar-page.ts';
import { fingerOn } from '../../pages/finger.ts';

test.use({ world: 'calendar', language: 'vi' });

const [THURSDAY, FRIDAY, SATURDAY] = ['2026-11-19', '2026-11-20', '2026-11-21'] as const;

/** Makes an event by a press into free time. */
async function make(page: Page, { title, day, hour }: { title: string; day: string; hour: number }) {
  const calendar = calendarPage(page, 'vi');
  await calendar.pressAt(calendar.column(day), hour);
  await calendar.field('eventTitle').fill(title);
  await page.keyboard.press('Enter');
  await expect(calendar.event(title)).toBeFocused();
}

/** Its card may be replaced meanwhile, by one that the server has answered with. */
async function middleOf(element: Locator): Promise<Point> {
  const middle = { x: 0, y: 0 };
  await expect(async () => {
    const box = await element.boundingBox();
    if (!box) throw new Error('It is not to be seen');
    middle.x = box.x + box.width / 2;
    middle.y = box.y + Math.min(box.height / 2, 12);
  }).toPass();
  return middle;
}

type Point = { x: number; y: number };

/** To where `to` says at the end: on its way along an edge the grid scrolls. */
async function drag(page: Page, from: Locator, to: () => Promise<Point>, drop = true): Promise<void> {
  const begin = await middleOf(from);
  await page.mouse.move(begin.x, begin.y);
  await page.mouse.down();
  const there = await to();
  await page.mouse.move(there.x, there.y, { steps: 6 });
  const end = await to();
  await page.mouse.move(end.x, end.y);
  if (drop) await page.mouse.up();
}

test.describe('by mouse', () => {
  test('CV-13 an event becomes one of a whole day, an hour again, and goes to another day of a month', async ({
    page,
  }) => {
    const calendar = calendarPage(page, 'vi');
    const { event } = calendar;
    await calendar.enter(`/calendar/week/${FRIDAY}`);
    await make(page, { title: 'Kéo', day: FRIDAY, hour: 11 });

    await test.step('is dropped among the whole days', async () => {
      const above = page.getByRole('gridcell', { name: /Thứ Bảy 21\/11\/2026, cả ngày/ });
      await drag(page, event('Kéo'), () => middleOf(above));
      await expect(event('Kéo')).toHaveAccessibleName(/Thứ Bảy 21\/11\/2026, cả ngày/);
      await expect(event('Kéo')).toBeFocused();
    });

    await test.step('is dropped on an hour', async () => {
      await drag(page, event('Kéo'), async () => {
        const box = await calendar.column(THURSDAY).boundingBox();
        if (!box) throw new Error('The day is not to be seen');
        return { x: box.x + box.width / 2, y: box.y + (box.height * 10.1) / 24 };
      });
      await expect(event('Kéo')).toHaveAccessibleName(/Thứ Năm 19\/11\/2026, 10:00 đến 11:00/);
    });

    await test.step('goes to another day of the month, unless Escape is pressed', async () => {
      await page.keyboard.press('m');
      await expect(page).toHaveURL(/\/calendar\/month\//);
      const next = () => middleOf(page.locator('[data-cell="2026-11-25"]'));
      await drag(page, event('Kéo'), next, false);
      await expect(page.locator('[data-cell="2026-11-25"]').locator('[data-dragged]')).toBeVisible();
      await page.keyboard.press('Escape');
      await page.mouse.up();
      await expect(event('Kéo')).toHaveAccessibleName(/Thứ Năm 19\/11\/2026/);
      await drag(page, event('Kéo'), next);
      await expect(event('Kéo')).toHaveAccessibleName(/Thứ Tư 25\/11\/2026, 10:00 đến 11:00/);
      await page.keyboard.press('z');
      await expect(event('Kéo')).toHaveAccessibleName(/Thứ Năm 19\/11\/2026/);
      await expect(event('Kéo')).toBeFocused();
    });

    await test.step('asks which of a series are meant', async () => {
      await page.keyboard.press('e');
      await calendar.dialog.getByRole('combobox', { name: calendar.say('repeat') }).selectOption('week');
      await page.keyboard.press('Control+s');
      await expect(event('Kéo').nth(1)).toBeVisible();
      await drag(page, event('Kéo').first(), () => middleOf(page.locator(`[data-cell="${SATURDAY}"]`)));
      await calendar.choose('one', 'change');
      await expect(event('Kéo').first()).toHaveAccessibleName(/Thứ Bảy 21\/11\/2026/);
      await expect(event('Kéo').nth(1)).toHaveAccessibleName(/Thứ Năm 26\/11\/2026/);
    });
  });
});

for (const [at, viewport] of [
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
].entries()) {
  test.describe(`by finger, ${viewport.width} wide`, () => {
    test.use({ viewport, hasTouch: true });

    test('CV-13 a finger that rests on an event drags it, and one that is drawn sideways turns the days', async ({
      page,
    }) => {
      const calendar = calendarPage(page, 'vi');
      const { event, grid } = calendar;
      const finger = await fingerOn(page);
      const title = `Chạm ${at}`;
      const hour = 10 + 4 * at;
      await calendar.enter(`/calendar/3days/${THURSDAY}`);
      await calendar.pressAt(calendar.column(FRIDAY), hour);
      await calendar.field('eventTitle').fill(title);
      await calendar.dialog.getByRole('button', { name: calendar.say('save') }).click();
      await expect(event(title)).toBeVisible();
      const box = await calendar.column(FRIDAY).boundingBox();
      const hourPx = (box?.height ?? 0) / 24;

      await test.step('scrolls where the finger moves at once', async () => {
        const before = await grid.evaluate((element) => element.scrollTop);
        await finger.draw(event(title), { y: -60 });
        await expect.poll(() => grid.evaluate((element) => element.scrollTop)).toBeGreaterThan(before);
        await expect(event(title)).toHaveAccessibleName(new RegExp(`Thứ Sáu 20/11/2026, ${hour}:00`));
      });

      await test.step('drags it where the finger rests first', async () => {
        const lifted = () => expect(page.locator('[data-lifted]')).toBeVisible();
        await finger.carry(event(title), { x: box?.width ?? 0, y: hourPx }, lifted);
        await expect(event(title)).toHaveAccessibleName(new RegExp(`Thứ Bảy 21/11/2026, ${hour + 1}:00`));
        await expect(page.locator('[data-lifted]')).toHaveCount(0);
      });

      await test.step('makes it longer by its handle', async () => {
        await finger.hold(event(title), () => expect(page.locator('[data-lifted]')).toBeVisible());
        await expect(calendar.dialog).toBeHidden();
        await finger.draw(page.locator('[data-lifted] [data-resize="end"]'), { y: hourPx });
        await expect(event(title)).toHaveAccessibleName(new RegExp(`${hour + 1}:00 đến ${hour + 3}:00`));
      });

      await test.step('turns the days, weeks and months', async () => {
        await finger.draw(grid, { x: -150 });
        await expect(page).toHaveURL(/\/3days\/2026-11-22$/);
        await finger.draw(grid, { x: 150 });
        await expect(page).toHaveURL(/\/3days\/2026-11-19$/);
        await page.goto(`/calendar/month/${FRIDAY}`);
        // With its events, which came after its days.
        await expect(page.getByRole('gridcell', { name: /21\/11\/2026.* [1-9] sự kiện/ })).toBeVisible();
        await finger.draw(grid, { x: -150 });
        await expect(page).toHaveURL(/\/month\/2026-12-01$/);
      });
    });
  });
}

for (const viewport of [
  { width: 320, height: 568 },
  { width: 360, height: 640 },
]) {
  test.describe(`a month, ${viewport.width} wide`, () => {
    test.use({ viewport, hasTouch: true });

    test('the last day of a month is clear of the button for a new event', async ({ page }) => {
      const calendar = calendarPage(page, 'vi');
      await calendar.enter('/calendar/month/2027-01-20');
      await page.locator('[data-cell="2027-01-31"]').tap();
      await expect(page).toHaveURL(/\/day\/2027-01-31$/);
    });
  });
}
