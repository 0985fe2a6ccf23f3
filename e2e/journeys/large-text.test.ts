import { expect, test } from '../fixtures.ts';
import { composePage } from '../pages/compose-page.ts';
import { enlargeText } from '../pages/large-text.ts';
import { mailboxPage } from '../pages/mailbox-page.ts';
import { LAPTOP, PHONE } from '../pages/screen-sizes.ts';

test.use({ world: 'large-text' });

for (const viewport of [LAPTOP, PHONE]) {
  test.describe(`on ${viewport.width} px`, () => {
    test.use({ viewport });

    test('with text twice as large no screen is wider than the window, and all that is offered can be pressed', async ({
      page,
      language,
    }) => {
      await enlargeText(page);
      const mailbox = mailboxPage(page, language);
      const compose = composePage(page, language);
      const { say, rows } = mailbox;
      await mailbox.enter();
      expect(await rows.first().evaluate((row) => getComputedStyle(row).fontSize)).toBe('28px');
      await mailbox.pick(rows.nth(1));
      await rows.nth(1).getByRole('checkbox').click();
      await mailbox.showFolders();
      await mailbox.goTo(say('sent'));
      await mailbox.open(rows.first());
      await mailbox.backToList();
      const form = await compose.openNew();
      await form.write({ to: 'minh.tran@saomai.example', files: [{ name: 'bang-ke.txt', text: '1' }] });
      await form.form.getByRole('button', { name: say('saveAndClose') }).click();
      await expect(compose.windows).toHaveCount(0);
      for (const address of [
        '/drive',
        '/setting/general',
        '/setting/folders',
        '/account/home',
        '/account/protect',
      ]) {
        await page.goto(address);
        await expect(page.getByRole('heading').first()).toBeVisible();
        await page.waitForLoadState('networkidle');
      }
    });
  });
}
