import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { expect, test } from '../../fixtures.ts';
import { OFFLINE } from '../../noise.ts';
import { drivePage } from '../../pages/drive-page.ts';
import { expectAccessible } from '../../pages/expect-accessible.ts';
import { fingerOn } from '../../pages/finger.ts';
import { IN_EACH_LANGUAGE } from '../../pages/places.ts';
import { PHONE } from '../../pages/screen-sizes.ts';

test.use({ world: 'drive', viewport: PHONE, hasTouch: true, isMobile: true });

const MB = 1024 * 1024;

for (const { language, tag } of IN_EACH_LANGUAGE) {
  test.describe(language, { tag }, () => {
    test.use({ language });

    test('LY-7 DV-3 DV-9 with a finger: a file comes through a cut line, is found, moved, and comes back from the trash', async ({
      context,
      page,
      noise,
    }) => {
      noise.expect(OFFLINE);
      // The request that was cut off holds the upload's lock for a few more seconds, and may have written more
      // since the offset was asked for.
      noise.expect(/409|423/);
      const drive = drivePage(page, language);
      const { say, row, rows, bar } = drive;
      const finger = await fingerOn(page);
      const pick = (name: string) =>
        finger.hold(row(name), () => expect(row(name)).toHaveAttribute('aria-selected', 'true'));
      const photo = `Ảnh kho ${language}.bin`;
      const folder = `Ảnh ${language}`;
      const path = test.info().outputPath(photo);
      await writeFile(path, randomBytes(9 * MB));
      await drive.enter();

      await test.step('makes a folder', async () => {
        await page.getByRole('button', { name: say('newFolder') }).tap();
        const dialog = page.getByRole('dialog', { name: say('newFolder') });
        await dialog.getByRole('textbox').fill(folder);
        await dialog.getByRole('button', { name: say('createFolder') }).tap();
        await expect(row(folder)).toBeVisible();
        await expectAccessible(page, 'the drive on a phone');
      });

      await test.step('uploads a file; the line is cut on the way', async () => {
        const sent = page.waitForRequest((request) => request.method() === 'PATCH');
        await drive.upload(path);
        await sent;
        await context.setOffline(true);
        await context.setOffline(false);
        await expect(row(photo)).toBeVisible();
        // The upload panel covers the last rows for a moment, and so does the notice of the new folder.
        await expect(page.getByRole('region', { name: say('uploads') })).toHaveCount(0);
        await expect(page.locator('[data-notice]:visible')).toHaveCount(0);
      });

      await test.step('finds it without accents, and comes back', async () => {
        await page.getByRole('searchbox', { name: say('search') }).tap();
        await page.keyboard.type(`anh kho ${language}`);
        await expect(page).toHaveURL(/\/drive\/search\?q=anh/);
        await expect(row(folder)).toHaveCount(0);
        await expect(row(photo)).toBeVisible();
        await page.goBack();
        await expect(row(folder)).toBeVisible();
      });

      await test.step('a finger that rests picks it; moved, it is in the folder that a tap opens', async () => {
        await pick(photo);
        await bar.getByRole('button', { name: say('move') }).tap();
        const dialog = page.getByRole('dialog');
        await dialog.getByRole('button', { name: folder }).tap();
        await dialog.getByRole('button', { name: say('moveHere') }).tap();
        await expect(row(photo)).toHaveCount(0);
        await row(folder).tap();
        await expect(page).toHaveTitle(new RegExp(`^${folder}`));
        await expect(row(photo)).toBeVisible();
      });

      await test.step('makes an older version the latest again', async () => {
        await drive.replace(photo, 'bản sau');
        await expect(row(photo)).toContainText(/0[.,]1 KB/);
        await pick(photo);
        await bar.getByRole('button', { name: say('moreActs') }).tap();
        await page.getByRole('menuitem', { name: say('details') }).tap();
        const details = page.getByRole('dialog', { name: say('details') });
        await details.getByRole('button', { name: say('restoreVersion') }).tap();
        await expect(row(photo)).toContainText('MB');
        await expectAccessible(page, 'the details of a file on a phone');
        await page.keyboard.press('Escape');
        await expect(details).toBeHidden();
        await bar.getByRole('button', { name: say('clearPicked') }).tap();
      });

      await test.step('into the trash, and back from there', async () => {
        await pick(photo);
        await bar.getByRole('button', { name: say('delete') }).tap();
        await expect(rows).toHaveCount(0);
        await drive.places.getByRole('link', { name: say('trash') }).tap();
        await pick(photo);
        await bar.getByRole('button', { name: say('restore') }).tap();
        await expect(row(photo)).toHaveCount(0);
        await drive.places.getByRole('link', { name: say('top') }).tap();
        await row(folder).tap();
        await expect(row(photo)).toBeVisible();
      });
    });
  });
}
