import { expect, test } from '../fixtures.ts';
import { OFFLINE } from '../noise.ts';
import { composePage } from '../pages/compose-page.ts';
import { expectAccessible } from '../pages/expect-accessible.ts';
import { LOGO } from '../pages/logo.ts';
import { mailboxPage } from '../pages/mailbox-page.ts';
import { LAPTOP, PHONE } from '../pages/screen-sizes.ts';
import { sayIn } from '../pages/words.ts';

test.use({ world: 'templates' });

for (const [language, viewport, name, typed, short] of [
  ['vi', LAPTOP, 'Báo giá', 'bao gia', 'gia'],
  ['en', PHONE, 'Thư chào hàng', 'chao hang', 'hang'],
] as const) {
  test.describe(`${language}, ${viewport.width} wide`, () => {
    test.use({ language, viewport });

    test('TE-1 TE-11 TE-14 TE-15 a template is made, found behind a slash and filled, undone by a key, and begins an answer', async ({
      page,
    }) => {
      const say = sayIn(language);
      const mailbox = mailboxPage(page, language);
      const compose = composePage(page, language);
      await mailbox.enter();
      await page.goto('/setting/templates');
      await expectAccessible(page, `no templates in ${language}`);
      await page.getByRole('button', { name: say('newTemplate'), exact: true }).click();
      await page.getByRole('textbox', { name: say('templateName') }).fill(name);
      await page.getByRole('textbox', { name: say('subject') }).fill('Báo giá tháng này');
      await page.getByRole('textbox', { name: say('templateText') }).click();
      await page.keyboard.type('Tổng cộng {số tiền}.');
      // A form of its own, which saves nothing of the one around it.
      await page.keyboard.press('Control+k');
      await page.keyboard.type('minhphat.example');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('textbox', { name: say('templateText') })).toContainText(
        'minhphat.example',
      );
      await expectAccessible(page, `a template in ${language}`);
      await page.getByRole('button', { name: say('saveTemplate') }).click();
      await expect(page.getByRole('button', { name, exact: true })).toBeVisible();
      await expectAccessible(page, `templates in ${language}`);

      await page.goto('/folder/INBOX');
      const message = await compose.openNew();
      await message.body.click();
      await page.keyboard.type(`/${typed}`);
      const option = page.getByRole('option', { name });
      await expect(option).toBeVisible();
      await expectAccessible(page, `templates behind a slash in ${language}`);
      await page.keyboard.press('Escape');
      await expect(option).toHaveCount(0);
      await expect(message.body).toContainText(`/${typed}`);
      await page.keyboard.press('Enter');
      await page.keyboard.type(`/${short}`);
      await expect(option).toBeVisible();
      await page.keyboard.press('Enter');
      await page.getByRole('textbox', { name: 'Số tiền' }).fill('5.000.000 đ');
      await expectAccessible(page, `what a template asks for in ${language}`);
      await page.keyboard.press('Enter');
      await expect(message.body).toContainText('Tổng cộng 5.000.000 đ.');
      await expect(message.subject).toHaveValue('Báo giá tháng này');
      await message.body.press('Control+z');
      await expect(message.body).not.toContainText('Tổng cộng');
      await expect(message.subject).toHaveValue('');
      await message.body.press('Control+Shift+z');
      await expect(message.body).toContainText('Tổng cộng 5.000.000 đ.');
      await expect(message.subject).toHaveValue('Báo giá tháng này');
      await expect(message.saved).toBeVisible();
      await message.press(say('saveAndClose'));
      await expect(compose.windows).toHaveCount(0);

      await mailbox.open(mailbox.rows.first());
      await page
        .getByRole('button', { name: say('messageMenu') })
        .last()
        .click();
      await page.getByRole('menuitem', { name: say('answerByTemplate') }).click();
      await expect(page.getByRole('combobox', { name: say('findTemplate') })).toBeFocused();
      await expectAccessible(page, `the choice of a template in ${language}`);
      await page.keyboard.type(typed);
      await page.keyboard.press('Enter');
      await page.getByRole('textbox', { name: 'Số tiền' }).fill('7.000.000 đ');
      await page.keyboard.press('Enter');
      const answer = page.getByRole('textbox', { name: say('body') });
      await expect(answer).toContainText('Tổng cộng 7.000.000 đ.');
    });
  });
}

