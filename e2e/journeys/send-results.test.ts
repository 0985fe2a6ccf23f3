import { haPham } from '@bocau/server/demo-world/people.ts';
import { expect, test } from '../fixtures.ts';
import { composePage } from '../pages/compose-page.ts';
import { expectAccessible } from '../pages/expect-accessible.ts';
import { outgoingPage } from '../pages/outgoing-page.ts';
import { IN_EACH_LANGUAGE } from '../pages/places.ts';
import { mailOf } from '../program/mail-of.ts';
import { writeMessage } from '../program/write-message.ts';

test.use({ world: 'send-results' });

const PROGRAM = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Gecko/20100101 Firefox/140.0';
const NOBODY = 'khong.co.ai@saomai.example';

for (const { language, tag } of IN_EACH_LANGUAGE) {
  test.describe(language, { tag }, () => {
    test.use({ language });

    test('TD-13 SD-17 SD-20 a message that reached nobody is a draft again, says why, and goes out corrected', async ({
      page,
      program,
    }) => {
      const { mailbox, tell, button, failure } = outgoingPage(page, language);
      const compose = composePage(page, language);
      const own = await mailOf(program);
      const theirs = await mailOf(program, haPham);
      await own.delaySending(false);
      const subject = `Mời họp thứ Năm ${language}`;
      const { id } = await writeMessage(own, { to: [NOBODY], subject });
      await own.api.sendMail({ body: { msg_id: id } });
      await expect.poll(() => own.folderOf(subject)).toEqual(['Drafts']);
      await mailbox.enter('/folder/Drafts');
      await expect(mailbox.row(subject)).toContainText(tell('failedRow'));
      await mailbox.open(mailbox.row(subject));
      await expect(failure).toContainText(tell('notSentTitle'));
      await expect(failure).toContainText(tell('noSuchPerson'));
      await expect(failure).toContainText(tell('serverSaid'));
      await expectAccessible(page, 'a message that was not sent');

      await button('editAndSend').click();
      const form = compose.message(mailbox.thread.locator('[data-compose]'));
      await form.form.getByRole('combobox', { name: compose.say('addTo') }).click();
      await form.form.getByRole('button', { name: new RegExp(NOBODY) }).press('Delete');
      await form.write({ to: haPham.email });
      await form.send.click();
      await expect.poll(() => theirs.folderOf(subject)).toEqual(['INBOX']);
      await expect.poll(() => own.folderOf(subject)).toEqual(['Sent']);
      await own.delaySending(true);
    });

    test('SD-17 SD-19 a message that reached some stays in Sent, names who is missing, and is sent again to them', async ({
      page,
      program,
    }) => {
      const { mailbox, tell, failure, notice } = outgoingPage(page, language);
      const own = await mailOf(program);
      const theirs = await mailOf(program, haPham);
      const subject = `Biên bản họp ${language}`;
      const { id } = await writeMessage(own, { to: [haPham.email, NOBODY], subject });
      await own.api.sendMail({ body: { msg_id: id } });
      // Shows the row as if the recipient's server had stopped responding mid-transfer.
      await page.route(/\/api\/v2\/threads\?/, async (route) => {
        const answer = await (await route.fetch()).text();
        await route.fulfill({
          contentType: 'application/json',
          body: answer.replaceAll('sending_failed', 'sending_unclear'),
        });
      });
      await mailbox.enter('/folder/Sent');
      await expect(mailbox.row(subject)).toContainText(tell('unclearRow'));
      await page.unrouteAll({ behavior: 'wait' });
      await page.reload();
      await expect(mailbox.row(subject)).toContainText(tell('failedRow'));
      await mailbox.open(mailbox.row(subject));
      await expect(failure).toContainText(tell('missedOne'));
      await expect(failure).toContainText(tell('serverSaid'));
      await expectAccessible(page, 'a message that reached some');

      const said = Promise.withResolvers<void>();
      await page.route('**/send_again', async (route) => {
        await said.promise;
        await route.continue();
      });
      await failure.getByRole('button', { name: new RegExp(`^${tell('sendAgain')}`) }).click();
      await expect(notice('sendingAgain')).toBeVisible();
      said.resolve();
      // The recipient still does not exist.
      await expect(notice('noSuchPerson')).toBeVisible();
      await expect(failure).toContainText(tell('missedOne'));
      expect(await theirs.folderOf(subject)).toEqual(['INBOX']);
      // The error report must not contain the address or the message's text.
      const { client } = await program.logged('web client error');
      expect(client).toEqual({
        kind: 'error',
        message: 'send_mail_failed receiver_not_found',
        where: 'compose',
      });
    });

    test('SD-11 SD-12 a message that waits elsewhere is taken back from where it is read', async ({
      page,
      program,
    }) => {
      const { mailbox, tell, button } = outgoingPage(page, language);
      const compose = composePage(page, language);
      const own = await mailOf(program);
      const theirs = await mailOf(program, haPham);
      const subject = `Chờ chút đã ${language}`;
      const { id } = await writeMessage(own, { to: [haPham.email], subject });
      await own.api.sendMail({ body: { msg_id: id, async: true, delay: 30 } });
      await mailbox.enter('/folder/Drafts');
      await mailbox.open(mailbox.row(subject));
      await expect(mailbox.thread).toContainText(tell('held'));
      await button('undo').click();
      await expect(compose.notice(compose.say('notSent'))).toBeVisible();
      const { data } = await own.api.getMessage({ params: { id }, query: {} });
      expect([data.is_draft, data.state]).toEqual([true, '']);
      expect(await theirs.folderOf(subject)).toEqual([]);
    });

    test('TR-2 TR-3 signs of opening show in the row and in the message, as what they are', async ({
      page,
      program,
    }) => {
      const { mailbox, tell, button } = outgoingPage(page, language);
      const own = await mailOf(program);
      const theirs = await mailOf(program, haPham);
      const subject = `Bảng giá mới ${language}`;
      const untracked = `Bảng giá cũ ${language}`;
      const { id } = await writeMessage(own, { to: [haPham.email], subject, tracking: true });
      const { id: other } = await writeMessage(own, { to: [haPham.email], subject: untracked });
      for (const msg_id of [id, other]) await own.api.sendMail({ body: { msg_id } });
      await expect.poll(() => theirs.folderOf(subject)).toEqual(['INBOX']);
      await mailbox.enter('/folder/Sent');
      await expect(mailbox.row(subject)).toHaveAccessibleName(new RegExp(tell('noSign')));
      await expect(mailbox.row(untracked)).not.toHaveAccessibleName(new RegExp(tell('noSign')));
      await mailbox.open(mailbox.row(subject));
      await expect(mailbox.thread).toContainText(tell('noSign'));
      await button('whoHasIt').click();
      await expect(mailbox.thread.getByRole('listitem')).toContainText(`${haPham.email}${tell('delivered')}`);
      await expectAccessible(page, 'a message that has arrived');

      const [row] = (await theirs.api.listThreads({ query: { in: 'INBOX', subject } })).data;
      const { data: came } = await theirs.api.getThread({
        params: { id: row?.id ?? '' },
        query: { in: 'INBOX', expand: '0', peek: 'true' },
      });
      const [mark = ''] = /\/t\/[\w-]+\.gif/.exec(came.messages[0]?.body ?? '') ?? [];
      // Simulates the recipient's mail client, as opposed to our own image proxy.
      await fetch(`${program.baseUrl}${mark}`, { headers: { 'user-agent': PROGRAM } });
      await expect(mailbox.thread).toContainText(tell('openedOnce'));
      await mailbox.backToList();
      await expect(mailbox.row(subject)).toHaveAccessibleName(new RegExp(tell('openedRow')));
    });
  });
}
