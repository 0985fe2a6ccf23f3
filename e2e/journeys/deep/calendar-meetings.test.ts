import { haPham } from '@bocau/server/demo-world/people.ts';
import { expect, test } from '../../fixtures.ts';
import { calendarPage } from '../../pages/calendar-page.ts';
import { expectAccessible } from '../../pages/expect-accessible.ts';
import { mailboxPage } from '../../pages/mailbox-page.ts';
import { placesOf } from '../../pages/places.ts';
import { shiftTime } from '../../shift-time.ts';

test.use({ world: 'meetings' });

/** A Friday on which there is nothing else. */
const DAY = '2026-11-27';
/** Others are told when the time for undo is over. */
const TOLD = { timeout: 30_000 };

for (const { language, viewport, isPhone, tag, size } of placesOf('vi wide')) {
  test.describe(`${language}, ${size}`, { tag }, () => {
    test.use({ language, viewport, hasTouch: isPhone });

    test('CL-84 CL-86 CL-87 CL-89 CL-190 CL-191 a meeting is made with a colleague, who accepts it, proposes another time, is told that it moved, and that it is called off', async ({
      page,
      browser,
      baseURL,
    }) => {
      const host = calendarPage(page, language);
      const { say } = host;
      const title = `Chốt giá ${language} ${size}`;
      const address = `/calendar/${isPhone ? 'day' : 'week'}/${DAY}`;
      const begins = (clock: string) => new RegExp(` ${clock} (đến|to) `);
      await host.enter(address);

      await test.step('asks a colleague', async () => {
        await host.pressAt(host.column(DAY), 9);
        await host.field('eventTitle').fill(title);
        await host.dialog.getByRole('button', { name: say('details') }).click();
        await host.dialog.getByRole('button', { name: say('addGuests') }).click();
        await host.dialog.getByRole('combobox', { name: say('addGuests') }).fill(haPham.email);
        await page.keyboard.press('Enter');
        await expectAccessible(page, 'an event with a guest');
        await host.dialog.getByRole('button', { name: say('save') }).click();
        await host.event(title).click();
        await expect(host.dialog.getByText(say('noAnswer'))).toBeVisible();
        await page.keyboard.press('Escape');
      });

      const context = await browser.newContext({ baseURL: baseURL as string, viewport, hasTouch: isPhone });

      await shiftTime(context);
      const other = await context.newPage();
      const [mailbox, guest] = [mailboxPage(other, language), calendarPage(other, language)];
      const invitation = mailbox.row(new RegExp(`${say('invitation')}: ${title}`));

      await test.step('the colleague is asked by mail, and in the calendar', async () => {
        await mailbox.enter('/', haPham);
        await expect(invitation).toBeVisible(TOLD);
        await mailbox.open(invitation);
        const card = mailbox.thread.getByRole('region', { name: say('invitation') });
        await expect(card.getByRole('heading', { name: title })).toBeVisible();
        await expect(card.getByRole('button', { name: say('accept') })).toBeVisible();
        await expectAccessible(other, 'an invitation');
        await other.goto(address);
        await guest.event(title).click();
        await expect(guest.dialog.getByRole('button', { name: say('edit') })).toHaveCount(0);
        await expectAccessible(other, 'an event that one is asked to');
      });

      await test.step('accepts it, which the host sees', async () => {
        const accept = guest.dialog.getByRole('button', { name: say('accept') });
        await accept.click();
        await expect(accept).toHaveAttribute('aria-pressed', 'true');
        await other.keyboard.press('Escape');
        await host.event(title).click();
        await expect(host.dialog.getByText(`(${say('accepted')})`)).toBeVisible(TOLD);
      });

      await test.step('CL-416 and reads the invitation again, not what they answered', async () => {
        await other.goto('/');
        await mailbox.open(invitation);
        await expect(mailbox.thread.getByRole('article')).toHaveCount(2);
        const card = mailbox.thread.getByRole('region', { name: say('invitation') });
        await expect(card.getByRole('button', { name: say('accept') })).toHaveAttribute(
          'aria-pressed',
          'true',
        );
        await other.goto(address);
      });

      await test.step('proposes another time, to which the host moves it', async () => {
        await guest.event(title).click();
        await guest.dialog.getByRole('button', { name: say('propose') }).click();
        await guest.field('startTime').fill('11:00');
        await expectAccessible(other, 'another time for a meeting');
        await guest.dialog.getByRole('button', { name: say('sendProposal') }).click();
        await expect(guest.dialog).toHaveCount(0);
        const move = host.dialog.getByRole('button', { name: say('moveThere') });
        await expect(move).toBeVisible(TOLD);
        await expectAccessible(page, 'a time that a guest proposes');
        await move.click();
        await expect(host.event(title)).toHaveAccessibleName(begins('11:00'));
        await expect(guest.event(title)).toHaveAccessibleName(begins('11:00'), TOLD);
        await host.event(title).click();
      });

      await test.step('is told when it moved, and asked again', async () => {
        await host.dialog.getByRole('button', { name: say('edit') }).click();
        await host.field('startTime').fill('14:00');
        await host.dialog.getByRole('button', { name: say('save') }).click();
        await expect(host.event(title)).toHaveAccessibleName(begins('14:00'));
        await expect(guest.event(title)).toHaveAccessibleName(begins('14:00'), TOLD);
        await guest.event(title).click();
        await expect(guest.dialog.getByRole('button', { name: say('accept') })).toHaveAttribute(
          'aria-pressed',
          'false',
        );
        await other.keyboard.press('Escape');
      });

      await test.step('is told that it was called off', async () => {
        await host.event(title).click();
        await host.dialog.getByRole('button', { name: say('remove') }).click();
        await expect(host.event(title)).toHaveCount(0);
        await expect(guest.event(title)).toHaveCount(0, TOLD);
        await other.goto('/');
        // In one conversation with the invitation and what changed since.
        await expect(invitation).toHaveCount(1);
        await mailbox.open(invitation);
        await expect(mailbox.thread.getByRole('region', { name: say('cancelled') })).toBeVisible();
        await context.close();
      });
    });
  });
}
