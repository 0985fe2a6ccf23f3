import { haPham, minhTran } from '@bocau/server/demo-world/people.ts';
import { expect, test } from '../fixtures.ts';
import { expectAccessible } from '../pages/expect-accessible.ts';
import { outgoingPage } from '../pages/outgoing-page.ts';
import { IN_EACH_LANGUAGE } from '../pages/places.ts';
import { mailOf } from '../program/mail-of.ts';
import { writeMessage } from '../program/write-message.ts';

test.use({ world: 'recall' });

for (const { language, tag } of IN_EACH_LANGUAGE) {
  test.describe(language, { tag }, () => {
    test.use({ language });

    test('RE-1 RE-2 RE-3 RE-4 a message is taken back from colleagues, read or not, and a report comes', async ({
      page,
      program,
      noise,
    }) => {
      const { mailbox, tell, button, openMenu, notice, dialog } = outgoingPage(page, language);
      const own = await mailOf(program);
      const [ha, minh] = [await mailOf(program, haPham), await mailOf(program, minhTran)];
      const subject = `Bảng lương nhầm ${language}`;
      const { id } = await writeMessage(own, { to: [haPham.email, minhTran.email], subject });
      await own.api.sendMail({ body: { msg_id: id } });
      await expect.poll(() => ha.folderOf(subject)).toEqual(['INBOX']);
      await expect.poll(() => minh.folderOf(subject)).toEqual(['INBOX']);
      await mailbox.enter('/folder/Sent');
      await mailbox.open(mailbox.row(subject));
      await expect(mailbox.thread).toContainText(tell('reachedTwo'));

      await test.step('it asks first, and keeps it when told so', async () => {
        await openMenu();
        await page.getByRole('menuitem', { name: tell('recall') }).click();
        await expect(dialog).toContainText(subject);
        await expect(dialog.getByRole('button', { name: tell('dontRecall') })).toBeFocused();
        await expectAccessible(page, 'question before a recall');
        await page.keyboard.press('Enter');
        await expect(dialog).toBeHidden();
        expect(await ha.folderOf(subject)).toEqual(['INBOX']);
      });

      await test.step('too late: it says how long there was', async () => {
        const details = { expried_time: 7200 };
        noise.expect(/^400 .*recall$/);
        await page.route('**/messages/recall', (route) =>
          route.fulfill({ status: 400, json: { error: { code: 'recall_expired', message: 'x', details } } }),
        );
        await openMenu();
        await page.getByRole('menuitem', { name: tell('recall') }).click();
        await dialog.getByRole('button', { name: tell('doRecall'), exact: true }).click();
        await expect(notice('recallExpired')).toBeVisible();
        await page.unroute('**/messages/recall');
      });

      await test.step('taken back from both; the original stays', async () => {
        await openMenu();
        await page.getByRole('menuitem', { name: tell('recall') }).click();
        await dialog.getByRole('button', { name: tell('doRecall'), exact: true }).click();
        await expect(notice('recallBegun')).toBeVisible();
        await expect.poll(() => ha.folderOf(subject)).toEqual([]);
        await expect.poll(() => minh.folderOf(subject)).toEqual([]);
        expect(await own.folderOf(subject)).toEqual(['Sent']);
        await expect(mailbox.thread).toContainText(tell('recalledAll'));
        await button('whoHasIt').click();
        await expect(mailbox.thread.getByRole('listitem').filter({ hasText: haPham.email })).toBeVisible();
      });

      await test.step('it is not offered again, and the report is in the inbox', async () => {
        await openMenu();
        await expect(page.getByRole('menuitem').first()).toBeVisible();
        await expect(page.getByRole('menuitem', { name: tell('recall') })).toHaveCount(0);
        await page.keyboard.press('Escape');
        await mailbox.backToList();
        await mailbox.goTo(mailbox.say('inbox'));
        await mailbox.open(mailbox.row(`${tell('report')}: ${subject}`));
        await expect.poll(mailbox.bodies).toEqual([expect.stringContaining(haPham.email)]);
      });
    });
  });
}
