import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { createUpload } from '@bocau/contract/drive-uploads.ts';
import { expect, test } from '../fixtures.ts';
import { OFFLINE } from '../noise.ts';
import { drivePage } from '../pages/drive-page.ts';
import { expectAccessible } from '../pages/expect-accessible.ts';
import { OTHER_PLACES } from '../pages/places.ts';
import { LAPTOP } from '../pages/screen-sizes.ts';

test.use({ world: 'drive' });

const MB = 1024 * 1024;

for (const { language, viewport, tag } of [
  { language: 'vi', viewport: LAPTOP, tag: [] },
  { language: 'en', viewport: LAPTOP, tag: [OTHER_PLACES] },
] as const) {
  test.describe(`${language} at ${viewport.width}×${viewport.height}`, { tag: [...tag] }, () => {
    test.use({ language, viewport });

    test('LY-7 DV-3 DV-9 a file comes through a cut line, is found, moved, renamed, and comes back from the trash', async ({
      context,
      page,
      noise,
    }) => {
      noise.expect(OFFLINE);
      // The request that was cut off holds the upload's lock for a few more seconds, and may have written more
      // since the offset was asked for; the server takes a moment to restart.
      noise.expect(/409|423|503/);
      const drive = drivePage(page, language);
      const { say, row, rows, grid } = drive;
      const { keyboard } = page;
      await drive.enter();
      const contract = `Hợp đồng ${language}.bin`;
      const path = test.info().outputPath(contract);
      await writeFile(path, randomBytes(9 * MB));

      await test.step('by keys alone: a folder, into it, and a folder in it', async () => {
        await drive.makeFolder(`Dự án ${language}`);
        await expect(row(`Dự án ${language}`)).toBeVisible();
        await grid.focus();
        await drive.cursorTo(`Dự án ${language}`);
        await keyboard.press('Enter');
        await expect(page).toHaveTitle(new RegExp(`^Dự án ${language}`));
        await drive.makeFolder('Đã ký');
        await expect(row('Đã ký')).toBeVisible();
      });

      await test.step('uploads a file; the line is cut on the way, and it is gone on with', async () => {
        const begun: string[] = [];
        page.on('request', (request) => {
          if (request.method() === 'POST' && request.url().endsWith(createUpload.path))
            begun.push(request.url());
        });
        const sent = page.waitForRequest((request) => request.method() === 'PATCH');
        await drive.upload(path);
        await sent;
        const asked = page.waitForResponse((response) => response.status() === 503);
        await page.route(`**${createUpload.path}/*`, (route) => route.fulfill({ status: 503 }), { times: 1 });
        await context.setOffline(true);
        await context.setOffline(false);
        await asked;
        await expect(row(contract)).toBeVisible();
        expect(begun).toHaveLength(1);
      });

      await test.step('finds it without accents, and comes back', async () => {
        await keyboard.press('/');
        await keyboard.type(`hop dong ${language}`);
        await expect(page).toHaveURL(/\/drive\/search\?q=hop/);
        await expect(row(contract)).toBeVisible();
        await page.goBack();
        await expect(row('Đã ký')).toBeVisible();
      });

      await test.step('drags it into a folder, takes that back, and moves it by the dialog', async () => {
        await row(contract).dragTo(row('Đã ký'));
        await expect(row(contract)).toHaveCount(0);
        await keyboard.press('z');
        await expect(row(contract)).toBeVisible();
        await row(contract).click();
        await keyboard.press('v');
        const dialog = page.getByRole('dialog');
        await dialog.getByRole('button', { name: 'Đã ký' }).click();
        await dialog.getByRole('button', { name: say('moveHere') }).click();
        await expect(row(contract)).toHaveCount(0);
        await row('Đã ký').dblclick();
        await expect(row(contract)).toBeVisible();
      });

      await test.step('renames it in its place', async () => {
        await row(contract).click();
        await keyboard.press('F2');
        await expect(page.getByRole('textbox', { name: say('newName') })).toBeFocused();
        await keyboard.type('Bản ký');
        // The name shows at once, but an upload from another device replaces what the server knows.
        const renamed = page.waitForResponse(
          (response) => response.request().method() === 'PATCH' && response.url().includes('/files/'),
        );
        await keyboard.press('Enter');
        await expect(row('Bản ký.bin')).toBeVisible();
        await expect(grid).toBeFocused();
        await renamed;
      });

      await test.step('makes an older version the latest again', async () => {
        await drive.replace('Bản ký.bin', 'bản sau');
        await expect(row('Bản ký.bin')).toContainText('0,1 KB'.replace(',', language === 'vi' ? ',' : '.'));
        await keyboard.press('i');
        const details = page.getByRole('complementary', { name: say('details') });
        await details.getByRole('button', { name: say('restoreVersion') }).click();
        await expect(row('Bản ký.bin')).toContainText('MB');
        await expectAccessible(page, 'a folder with details');
        await keyboard.press('Escape');
      });

      await test.step('trash, and back from there', async () => {
        await grid.focus();
        await keyboard.press('Delete');
        await expect(rows).toHaveCount(0);
        await drive.places.getByRole('link', { name: say('trash') }).click();
        await row('Bản ký.bin').click({ button: 'right' });
        await page.getByRole('menuitem', { name: say('restore') }).click();
        await expect(row('Bản ký.bin')).toHaveCount(0);
        await page.goBack();
        await expect(row('Bản ký.bin')).toBeVisible();
      });

      await test.step('the keys are shown by a question mark', async () => {
        await keyboard.press('?');
        await expect(page.getByRole('dialog', { name: say('keys') })).toBeVisible();
        await keyboard.press('Escape');
      });
    });
  });
}
