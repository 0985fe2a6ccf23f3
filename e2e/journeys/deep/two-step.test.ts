import { createHmac } from 'node:crypto';
import { dungLe, maiBui, minhTran, namVo } from '@bocau/server/demo-world/people.ts';
import { allowPhoneCodes, forgetSentCodes } from '@bocau/server/test-kit/change-database.ts';
import type { Page } from '@playwright/test';
import { expect, test } from '../../fixtures.ts';
import { expectAccessible } from '../../pages/expect-accessible.ts';
import { IN_EACH_LANGUAGE } from '../../pages/places.ts';
import { signInPage } from '../../pages/sign-in-page.ts';
import { leaveAndSignOut } from '../../program/end-session.ts';
import { mailOf } from '../../program/mail-of.ts';

const HERE = '/protect/authentication';
const WORDS = {
  vi: {
    turnOn: 'Bật xác thực hai bước',
    setup: 'Thiết lập ứng dụng xác thực',
    shown: 'Mã khôi phục của bạn',
    kept: 'Tôi đã lưu các mã',
    left: (count: number) => `Còn ${count} mã.`,
    code: 'Mã xác thực',
    wrong: 'Mã không đúng',
    useRecovery: 'Dùng mã khôi phục',
    recovery: 'Mã khôi phục',
    verify: 'Xác nhận',
    trusted: '1 trình duyệt không phải nhập mã',
    turnOff: 'Tắt',
    person: dungLe,
    number: 'Số điện thoại di động',
    phone: '0912 345 678',
    phoneCode: 'Mã xác minh',
    sent: 'đã được gửi',
    codeSent: /ma xac minh cua ban la (\d{6})/,
    verified: 'Đã xác minh',
    bySms: 'Gửi mã qua SMS',
    smsSent: 'Đã gửi mã qua SMS',
    forgot: 'Quên mật khẩu?',
    byPhone: 'Gửi mã đến điện thoại',
    lostCode: 'Mã 6 số trên điện thoại',
    goOn: 'Tiếp tục',
    newPassword: 'Mật khẩu mới',
    again: 'Nhập lại mật khẩu mới',
    setPassword: 'Đặt mật khẩu mới',
    toSignIn: 'Đến trang đăng nhập',
  },
  en: {
    turnOn: 'Turn on two-step sign-in',
    setup: 'Set up an authenticator app',
    shown: 'Your recovery codes',
    kept: 'I’ve saved the codes',
    left: (count: number) => `${count} codes left.`,
    code: 'Verification code',
    wrong: 'That code is incorrect',
    useRecovery: 'Use a recovery code',
    recovery: 'Recovery code',
    verify: 'Verify',
    trusted: '1 browser skips the code',
    turnOff: 'Turn off',
    // Each language has its own person and number, because codes per account and number are rate-limited.
    person: minhTran,
    number: 'Mobile number',
    phone: '0987 654 321',
    phoneCode: 'Verification code',
    sent: 'We sent a 6-digit code',
    codeSent: /your verification code is (\d{6})/,
    verified: 'Verified',
    bySms: 'Send code by SMS',
    smsSent: 'We sent a code by SMS',
    forgot: 'Forgot password?',
    byPhone: 'Send code to phone',
    lostCode: '6-digit code from your phone',
    goOn: 'Continue',
    newPassword: 'New password',
    again: 'Repeat new password',
    setPassword: 'Set new password',
    toSignIn: 'Go to sign in',
  },
} as const;

/** The TOTP code (RFC 6238) for the displayed key at the given time. */
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

const NEXT = 'Cầu Rồng phun lửa 2027!';

type Words = (typeof WORDS)['vi' | 'en'];

/** Enables two-step verification and returns the recovery codes. */
async function turnOn(page: Page, words: Words): Promise<string[]> {
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  await button(words.turnOn).click();
  const setup = page.getByRole('dialog', { name: words.setup });
  const key = await setup.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent();
  await setup
    .getByRole('textbox')
    .fill(codeOf(key ?? '', await page.evaluate(() => new window.Date().valueOf())));
  await page.keyboard.press('Enter');
  const lines = page.getByRole('dialog', { name: words.shown }).getByRole('listitem');
  await expect(lines).toHaveCount(10);
  const codes = await lines.allTextContents();
  await button(words.kept).click();
  await expect(page.getByText(words.left(10))).toBeVisible();
  return codes;
}

/** Sets a new password on the page reached by a link or by a code sent to the phone. */
async function choosePassword(page: Page, words: Words): Promise<void> {
  await page.getByLabel(words.newPassword, { exact: true }).fill(NEXT);
  await page.getByLabel(words.again, { exact: true }).fill(NEXT);
  await expectAccessible(page, 'a new password');
  await page.getByRole('button', { name: words.setPassword, exact: true }).click();
  await page.getByRole('button', { name: words.toSignIn, exact: true }).click();
}

async function enterRecoveryCode(page: Page, words: Words, code: string | undefined): Promise<void> {
  await page.getByRole('button', { name: words.useRecovery, exact: true }).click();
  await page.getByRole('textbox', { name: words.recovery }).fill(code ?? '');
}

