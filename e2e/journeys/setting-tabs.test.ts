import { dungLe, haPham, minhTran } from '@bocau/server/demo-world/people.ts';
import { expect, test } from '../fixtures.ts';
import { expectAccessible } from '../pages/expect-accessible.ts';
import { mailboxPage } from '../pages/mailbox-page.ts';
import { OTHER_PLACES, PLACES } from '../pages/places.ts';
import { sayIn } from '../pages/words.ts';
import { mailOf } from '../program/mail-of.ts';

test.use({ world: 'setting-tabs' });

const TABS = ['general', 'folders', 'pop3imap', 'autoforward', 'customfilters', 'account'];
const WORDS = {
  vi: {
    ...{ forward: 'Chuyển tiếp thư đến', add: 'Thêm địa chỉ', email: 'Địa chỉ email', send: 'Gửi mã' },
    code: (address: string) => `Mã xác minh của ${address}`,
    verify: (address: string) => `Xác minh ${address}`,
    remove: (address: string) => `Xóa ${address}`,
    mailed: 'Mã xác minh địa chỉ chuyển tiếp',
  },
  en: {
    ...{ forward: 'Forward incoming mail', add: 'Add address', email: 'Email address', send: 'Send code' },
    code: (address: string) => `Verification code of ${address}`,
    verify: (address: string) => `Verify ${address}`,
    remove: (address: string) => `Remove ${address}`,
    mailed: 'Verification code for a forwarding address',
  },
};

/** A different address for each run, because codes per address are rate-limited. */
const FORWARDED_TO = {
  'vi wide': { owner: minhTran, email: 'ketoan@saomai.example' },
  'en phone': { owner: haPham, email: haPham.email },
  'en wide': { owner: dungLe, email: dungLe.email },
  'vi phone': { owner: minhTran, email: minhTran.email },
} as const;

for (const { language, size, viewport } of PLACES) {
  // Every run needs only one place, since the others differ only in words and widths.
  const tag = language === 'vi' && size === 'phone' ? [] : [OTHER_PLACES];
  test.describe(`${language}, ${size}`, { tag }, () => {
    test.use({ language, viewport });

    test('RT-4 ST-1 FW-1 SI-1 every tab is for everybody', async ({ page }) => {
      await mailboxPage(page, language).enter();
      await page.goto('/setting/general');
      const tabs = page.getByRole('navigation', { name: sayIn(language)('settingTabs') });
      for (const tab of TABS) {
        await tabs.locator(`a[href="/setting/${tab}"]`).click();
        await expect(page).toHaveURL(`/setting/${tab}`);
        await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible();
        await expectAccessible(page, `${tab} in ${language}, ${size}`);
      }
    });

    test('FW-4 FW-7 mail goes on to an address whose owner has agreed', async ({ page, program }) => {
      const words = WORDS[language];
      const mail = await mailOf(program);
      const { owner, email } = FORWARDED_TO[`${language} ${size}`];
      const theirs = await mailOf(program, owner);
      await mail.api.saveSettings({ body: [{ key: 'language', value: language }] });
      await mailboxPage(page, language).enter();
      await page.goto('/setting/autoforward');
      await page.getByRole('button', { name: words.add }).click();
      await page.getByRole('dialog').getByRole('textbox', { name: words.email }).fill(email);
      await expectAccessible(page, `a forwarding address in ${language}, ${size}`);
      await page.getByRole('button', { name: words.send }).click();
      const code = page.getByRole('textbox', { name: words.code(email) });
      await expect(code).toBeVisible();
      await expect.poll(() => theirs.unreadIn('INBOX')).toBeGreaterThan(0);
      await code.fill(await codeFor(theirs, words.mailed));
      await expectAccessible(page, `a code in ${language}, ${size}`);
      await page.getByRole('button', { name: words.verify(email) }).click();
      const choice = page.getByRole('radiogroup', { name: words.forward });
      await expect(choice.getByRole('radio').first()).toBeChecked();

      const subject = `Chuyển tiếp ${language} ${size}`;
      await mail.deliver(subject);
      await expect.poll(() => theirs.folderOf(subject)).toEqual(['INBOX']);
      expect(await mail.folderOf(subject)).toEqual(['INBOX']);
      // On a small phone the button is at the end of the page, so it cannot be scrolled out from under the
      // notice.
      await page.locator('[data-notice]').getByRole('button').last().click();
      await page.getByRole('button', { name: words.remove(email) }).click();
      await expect(choice.getByRole('radio').first()).not.toBeChecked();
    });
  });
}

type Theirs = Awaited<ReturnType<typeof mailOf>>;

async function codeFor({ api }: Theirs, subject: string): Promise<string> {
  let code = '';
  await expect
    .poll(async () => {
      const { data } = await api.listThreads({ query: { in: 'INBOX', limit: '20' } });
      const id = data.find((thread) => thread.subject === subject)?.message_ids[0];
      if (id === undefined) return '';
      const { data: message } = await api.getMessage({ params: { id }, query: {} });
      code = /\b\d{8}\b/.exec(JSON.stringify(message))?.[0] ?? '';
      return code;
    })
    .not.toBe('');
  return code;
}
