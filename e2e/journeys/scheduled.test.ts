import { haPham } from '@bocau/server/demo-world/people.ts';
import { expect, test } from '../fixtures.ts';
import { composePage } from '../pages/compose-page.ts';
import { expectAccessible } from '../pages/expect-accessible.ts';
import { outgoingPage } from '../pages/outgoing-page.ts';
import { IN_EACH_LANGUAGE, PLACES } from '../pages/places.ts';
import { mailOf } from '../program/mail-of.ts';
import { writeMessage } from '../program/write-message.ts';

test.use({ world: 'scheduled' });

const DAY = 86_400;

for (const { language, size, viewport, tag } of PLACES) {
  test.describe(`${language}, ${size}`, { tag }, () => {
    test.use({ language, viewport });

    test('TD-15 SC-6 LY-5 a scheduled message is moved, taken back, and goes out once at its time', async ({
      page,
      program,
    }) => {
      const { mailbox, tell, button, notice } = outgoingPage(page, language);
      const compose = composePage(page, language);
      const own = await mailOf(program);
      const theirs = await mailOf(program, haPham);
      const subject = `Chúc mừng sinh nhật ${language} ${size}`;
      const { id, now } = await writeMessage(own, { to: [haPham.email], subject });
      await own.api.scheduleMail({ body: { msg_id: id, timestamp: now + 3 * DAY } });
      await mailbox.enter();

      await test.step('its list shows when it goes out', async () => {
        await mailbox.goTo(tell('scheduled'));
        await expect(mailbox.row(subject).getByRole('time')).toHaveText(/^\d\d:\d\d \d\d\/\d\d/);
        await mailbox.open(mailbox.row(subject));
        await expect(mailbox.thread).toContainText(tell('willBeSent'));
      });

      await test.step('another time', async () => {
        await button('changeTime').click();
        await page.getByRole('button', { name: tell('tomorrowMorning') }).click();
        await expect(notice('newTime')).toBeVisible();
        await expect(mailbox.thread).toContainText(new RegExp(`${tell('willBeSent')} .*08:00`));
        const { data } = await own.api.getMessage({ params: { id }, query: {} });
        expect(new Date((data.intended_time ?? 0) * 1000).toISOString()).toMatch(/T01:00:00/);
      });

      await test.step('cancelled it is a draft, which the notice opens', async () => {
        await button('cancelSchedule').click();
        await expect(notice('scheduleCancelled')).toBeVisible();
        await expect(mailbox.thread).toBeHidden();
        await expect(mailbox.main).toContainText(tell('nothingScheduled'));
        expect(await own.folderOf(subject)).toEqual(['Drafts']);
        await page.getByRole('button', { name: tell('openDraft') }).click();
        await expect(compose.message(compose.windows.first()).subject).toHaveValue(subject);
      });

      await test.step('at its time it is sent once', async () => {
        // This message is created only to learn the server's current time.
        const { now: then } = await writeMessage(own, { to: [], subject: `Giờ này ${language} ${size}` });
        await own.api.scheduleMail({ body: { msg_id: id, timestamp: then + 4 } });
        await expect.poll(() => theirs.folderOf(subject)).toEqual(['INBOX']);
        expect(await own.folderOf(subject)).toEqual(['Sent']);
      });
    });
  });
}

