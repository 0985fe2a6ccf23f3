import { haPham } from '@bocau/server/demo-world/people.ts';
import { setProvider } from '@bocau/server/test-kit/change-database.ts';
import { expect, test } from '../../fixtures.ts';
import { expectAccessible } from '../../pages/expect-accessible.ts';
import { IN_EACH_LANGUAGE } from '../../pages/places.ts';
import { signInPage } from '../../pages/sign-in-page.ts';
import { sayIn } from '../../pages/words.ts';

test.use({ named: true, provided: true });

const WORDS = {
  vi: {
    start: 'Đăng nhập bằng tài khoản công ty',
    unlinked: 'chưa liên kết với hộp thư nào',
    question: 'Liên kết tài khoản công ty?',
    yes: 'Liên kết',
  },
  en: {
    start: 'Sign in with your company account',
    unlinked: 'isn’t linked to a mailbox yet',
    question: 'Link your company account?',
    yes: 'Link',
  },
} as const;

for (const { language, tag } of IN_EACH_LANGUAGE) {
  test.describe(`in ${language}`, { tag }, () => {
    // Separate worlds, so that no run finds what another left behind.
    test.use({ language, world: `sign-on-${language}` });

    test('AU-3 RT-13 the account of one’s company is linked by a password once, is left together with the mailbox, and signs in by itself then', async ({
      page,
      program,
      provider,
      noise,
    }) => {
      if (!provider) throw new Error('There is no provider');
      noise.expect(/401 .*\/auth\/sign-on$/);
      // A prefetch that was still in flight at sign-out.
      noise.expect(/401 .*[?&]peek=true/);
      const words = WORDS[language];
      const say = sayIn(language);
      const gate = signInPage(page, language);
      const start = page.getByRole('link', { name: words.start });
      await setProvider(program.dataDir, haPham.email, provider.issuer);
      provider.account = { subject: `hà-${language}`, email: `ha-${language}@saomai.example` };
      await page.goto('/login');
      await gate.chooseLanguage();
      await gate.email.fill(haPham.email);
      await gate.password.focus();
      await start.click();
      await expect(page.getByRole('alert')).toContainText(words.unlinked);
      await expectAccessible(page, 'an account of a company that is not linked');
      await gate.signIn(haPham);
      await expect(page.getByRole('heading', { name: words.question })).toBeFocused();
      await expectAccessible(page, 'whether to link it');
      await page.getByRole('button', { name: words.yes, exact: true }).click();
      await expect(page).toHaveURL(/\/folder\/INBOX/);

      // The provider may ask for confirmation before it redirects back.
      await page.getByRole('button', { name: new RegExp(say('accountMenu')) }).click();
      await page.getByRole('menuitem', { name: say('signOut') }).click();
      await page.getByRole('button', { name: 'Leave' }).click();
      await expect(page).toHaveURL(/\/login/);
      expect(new URL(page.url()).hostname).toBe('localhost');

      await gate.email.fill(haPham.email);
      await gate.password.focus();
      await start.click();
      await expect(page).toHaveURL(/\/folder\/INBOX/);
    });
  });
}
