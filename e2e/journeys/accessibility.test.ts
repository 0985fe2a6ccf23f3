import type { Locator } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { expectAccessible } from '../pages/expect-accessible.ts';
import { mailboxPage } from '../pages/mailbox-page.ts';
import { SMALLEST } from '../pages/screen-sizes.ts';
import { mailOf } from '../program/mail-of.ts';

test.use({ world: 'accessibility' });

test('sign-in and error pages have no finding', async ({ page }) => {
  await page.goto('/login');
  await expectAccessible(page, 'sign-in');
  for (const path of ['/404', '/403', '/500', '/502']) {
    await page.goto(path);
    await expect(page.getByRole('heading').first()).toBeVisible();
    // The error pages share one layout and differ only in their words.
    await expectAccessible(page, path, { inOtherColoursElsewhere: path !== '/404' });
  }
});

test('lists, a conversation, the split and a search have no finding', async ({ page, language }) => {
  const mailbox = mailboxPage(page, language);
  const { say, rows, thread } = mailbox;
  await mailbox.enter();
  await expectAccessible(page, 'list');
  await mailbox.pick(rows.nth(2));
  await rows.nth(5).hover();
  await expectAccessible(page, 'list with one picked');

  await page.goto('/folder/Trash');
  await expect(rows.first()).toBeVisible();
  await expectAccessible(page, 'trash', { inOtherColoursElsewhere: true });

  await page.goto('/advance-search?q=yokohama');
  await mailbox.open(mailbox.row('12 tệp'));
  await thread.getByRole('button', { name: 'Phạm Thu Hà' }).click();
  await expect(thread.locator('iframe[data-ready=true]')).toHaveCount(2);
  await expectAccessible(page, 'conversation');
  await mailbox.backToList();
  await expectAccessible(page, 'search', { inOtherColoursElsewhere: true });

  await page.getByRole('button', { name: say('splitMenu') }).click();
  await page.getByRole('menuitemradio', { name: say('splitRight') }).click();
  await mailbox.open(rows.first());
  await expectAccessible(page, 'split');
  await page.getByRole('button', { name: say('splitMenu') }).click();
  await page.getByRole('menuitemradio').first().click();
});

test('dialogs, menus, the palette and a notice have no finding', async ({ page, language }) => {
  const mailbox = mailboxPage(page, language);
  const { say, rows } = mailbox;
  await mailbox.enter();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: say('shortcuts') })).toBeVisible();
  await expectAccessible(page, 'shortcuts');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox', { name: say('palette') })).toBeFocused();
  await expectAccessible(page, 'palette');
  await page.keyboard.press('Escape');

  await mailbox.sidebar.getByRole('button', { name: say('newFolder') }).click();
  await expect(page.getByRole('dialog').getByLabel(say('folderName'))).toBeFocused();
  await expectAccessible(page, 'folder dialog');
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: say('advanced') }).click();
  await expect(page.getByRole('dialog', { name: say('advanced') }).getByLabel(say('subject'))).toBeVisible();
  await expectAccessible(page, 'advanced search');
  await page.keyboard.press('Escape');

  await mailbox.pick(rows.first());
  await page.keyboard.press('v');
  await expect(page.getByRole('combobox', { name: say('findFolder') })).toBeFocused();
  await expectAccessible(page, 'move dialog');
  await page.keyboard.press('Escape');
  await mailbox.act(say('delete'));
  await expect(mailbox.notice).toBeVisible();
  await expectAccessible(page, 'notice');
});

test('settings and account have no finding', async ({ page, language }) => {
  const mailbox = mailboxPage(page, language);
  await mailbox.enter();
  for (const address of [
    '/setting/general',
    '/setting/folders',
    '/setting/autoforward',
    '/account/home',
    '/account/profile',
    '/account/protect',
    '/protect/password',
    '/protect/authentication',
  ]) {
    await page.goto(address);
    await expect(page.getByRole('heading').first()).toBeVisible();
    await page.waitForLoadState('networkidle');
    await expectAccessible(page, address);
  }
});

test('the smallest phone has no finding', async ({ page, language }) => {
  await page.setViewportSize(SMALLEST);
  const mailbox = mailboxPage(page, language);
  await mailbox.enter();
  await expectAccessible(page, 'list on a phone');
  await mailbox.showFolders();
  await expectAccessible(page, 'drawer');
  await mailbox.goTo(mailbox.say('sent'));
  await expect(mailbox.rows.first()).toBeVisible();
  await mailbox.open(mailbox.rows.first());
  await expectAccessible(page, 'conversation on a phone', { inOtherColoursElsewhere: true });
});

test('in colours of the system, unread mail, the current folder and the focus can be seen', async ({
  page,
  language,
  program,
}) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await (await mailOf(program)).deliver('Chưa đọc, màu hệ thống');
  const mailbox = mailboxPage(page, language);
  await mailbox.enter();
  const row = mailbox.row('Chưa đọc, màu hệ thống');
  const background = await styleOf(page.locator('body'), 'backgroundColor');
  const dot = await styleOf(row.locator('[class*="dot"]'), 'backgroundColor');
  expect([background, TRANSPARENT]).not.toContain(dot);

  const current = mailbox.sidebar.locator('[data-current]');
  expect(await styleOf(current, 'outlineStyle')).toBe('solid');
  expect(await styleOf(current, 'outlineColor')).not.toBe(background);

  await page.goto('/setting/general');
  const tabs = page.getByRole('main').locator('nav a');
  await expect(tabs.first()).toHaveAttribute('aria-current', 'page');
  expect(await styleOf(tabs.first(), 'borderBottomColor')).not.toBe(background);
  expect(await styleOf(tabs.last(), 'borderBottomColor')).toBe(background);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  const focused = page.locator(':focus');
  expect(await styleOf(focused, 'outlineStyle')).toBe('solid');
  expect(await styleOf(focused, 'outlineColor')).not.toBe(background);
});

const TRANSPARENT = 'rgba(0, 0, 0, 0)';

function styleOf(
  part: Locator,
  name: 'backgroundColor' | 'borderBottomColor' | 'outlineColor' | 'outlineStyle',
): Promise<string> {
  return part.evaluate((element, of) => getComputedStyle(element)[of], name);
}