for (const { language, tag } of IN_EACH_LANGUAGE) {
  test.describe(language, { tag }, () => {
    test.use({ language });

    test('TD-15 PE-7 a periodic message says its rule and its dates, rests, leaves one out, and ends as a draft', async ({
      page,
      program,
    }) => {
      const { mailbox, tell, button, notice, dialog } = outgoingPage(page, language);
      const compose = composePage(page, language);
      const own = await mailOf(program);
      const subject = `Nhắc nộp bảng công ${language}`;
      const { id, now } = await writeMessage(own, { to: [haPham.email], subject });
      await own.api.sendPeriodically({
        body: {
          msg_id: id,
          period: { by_month: { every_x_month: 1, day: 5 } },
          time_send: '08:00',
          start_day: dayOf(now + DAY),
          end_after: 12,
        },
      });
      await mailbox.enter();
      await mailbox.goTo(tell('periodic'));
      await mailbox.open(mailbox.row(subject));
      await expect(mailbox.thread).toContainText(tell('everyMonth'));
      const dates = mailbox.thread.getByRole('list', { name: tell('nextDates') }).getByRole('listitem');
      await expect(dates).toHaveCount(5);
      const day = language === 'vi' ? /^08:00, .*05\/\d\d\/\d{4}$/ : /^\w+ 05\/\d\d\/\d{4} at 08:00$/;
      await expect(dates.first()).toHaveText(day);
      const second = (await dates.nth(1).textContent()) ?? '';

      await button('pause').focus();
      await page.keyboard.press('Enter');
      await expect(mailbox.thread).toContainText(tell('paused'));
      await expect(dates).toHaveCount(0);
      await expect(button('resume')).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(dates).toHaveCount(5);
      await button('skipNext').click();
      await expect(dates.first()).toHaveText(second);

      await button('cancelPeriodic').click();
      await dialog.getByRole('button', { name: tell('cancelPeriodic') }).click();
      await expect(notice('periodicCancelled')).toBeVisible();
      expect(await own.folderOf(subject)).toEqual(['Drafts']);
      await page.getByRole('button', { name: tell('openDraft') }).click();
      await expect(compose.message(compose.windows.first()).subject).toHaveValue(subject);
    });
  });
}

test.describe('elsewhere', () => {
  test.use({ timezoneId: 'Europe/Berlin' });

  test('SC-2 times of what is planned are those of the user’s zone, and say so', async ({
    page,
    program,
    language,
  }) => {
    const { mailbox, tell } = outgoingPage(page, language);
    const own = await mailOf(program);
    const { id, now } = await writeMessage(own, { to: [haPham.email], subject: 'Họp giao ban' });
    // 08:00 in Hà Nội (UTC+7).
    const timestamp = Math.floor((now + 2 * DAY) / DAY) * DAY + 3600;
    await own.api.scheduleMail({ body: { msg_id: id, timestamp } });
    await mailbox.enter('/folder/WEBMAIL_SCHEDULED');
    const row = mailbox.row('Họp giao ban');
    await expect(row.getByRole('time')).toHaveText(/^08:00 .*\(giờ Việt Nam\)$/);
    await mailbox.open(row);
    await expect(mailbox.thread).toContainText(new RegExp(`${tell('willBeSent')} .*08:00`));
    await expect(mailbox.thread).toContainText('giờ Việt Nam');
  });
});

test('the send lists have no finding', async ({ page, program, language }) => {
  const { mailbox, tell, button, dialog } = outgoingPage(page, language);
  const own = await mailOf(program);
  const { id: planned, now } = await writeMessage(own, {
    to: [haPham.email],
    subject: 'Hẹn gửi mai',
  });
  await own.api.scheduleMail({ body: { msg_id: planned, timestamp: now + DAY } });
  const { id: repeated } = await writeMessage(own, {
    to: [haPham.email],
    subject: 'Hai ngày một lần',
  });
  await own.api.sendPeriodically({
    body: { msg_id: repeated, period: { by_days: 2 }, time_send: '09:00', start_day: dayOf(now + DAY) },
  });
  await mailbox.enter('/folder/WEBMAIL_SCHEDULED');
  await expectAccessible(page, 'scheduled list');
  await mailbox.open(mailbox.row('Hẹn gửi mai'));
  await expect(button('changeTime')).toBeVisible();
  await expectAccessible(page, 'scheduled message');
  await mailbox.goTo(tell('periodic'));
  await mailbox.open(mailbox.row('Hai ngày một lần'));
  await expect(button('pause')).toBeVisible();
  await expectAccessible(page, 'periodic message');
  await button('cancelPeriodic').click();
  await expect(dialog).toBeVisible();
  await expectAccessible(page, 'question before a periodic message ends');
});

function dayOf(unixSeconds: number): string {
  return new Date(unixSeconds * 1000).toISOString().slice(0, 10);
}
