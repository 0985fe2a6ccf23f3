import { maiBui } from '@bocau/server/demo-world/people.ts';
import type { Page } from '@playwright/test';
import { expect, test } from '../../fixtures.ts';
import { expectAccessible } from '../../pages/expect-accessible.ts';
import { IN_EACH_LANGUAGE } from '../../pages/places.ts';
import { signInPage } from '../../pages/sign-in-page.ts';
import { leaveAndSignOut } from '../../program/end-session.ts';

test.use({ world: 'passkeys', named: true });

const HERE = '/protect/authentication';
const WORDS = {
  vi: {
    device: 'Máy của Mai',
    add: 'Thêm khóa truy cập',
    name: 'Tên',
    shown: 'Mã khôi phục của bạn',
    kept: 'Tôi đã lưu các mã',
    unused: 'Chưa dùng lần nào',
    signIn: 'Đăng nhập bằng khóa truy cập',
    cancelled: 'Đã hủy',
    used: 'Dùng lần cuối',
    use: 'Dùng khóa truy cập',
    removeOf: 'Gỡ khóa Máy của Mai',
    remove: 'Gỡ',
    turnOn: 'Bật xác thực hai bước',
  },
  en: {
    device: 'Mai’s phone',
    add: 'Add a passkey',
    name: 'Name',
    shown: 'Your recovery codes',
    kept: 'I’ve saved the codes',
    unused: 'Never used',
    signIn: 'Sign in with a passkey',
    cancelled: 'Cancelled',
    used: 'Last used',
    use: 'Use a passkey',
    removeOf: 'Remove passkey Mai’s phone',
    remove: 'Remove',
    turnOn: 'Turn on two-step sign-in',
  },
} as const;

async function signOut(page: Page): Promise<void> {
  await leaveAndSignOut(page);
  await page.goto(`/login?to=${encodeURIComponent(HERE)}`);
}

/** Chromium's virtual authenticator, which responds by itself as if a finger had touched it. */
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
    /** If disabled, the passkey that the browser offers while an address is typed waits to be chosen. */
    present: (enabled: boolean) =>
      devtools.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled }),
  };
}

for (const { language, tag } of IN_EACH_LANGUAGE) {
  const words = WORDS[language];
  test.describe(`in ${language}`, { tag }, () => {
    test.use({ language });

    test('TF-3 a passkey is added, signs in without a password, and is the second step after one', async ({
      page,
      noise,
    }) => {
      noise.expect(/401 .*\/auth\/login$/);
      const finger = await addAuthenticator(page);
      const gate = signInPage(page, language);
      const button = (name: string) => page.getByRole('button', { name, exact: true });
      const line = page.getByRole('listitem').filter({ hasText: words.device });
      await page.goto(`/login?to=${encodeURIComponent(HERE)}`);
      await gate.chooseLanguage();
      await gate.signIn(maiBui);

      await button(words.add).click();
      await page.getByRole('dialog').getByRole('textbox', { name: words.name }).fill(words.device);
      await page.keyboard.press('Enter');
      const shown = page.getByRole('dialog', { name: words.shown });
      await expect(shown.getByRole('listitem')).toHaveCount(10);
      await button(words.kept).click();
      await expect(line).toContainText(words.unused);
      await expectAccessible(page, 'passkeys');

      await finger.present(false);
      await signOut(page);
      await finger.verify(false);
      await finger.present(true);
      await button(words.signIn).click();
      await expect(page.getByRole('status')).toContainText(words.cancelled);
      await expect(page.getByRole('alert')).toHaveCount(0);
      await finger.verify(true);
      await button(words.signIn).click();
      await expect(line).toContainText(words.used);

      // With conditional mediation, the authenticator accepts the offer in the address field immediately.
      await signOut(page);
      await expect(line).toContainText(words.used);

      await finger.present(false);
      await signOut(page);
      await gate.signIn(maiBui);
      await expect(button(words.use)).toBeFocused();
      await expectAccessible(page, 'the passkey of a sign-in');
      await finger.present(true);
      await page.keyboard.press('Enter');

      await button(words.removeOf).click();
      await page.getByRole('dialog').getByRole('button', { name: words.remove, exact: true }).click();
      await expect(button(words.turnOn)).toBeVisible();
      await expect(line).toHaveCount(0);
    });
  });
}
