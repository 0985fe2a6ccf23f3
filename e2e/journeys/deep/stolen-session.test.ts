import { haPham } from '@bocau/server/demo-world/people.ts';
import { expect, test } from '../../fixtures.ts';
import { beginSession } from '../../pages/begin-session.ts';
import { IN_EACH_LANGUAGE } from '../../pages/places.ts';
import { signInPage } from '../../pages/sign-in-page.ts';
import { shiftTime } from '../../shift-time.ts';

const WORDS = {
  vi: {
    others: 'Nơi đang đăng nhập',
    end: /^Đăng xuất Chrome/,
    password: 'Mật khẩu',
    current: 'Mật khẩu hiện tại',
    next: 'Mật khẩu mới',
    again: 'Nhập lại mật khẩu mới',
    change: 'Đổi mật khẩu',
    changed: 'Đã đổi mật khẩu',
  },
  en: {
    others: 'Where you’re signed in',
    end: /^Sign out Chrome/,
    password: 'Password',
    current: 'Current password',
    next: 'New password',
    again: 'Repeat new password',
    change: 'Change password',
    changed: 'Password changed',
  },
} as const;
const NEXT = 'Cầu Rồng phun lửa 2027!';

for (const { language, tag } of IN_EACH_LANGUAGE) {
  test.describe(`in ${language}`, { tag }, () => {
    // A world of its own, because the test changes the password.
    test.use({ language, world: `stolen-session-${language}` });

    test('LH-1 PW-3 AU-3 a stolen session is ended, and a new password puts every other device out', async ({
      page,
      browser,
      baseURL,
    }) => {
      const words = WORDS[language];
      const context = await browser.newContext({ baseURL: baseURL as string });
      await shiftTime(context);
      const other = await context.newPage();
      await beginSession(other, language, haPham);
      await other.goto('/folder/INBOX');
      await expect(other.getByRole('navigation').first()).toBeVisible();

      await beginSession(page, language, haPham);
      await page.goto('/account/protect');
      // Mail programs of other journeys may have sessions as well.
      const places = page.getByRole('list', { name: words.others }).getByRole('listitem');
      const browsers = places.filter({ hasText: 'Chrome' });
      await expect(browsers).toHaveCount(2);
      await page.getByRole('button', { name: words.end }).click();
      await expect(browsers).toHaveCount(1);
      await expect(other).toHaveURL(/\/login\?ended=1/);

      const gate = signInPage(other, language);
      await gate.signIn(haPham);
      await expect(other).toHaveURL(/\/folder\/INBOX/);
      await page.getByRole('link', { name: words.password, exact: true }).click();
      const field = (name: string) => page.getByLabel(name, { exact: true });
      await field(words.current).fill(haPham.password);
      await field(words.next).fill(NEXT);
      await field(words.again).fill(NEXT);
      await page.getByRole('button', { name: words.change, exact: true }).click();
      await expect(page.getByText(words.changed)).toBeVisible();
      await expect(other).toHaveURL(/\/login\?ended=1/);
      await gate.signIn(haPham);
      await expect(gate.problem).toBeVisible();
      await gate.signIn({ ...haPham, password: NEXT });
      await expect(other).toHaveURL(/\/folder\/INBOX/);
      await page.request.post('/api/v2/auth/logout', { headers: { 'x-session': 'cookie' } });
      await context.close();
    });
  });
}
