import { expect, test } from '../fixtures.ts';
import { expectAccessible } from '../pages/expect-accessible.ts';
import { mailboxPage } from '../pages/mailbox-page.ts';
import { LAPTOP, PHONE } from '../pages/screen-sizes.ts';

const WORDS = {
  vi: {
    ...{ list: 'Người gửi bản tin', unsubscribe: /^Hủy đăng ký thư từ/, keep: 'Tiếp tục nhận' },
    ...{ deleteAll: /^Xóa tất cả thư của/, confirm: 'Chuyển vào Thùng rác', moved: /^Đã chuyển thư của/ },
    ...{ undo: 'Hoàn tác', undone: /^Đã hoàn tác/, empty: 'Dọn sạch Thùng rác', forGood: 'Xóa vĩnh viễn' },
    frees: /và ([\d,]+ [KMG]B) được giải phóng/,
    freed: (size: string) => `Đã giải phóng ${size}`,
    ...{ used: /^Đã dùng/, folders: 'Theo thư mục', sort: 'Sắp xếp theo' },
  },
  en: {
    ...{ list: 'Senders of newsletters', unsubscribe: /^Unsubscribe from/, keep: 'Stay subscribed' },
    ...{ deleteAll: /^Delete all mail from/, confirm: 'Move to Trash', moved: /^Moved mail from/ },
    ...{ undo: 'Undo', undone: /^Undone/, empty: 'Empty Trash', forGood: 'Delete permanently' },
    frees: /which frees ([\d.]+ [KMG]B)/,
    freed: (size: string) => `Freed ${size}`,
    ...{ used: /used$/, folders: 'By folder', sort: 'Sort by' },
  },
} as const;

for (const [language, viewport] of [
  ['vi', LAPTOP],
  ['en', PHONE],
] as const) {
  test.describe(`${language}, ${viewport.width} wide`, () => {
    const words = WORDS[language];
    test.use({ language, viewport, world: `newsletters-${language}` });

    test('NS-2 NS-4 NS-11 NS-12 newsletters are seen by sender, deleted with one act, and that is undone', async ({
      page,
    }) => {
      await mailboxPage(page, language).enter();
      await page.goto('/setting/newsletters');
      const list = page.getByRole('list', { name: words.list });
      const rows = list.getByRole('listitem');
      await expect(rows.first()).toBeVisible();
      await expectAccessible(page, `newsletters in ${language}`);
      const count = await rows.count();

      await rows.first().getByRole('button', { name: words.unsubscribe }).click();
      await expectAccessible(page, `unsubscribing in ${language}`);
      await page.getByRole('dialog').getByRole('button', { name: words.keep }).click();

      await rows.first().getByRole('button', { name: words.deleteAll }).click();
      await expectAccessible(page, `deleting newsletters in ${language}`);
      await page.getByRole('dialog').getByRole('button', { name: words.confirm }).click();
      await expect(page.getByText(words.moved).filter({ visible: true })).toBeVisible();
      await expect(rows).toHaveCount(count - 1);
      await page.getByRole('button', { name: words.undo, exact: true }).click();
      await expect(page.getByText(words.undone)).toBeVisible();
      await expect(rows).toHaveCount(count);

      for (const left of [count - 1, count - 2]) {
        await rows.first().getByRole('button', { name: words.deleteAll }).click();
        await page.getByRole('dialog').getByRole('button', { name: words.confirm }).click();
        await expect(page.getByText(words.moved).filter({ visible: true })).toBeVisible();
        await expect(rows).toHaveCount(left);
      }
      for (const left of [count - 1, count]) {
        await page.keyboard.press('z');
        await expect(rows).toHaveCount(left);
      }
    });

    test('NS-5 NS-7 NS-11 NS-14 storage says what it is used for, and emptying Trash frees what was said', async ({
      page,
    }) => {
      await mailboxPage(page, language).enter();
      if (viewport === LAPTOP) await page.locator('a[href="/setting/storage"]').click();
      else await page.goto('/setting/storage');
      await expect(page.getByText(words.used).first()).toBeVisible();
      await expect(page.getByRole('region', { name: words.folders })).toBeVisible();
      await expectAccessible(page, `storage in ${language}`);
      await page.getByRole('button', { name: words.empty }).click();
      const dialog = page.getByRole('dialog');
      await expectAccessible(page, `emptying Trash in ${language}`);
      const [, size = ''] = words.frees.exec((await dialog.textContent()) ?? '') ?? [];
      expect(size).not.toBe('');
      await dialog.getByRole('button', { name: words.forGood }).click();
      await expect(page.getByText(words.freed(size))).toBeVisible();
      await expect(page.getByRole('button', { name: words.empty })).toHaveCount(0);
    });
  });
}
