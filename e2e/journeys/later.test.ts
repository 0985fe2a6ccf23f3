import { expect, test } from '../fixtures.ts';
import { OFFLINE } from '../noise.ts';
import { expectAccessible } from '../pages/expect-accessible.ts';
import { mailboxPage } from '../pages/mailbox-page.ts';
import { PLACES } from '../pages/places.ts';
import { deliver } from '../program/deliver.ts';
import { mailOf } from '../program/mail-of.ts';
import { writeMessage } from '../program/write-message.ts';

test.use({ world: 'later' });

const WORDS = {
  vi: {
    none: 'Không có hội thoại nào để sau',
    archive: 'Lưu trữ',
    later: 'Để sau',
    act: 'Để sau…',
    tomorrow: /^Sáng mai 08:00, /,
    reply: 'Khi có trả lời',
    pick: 'Chọn ngày giờ…',
    confirm: 'Để sau',
    until: /Đến 08:00 \d\d\/\d\d/,
    back: /Trở lại \d\d:\d\d/,
    bring: 'Đưa về ngay',
    past: /đã qua/,
  },
  en: {
    none: 'Nothing snoozed',
    archive: 'Archive',
    later: 'Later',
    act: 'Snooze…',
    tomorrow: /^Tomorrow morning .* at 08:00$/,
    reply: 'When someone replies',
    pick: 'Pick a date and time…',
    confirm: 'Snooze',
    until: /Until 08:00 \d\d\/\d\d/,
    back: /Back \d\d:\d\d/,
    bring: 'Bring back now',
    past: /has passed/,
  },
} as const;

for (const { language, size, viewport, tag } of PLACES) {
  test.describe(`${language}, ${size}`, { tag }, () => {
    test.use({ language, viewport });

    test('LT-2 LT-4 LT-12 LT-13 LT-18 LT-19 a conversation is put aside, waits in its list, and comes back', async ({
      context,
      page,
      program,
      noise,
    }) => {
      const mailbox = mailboxPage(page, language);
      const words = WORDS[language];
      const own = await mailOf(program);
      const subject = `Gia hạn hợp đồng ${language} ${size}`;
      const asked = await deliver(program, { subject });
      await mailbox.enter();
      const row = mailbox.row(subject);
      const dialog = page.getByRole('dialog');
      const choice = (name: string | RegExp) => dialog.getByRole('button', { name });
      const openDialog = async () => {
        if ((await row.getAttribute('aria-selected')) !== 'true') await mailbox.pick(row);
        if (size === 'wide') await page.keyboard.press('b');
        else await mailbox.act(words.act);
        await expect(dialog).toBeVisible();
      };

      await test.step('before anything is put aside, its list is empty', async () => {
        await page.goto('/folder/Snoozed');
        await expect(page.getByText(words.none)).toBeVisible();
        await page.goto('/folder/INBOX');
      });

      await test.step('until tomorrow, and undone', async () => {
        await openDialog();
        await expectAccessible(page, 'snooze');
        await choice(words.tomorrow).click();
        await expect(row).toBeHidden();
        await mailbox.undo();
        await expect(row).toBeVisible();
        await expect.poll(() => own.folderOf(subject)).toEqual(['INBOX']);
      });

      await test.step('without a connection it leaves at once, and is confirmed later', async () => {
        await openDialog();
        noise.expect(OFFLINE);
        await context.setOffline(true);
        await choice(words.tomorrow).click();
        await expect(row).toBeHidden();
        await context.setOffline(false);
        await expect.poll(() => own.folderOf(subject)).toEqual(['Snoozed']);
      });

      await test.step('its list says until when, and another time is one press away', async () => {
        await mailbox.goTo(words.later);
        await expect(row).toContainText(words.until);
        if (size === 'wide') {
          await row.hover();
          const time = await row.getByText(words.until).boundingBox();
          const act = await row.getByRole('button', { name: words.archive }).boundingBox();
          expect((time?.x ?? 0) + (time?.width ?? 0)).toBeLessThanOrEqual(act?.x ?? 0);
        }
        await openDialog();
        await choice(words.pick).click();
        const time = dialog.getByRole('textbox').last();
        await time.fill('07:30');
        await choice(words.confirm).click();
        await expect(row).toContainText('07:30');
      });

      await test.step('until somebody answers', async () => {
        await openDialog();
        await choice(words.reply).click();
        await expect(row).toContainText(words.reply);
        await expect
          .poll(async () => (await own.api.listThreads({ query: { in: 'Snoozed' } })).data[0]?.snoozed_until)
          .toBeUndefined();
        await deliver(program, { subject: `Re: ${subject}` }, asked);
        await expect(row).toBeHidden();
        await mailbox.goTo(language === 'vi' ? 'Hộp thư đến' : 'Inbox');
        await expect(row).toBeVisible();
      });

      await test.step('at its time it is on top, unread, and says since when', async () => {
        const { data } = await own.api.listThreads({ query: { in: 'INBOX' } });
        const thread = data.find((one) => one.subject === subject);
        // This message is created only to learn the server's current time.
        const { now } = await writeMessage(own, { to: [], subject: `Giờ này ${language} ${size}` });
        const body = { ids: [thread?.id ?? ''], folder_id: thread?.folder_id ?? '', until: now + 4 };
        await own.api.snoozeThreads({ body });
        await expect(row).toBeHidden();
        await expect(row).toContainText(words.back);
        expect((await mailbox.subjects())[0]).toBe(subject);
      });
    });
  });
}
