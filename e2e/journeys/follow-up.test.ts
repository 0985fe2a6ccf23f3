import { WAITING } from '@bocau/contract/waiting-list.ts';
import { lanAnh, minhTran } from '@bocau/server/demo-world/people.ts';
import { expect, test } from '../fixtures.ts';
import { OFFLINE } from '../noise.ts';
import { composePage } from '../pages/compose-page.ts';
import { expectAccessible } from '../pages/expect-accessible.ts';
import { mailboxPage } from '../pages/mailbox-page.ts';
import { PLACES } from '../pages/places.ts';
import { SMALL_PHONE, SMALLEST } from '../pages/screen-sizes.ts';
import { mailOf } from '../program/mail-of.ts';
import { writeMessage } from '../program/write-message.ts';

test.use({ world: 'follow-up' });

const WORDS = {
  vi: {
    sent: 'Thư đã gửi',
    inbox: 'Hộp thư đến',
    list: 'Chờ trả lời',
    act: 'Nhắc nếu chưa ai trả lời…',
    end: 'Thôi chờ trả lời',
    three: /^Sau 3 ngày/,
    seven: /^Sau 7 ngày/,
    waits: /Chờ trả lời đến \d\d:\d\d \d\d\/\d\d/,
    unanswered: /Chưa ai trả lời từ/,
    question: 'Anh gửi giúp em báo giá được không?',
    accept: 'Nhắc sau 3 ngày',
    chip: 'Nhắc sau 3 ngày nếu chưa ai trả lời',
  },
  en: {
    sent: 'Sent',
    inbox: 'Inbox',
    list: 'Awaiting reply',
    act: 'Remind me if nobody replies…',
    end: 'Stop waiting for a reply',
    three: /^In 3 days/,
    seven: /^In 7 days/,
    waits: /Awaiting reply until \d\d:\d\d \d\d\/\d\d/,
    unanswered: /No reply since/,
    question: 'Could you send me the offer?',
    accept: 'Remind me in 3 days',
    chip: 'Reminder in 3 days if nobody replies',
  },
} as const;

for (const { language, size, viewport, tag } of PLACES) {
  test.describe(`${language}, ${size}`, { tag }, () => {
    test.use({ language, viewport });

    test('FU-1 FU-3 FU-5 FU-13 FU-14 FU-15 FU-16 a message waits for its answer, and comes back without one', async ({
      context,
      page,
      program,
      noise,
    }) => {
      const mailbox = mailboxPage(page, language);
      const compose = composePage(page, language);
      const words = WORDS[language];
      const own = await mailOf(program);
      const colleague = await mailOf(program, minhTran);
      await own.delaySending(false);
      const subject = `Báo giá giấy in ${language} ${size}`;
      await mailbox.enter();
      const row = mailbox.row(subject);
      const dialog = page.getByRole('dialog');
      const waiting = async () =>
        (await own.api.listThreads({ query: { label: WAITING } })).data.filter(
          (one) => one.subject === subject,
        );

      await test.step('a text that asks has a reminder proposed, which is kept with the draft', async () => {
        const message = await compose.openNew();
        await message.write({ to: minhTran.email, subject, body: words.question });
        await expect(message.form).toContainText(words.question);
        await message.press(words.accept);
        await expect(message.form).toContainText(words.chip);
        await expect(message.saved).toBeVisible();
        await expectAccessible(page, 'follow up while writing');
        await message.send.click();
        await expect.poll(async () => (await waiting()).length).toBe(1);
      });

      await test.step('the list says whom and until when; another time, and none, are undone', async () => {
        await mailbox.goTo(words.list);
        await expect(row).toContainText(words.waits);
        await expectAccessible(page, 'list of what waits');
        if (viewport.width < 576) {
          for (const narrow of [SMALL_PHONE, SMALLEST, viewport]) {
            await page.setViewportSize(narrow);
            expect(await row.evaluate(chipsEnd)).toBeLessThanOrEqual(await row.evaluate(snippetBegins));
          }
        }
        const [{ follow_up_at: first } = {}] = await waiting();
        await mailbox.pick(row);
        if (size === 'wide') await page.keyboard.press('w');
        else await mailbox.act(words.act);
        await expect(dialog).toBeVisible();
        await expectAccessible(page, 'follow up');
        await dialog.getByRole('button', { name: words.seven }).click();
        await expect.poll(async () => (await waiting())[0]?.follow_up_at).toBeGreaterThan(first ?? 0);
        await mailbox.undo();
        await expect.poll(async () => (await waiting())[0]?.follow_up_at).toBe(first);
      });

      await test.step('without a connection it ends at once, and is confirmed later', async () => {
        if ((await row.getAttribute('aria-selected')) !== 'true') await mailbox.pick(row);
        // The menu is loaded while there is a connection.
        const end = await mailbox.findAct(words.end);
        noise.expect(OFFLINE);
        await context.setOffline(true);
        await end.click();
        await expect(row).toBeHidden();
        await context.setOffline(false);
        await expect.poll(waiting).toEqual([]);
      });

      await test.step('from Sent, and an answer of the recipient ends it', async () => {
        await mailbox.goTo(words.sent);
        await mailbox.pick(row);
        await mailbox.act(words.act);
        await dialog.getByRole('button', { name: words.three }).click();
        await expect(row).toContainText(words.waits);
        await expect.poll(async () => (await waiting()).length).toBe(1);
        const { data: received } = await colleague.api.listThreads({ query: { in: 'INBOX' } });
        const answers = received.find((one) => one.subject === subject)?.message_ids[0] ?? '';
        const { data: draft } = await colleague.api.createDraft({
          body: {
            to: [{ name: '', email: lanAnh.email }],
            subject: `Re: ${subject}`,
            answers,
            action: 'reply',
          },
        });
        await colleague.api.sendMail({ body: { msg_id: draft.id } });
        await expect(row).not.toContainText(words.waits);
        await expect.poll(waiting).toEqual([]);
      });

      await test.step('unanswered it is on top of the inbox, and says since when', async () => {
        const late = `Lịch giao hàng ${language} ${size}`;
        const at = await secondsAhead(own, language);
        const { id } = await writeMessage(own, { to: [minhTran.email], subject: late, follow_up: { at } });
        await own.api.sendMail({ body: { msg_id: id } });
        await mailbox.goTo(words.inbox);
        const back = mailbox.row(late);
        await expect(back).toContainText(words.unanswered, { timeout: 20_000 });
        expect((await mailbox.subjects())[0]).toBe(late);
      });
    });
  });
}

/** Some seconds from now, by the server's clock. */
async function secondsAhead(own: Awaited<ReturnType<typeof mailOf>>, language: string): Promise<number> {
  const { now } = await writeMessage(own, { to: [], subject: `Giờ này ${language}` });
  return now + 6;
}

/** Where the words of the chips of a row end, whatever cuts them off, and where its snippet begins. */
function chipsEnd(row: Element): number {
  const ends = [...row.querySelectorAll('[class*="labels"] > *')].map(
    (chip) => chip.getBoundingClientRect().right,
  );
  return Math.round(Math.max(0, ...ends));
}

function snippetBegins(row: Element): number {
  return Math.round(row.querySelector('[class*="snippet"]')?.getBoundingClientRect().left ?? 0);
}
