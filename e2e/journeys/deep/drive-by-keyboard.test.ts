import { minhTran } from '@bocau/server/demo-world/people.ts';
import { expect, test } from '../../fixtures.ts';
import { drivePage } from '../../pages/drive-page.ts';
import { IN_EACH_LANGUAGE } from '../../pages/places.ts';
import { tabTo } from '../../pages/tab-to.ts';
import { mailOf } from '../../program/mail-of.ts';

test.use({ world: 'drive' });

const WORDS = {
  vi: { share: 'Chia sẻ', done: 'Xong', revoke: /^Thu hồi chia sẻ/, access: 'Ai có quyền truy cập' },
  en: { share: 'Share', done: 'Done', revoke: /^Revoke the share/, access: 'Who has access' },
};

for (const { language, tag } of IN_EACH_LANGUAGE) {
  test.describe(language, { tag }, () => {
    test.use({ language });
    const words = WORDS[language];

    test('LY-7 SH-9 the drive by keyboard alone: new folder, move, rename, share, revoke, an older version, trash and back', async ({
      page,
      program,
    }) => {
      const drive = drivePage(page, language);
      const { say, row, grid } = drive;
      const { keyboard } = page;
      const { api } = await mailOf(program);
      const name = `Bảng lương ${language}.txt`;
      for (const text of ['bản đầu', 'bản sau, dài hơn nhiều '.repeat(400)]) {
        const form = new FormData();
        form.append('on_conflict', 'replace');
        form.append('file', new Blob([text]), name);
        await api.uploadDriveFile({ form });
      }
      await drive.enter();
      const folder = `Nhân sự ${language}`;

      await test.step('makes a folder, and is in the list again', async () => {
        await expect(row(name)).toBeVisible();
        await keyboard.press('Shift+N');
        await expect(page.getByRole('dialog').getByRole('textbox')).toBeFocused();
        await keyboard.type(folder);
        await keyboard.press('Enter');
        await expect(row(folder)).toBeVisible();
        await expect(grid).toBeFocused();
      });

      await test.step('moves the file there', async () => {
        await drive.cursorTo(name);
        await keyboard.press('v');
        const dialog = page.getByRole('dialog');
        await tabTo(page, dialog.getByRole('button', { name: folder }));
        await keyboard.press('Enter');
        await expect(dialog.getByRole('list').filter({ visible: true }).last()).toBeFocused();
        await tabTo(page, dialog.getByRole('button', { name: say('moveHere') }));
        await keyboard.press('Enter');
        await expect(row(name)).toHaveCount(0);
        await expect(grid).toBeFocused();
      });

      await test.step('into the folder, up, and in again', async () => {
        await drive.cursorTo(folder);
        await keyboard.press('Enter');
        await expect(page).toHaveTitle(new RegExp(`^${folder}`));
        await expect(row(name)).toBeVisible();
        await expect(grid).toBeFocused();
        await keyboard.press('u');
        await expect(row(folder)).toBeVisible();
        await expect(grid).toBeFocused();
        await drive.cursorTo(folder);
        await keyboard.press('o');
        await expect(row(name)).toBeVisible();
      });

      const renamed = `Lương tháng ${language}.txt`;
      await test.step('renames it in its place', async () => {
        await drive.cursorTo(name);
        await keyboard.press('F2');
        await expect(page.getByRole('textbox', { name: say('newName') })).toBeFocused();
        await keyboard.type(`Lương tháng ${language}`);
        await keyboard.press('Enter');
        await expect(row(renamed)).toBeVisible();
        await expect(grid).toBeFocused();
      });

      await test.step('shares it with a colleague', async () => {
        await keyboard.press('p');
        const dialog = page.getByRole('dialog');
        await expect(dialog.getByRole('combobox')).toBeFocused();
        await keyboard.type(minhTran.email);
        await keyboard.press('Enter');
        await tabTo(page, dialog.getByRole('button', { name: words.share, exact: true }));
        await keyboard.press('Enter');
        await expect(dialog.getByRole('button', { name: words.done })).toBeFocused();
        await keyboard.press('Enter');
        await expect(dialog).toBeHidden();
        await expect(grid).toBeFocused();
      });

      const details = page.getByRole('complementary', { name: say('details') });
      await test.step('revokes the share', async () => {
        await keyboard.press('i');
        await tabTo(page, details.getByRole('button', { name: words.revoke }));
        await keyboard.press('Enter');
        await expect(details.getByRole('heading', { name: words.access })).toBeFocused();
      });

      await test.step('makes the older version the latest again', async () => {
        await grid.focus();
        await tabTo(page, details.getByRole('button', { name: say('restoreVersion') }));
        await keyboard.press('Enter');
        await expect(row(renamed)).toContainText(/0[.,]1 KB/);
        await expect(details.getByRole('heading', { name: say('versions') })).toBeFocused();
        await keyboard.press('Escape');
        await expect(details).toBeHidden();
        await expect(grid).toBeFocused();
      });

      await test.step('into the trash, and back from there', async () => {
        await keyboard.press('Delete');
        await expect(row(renamed)).toHaveCount(0);
        await expect(page.getByRole('region', { name: folder })).toBeFocused();
        await tabTo(page, drive.places.getByRole('link', { name: say('trash') }));
        await keyboard.press('Enter');
        await expect(row(renamed)).toBeVisible();
        await drive.cursorTo(renamed);
        await keyboard.press('r');
        await expect(row(renamed)).toHaveCount(0);
        await page.goBack();
        await expect(row(renamed)).toBeVisible();
      });

      await test.step('the key after g leaves the drive, whatever has the cursor', async () => {
        await drive.cursorTo(renamed);
        await keyboard.press('g');
        await keyboard.press('d');
        await expect(page).toHaveURL(/\/folder\/Drafts$/);
      });
    });
  });
}