test('TE-25 templates that a lost connection keeps away say so behind a slash, and come when it is back', async ({
  page,
  context,
  language,
  noise,
}) => {
  noise.expect(OFFLINE);
  const say = sayIn(language);
  await mailboxPage(page, language).enter();
  const message = await composePage(page, language).openNew();
  await message.body.click();
  await context.setOffline(true);
  await page.keyboard.type('/');
  const words = page.getByText(/^(Đang mất kết nối\. Mẫu thư sẽ|You’re offline\. Templates)/);
  await expect(words.first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(words.first()).toBeHidden();
  await page.keyboard.press('Control+/');
  await expect(page.getByRole('combobox', { name: say('findTemplate') })).toBeFocused();
  await expect(words).toBeVisible();
  await context.setOffline(false);
  await expect(words).toHaveCount(0);
});

test.describe('a template of the company', () => {
  test.use({ language: 'vi', viewport: LAPTOP });

  test('TE-16 keeps its logo, and a message that is made of it has the logo as its own', async ({ page }) => {
    const say = sayIn('vi');
    const compose = composePage(page, 'vi');
    await mailboxPage(page, 'vi').enter();
    await page.goto('/setting/templates');
    await page.getByRole('button', { name: say('newCompanyTemplate') }).click();
    await page.getByRole('textbox', { name: say('templateName') }).fill('Chào giá có logo');
    const text = page.getByRole('textbox', { name: say('templateText') });
    await text.click();
    await page.keyboard.type('Kính gửi quý khách');
    await page.locator('form input[type="file"]').setInputFiles(LOGO);
    await expect(text.locator('img[src^="/api/v2/files/"]')).toBeVisible();
    await page.getByRole('button', { name: say('saveTemplate') }).click();
    const saved = page.getByRole('button', { name: 'Chào giá có logo', exact: true });
    await saved.click();
    const kept = text.locator('img[src^="/api/v2/domain-templates/images/"]');
    await expect.poll(() => kept.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1);

    await page.goto('/folder/INBOX');
    const message = await compose.openNew();
    await message.body.click();
    await page.keyboard.type('/co logo');
    await page.getByRole('option', { name: 'Chào giá có logo' }).click();
    await expect(message.body).toContainText('Kính gửi quý khách');
    const shown = message.body.locator('img[src^="/api/v2/files/"]');
    await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1);
    await expect(message.saved).toBeVisible();
  });
});

test.describe('beside a minimised message', () => {
  test.use({ language: 'vi', viewport: LAPTOP });

  test('TE-23 TE-24 a template is saved above the bar of the message, and has the focus then', async ({
    page,
  }) => {
    const say = sayIn('vi');
    const mailbox = mailboxPage(page, 'vi');
    const compose = composePage(page, 'vi');
    await mailbox.enter();
    const message = await compose.openNew();
    await message.press(say('minimize'));
    await page
      .getByRole('link', { name: say('settings') })
      .first()
      .click();
    await page.getByRole('link', { name: 'Mẫu thư' }).click();
    await page.getByRole('button', { name: say('newTemplate'), exact: true }).click();
    await page.getByRole('textbox', { name: say('templateName') }).fill('Cảm ơn');
    await page.getByRole('textbox', { name: say('templateText') }).click();
    const save = page.getByRole('button', { name: say('saveTemplate') });
    await save.scrollIntoViewIfNeeded();
    const [ends, bar] = await Promise.all([save.boundingBox(), compose.windows.first().boundingBox()]);
    expect((ends?.y ?? 0) + (ends?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
    await save.click();
    await expect(page.getByRole('button', { name: 'Cảm ơn', exact: true })).toBeFocused();
  });
});
