import { lanAnh } from '@bocau/server/demo-world/people.ts';
import { expect, test } from '../fixtures.ts';
import { mailboxPage } from '../pages/mailbox-page.ts';
import { IN_EACH_LANGUAGE } from '../pages/places.ts';
import { SMALL_PHONE } from '../pages/screen-sizes.ts';

test.use({ viewport: SMALL_PHONE, hasTouch: true });

for (const { language, tag } of IN_EACH_LANGUAGE) {
  test.describe(language, { tag }, () => {
    test.use({ language });

    test('LY-8 the drawer leads to the account and the settings, and signs out', async ({ page, noise }) => {
      // A background request may arrive after the session has ended.
      noise.expect(/^401 /);
      const mailbox = mailboxPage(page, language);
      const { say } = mailbox;
      await mailbox.enter();
      await mailbox.showFolders();
      const account = page.getByRole('dialog').getByRole('navigation', { name: lanAnh.name });

      const profile = account.getByRole('link', { name: lanAnh.name });
      await expect(profile).toHaveAttribute('href', '/account/home');
      await expect(profile).toHaveAttribute('target', '_blank');

      await account.getByRole('link', { name: say('settings') }).click();
      await expect(page).toHaveURL(/\/setting\/general$/);
      await expect(account).toBeHidden();

      await mailbox.showFolders();
      await account.getByRole('button', { name: say('signOut') }).click();
      await expect(page).toHaveURL(/\/login$/);
    });
  });
}
