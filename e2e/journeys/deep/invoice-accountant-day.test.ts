import { haPham, lanAnh, minhTran, type Person } from '@bocau/server/demo-world/people.ts';
import { expect, test } from '../../fixtures.ts';
import { composePage } from '../../pages/compose-page.ts';
import { countPresses } from '../../pages/count-presses.ts';
import { mailboxPage } from '../../pages/mailbox-page.ts';
import { OTHER_PLACES } from '../../pages/places.ts';
import { LAPTOP, PHONE, TABLET } from '../../pages/screen-sizes.ts';
import { signInPage } from '../../pages/sign-in-page.ts';
import type { Language } from '../../pages/words.ts';
import { mailOf } from '../../program/mail-of.ts';

test.use({ world: 'accountant-day' });
test.describe.configure({ timeout: 240_000 });

type Day = { language: Language; viewport: { width: number; height: number }; person: Person };

/** Each day has a mailbox and a colleague of its own. */
const EVERY_RUN: (Day & { colleague: Person })[] = [
  { language: 'vi', viewport: LAPTOP, person: lanAnh, colleague: haPham },
  { language: 'en', viewport: PHONE, person: haPham, colleague: minhTran },
];

/** The other language on each screen size, and both languages on the size in between. */
const OTHER_DAYS: typeof EVERY_RUN = [
  { language: 'en', viewport: LAPTOP, person: lanAnh, colleague: haPham },
  { language: 'vi', viewport: PHONE, person: haPham, colleague: minhTran },
  { language: 'en', viewport: TABLET, person: minhTran, colleague: lanAnh },
  { language: 'vi', viewport: TABLET, person: minhTran, colleague: lanAnh },
];

