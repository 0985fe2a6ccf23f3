import { expect, test } from '../fixtures.ts';
import { mailboxPage } from '../pages/mailbox-page.ts';
import { signInPage } from '../pages/sign-in-page.ts';
import { LANGUAGES, sayIn } from '../pages/words.ts';

for (const language of LANGUAGES) {
  test.describe(language, () => {
    test.use({ language });

    test('AU-1 RT-11 RT-12 a wrong password is refused in words, the right one leads to the address first asked for', async ({
      page,
      noise,
    }) => {
      noise.expect(/401 .*\/auth\/login$/);
      const say = sayIn(language);
      const gate = signInPage(page, language);
      const mailbox = mailboxPage(page, language);

      await page.goto('/folder/Sent');
      await expect(page).toHaveURL(/\/login\?to=%2Ffolder%2FSent$/);
      await gate.chooseLanguage();
      await gate.signIn({ email: 'lan.anh@saomai.example', password: 'wrong' });
      await expect(gate.problem).toContainText(say('wrongPassword'));
      await expect(gate.email).toHaveValue('lan.anh@saomai.example');

      await gate.signIn();
      await expect(page).toHaveURL(/\/folder\/Sent$/);
      await expect(page).toHaveTitle(new RegExp(`^${say('sent')} – `));
      await expect(mailbox.rows.first()).toBeVisible();
      await expect(page.locator('html')).toHaveAttribute('lang', language);
    });
  });
}

test('RT-11 an unknown address leads to the inbox, an unknown folder to the page that says so', async ({
  page,
  language,
  noise,
}) => {
  // The list is requested before the folders are known.
  noise.expect(/^404 .*in=Nowhere$/);
  const mailbox = mailboxPage(page, language);
  await mailbox.enter('/no/such/place');
  await expect(page).toHaveURL(/\/folder\/INBOX$/);
  await page.goto('/folder/Nowhere');
  await expect(page.getByRole('heading', { name: sayIn(language)('notFound') })).toBeVisible();
});