for (const { language, tag } of IN_EACH_LANGUAGE) {
  const words = WORDS[language];
  test.describe(`in ${language}`, { tag }, () => {
    // A world of its own, because the test changes the password.
    test.use({ language, world: `two-step-${language}` });

    test('TF-1 TF-3 PW-3 two-step is set up, the phone is lost, then the password, and their owner gets back in', async ({
      page,
      program,
      noise,
    }) => {
      noise.expect(/401 .*\/auth\/login$/);
      const gate = signInPage(page, language);
      const button = (name: string) => page.getByRole('button', { name, exact: true });
      await page.goto(`/login?to=${encodeURIComponent(HERE)}`);
      await gate.chooseLanguage();
      await gate.signIn(maiBui);

      const codes = await turnOn(page, words);
      await expectAccessible(page, 'two-step sign-in');

      await leaveAndSignOut(page);
      await page.goto(`/login?to=${encodeURIComponent(HERE)}`);
      await gate.signIn(maiBui);
      const field = page.getByRole('textbox', { name: words.code });
      await expect(field).toBeFocused();
      await expect(field).toHaveAttribute('autocomplete', 'one-time-code');
      await expectAccessible(page, 'the code of a sign-in');
      await field.fill('000000');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('alert')).toContainText(words.wrong);
      await enterRecoveryCode(page, words, codes[4]);
      await page.getByRole('checkbox').check();
      await button(words.verify).click();
      await expect(page.getByText(words.left(9))).toBeVisible();
      await expect(page.getByText(words.trusted)).toBeVisible();

      // This browser is trusted now, so the password is enough.
      await leaveAndSignOut(page);
      await page.goto(`/login?to=${encodeURIComponent(HERE)}`);
      await gate.signIn(maiBui);
      await expect(button(words.turnOff)).toBeVisible();

      // The owner also helps those who have lost the password. That ends the trust in browsers but keeps the
      // second step.
      const { api: owner } = await mailOf(program, namVo);
      const { data: people } = await owner.listPeople({ query: { search: 'mai' } });
      const { data: made } = await owner.makePasswordLink({ params: { id: people[0]?.id ?? '' } });
      await leaveAndSignOut(page);
      await page.goto('/login');
      await page.goto(made.link.replace(/^.*(?=\/login#)/, ''));
      await expect(button(words.goOn)).toBeVisible();
      expect(page.url()).not.toContain('reset=');
      await button(words.goOn).click();
      await choosePassword(page, words);
      await gate.signIn({ ...maiBui, password: NEXT });
      await enterRecoveryCode(page, words, codes[5]);
      await button(words.verify).click();
      await expect(page).toHaveURL(/\/folder\/INBOX/);
      await page.goto(HERE);
      await button(words.turnOff).click();
      await page
        .getByRole('dialog')
        .getByRole('textbox')
        .fill(codes[6] as string);
      await page.keyboard.press('Enter');
      await expect(button(words.turnOn)).toBeVisible();
    });

    test('RT-9 AC-6 TF-2 PW-3 an account is verified by a code to the telephone, which lets in, and back in', async ({
      page,
      program,
      noise,
    }) => {
      noise.expect(/401 .*\/auth\/login$/);
      const { email } = words.person;
      const button = (name: string) => page.getByRole('button', { name, exact: true });
      const mail = await mailOf(program, words.person);
      await page.goto('/login?to=%2Fverify');
      const gate = signInPage(page, language);
      await gate.chooseLanguage();
      await gate.signIn(words.person);
      await expectAccessible(page, 'the number of a telephone');
      await page.getByRole('textbox', { name: words.number }).fill(words.phone);
      await page.keyboard.press('Enter');
      const field = page.getByRole('textbox', { name: words.phoneCode });
      await expect(field).toBeFocused();
      await expect(page.getByRole('status').filter({ hasText: words.sent })).toBeVisible();
      await expectAccessible(page, 'the code of a telephone');
      const { data: threads } = await mail.api.listThreads({ query: { in: 'INBOX' } });
      const first = words.codeSent.exec(threads[0]?.snippet ?? '')?.[1] ?? '';
      await field.fill(first);
      await page.keyboard.press('Enter');
      await expect(page.getByText(words.verified, { exact: true })).toBeVisible();
      await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
      await expectAccessible(page, 'a verified account');

      await page.goto(HERE);
      const codes = await turnOn(page, words);
      await allowPhoneCodes(program.dataDir, email, true);
      await forgetSentCodes(program.dataDir);
      const { api } = await mailOf(program, { ...words.person, code: codes[0] as string });
      const codeSent = async () => {
        const { data } = await api.listThreads({ query: { in: 'INBOX' } });
        const found = data.map(({ snippet }) => words.codeSent.exec(snippet)?.[1]);
        return found.find((code) => code !== undefined) ?? first;
      };
      await leaveAndSignOut(page);
      await page.goto(`/login?to=${encodeURIComponent(HERE)}`);
      await gate.signIn(words.person);
      await button(words.bySms).click();
      await expect(page.getByRole('status')).toContainText(words.smsSent);
      await expect.poll(codeSent).not.toBe(first);
      const second = await codeSent();
      await page.getByRole('textbox', { name: words.code }).fill(second);
      await page.keyboard.press('Enter');
      await expect(page.getByText(words.left(9))).toBeVisible();

      // A number that is not a second step can be used for account recovery, replacing only the password.
      await allowPhoneCodes(program.dataDir, email, false);
      await forgetSentCodes(program.dataDir);
      await leaveAndSignOut(page);
      await page.goto('/login');
      await button(words.forgot).click();
      await gate.email.fill(email);
      await button(words.byPhone).click();
      await expect.poll(codeSent).not.toBe(second);
      await expectAccessible(page, 'the code of a lost password');
      await page.getByRole('textbox', { name: words.lostCode }).fill(await codeSent());
      await page.keyboard.press('Enter');
      await choosePassword(page, words);
      await gate.signIn({ email, password: NEXT });
      await enterRecoveryCode(page, words, codes[1]);
      await button(words.verify).click();
      await expect(page).toHaveURL(/\/folder\/INBOX/);
    });
  });
}
