import { minhTran } from '@bocau/server/demo-world/people.ts';
import { expect, test } from '../../fixtures.ts';
import { contactsPage } from '../../pages/contacts-page.ts';
import { expectAccessible } from '../../pages/expect-accessible.ts';
import { PLACES } from '../../pages/places.ts';
import { LAPTOP } from '../../pages/screen-sizes.ts';
import { shiftTime } from '../../shift-time.ts';

test.use({ world: 'contacts' });

/** Whose card is there already, by language: the journeys of both share the mailbox. */
const KNOWN = {
  vi: { name: 'Đỗ Thanh Tùng', email: 'thanhtung@minhphat.example', phone: '0912 000 111' },
  en: { name: 'Vũ Thị Hương', email: 'huong.vu@daiviet-jsc.example', phone: '0912 000 222' },
} as const;

for (const { language, size, viewport, tag } of PLACES) {
  test.describe(`${language}, ${size}`, { tag }, () => {
    test.use({ language, viewport, hasTouch: size === 'phone' });

    test('CT-12 CT-13 a spreadsheet is imported, its duplicate found, merged and taken apart again, and all is exported', async ({
      page,
    }) => {
      const contacts = contactsPage(page, language);
      const { say, row, dialog, search } = contacts;
      const known = KNOWN[language];
      const fresh = `Lâm Gia Trâm ${language} ${size}`;
      const rows = [
        'Họ và tên,Email,Điện thoại,Mã',
        `${known.name},${known.email},${known.phone},A1`,
        `${fresh},tram.${language}.${size}@gom.example,,A2`,
      ];
      await contacts.enter();

      await test.step('imports a file, with what is there already', async () => {
        await contacts.openTool('import');
        const file = { name: 'danh-ba.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\r\n')) };
        const choosing = page.waitForEvent('filechooser');
        await dialog.getByRole('button', { name: say('chooseFile') }).click();
        await (await choosing).setFiles(file);
        await expect(dialog.getByText(say('found'))).toBeVisible();
        await expect(dialog.getByText(say('columns'))).toBeVisible();
        await expectAccessible(page, 'the plan of an import');
        await dialog.getByRole('radio', { name: say('addAll') }).click();
        await dialog.getByRole('button', { name: say('importTwo') }).click();
        await expect(dialog).toBeHidden();
        await expect(page.getByText(say('imported'))).toBeVisible();
        await search.fill(`${fresh.split(' ').slice(0, 3).join(' ')} ${language}`);
        await expect(row(fresh)).toBeVisible();
      });

      await test.step('finds the duplicate, merges it, and takes that back', async () => {
        await page.goto('/contacts');
        await expect(contacts.rows.first()).toBeVisible();
        await contacts.openTool('duplicates');
        const heading = page.getByRole('heading', { name: `${say('sameEmail')} ${known.email}` });
        const group = dialog.locator('div').filter({ has: heading }).last();
        await expect(heading).toBeVisible();
        await expectAccessible(page, 'the duplicates');
        await group.getByRole('button', { name: say('mergeTwo') }).click();
        await expect(heading).toBeHidden();
        await page
          .getByRole('button', { name: say('undo') })
          .last()
          .click();
        await expect(heading).toBeVisible();
        await group.getByRole('button', { name: say('mergeTwo') }).click();
        await expect(heading).toBeHidden();
        await page.keyboard.press('Escape');
        await expect(dialog).toBeHidden();
        await search.fill(known.name);
        await expect(page).toHaveURL(/q=/);
        await expect(row(known.name)).toHaveCount(1);
        await page.goto('/contacts');
        await expect(contacts.rows.first()).toBeVisible();
      });

      await test.step('exports all', async () => {
        await page
          .getByRole('main')
          .getByRole('button', { name: say('tools') })
          .click();
        const download = page.waitForEvent('download');
        await page.getByRole('menuitem', { name: say('exportAll') }).click();
        expect((await download).suggestedFilename()).toMatch(/\.vcf$/);
      });
    });
  });
}

test.describe('a shared book', () => {
  test.use({ language: 'vi', viewport: LAPTOP });

  test('CT-6 a book is shared with a colleague, who then sees it', async ({ page, browser, baseURL }) => {
    const contacts = contactsPage(page, 'vi');
    const { say, dialog } = contacts;
    await contacts.enter();
    await contacts.openTool('shareOnly');
    await dialog.getByRole('combobox', { name: say('shareWith') }).fill(minhTran.email);
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('list').getByText(minhTran.email)).toBeVisible();
    await expectAccessible(page, 'the people with whom a book is shared');
    await dialog.getByRole('button', { name: say('saveSharing') }).click();
    await expect(dialog).toBeHidden();

    const context = await browser.newContext({ baseURL: baseURL as string });

    await shiftTime(context);
    const other = await context.newPage();
    const colleague = contactsPage(other, 'vi');
    await colleague.enter('/contacts', minhTran);
    await other
      .getByRole('list', { name: say('sharedPlaces') })
      .getByRole('link')
      .click();
    await expect(colleague.row('Anke Schulz')).toBeVisible();
    await context.close();
  });
});
