import { lanAnh } from '@bocau/server/demo-world/people.ts';
import { expect, test } from '../../fixtures.ts';
import { calendarPage } from '../../pages/calendar-page.ts';
import { expectAccessible } from '../../pages/expect-accessible.ts';
import { mailboxPage } from '../../pages/mailbox-page.ts';
import { PLACES } from '../../pages/places.ts';
import { reminderPanel } from '../../pages/reminder-panel.ts';
import { mailOf } from '../../program/mail-of.ts';
import { shiftTime } from '../../shift-time.ts';

test.use({ world: 'reminders' });

/** The Monday after the Friday of journeys; each place has an hour of its own. */
const MONDAY = '2026-11-23';
const HOURS = [10, 13, 16, 19];
const ZONE = 'Asia/Ho_Chi_Minh';

for (const [place, { language, size, viewport, tag }] of PLACES.entries()) {
  const isPhone = size === 'phone';
  test.describe(`${language}, ${size}`, { tag }, () => {
    test.use({ language, viewport, hasTouch: isPhone });

    test('CL-65 CL-70 CL-71 CL-382 a reminder is chosen in the form, stands on two devices, and leaves both', async ({
      browser,
      baseURL,
      page,
      program,
    }) => {
      const calendar = calendarPage(page, language);
      const { dialog, field } = calendar;
      const here = reminderPanel(page, language);
      const title = `Nộp thuế ${language} ${size}`;
      const hour = HOURS[place] ?? 8;
      const { api } = await mailOf(program, lanAnh);

      await calendar.enter(`/calendar/${isPhone ? 'day' : 'week'}/${MONDAY}`);
      await test.step('two are chosen for a new event', async () => {
        await calendar.pressAt(calendar.column(MONDAY), hour);
        await field('eventTitle').fill(title);
        await dialog.getByRole('button', { name: here.say('details') }).click();
        await dialog.getByRole('button', { name: here.say('add') }).click();
        await dialog.getByRole('button', { name: here.say('add') }).click();
        const lines = dialog.getByRole('combobox', { name: here.say('reminders'), exact: true });
        await expect(lines).toHaveCount(2);
        await expect(lines.first().locator('option:checked')).toHaveText(here.say('tenBefore'));
        await lines.last().selectOption({ label: here.say('atStart') });
        await expectAccessible(page, 'the reminders of an event');
        await dialog.getByRole('button', { name: calendar.say('save') }).click();
        await expect(calendar.event(title)).toBeVisible();
      });

      const device = await browser.newContext({ baseURL: baseURL as string, viewport });
      await shiftTime(device);
      const other = await device.newPage();
      await mailboxPage(other, language).enter();
      const there = reminderPanel(other, language);

      await test.step('it comes to both at its time', async () => {
        const id = await eventOf();
        const { data: event } = await api.getEvent({ params: { id }, query: {} });
        expect(event.fields.reminders.toSorted((one, two) => one - two)).toEqual([0, 10]);
        // Its time is on Monday: put off to now, it comes by the same way.
        await api.snoozeReminder({ params: { id }, body: { original: '', until: 1 } });
        await expect(here.row(title)).toBeVisible();
        await expect(there.row(title)).toBeVisible();
        await expectAccessible(page, 'a reminder');
      });

      await test.step('beside it a notice is undone, and over a form it is one button', async () => {
        const open = () =>
          isPhone
            ? page.getByRole('button', { name: calendar.say('newEvent') }).click()
            : page.keyboard.press('c');
        await open();
        await field('eventTitle').fill(`Bên cạnh ${title}`);
        await field('eventTitle').press('Enter');
        await expect(calendar.event(`Bên cạnh ${title}`)).toBeVisible();
        await page.getByRole('button', { name: here.say('undo') }).click();
        await expect(calendar.event(`Bên cạnh ${title}`)).toHaveCount(0);
        await open();
        await expect(here.row(title)).toBeHidden();
        await expectAccessible(page, 'a reminder over a form');
        await dialog.getByRole('button', { name: here.say('details') }).click();
        await expect(here.row(title)).toBeHidden();
        await here.chip.click();
        await expect(here.opened.getByText(title)).toBeVisible();
        await expectAccessible(page, 'reminders over a form');
        await page.keyboard.press('Escape');
        await expect(here.opened).toBeHidden();
        await page.keyboard.press('Escape');
        await expect(here.row(title)).toBeVisible();
        await expect(here.chip).toBeHidden();
      });

      await test.step('dismissed by a key on one, it leaves both; and comes back by undo', async () => {
        await here.dismiss(title).focus();
        await page.keyboard.press('Enter');
        await expect(here.row(title)).toBeHidden();
        await expect(there.row(title)).toBeHidden();
        await expect(page.getByText(here.say('dismissed'))).toBeVisible();
        await page.getByRole('button', { name: here.say('undo') }).click();
        await expect(here.row(title)).toBeVisible();
        await expect(there.row(title)).toBeVisible();
      });

      await test.step('snoozed on the other one, it leaves both', async () => {
        await there.snooze(title).selectOption({ label: there.say('inFive') });
        await expect(there.row(title)).toBeHidden();
        await expect(here.row(title)).toBeHidden();
      });
      await device.close();

      async function eventOf(): Promise<string> {
        const { data } = await api.listEvents({ query: { from: MONDAY, to: MONDAY, zone: ZONE } });
        return data.find((one) => one.title === title)?.event_id ?? '';
      }
    });
  });
}
