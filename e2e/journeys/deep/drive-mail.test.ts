import { haPham } from '@bocau/server/demo-world/people.ts';
import { expect, test } from '../../fixtures.ts';
import { composePage } from '../../pages/compose-page.ts';
import { expectAccessible } from '../../pages/expect-accessible.ts';
import { outgoingPage } from '../../pages/outgoing-page.ts';
import { placesOf } from '../../pages/places.ts';
import { mailOf } from '../../program/mail-of.ts';

const STRANGER = 'khach@minhphat.example';
const NAME = '11 Ghi chú.txt';

const words = {
  save: [`Lưu ${NAME} vào kho tệp`, `Save ${NAME} to the drive`],
  here: ['Lưu vào đây', 'Save here'],
  open: [/Mở trong kho tệp/, /Open in the drive/],
  pick: ['Thêm tệp từ kho tệp', 'Add files from the drive'],
  add: ['Thêm vào thư (1)', 'Add to message (1)'],
  asAttachment: ['Gửi dạng tệp đính kèm', 'Send as attachment'],
  password: ['Mật khẩu', 'Password'],
  back: ['Quay lại soạn thư', 'Back to the message'],
  share: ['Chia sẻ và gửi', 'Share and send'],
} as const;

for (const { language, size, viewport, isPhone, tag } of placesOf('vi wide')) {
  test.describe(`${language}, ${size}`, { tag }, () => {
    // Separate worlds, so that no run finds what another left behind.
    test.use({
      language,
      viewport,
      hasTouch: isPhone,
      isMobile: isPhone,
      world: `drive-mail-${language}-${size}`,
    });

    test('DV-4 DV-5 DV-12 SH-1 SH-4 SH-8 RE-2 an attachment goes into the drive, out again as file and as link, and the link dies with a recall', async ({
      page,
      program,
    }) => {
      const { mailbox, tell, openMenu, notice, dialog } = outgoingPage(page, language);
      const compose = composePage(page, language);
      const say = (word: keyof typeof words) => words[word][language === 'vi' ? 0 : 1];
      const [own, ha] = [await mailOf(program), await mailOf(program, haPham)];
      await own.delaySending(false);
      const subject = `Ghi chú đóng hàng ${language}`;

      await test.step('saved out of a message, and shown there', async () => {
        await mailbox.enter();
        await mailbox.searchFor('yokohama 12 tep');
        await mailbox.open(mailbox.row('12 tệp'));
        await mailbox.thread.getByRole('button', { name: 'Phạm Thu Hà' }).click();
        await mailbox.thread.getByRole('button', { name: say('save') }).click();
        await expectAccessible(page, 'folder to save into');
        await page.getByRole('button', { name: say('here') }).click();
        const saved = mailbox.thread.getByRole('link', { name: say('open') });
        await expect(saved).toBeVisible();
        const drive = await page.context().newPage();
        await drive.goto((await saved.getAttribute('href')) ?? '');
        await expect(
          drive.getByRole(isPhone ? 'dialog' : 'complementary').getByRole('heading', { name: NAME }),
        ).toBeVisible();
        await drive.close();
      });

      const message = await compose.openNew();
      await message.write({ to: haPham.email, subject, body: 'Gửi anh chị' });
      await message.write({ to: STRANGER });
      const picker = page.getByRole('dialog').filter({ has: page.getByRole('tablist') });
      const entry = picker.getByRole('option', { name: NAME });

      await test.step('as an attachment, and as a link, which is one piece', async () => {
        await message.press(say('pick') as string);
        await entry.click();
        await picker.getByLabel(say('asAttachment')).check();
        await expectAccessible(page, 'picker of the drive');
        await picker.getByRole('button', { name: say('add') }).click();
        await expect(message.file(NAME)).toBeVisible();
        await message.press(say('pick') as string);
        await entry.dblclick();
        await expect(message.body.locator('[data-drive-file]')).toHaveText(new RegExp(NAME));
      });

      const password = await test.step('going back keeps all; then it is shared and sent', async () => {
        await message.send.click();
        await page.getByRole('button', { name: say('back') }).click();
        await expect(message.body.locator('[data-drive-file]')).toBeVisible();
        await message.send.click();
        const field = page.getByRole('textbox', { name: say('password'), exact: true });
        const given = await field.inputValue();
        expect(given.length).toBeGreaterThanOrEqual(8);
        await expectAccessible(page, 'sharing at send');
        await page.getByRole('button', { name: say('share') }).click();
        await expect.poll(() => ha.folderOf(subject)).toEqual(['INBOX']);
        return given;
      });

      const { data: rows } = await ha.api.listThreads({ query: { in: 'INBOX', limit: '5' } });
      const id = rows.find((row) => row.subject === subject)?.message_ids.at(-1) as string;
      const { data: received } = await ha.api.getMessage({ params: { id }, query: {} });
      const link = /href="([^"]+\/s\/[^"]+)"/.exec(received.body ?? '')?.[1] as string;

      await test.step('the colleague has it; the stranger is asked for a password, which is not in the message', async () => {
        expect(received.files.map(({ name }) => name)).toEqual([NAME]);
        expect(received.body).not.toContain(password);
        const { data: shared } = await ha.api.listSharedWithMe({ query: {} });
        expect(shared.map(({ name }) => name)).toEqual([NAME]);
        const door = await (await fetch(new URL(new URL(link).pathname, program.baseUrl))).text();
        expect(door).toContain('type="password"');
        expect(door).not.toContain('Ghi chú');
      });

      await test.step('after a recall it opens to nobody', async () => {
        await mailbox.goTo(mailbox.say('sent'));
        await mailbox.open(mailbox.row(subject));
        await openMenu();
        await page.getByRole('menuitem', { name: tell('recall') }).click();
        await dialog.getByRole('button', { name: tell('doRecall'), exact: true }).click();
        await expect(notice('recallBegun')).toBeVisible();
        await expect.poll(async () => (await ha.api.listSharedWithMe({ query: {} })).data).toEqual([]);
        const door = await (await fetch(new URL(new URL(link).pathname, program.baseUrl))).text();
        expect(door).not.toContain('type="password"');
      });
    });
  });
}
