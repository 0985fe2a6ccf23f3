import { haPham } from '@bocau/server/demo-world/people.ts';
import { expect, test } from '../../fixtures.ts';
import { calendarPage } from '../../pages/calendar-page.ts';
import { expectAccessible } from '../../pages/expect-accessible.ts';
import { placesOf } from '../../pages/places.ts';
import { shiftTime } from '../../shift-time.ts';

test.use({ world: 'meeting-files' });

/** A Friday on which there is nothing else. */
const DAY = '2026-11-27';
/** Others are told when the time for undo is over. */
const TOLD = { timeout: 30_000 };

const words = {
  addFiles: ['Đính kèm tệp từ kho tệp', 'Attach files from Drive'],
  more: ['Thao tác khác', 'More actions'],
  handOver: ['Giao người khác tổ chức', 'Hand to another organiser'],
  hand: ['Giao', 'Hand over'],
  organisedBy: [`${haPham.name} tổ chức`, `Organised by ${haPham.name}`],
} as const;

for (const { language, viewport, isPhone, tag, size } of placesOf('en phone')) {
  test.describe(`${language}, ${size}`, { tag }, () => {
    test.use({ language, viewport, hasTouch: isPhone });

    test('CL-200 CL-203 a file of the drive goes with a meeting, whose guest opens it, and who then organises the meeting', async ({
      page,
      browser,
      baseURL,
    }) => {
      const host = calendarPage(page, language);
      const { say } = host;
      const said = (key: keyof typeof words) => words[key][language === 'vi' ? 0 : 1];
      const title = `Hồ sơ ${language} ${size}`;
      const address = `/calendar/${isPhone ? 'day' : 'week'}/${DAY}`;
      await host.enter(address);

      const name = await test.step('picks a file for its guest', async () => {
        await host.pressAt(host.column(DAY), 9);
        await host.field('eventTitle').fill(title);
        await host.dialog.getByRole('button', { name: say('details') }).click();
        await host.dialog.getByRole('button', { name: say('addGuests') }).click();
        await host.dialog.getByRole('combobox', { name: say('addGuests') }).fill(haPham.email);
        await page.keyboard.press('Enter');
        await host.dialog.getByRole('button', { name: said('addFiles') }).click();
        const picker = page.getByRole('dialog').filter({ has: page.getByRole('tablist') });
        const file = picker.getByRole('option', { name: /\.(pdf|xlsx|docx|txt|jpg|png)/ }).first();
        await expect(file).toBeVisible();
        await expectAccessible(page, 'the picker of the drive at an event');
        await file.dblclick();
        await expect(picker).toHaveCount(0);
        await host.dialog.getByRole('button', { name: say('save') }).click();
        await host.event(title).click();
        const link = host.dialog.getByRole('link').first();
        await expect(link).toBeVisible();
        return (await link.textContent()) ?? '';
      });

      const context = await browser.newContext({ baseURL: baseURL as string, viewport, hasTouch: isPhone });
      await shiftTime(context);
      const other = await context.newPage();
      const guest = calendarPage(other, language);

      await test.step('the guest has it in the calendar', async () => {
        await guest.enter(address, haPham);
        await expect(guest.event(title)).toBeVisible(TOLD);
        await guest.event(title).click();
        await expect(guest.dialog.getByRole('link', { name })).toBeVisible();
        await other.keyboard.press('Escape');
      });

      await test.step('is handed the meeting, which both see', async () => {
        await host.dialog.getByRole('button', { name: said('more') }).click();
        await page.getByRole('menuitem', { name: said('handOver') }).click();
        await host.dialog.getByRole('radio', { name: haPham.email }).check();
        await expectAccessible(page, 'who should organise a meeting');
        await host.dialog.getByRole('button', { name: said('hand'), exact: true }).click();
        await expect(host.dialog).toHaveCount(0);
        await host.event(title).click();
        await expect(host.dialog.getByText(said('organisedBy'))).toBeVisible(TOLD);
        await expect(host.dialog.getByRole('button', { name: say('edit') })).toHaveCount(0);
        await guest.event(title).click();
        await expect(guest.dialog.getByRole('button', { name: say('edit') })).toBeVisible(TOLD);
        await expect(guest.dialog.getByRole('link', { name })).toBeVisible();
      });
      await context.close();
    });
  });
}
