import { maiBui } from '@bocau/server/demo-world/people.ts';
import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { expectAccessible } from '../pages/expect-accessible.ts';
import { signInPage } from '../pages/sign-in-page.ts';

test.use({ world: 'passkeys', named: true });

const HERE = '/protect/authentication';

async function signOut(page: Page): Promise<void> {
  await page.request.post('/api/v2/auth/logout', { headers: { 'x-session': 'cookie' } });
  await page.goto(`/login?to=${encodeURIComponent(HERE)}`);
}

/** Chromium's own: it answers by itself, as if a finger had been there. */
async function addAuthenticator(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    verify: (isUserVerified: boolean) =>
      devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
  };
}

test('AU-1 TF-3 a passkey is added, signs in without a password, and is the second step after one', async ({
  page,
  language,
  noise,
}) => {
  noise.expect(/401 .*\/auth\/login$/);
  const finger = await addAuthenticator(page);
  const gate = signInPage(page, language);
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const line = page.getByRole('listitem').filter({ hasText: 'Máy của Mai' });
  await page.goto(`/login?to=${encodeURIComponent(HERE)}`);
  await gate.signIn(maiBui);

  await button('Thêm khóa truy cập').click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Tên' }).fill('Máy của Mai');
  await page.keyboard.press('Enter');
  const shown = page.getByRole('dialog', { name: 'Mã khôi phục của bạn' });
  await expect(shown.getByRole('listitem')).toHaveCount(10);
  await button('Tôi đã lưu các mã').click();
  await expect(line).toContainText('Chưa dùng lần nào');
  await expectAccessible(page, 'passkeys');

  await signOut(page);
  await finger.verify(false);
  await button('Đăng nhập bằng khóa truy cập').click();
  await expect(page.getByRole('status')).toContainText('Đã hủy');
  await expect(page.getByRole('alert')).toHaveCount(0);
  await finger.verify(true);
  await button('Đăng nhập bằng khóa truy cập').click();
  await expect(line).toContainText('Dùng lần cuối');

  await signOut(page);
  await gate.signIn(maiBui);
  await expect(button('Dùng khóa truy cập')).toBeFocused();
  await expectAccessible(page, 'the passkey of a sign-in');
  await page.keyboard.press('Enter');

  await button('Gỡ khóa Máy của Mai').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Gỡ', exact: true }).click();
  await expect(button('Bật xác thực hai bước')).toBeVisible();
  await expect(line).toHaveCount(0);
});
