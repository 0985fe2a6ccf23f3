import { createHmac } from 'node:crypto';
import { dungLe, maiBui } from '@bocau/server/demo-world/people.ts';
import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { expectAccessible } from '../pages/expect-accessible.ts';
import { signInPage } from '../pages/sign-in-page.ts';
import { mailOf } from '../program/mail-of.ts';

const HERE = '/protect/authentication';

/** What the app on the phone shows at this time for the key that the page tells. */
function codeOf(key: string, ms: number): string {
  const letters = [...key.replace(/\s/g, '')];
  const bits = letters.map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter));
  const text = bits.map((value) => value.toString(2).padStart(5, '0')).join('');
  const secret = Buffer.from((text.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(ms / 30_000)));
  const digest = createHmac('sha1', secret).update(counter).digest();
  const number = digest.readUInt32BE((digest.at(-1) as number) & 15) & 0x7fffffff;
  return String(number % 1e6).padStart(6, '0');
}

async function signOut(page: Page): Promise<void> {
  await page.request.post('/api/v2/auth/logout', { headers: { 'x-session': 'cookie' } });
}

test('TF-1 TF-3 two-step is set up, the phone is lost, and a recovery code lets its owner back in', async ({
  page,
  language,
  noise,
}) => {
  noise.expect(/401 .*\/auth\/login$/);
  const gate = signInPage(page, language);
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  await page.goto(`/login?to=${encodeURIComponent(HERE)}`);
  await gate.signIn(maiBui);

  await button('Bật xác thực hai bước').click();
  const setup = page.getByRole('dialog', { name: 'Thiết lập ứng dụng xác thực' });
  const key = await setup.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent();
  await setup
    .getByRole('textbox')
    .fill(codeOf(key ?? '', await page.evaluate(() => new window.Date().valueOf())));
  await page.keyboard.press('Enter');
  const shown = page.getByRole('dialog', { name: 'Mã khôi phục của bạn' });
  const lines = shown.getByRole('listitem');
  await expect(lines).toHaveCount(10);
  const codes = await lines.allTextContents();
  await button('Tôi đã lưu các mã').click();
  await expect(page.getByText('Còn 10 mã.')).toBeVisible();
  await expectAccessible(page, 'two-step sign-in');

  await signOut(page);
  await page.goto(`/login?to=${encodeURIComponent(HERE)}`);
  await gate.signIn(maiBui);
  const field = page.getByRole('textbox', { name: 'Mã xác thực' });
  await expect(field).toBeFocused();
  await expect(field).toHaveAttribute('autocomplete', 'one-time-code');
  await expectAccessible(page, 'the code of a sign-in');
  await field.fill('000000');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toContainText('Mã không đúng');
  await button('Dùng mã khôi phục').click();
  await page.getByRole('textbox', { name: 'Mã khôi phục' }).fill(codes[4] as string);
  await page.getByRole('checkbox').check();
  await button('Xác nhận').click();
  await expect(page.getByText('Còn 9 mã.')).toBeVisible();
  await expect(page.getByText('1 trình duyệt không phải nhập mã')).toBeVisible();

  // This browser is trusted now: the password is enough.
  await signOut(page);
  await page.goto(`/login?to=${encodeURIComponent(HERE)}`);
  await gate.signIn(maiBui);
  await button('Tắt').click();
  await page
    .getByRole('dialog')
    .getByRole('textbox')
    .fill(codes[5] as string);
  await page.keyboard.press('Enter');
  await expect(button('Bật xác thực hai bước')).toBeVisible();
});

test('RT-9 AC-6 an account is verified by the code that came to the telephone', async ({
  page,
  program,
  language,
}) => {
  const mail = await mailOf(program, dungLe);
  await page.goto('/login?to=%2Fverify');
  await signInPage(page, language).signIn(dungLe);
  await expectAccessible(page, 'the number of a telephone');
  await page.getByRole('textbox', { name: 'Số điện thoại di động' }).fill('0912 345 678');
  await page.keyboard.press('Enter');
  const field = page.getByRole('textbox', { name: 'Mã xác minh' });
  await expect(field).toBeFocused();
  await expect(page.getByRole('status').filter({ hasText: 'đã được gửi' })).toBeVisible();
  await expectAccessible(page, 'the code of a telephone');
  const { data: threads } = await mail.api.listThreads({ query: { in: 'INBOX' } });
  await field.fill(/ma xac minh cua ban la (\d{6})/.exec(threads[0]?.snippet ?? '')?.[1] ?? '');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Đã xác minh', { exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expectAccessible(page, 'a verified account');
});
