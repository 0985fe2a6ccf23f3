import { lanAnh } from '@bocau/server/demo-world/people.ts';
import { expect, test } from '../../fixtures.ts';
import { beginSession } from '../../pages/begin-session.ts';
import { drivePage } from '../../pages/drive-page.ts';
import { expectAccessible } from '../../pages/expect-accessible.ts';
import { mailboxPage } from '../../pages/mailbox-page.ts';
import { IN_EACH_LANGUAGE } from '../../pages/places.ts';

const NAME = '3 Hợp đồng.docx';
const COPY = '3 Hợp đồng (2).docx';

const words = {
  edit: [`Sửa ${NAME} trong trình soạn thảo`, `Edit ${NAME} in the editor`],
  which: ['Sửa bản nào?', 'Which copy do you want to edit?'],
  latest: ['Sửa bản mới nhất', 'Edit the latest'],
  copy: ['Tạo bản mới', 'Make a new copy'],
  held: [`đang chỉnh sửa “${COPY}”`, `is editing “${COPY}”`],
} as const;

for (const { language, tag } of IN_EACH_LANGUAGE) {
  test.describe(language, { tag }, () => {
    // Separate worlds, so that no run finds what another left behind.
    test.use({ language, named: true, office: true, world: `office-${language}` });

    test('DV-13 an attachment is edited in the office editor: the latest of the drive, or a new copy', async ({
      page,
      noise,
    }) => {
      // The editor's frame needs both permissions; the browser warns about the combination.
      noise.expect(/allow-scripts and allow-same-origin/);
      const mailbox = mailboxPage(page, language);
      const drive = drivePage(page, language);
      const say = (word: keyof typeof words) => words[word][language === 'vi' ? 0 : 1];
      const editor = page.locator('iframe[name]').contentFrame();
      const document = editor.getByRole('textbox', { name: 'Document' });
      const question = page.getByRole('dialog', { name: say('which') });

      async function edit() {
        await mailbox.thread.getByRole('button', { name: say('edit') }).click();
      }

      async function openMessage() {
        await page.goto('/');
        await expect(mailbox.rows.first()).toBeVisible();
        await mailbox.searchFor('yokohama 12 tep');
        await mailbox.open(mailbox.row('12 tệp'));
        await mailbox.thread.getByRole('button', { name: 'Phạm Thu Hà' }).click();
      }

      await test.step('the first time it is saved to the drive without a question', async () => {
        await beginSession(page, language, lanAnh);
        await openMessage();
        await edit();
        await expect(editor.getByRole('heading', { name: NAME })).toBeVisible();
        expect(page.url()).toContain('/drive/edit/');
        await document.fill('Điều 1. Giá mới');
        await editor.getByRole('button', { name: 'Save' }).click();
        await expect(editor.getByRole('status')).toHaveText('Saved');
      });

      await test.step('then it is asked; the latest is what was edited', async () => {
        await openMessage();
        await edit();
        await expect(question).toBeVisible();
        await expectAccessible(page, 'which copy to edit');
        await question.getByRole('button', { name: say('latest') }).click();
        await expect(document).toHaveValue('Điều 1. Giá mới');
      });

      await test.step('a new copy is as the message has it', async () => {
        await openMessage();
        await edit();
        await question.getByRole('button', { name: say('copy') }).click();
        await expect(editor.getByRole('heading', { name: COPY })).toBeVisible();
        await expect(document).toHaveValue('');
      });

      await test.step('the drive has what was edited as a version, and keeps what is being edited', async () => {
        await page.goto('/drive');
        await drive.row(NAME).click();
        await page.keyboard.press('i');
        const versions = page.getByRole('region', { name: drive.say('versions') });
        await expect(versions.getByRole('listitem')).toHaveCount(2);
        noise.expect(/^409 .*\/files\/trash$/);
        await drive.row(COPY).click({ button: 'right' });
        await page.getByRole('menuitem', { name: drive.say('delete') }).click();
        await expect(page.getByText(say('held')).first()).toBeVisible();
        await expect(drive.row(COPY)).toBeVisible();
      });
    });
  });
}
