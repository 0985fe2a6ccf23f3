import type { Locator } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { expectAccessible } from '../pages/expect-accessible.ts';
import { mailboxPage } from '../pages/mailbox-page.ts';
import { IN_EACH_LANGUAGE } from '../pages/places.ts';
import { deliver } from '../program/deliver.ts';
import { mailOf } from '../program/mail-of.ts';

test.use({ world: 'filters' });

const WORDS = {
  vi: {
    ...{ add: 'Thêm bộ lọc', type: 'Xét theo', value: 'Giá trị', count: /^1 thư đã có khớp/ },
    ...{ star: 'Gắn dấu sao', folder: 'Thư mục', list: 'Danh sách bộ lọc' },
    summary: (word: string) => `Chủ đề chứa “${word}” → gắn dấu sao, chuyển vào Lưu trữ`,
  },
  en: {
    ...{ add: 'Add filter', type: 'Look at', value: 'Value', count: /^1 existing message matches/ },
    ...{ star: 'Star it', folder: 'Folder', list: 'Filters' },
    summary: (word: string) => `Subject contains “${word}” → star, move to Archive`,
  },
};

for (const { language, tag } of IN_EACH_LANGUAGE) {
  test.describe(language, { tag }, () => {
    test.use({ language });

    test('RU-2 RU-6 RU-10 a filter is built by keys alone, and files the next message', async ({
      page,
      program,
    }) => {
      const mailbox = mailboxPage(page, language);
      const mail = await mailOf(program);
      const words = WORDS[language];
      const word = `Hồ sơ thầu ${language}`;
      const { keyboard } = page;
      await deliver(program, { subject: `${word} cũ` });
      await mailbox.enter();
      await page.goto('/setting/customfilters');
      const add = page.getByRole('button', { name: words.add });
      await add.waitFor();

      async function tabTo(wanted: Locator): Promise<void> {
        for (let tabs = 0; tabs < 40; tabs += 1) {
          await keyboard.press('Tab');
          if (await wanted.evaluate((element) => element === document.activeElement)) return;
        }
        await expect(wanted).toBeFocused();
      }

      await keyboard.press('Tab');
      await keyboard.press('Enter');
      await tabTo(add);
      await expectAccessible(page, 'filters');
      await keyboard.press('Enter');
      const dialog = page.getByRole('dialog');
      await dialog.waitFor();
      await tabTo(dialog.getByRole('combobox', { name: words.type }));
      await keyboard.press('ArrowDown');
      await keyboard.press('ArrowDown');
      await tabTo(dialog.getByRole('textbox', { name: words.value }));
      await keyboard.type(word);
      await expect(dialog.getByText(words.count)).toBeVisible();
      await expectAccessible(page, 'conditions of a filter');
      await keyboard.press('Enter');
      const star = dialog.getByRole('checkbox', { name: words.star });
      await expect(star).toBeFocused();
      await keyboard.press('Space');
      const folder = dialog.getByRole('combobox', { name: words.folder });
      await tabTo(folder);
      await keyboard.type(mailbox.say('archive'));
      await expectAccessible(page, 'actions of a filter');
      await tabTo(dialog.locator('input').last());
      await keyboard.press('Enter');
      await expect(page.getByRole('list', { name: words.list })).toContainText(words.summary(word));

      await deliver(program, { subject: `${word} mới` });
      await expect.poll(() => mail.folderOf(`${word} mới`)).toEqual(['Archive']);
      expect(await mail.isStarred(`${word} mới`)).toBe(true);
      expect(await mail.folderOf(`${word} cũ`)).toEqual(['INBOX']);
      const { data: rules } = await mail.api.listRules({});
      for (const { id } of rules) await mail.api.deleteRule({ params: { id } });
    });
  });
}
