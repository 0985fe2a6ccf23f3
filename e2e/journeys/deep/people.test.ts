import { dungLe, lanAnh, namVo } from '@bocau/server/demo-world/people.ts';
import { expect, test } from '../../fixtures.ts';
import { beginSession } from '../../pages/begin-session.ts';
import { expectAccessible } from '../../pages/expect-accessible.ts';
import { IN_EACH_LANGUAGE } from '../../pages/places.ts';
import { signInPage } from '../../pages/sign-in-page.ts';
import { shiftTime } from '../../shift-time.ts';

const WORDS = {
  vi: {
    search: 'Tìm theo tên hoặc địa chỉ',
    list: 'Người dùng',
    manage: (name: string) => `Quản lý ${name}`,
    suspend: 'Tạm ngưng',
    suspended: 'Tài khoản này đang bị tạm ngưng.',
    restore: 'Cho dùng lại',
    log: 'Nhật ký quản trị',
    restored: 'Đã cho dùng lại',
    all: 'Danh sách người dùng',
    activity: 'Đăng nhập và hoạt động',
    nobody: (email: string) => `Không có người dùng ${email}`,
  },
  en: {
    search: 'Search by name or address',
    list: 'People',
    manage: (name: string) => `Manage ${name}`,
    suspend: 'Suspend',
    suspended: 'This account is suspended.',
    restore: 'Restore access',
    log: 'Audit log',
    restored: 'Access restored',
    all: 'All people',
    activity: 'Sign-in and activity',
    nobody: (email: string) => `There is no one with the address ${email}`,
  },
} as const;

for (const { language, tag } of IN_EACH_LANGUAGE) {
  const words = WORDS[language];
  test.describe(`in ${language}`, { tag }, () => {
    test.use({ language });

    test('AU-5 AU-3 an owner suspends somebody who is reading: their page says so at once, until access is given back', async ({
      page,
      browser,
      baseURL,
    }) => {
      const context = await browser.newContext({ baseURL: baseURL as string });
      await shiftTime(context);
      const reading = await context.newPage();
      await beginSession(reading, language, dungLe);
      await reading.goto('/folder/INBOX');
      await expect(reading.getByRole('navigation').first()).toBeVisible();

      const button = (name: string) => page.getByRole('button', { name, exact: true });
      await page.goto(`/login?to=${encodeURIComponent('/account/people')}`);
      const gate = signInPage(page, language);
      await gate.chooseLanguage();
      await gate.signIn();
      await page.getByRole('searchbox', { name: words.search }).fill('dung');
      await expect(page.getByRole('list', { name: words.list }).getByRole('listitem')).toHaveCount(1);
      await expectAccessible(page, 'the people of a domain');
      await page.getByRole('link', { name: words.manage(dungLe.name) }).click();
      await expect(page.getByRole('heading', { level: 1, name: dungLe.name })).toBeFocused();
      await expectAccessible(page, 'what can be done with a person');
      await button(`${words.suspend}…`).click();
      await button(words.suspend).click();

      await expect(reading).toHaveURL(/\/login\?ended=1/);
      await expect(reading.getByText(words.suspended)).toBeVisible();
      await signInPage(reading, language).signIn(dungLe);
      await expect(reading.getByText(words.suspended)).toBeVisible();

      await button(`${words.restore}…`).click();
      await button(words.restore).click();
      await expect(button(`${words.restore}…`)).toBeHidden();
      await expect(button(`${words.suspend}…`)).toBeVisible();
      await signInPage(reading, language).signIn(dungLe);
      await expect(reading).toHaveURL(/\/folder\/INBOX/);
      await reading.goto('/account/people');
      await expect(reading).toHaveURL(/\/403/);
      await page.getByRole('link', { name: words.log, exact: true }).click();
      await expect(page.getByRole('listitem').filter({ hasText: dungLe.email }).first()).toContainText(
        words.restored,
      );
      await expectAccessible(page, 'the audit log');
      await context.close();
    });

    test('AU-4 AU-5 a person has a page with an address: it is reloaded, left and come back to, and of another domain there is none', async ({
      page,
      noise,
    }) => {
      await beginSession(page, language, lanAnh);
      await page.goto('/admin/people');
      await page.getByRole('searchbox', { name: words.search }).fill('le');
      const row = page.getByRole('link', { name: words.manage(dungLe.name) });
      await expect(page).toHaveURL(/people\?search=le$/);
      await row.click();
      const heading = page.getByRole('heading', { level: 1, name: dungLe.name });
      await expect(heading).toBeFocused();
      await expect(page).toHaveURL(`/admin/people/${encodeURIComponent(dungLe.email)}`);
      await expect(page).toHaveTitle(new RegExp(`^${dungLe.name} – `));
      await page.getByRole('link', { name: words.activity, exact: true }).click();
      await expect(page.getByRole('heading', { level: 2, name: words.activity })).toBeFocused();
      await page.reload();
      await expect(heading).toBeVisible();
      await expect(page.getByRole('heading', { level: 2, name: words.activity })).toBeInViewport();
      await page.getByRole('link', { name: words.all, exact: true }).click();
      await expect(row).toBeFocused();
      await expect(page.getByRole('searchbox', { name: words.search })).toHaveValue('le');
      await page.goForward();
      await expect(heading).toBeVisible();
      await page.goBack();
      await expect(row).toBeFocused();

      await page.goto(`/admin/people/${encodeURIComponent(dungLe.email)}`);
      await expect(heading).toBeVisible();
      await page.getByRole('link', { name: words.all, exact: true }).click();
      await expect(page).toHaveURL(/\/admin\/people$/);

      noise.expect(/^404 .*\/api\/admin\/v1\/people\/nam/);
      await page.goto(`/admin/people/${encodeURIComponent(namVo.email)}`);
      await expect(page.getByText(words.nobody(namVo.email))).toBeVisible();
      await expectAccessible(page, 'a person who is not there');
    });
  });
}