for (const day of [...EVERY_RUN, ...OTHER_DAYS]) {
  const { language, viewport, person, colleague } = day;
  const tag = OTHER_DAYS.includes(day) ? OTHER_PLACES : [];
  test.describe(`${language} at ${viewport.width}×${viewport.height}`, { tag }, () => {
    const byTouch = viewport === PHONE;
    test.use({ language, viewport, hasTouch: byTouch });

    test('TL-11 TD-11 OR-4 OR-5 SD-11 DR-5 SC-6 SB-4 FO-6 RE-1 AU-3 a day of an accountant, from sign-in to sign-out', async ({
      page,
      program,
      noise,
    }) => {
      // A row may move under the pointer and be prefetched just before it is deleted.
      noise.expect(/^404 .*\/threads\/.*peek=true$/);
      const mailbox = mailboxPage(page, language);
      const compose = composePage(page, language);
      const { say, rows, thread } = mailbox;
      const mail = await mailOf(program, person);
      const theirs = await mailOf(program, colleague);
      const presses = await countPresses(page);
      const dialog = page.getByRole('dialog');
      const where = `${language} ${viewport.width}`;
      const invoice = `Hóa đơn tháng 11 ${where}`;
      const inThread = (name: string) => thread.getByRole('button', { name, exact: true }).first();

      /** On a phone, sign-out is in the drawer. */
      const signOut = async () => {
        if (byTouch) {
          await mailbox.showFolders();
          await page.getByRole('button', { name: say('signOut') }).click();
        } else {
          await page.getByRole('button', { name: new RegExp(say('accountMenu')) }).click();
          await page.getByRole('menuitem', { name: say('signOut') }).click();
        }
      };

      await test.step('1 signs in', () => mailbox.enter('/', person));

      await test.step('2 new mail comes by itself', async () => {
        const { data: draft } = await theirs.api.createDraft({
          body: { to: [{ email: person.email }], subject: invoice, body: `<p>${invoice}</p>` },
        });
        await theirs.api.sendMail({ body: { msg_id: draft.id } });
        await expect(mailbox.row(invoice)).toBeVisible();
      });

      await test.step('3, 4 opens it and comes back: two presses', async () => {
        const count = await presses.during(async () => {
          await mailbox.open(mailbox.row(invoice));
          await expect.poll(mailbox.bodies).toEqual([invoice]);
          await mailbox.backToList();
        });
        expect(count).toBe(2);
      });

      await test.step('5, 6 stars it in the list, takes the star away in the conversation: one press each', async () => {
        const row = mailbox.row(invoice);
        expect(await presses.during(() => row.getByRole('button', { name: say('star') }).click())).toBe(1);
        await mailbox.open(row);
        expect(await presses.during(() => inThread(say('unstar')).click())).toBe(1);
        await expect(inThread(say('star'))).toBeVisible();
      });

      await test.step('7, 8 deletes it there with one press, and takes it back', async () => {
        const count = await presses.during(() => mailbox.act(say('delete'), thread));
        expect(count).toBe(1);
        await mailbox.undo();
        await expect.poll(() => mail.folderOf(invoice)).toEqual(['INBOX']);
        await mailbox.goTo(say('inbox'));
        await expect(mailbox.row(invoice)).toBeVisible();
      });

      await test.step('9 marks five read: two presses and a key', async () => {
        const count = await presses.during(async () => {
          await rows.nth(0).hover();
          await rows.nth(0).getByRole('checkbox').click();
          await rows.nth(4).hover();
          await rows
            .nth(4)
            .getByRole('checkbox')
            .click({ modifiers: ['Shift'] });
          await page.keyboard.press('Shift+I');
        });
        expect(count).toBe(2);
        await expect(rows.nth(4)).not.toHaveAttribute('data-unread');
      });

      const subject = `Đối chiếu công nợ quý 4 ${where}`;
      await test.step('10 to 12 writes a new message with keys in between: two presses', async () => {
        const count = await presses.during(async () => {
          await compose.openNew();
          await page.keyboard.type(`${colleague.email},`);
          await page.keyboard.press('Tab');
          await page.keyboard.type(subject);
          await page.keyboard.press('Tab');
          await page.keyboard.type('Anh xem giúp em bảng đối chiếu.');
          await compose.message(compose.windows.last()).send.click();
        });
        expect(count).toBe(2);
      });

      await test.step('13, 14 takes it back at once, adds a file, and sends it again', async () => {
        await expect(mailbox.notice).toContainText(say('onItsWay'));
        await mailbox.undo();
        const again = compose.message(compose.windows.last());
        await expect(again.subject).toHaveValue(subject);
        await expect(again.body).toHaveText('Anh xem giúp em bảng đối chiếu.');
        await again.write({ files: [{ name: 'doi-chieu.txt', text: '1.250.000' }] });
        await again.send.click();
        await expect(compose.windows).toHaveCount(0);
      });

      await test.step('15 to 17 answers: three presses', async () => {
        await mailbox.goTo(say('inbox'));
        const count = await presses.during(async () => {
          await mailbox.open(mailbox.row(invoice));
          await page
            .getByRole('main')
            .getByRole('button', { name: say('reply'), exact: true })
            .last()
            .click();
          const form = compose.message(page.getByRole('region', { name: say('reply'), exact: true }));
          await expect(form.body).toBeFocused();
          await page.keyboard.type('Em đã nhận hóa đơn, cảm ơn anh.');
          await form.send.click();
        });
        expect(count).toBe(3);
        await expect(thread.locator('article')).toHaveCount(2);
        await mailbox.backToList();
      });

      const plan = `Kế hoạch quyết toán ${where}`;
      await test.step('18 to 22 begins a message, puts it aside, and goes on with it from Drafts', async () => {
        const message = await compose.openNew();
        await message.write({ to: colleague.email, subject: plan, body: 'Chuẩn bị chứng từ' });
        await expect(message.saved).toBeVisible();
        await message.press(say('saveAndClose'));
        await expect(compose.windows).toHaveCount(0);
        await mailbox.goTo(say('drafts'));
        await mailbox.row(plan).getByRole('link').click();
        await expect(message.body).toHaveText('Chuẩn bị chứng từ');
      });

      await test.step('23 to 25 has it sent tomorrow morning, sees it planned, and keeps it as a draft', async () => {
        await compose.message(compose.windows.last()).choose(say('schedule'));
        await page.getByRole('button', { name: say('tomorrowMorning') }).click();
        await expect(compose.windows).toHaveCount(0);
        await expect.poll(() => mail.folderOf(plan)).toEqual(['WEBMAIL_SCHEDULED']);
        await mailbox.goTo(say('scheduled'));
        await mailbox.open(mailbox.row(plan));
        await thread.getByRole('button', { name: say('cancelSchedule') }).click();
        await expect.poll(() => mail.folderOf(plan)).toEqual(['Drafts']);
      });

      await test.step('26 finds in Sent what has gone out meanwhile, with its file', async () => {
        await expect.poll(() => theirs.folderOf(subject)).toEqual(['INBOX']);
        await expect.poll(() => mail.folderOf(invoice)).toEqual(expect.arrayContaining(['INBOX', 'Sent']));
        await mailbox.goTo(say('sent'));
        await mailbox.open(mailbox.row(subject));
        await expect(thread).toContainText('doi-chieu.txt');
        await mailbox.backToList();
      });

      await test.step('27, 28 searches without marks, opens what was found, and comes back to it', async () => {
        await mailbox.goTo(say('inbox'));
        await mailbox.searchFor('hoa don thang 11');
        await expect(mailbox.row(invoice).first()).toBeVisible();
        await mailbox.open(mailbox.row(invoice).first());
        await page.goBack();
        await expect(mailbox.row(invoice).first()).toBeVisible();
      });

      const folder = `Quyết toán ${where}`;
      await test.step('29 to 31 makes a folder and files the conversation there', async () => {
        await mailbox.goTo(say('inbox'));
        await mailbox.showFolders();
        await mailbox.sidebar.getByRole('button', { name: say('newFolder') }).click();
        await dialog.getByLabel(say('folderName')).fill(folder);
        await dialog.getByRole('button', { name: say('createFolder') }).click();
        await mailbox.goTo(say('inbox'));
        await mailbox.pick(mailbox.row(invoice));
        await mailbox.act(say('move'));
        await mailbox.pickFolder(folder);
        await expect(mailbox.row(invoice)).toHaveCount(0);
        await mailbox.goTo(folder);
        await expect(mailbox.row(invoice)).toBeVisible();
      });

      await test.step('32, 33 reports an advertisement with its sender, and takes that back', async () => {
        const advertisement = `Khuyến mãi ${where}`;
        await mail.deliver(advertisement);
        await mailbox.goTo(say('inbox'));
        await mailbox.pick(mailbox.row(advertisement));
        await mailbox.act(say('spam'));
        await dialog.getByRole('button', { name: say('moveAndBlock') }).click();
        await mailbox.holdNotice();
        await expect.poll(() => mail.folderOf(advertisement)).toEqual(['Junk']);
        await mailbox.undo();
        await expect(mailbox.row(advertisement)).toBeVisible();
      });

      await test.step('34, 35 takes a message back from the colleague', async () => {
        await mailbox.goTo(say('sent'));
        await mailbox.open(mailbox.row(subject));
        await thread
          .getByRole('button', { name: say('messageMenu') })
          .last()
          .click();
        await page.getByRole('menuitem', { name: say('recall') }).click();
        await dialog.getByRole('button', { name: say('doRecall'), exact: true }).click();
        await expect.poll(() => theirs.folderOf(subject)).toEqual([]);
      });

      await test.step('36 to 38 deletes the rest of the page, looks into Trash, and empties it', async () => {
        await mailbox.goTo(say('inbox'));
        await mailbox.toolbar.getByRole('checkbox', { name: say('pickPage') }).click();
        await mailbox.act(say('delete'));
        // Fifty threads are deleted one after the other.
        await expect(mailbox.notice).toContainText(say('movedToTrash'));
        await mailbox.goTo(say('trash'));
        await mailbox.main
          .getByRole('button', { name: say('emptyTrash') })
          .last()
          .click();
        await dialog.getByRole('button', { name: say('emptyTrash') }).click();
        await expect.poll(() => mail.totalIn('Trash')).toBe(0);
      });

      await test.step('39, 40 signs out, and nobody else reads on', async () => {
        await signOut();
        await expect(signInPage(page, language).email).toBeVisible();
        await page.goBack();
        await expect(signInPage(page, language).email).toBeVisible();
        await expect(rows).toHaveCount(0);
      });
    });
  });
}
