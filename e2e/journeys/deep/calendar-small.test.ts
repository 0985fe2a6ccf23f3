import { expect, test } from '../../fixtures.ts';
import { calendarPage } from '../../pages/calendar-page.ts';
import { enlargeText } from '../../pages/large-text.ts';
import { LAPTOP, SMALL_PHONE, SMALLEST } from '../../pages/screen-sizes.ts';

test.use({ world: 'calendar-small' });

test.describe('on a laptop', () => {
  test.use({ viewport: LAPTOP });

  test('CL-303 the notice of what was done covers nothing of an open event', async ({ page, language }) => {
    const { enter, pressAt, column, field, event, dialog, say } = calendarPage(page, language);
    await enter('/calendar/week/2026-11-20');
    await pressAt(column('2026-11-16'), 18);
    await field('eventTitle').fill('Chốt sổ');
    await dialog.getByRole('button', { name: say('save') }).click();
    const notice = page.locator('[data-notice]');
    await expect(notice).toBeVisible();
    await event('Chốt sổ').click();
    await expect(dialog.getByRole('button', { name: say('edit') })).toBeVisible();
    const [card, told] = [await dialog.boundingBox(), await notice.boundingBox()];
    expect((card?.y ?? 0) + (card?.height ?? 0)).toBeLessThanOrEqual(told?.y ?? 0);
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: SMALLEST, hasTouch: true, isMobile: true });

  test('CL-304 the form is saved from its beginning, with a keyboard beneath', async ({ page, language }) => {
    const { enter, pressAt, column, field, event, dialog, say } = calendarPage(page, language);
    await enter('/calendar/day/2026-11-20');
    await pressAt(column('2026-11-20'), 14);
    await dialog.getByRole('button', { name: say('details') }).click();
    await page.setViewportSize({ ...SMALLEST, height: 360 });
    await field('eventTitle').fill('Chốt sổ');
    const save = dialog.getByRole('button', { name: say('save') });
    await expect(save).toBeInViewport({ ratio: 1 });
    await save.click();
    await expect(event('Chốt sổ')).toBeVisible();
  });

  test('CL-357 the days on screen are named whole', async ({ page, language }) => {
    const { enter } = calendarPage(page, language);
    const days = page.getByRole('toolbar').locator('b');
    const cut = () => days.evaluate(({ clientWidth, scrollWidth }) => scrollWidth - clientWidth);
    await enter('/calendar/day/2026-11-30');
    for (const view of ['week', 'workweek', '3days']) {
      await page.goto(`/calendar/${view}/2026-11-30`);
      await expect(days).toContainText('/12');
      expect(await cut()).toBe(0);
    }
  });
});

test.describe('on a phone on its side', () => {
  test.use({ viewport: { width: 844, height: 390 }, hasTouch: true, isMobile: true });

  test('CL-305 the month shows the week of its day', async ({ page, language }) => {
    const { enter, column } = calendarPage(page, language);
    await enter('/calendar/month/2026-11-29');
    await expect(column('2026-11-29')).toBeInViewport({ ratio: 0.9 });
  });

  test('CL-304 a new event can be saved at once, and its details opened', async ({ page, language }) => {
    const { enter, main, field, dialog, say } = calendarPage(page, language);
    await enter('/calendar/day/2026-11-18');
    await main.getByRole('button', { name: say('newEvent') }).click();
    await field('eventTitle').fill('Chốt sổ');
    for (const act of ['save', 'details'] as const)
      await expect(dialog.getByRole('button', { name: say(act) })).toBeInViewport({ ratio: 1 });
  });
});

test.describe('on a phone with text twice as large', () => {
  test.use({ viewport: SMALL_PHONE, hasTouch: true, isMobile: true });

  test('CL-357 the days on screen are named whole, and the new button does not grow', async ({
    page,
    language,
  }) => {
    const { enter } = calendarPage(page, language);
    await enlargeText(page);
    await enter('/calendar/week/2026-11-30');
    const days = page.getByRole('toolbar').locator('b');
    await expect(days).toContainText('/12');
    expect(await days.evaluate(({ clientWidth, scrollWidth }) => scrollWidth - clientWidth)).toBe(0);
    expect((await page.locator('[data-floating]').boundingBox())?.height).toBe(56);
  });

  test('CL-345 bars of whole days are as high as their titles', async ({ page, language }) => {
    const { enter, main, field, event, dialog, say } = calendarPage(page, language);
    await enlargeText(page);
    await enter('/calendar/day/2026-11-18');
    await main.locator('[data-bars]').getByRole('gridcell').click();
    await field('eventTitle').fill('Nghỉ phép');
    await dialog.getByRole('button', { name: say('save') }).click();
    for (const view of ['day', '3days', 'week']) {
      await page.goto(`/calendar/${view}/2026-11-18`);
      const cut = await event('Nghỉ phép').evaluate((card) => {
        const title = document.createRange();
        title.selectNodeContents(card);
        return title.getBoundingClientRect().height - card.clientHeight;
      });
      expect(cut).toBeLessThanOrEqual(0);
    }
  });

  test('CL-345 the field of the guests is in sight when it is asked for', async ({ page, language }) => {
    const { enter, main, dialog, say } = calendarPage(page, language);
    await enlargeText(page);
    await enter('/calendar/day/2026-11-18');
    await main.getByRole('button', { name: say('newEvent') }).click();
    await dialog.getByRole('button', { name: say('details') }).click();
    await dialog.getByRole('button', { name: say('addGuests') }).click();
    const guests = dialog.getByRole('combobox', { name: say('addGuests') });
    await expect(guests).toBeFocused();
    const isCovered = () =>
      guests.evaluate((input) => {
        const { x, y, width, height } = input.getBoundingClientRect();
        return document.elementFromPoint(x + width / 2, y + height / 2) !== input;
      });
    await expect.poll(isCovered).toBe(false);
  });
});
