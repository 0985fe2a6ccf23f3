import { expect, test } from '../../fixtures.ts';
import { calendarPage } from '../../pages/calendar-page.ts';
import { expectAccessible } from '../../pages/expect-accessible.ts';
import { PLACES } from '../../pages/places.ts';

test.use({ world: 'calendar' });

for (const { language, size, viewport, tag } of PLACES) {
  const isPhone = size === 'phone';
  test.describe(`${language}, ${size}`, { tag }, () => {
    test.use({ language, viewport, hasTouch: isPhone });

    test('CL-140 CL-143 CL-144 CL-145 a giỗ is typed in one line, is on its lunar day next year, is found and restored', async ({
      page,
    }) => {
      const calendar = calendarPage(page, language);
      const { say, event, dialog, field } = calendar;
      const title = `Giỗ ông ${language} ${size}`;
      await calendar.enter('/calendar/month/2026-11-20');

      await test.step('types it', async () => {
        await page
          .getByRole('button', { name: say('newEvent'), exact: true })
          .first()
          .click();
        await field('eventTitle').fill(`${title} 12/3 âm`);
        await expect(dialog.getByRole('checkbox', { name: say('lunarRule') })).toBeVisible();
        await expectAccessible(page, 'the line that was understood');
        await dialog.getByRole('button', { name: say('save') }).click();
        await expect(dialog).toBeHidden();
      });

      await test.step('sees it on its day, which is another one each year', async () => {
        await page.goto('/calendar/agenda/2027-04-18');
        await expect(event(title)).toHaveAccessibleName(/18\/04\/2027/);
        await page.goto('/calendar/agenda/2028-04-06');
        await expect(event(title)).toHaveAccessibleName(/06\/04\/2028/);
        await event(title).click();
        await expect(dialog.getByText(say('lunarRule'))).toBeVisible();
        await page.keyboard.press('Escape');
      });

      await test.step('finds it, deletes it, and restores it from the trash', async () => {
        await page.goto(`/calendar/search?q=${encodeURIComponent(`gio ong ${language} ${size}`)}`);
        await event(title).click();
        await dialog.getByRole('button', { name: say('remove') }).click();
        await dialog.getByRole('radio', { name: say('all') }).check();
        await dialog.getByRole('button', { name: say('remove'), exact: true }).click();
        await expect(dialog).toBeHidden();
        await page.goto('/calendar/trash');
        await expectAccessible(page, 'the trash of the calendar');
        await page.getByRole('button', { name: `${say('restore')} “${title}”` }).click();
        await page.goto('/calendar/agenda/2027-04-18');
        await expect(event(title)).toBeVisible();
      });
    });
  });
}
