import { expect, test } from '../fixtures.ts';
import { composePage } from '../pages/compose-page.ts';
import { expectUsable } from '../pages/expect-usable.ts';
import { mailboxPage } from '../pages/mailbox-page.ts';
import { OTHER_PLACES } from '../pages/places.ts';
import { PHONE, SMALL_PHONE, SMALLEST } from '../pages/screen-sizes.ts';
import { expectFingerTargets } from '../pages/targets.ts';

test.use({ hasTouch: true, isMobile: true });

for (const { viewport, tag } of [
  { viewport: SMALLEST, tag: [] },
  { viewport: SMALL_PHONE, tag: [OTHER_PLACES] },
  { viewport: PHONE, tag: [OTHER_PLACES] },
]) {
  test.describe(`on ${viewport.width} px`, { tag }, () => {
    test.use({ viewport });

    test('LY-8 LY-14 whatever a finger can touch answers on an area of 44 px', async ({ page, language }) => {
      const mailbox = mailboxPage(page, language);
      const compose = composePage(page, language);
      const { say, rows } = mailbox;
      await mailbox.enter();
      await expectFingerTargets(page, 'list');
      await mailbox.pick(rows.nth(1));
      await expectFingerTargets(page, 'list with one picked');
      await mailbox.showFolders();
      // With many folders, the drawer's footer covers some of them; they can be scrolled out from under it.
      const signOut = page.getByRole('button', { name: say('signOut') });
      await signOut.evaluate((button) => button.scrollIntoView({ block: 'center' }));
      await expectFingerTargets(page, 'drawer');
      await mailbox.goTo(say('sent'));
      await mailbox.open(rows.first());
      await expectFingerTargets(page, 'conversation');
      await mailbox.backToList();
      await page.getByRole('button', { name: say('search') }).tap();
      await mailbox.search.fill('hop dong');
      await expectFingerTargets(page, 'search');
      await page.getByRole('button', { name: say('advanced') }).tap();
      await page
        .getByRole('dialog')
        .getByRole('button', { name: say('searchNow') })
        .waitFor();
      await expectFingerTargets(page, 'search form');

      await test.step('a day is typed the day first, or picked in a calendar that begins with Monday', async () => {
        const day = page.getByRole('textbox', { name: say('firstDay') });
        await day.fill('5/3/2024');
        await day.press('ArrowDown');
        const calendar = page.getByRole('dialog', { name: say('pickDate') });
        await expect(calendar.locator('button:focus')).toHaveText('5');
        await expect(calendar.getByRole('columnheader').first()).toHaveText('T2');
        await page.keyboard.press('ArrowRight');
        await page.keyboard.press('Enter');
        await expect(calendar).toBeHidden();
        await expect(day).toHaveValue('06/03/2024');
        await day.fill('');
      });

      await page
        .getByRole('dialog')
        .getByRole('button', { name: say('searchNow') })
        .click();
      await rows.first().waitFor();
      const form = await compose.openNew();
      await form.form.getByRole('combobox', { name: say('addTo') }).fill('an');
      await page.getByRole('option').first().waitFor();
      await expectUsable(page, 'suggested people');
      await form.write({ to: 'minh.tran@saomai.example', files: [{ name: 'bang-ke.txt', text: '1' }] });
      await expectFingerTargets(page, 'compose');
      await form.form.getByRole('button', { name: say('saveAndClose') }).tap();
      await expect(compose.windows).toHaveCount(0);
      await page.goto('/setting/general');
      await page.getByRole('heading').first().waitFor();
      await page.waitForLoadState('networkidle');
      await expectFingerTargets(page, 'settings');
      await page.goto('/setting/storage');
      await page.getByRole('main').getByRole('listitem').getByRole('link').first().waitFor();
      await page.waitForLoadState('networkidle');
      await expectFingerTargets(page, 'storage');
    });
  });
}
