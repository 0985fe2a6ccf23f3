import { dungLe } from '@bocau/server/demo-world/people.ts';
import { expect, test } from '../fixtures.ts';
import { beginSession } from '../pages/begin-session.ts';
import { expectAccessible } from '../pages/expect-accessible.ts';
import { signInPage } from '../pages/sign-in-page.ts';
import { shiftTime } from '../shift-time.ts';

test('AU-5 AU-3 an owner suspends somebody who is reading: their page says so at once, until access is given back', async ({
  page,
  browser,
  baseURL,
  language,
}) => {
  const context = await browser.newContext({ baseURL: baseURL as string });
  await shiftTime(context);
  const reading = await context.newPage();
  await beginSession(reading, language, dungLe);
  await reading.goto('/folder/INBOX');
  await expect(reading.getByRole('navigation').first()).toBeVisible();

  const button = (name: string) => page.getByRole('button', { name, exact: true });
  await page.goto(`/login?to=${encodeURIComponent('/account/people')}`);
  await signInPage(page, language).signIn();
  await page.getByRole('searchbox', { name: 'Tìm theo tên hoặc địa chỉ' }).fill('dung');
  await expect(page.getByRole('list', { name: 'Người dùng' }).getByRole('listitem')).toHaveCount(1);
  await expectAccessible(page, 'the people of a domain');
  await button(`Quản lý ${dungLe.name}`).click();
  await expect(page.getByRole('dialog', { name: dungLe.name })).toBeVisible();
  await expectAccessible(page, 'what can be done with a person');
  await button('Tạm ngưng…').click();
  await button('Tạm ngưng').click();

  await expect(reading).toHaveURL(/\/login\?ended=1/);
  await expect(reading.getByText('Tài khoản này đang bị tạm ngưng.')).toBeVisible();
  await signInPage(reading, language).signIn(dungLe);
  await expect(reading.getByText('Tài khoản này đang bị tạm ngưng.')).toBeVisible();

  await button('Cho dùng lại').click();
  await expect(button('Tạm ngưng…')).toBeVisible();
  await signInPage(reading, language).signIn(dungLe);
  await expect(reading).toHaveURL(/\/folder\/INBOX/);
  await reading.goto('/account/people');
  await expect(reading).toHaveURL(/\/403/);
  await page.keyboard.press('Escape');
  await button('Nhật ký quản trị').click();
  await expect(page.getByRole('listitem').filter({ hasText: dungLe.email }).first()).toContainText(
    'Đã cho dùng lại',
  );
  await expectAccessible(page, 'the audit log');
  await context.close();
});
