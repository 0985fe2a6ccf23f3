import { expect, test } from '../fixtures.ts';
import { mailboxPage } from '../pages/mailbox-page.ts';
import { IN_EACH_LANGUAGE } from '../pages/places.ts';
import { deliver } from '../program/deliver.ts';
import { mailOf } from '../program/mail-of.ts';

test.use({ world: 'junk' });

for (const { language, tag } of IN_EACH_LANGUAGE) {
  test.describe(language, { tag }, () => {
    test.use({ language });

    test('OR-8 OR-9 OR-10 OR-5 a sender is blocked with their mail, unblocked by not spam, and blocked again by its undo', async ({
      page,
      program,
    }) => {
      const mailbox = mailboxPage(page, language);
      const { say, notice } = mailbox;
      const mail = await mailOf(program);
      const from = `khuyen-mai-${language}@quang-cao.example`;
      const subject = (number: number) => `Trúng thưởng ${language} ${number}`;
      const arrives = (number: number) => deliver(program, { subject: subject(number), from });
      const blocked = async () =>
        (await mail.api.listRules({})).data.filter((rule) => rule.sieve_json.includes(from)).length;
      await arrives(1);
      await mailbox.enter();
      const dialog = page.getByRole('dialog', { name: say('blockSender') });
      const report = async () => {
        await mailbox.pick(mailbox.row(subject(1)));
        await mailbox.act(say('spam'));
      };

      await test.step('the dialog names the sender; cancelled, nothing happens', async () => {
        await report();
        await expect(dialog).toContainText(from);
        await dialog.getByRole('button', { name: say('cancel'), exact: true }).click();
        await expect(dialog).toBeHidden();
        expect(await mail.folderOf(subject(1))).toEqual(['INBOX']);
        await mailbox.row(subject(1)).getByRole('checkbox').click();
      });

      await test.step('moved and blocked, and both taken back', async () => {
        await report();
        await dialog.getByRole('button', { name: say('moveAndBlock') }).click();
        await mailbox.holdNotice();
        await expect(mailbox.row(subject(1))).toHaveCount(0);
        await expect.poll(blocked).toBe(1);
        await expect.poll(() => mail.folderOf(subject(1))).toEqual(['Junk']);
        await mailbox.undo();
        await expect(mailbox.row(subject(1))).toBeVisible();
        await expect.poll(blocked).toBe(0);
      });

      await test.step('blocked: what comes next goes to Junk', async () => {
        await report();
        await dialog.getByRole('button', { name: say('moveAndBlock') }).click();
        await expect.poll(blocked).toBe(1);
        await arrives(2);
        await expect.poll(() => mail.folderOf(subject(2))).toEqual(['Junk']);
      });

      await test.step('not spam lets the sender in again, until it is taken back', async () => {
        await mailbox.goTo(say('junk'));
        await mailbox.pick(mailbox.row(subject(2)));
        await mailbox.act(say('notSpam'));
        await mailbox.holdNotice();
        await expect(mailbox.row(subject(2))).toHaveCount(0);
        await expect.poll(() => mail.folderOf(subject(2))).toEqual(['INBOX']);
        await expect.poll(blocked).toBe(0);
        await expect(notice).toHaveCount(1);
        await mailbox.undo();
        await expect(mailbox.row(subject(2))).toBeVisible();
        await expect.poll(() => mail.folderOf(subject(2))).toEqual(['Junk']);
        await expect.poll(blocked).toBe(1);
        await arrives(3);
        await expect.poll(() => mail.folderOf(subject(3))).toEqual(['Junk']);
      });

      await test.step('what the server took for spam says why, in words', async () => {
        const html = '<p>XJS*C4JDBQADN1.NSBN3*2IDNEN*GTUBE-STANDARD-ANTI-UBE-TEST-EMAIL*C.34X</p>';
        await deliver(program, { subject: subject(4), html });
        await mailbox.row(subject(4)).click();
        await expect(page.getByRole('note')).toContainText(say('spamTestSign'));
      });
    });
  });
}
