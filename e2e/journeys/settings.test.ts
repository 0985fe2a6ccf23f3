import { expect, test } from '../fixtures.ts';
import { composePage } from '../pages/compose-page.ts';
import { expectAccessible } from '../pages/expect-accessible.ts';
import { LOGO } from '../pages/logo.ts';
import { mailboxPage } from '../pages/mailbox-page.ts';
import { LAPTOP, PHONE } from '../pages/screen-sizes.ts';
import { sayIn } from '../pages/words.ts';

test.use({ world: 'settings' });

const WRITTEN = 'Trân trọng, Lan Anh';
const SUBJECT = 'Thư có chữ ký';

for (const [language, viewport, typed] of [
  ['vi', LAPTOP, 'chu ky'],
  ['en', PHONE, 'chữ ký'],
] as const) {
  test.describe(`${language}, ${viewport.width} wide`, () => {
    test.use({ language, viewport });

    test('RT-4 ST-1 ST-9 SE-1 a search leads to the signature, which new mail begins with and shows its image; every tab shows whole', async ({
      page,
    }) => {
      const say = sayIn(language);
      const mailbox = mailboxPage(page, language);
      await mailbox.enter();
      await page.goto('/setting/khong-co');
      const tabs = page.getByRole('navigation', { name: say('settingTabs') });
      await expect(tabs.getByRole('link').first()).toHaveAttribute('aria-current', 'page');

      await page.getByRole('combobox', { name: say('searchSettings') }).fill(typed);
      await expect(page.getByRole('option', { name: say('signature') })).toBeVisible();
      await expectAccessible(page, 'what a search of settings finds', { inOtherColoursElsewhere: true });
      await page.keyboard.press('Enter');
      const choice = page.getByRole('radiogroup', { name: say('signature') });
      await expect(choice.getByRole('radio', { checked: true })).toBeFocused();
      expect(await page.evaluate(cutOrMoved)).toBe(false);
      await choice.getByRole('radio').first().check();
      const signature = page.getByRole('textbox', { name: say('signatureText') });
      // The editor renders text for screen readers only, positioned far below the visible page.
      await signature.click();
      await page.keyboard.type(WRITTEN);
      await page.locator('form input[type="file"]').setInputFiles(LOGO);
      await expect(signature.locator('img[src^="/api/"]').first()).toBeVisible();
      // Turns off the undo delay, so that messages are sent immediately.
      await page.locator('[data-setting="delay"]').getByRole('radio').first().check();
      await expectAccessible(page, `general in ${language}`);
      await page.getByRole('button', { name: say('save'), exact: true }).click();
      await expect(page.getByText(say('settingsSaved'))).toBeVisible();

      for (const link of await tabs.getByRole('link').all()) {
        await link.click();
        await expect(link).toHaveAttribute('aria-current', 'page');
        await expect(link).toBeInViewport();
        // Nothing is cut off, and the page around the scrolling part stays in place.
        expect(await page.evaluate(cutOrMoved)).toBe(false);
      }
      await expect(page.getByRole('main')).toContainText('lan.anh@saomai.example');
      await expectAccessible(page, `sender addresses in ${language}`);

      await page.goto('/folder/INBOX');
      const message = await composePage(page, language).openNew();
      await expect(message.body).toContainText(WRITTEN);
      await expect(message.body.locator('img').first()).toBeVisible();
      await message.write({ to: 'lan.anh@saomai.example', subject: `${SUBJECT} (${language})` });
      // Places the caret before the signature, which is not part of the message text.
      await message.body.press('Control+Home');
      await page.keyboard.type('Chào chị');
      await message.send.click();
      await mailbox.open(mailbox.row(`${SUBJECT} (${language})`));
      await expect.poll(() => page.locator('iframe').evaluateAll(showImages)).toBe(true);
    });
  });
}

function showImages(frames: Element[]): boolean {
  const images = frames.flatMap((frame) => [...((frame as HTMLIFrameElement).contentDocument?.images ?? [])]);
  return images.some(({ naturalWidth }) => naturalWidth > 0);
}

function cutOrMoved(): boolean {
  const { scrollWidth, clientWidth, scrollTop } = document.documentElement;
  return scrollWidth > clientWidth || scrollTop > 0 || document.body.scrollTop > 0;
}
