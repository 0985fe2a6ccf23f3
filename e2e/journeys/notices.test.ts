import { expect, test } from '../fixtures.ts';
import { mailboxPage } from '../pages/mailbox-page.ts';
import { LAPTOP } from '../pages/screen-sizes.ts';

test.use({ world: 'notices' });

for (const viewport of [LAPTOP, { width: 1280, height: 800 }]) {
  test.describe(`on ${viewport.width} px`, () => {
    test.use({ viewport });

    test('a notice stands beside the folders, and no link or quota there is under it', async ({
      page,
      language,
    }) => {
      const mailbox = mailboxPage(page, language);
      await mailbox.enter();
      await mailbox.pick(mailbox.rows.nth(1));
      await mailbox.act(mailbox.say('delete'));
      await mailbox.notice.hover();
      const notice = await mailbox.notice.locator('[data-notice]').boundingBox();
      const folders = await page.getByRole('complementary').first().boundingBox();
      expect(notice?.x ?? 0).toBeGreaterThanOrEqual((folders?.x ?? 0) + (folders?.width ?? 0));
    });
  });
}
