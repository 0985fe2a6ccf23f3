import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { OFFLINE } from '../noise.ts';
import { expectAccessible } from '../pages/expect-accessible.ts';
import { mailboxPage } from '../pages/mailbox-page.ts';
import { PHONE } from '../pages/screen-sizes.ts';
import type { Language } from '../pages/words.ts';

/** Labels on the screen: the dialog that sets them, and what rows show. */
function labelsOf(page: Page, language: Language) {
  const mailbox = mailboxPage(page, language);
  const { say } = mailbox;
  const field = page.getByRole('combobox', { name: say('findLabel') });
  return {
    mailbox,
    field,
    option: (name: string) => page.getByRole('option', { name, exact: true }),
    chip: (row: Locator, name: string) => row.getByTitle(name, { exact: true }),
    async make(name: string) {
      await mailbox.showFolders();
      await mailbox.sidebar.getByRole('button', { name: say('newLabel') }).click();
      const dialog = page.getByRole('dialog', { name: say('newLabel') });
      await dialog.getByLabel(say('labelName')).fill(name);
      await dialog.getByRole('button', { name: say('save') }).click();
      await expect(dialog).toBeHidden();
      await expect(mailbox.folder(name)).toBeVisible();
    },
    async close() {
      await page.keyboard.press('Escape');
      await expect(field).toBeHidden();
    },
  };
}

test.describe('on a wide screen', () => {
  test.use({ world: 'labels' });

  test('LB-3 LB-6 LB-7 LB-18 LB-15 LB-16 LB-17 a label is made, set by key, listed, searched, undone and taken off, in two tabs alike', async ({
    context,
    page,
    language,
    noise,
  }) => {
    noise.expect(OFFLINE);
    const labels = labelsOf(page, language);
    const { mailbox, field, option, chip } = labels;
    const { say } = mailbox;
    await mailbox.enter();
    const other = await context.newPage();
    const there = mailboxPage(other, language);
    await other.goto('/');
    await expect(there.rows.first()).toBeVisible();
    await page.bringToFront();
    const [first = '', second = '', third = ''] = await mailbox.subjects();
    const row = mailbox.row(first);

    await test.step('made in the sidebar; the other tab has it too', async () => {
      await labels.make('Gấp');
      await expect(there.folder('Gấp')).toBeVisible();
      await expectAccessible(page, 'the sidebar with labels');
    });

    await test.step('set by its key, found without accents', async () => {
      await mailbox.pick(row);
      await page.keyboard.press('l');
      await field.pressSequentially('gap');
      await expect(option('Gấp')).toHaveAttribute('aria-checked', 'false');
      await page.keyboard.press('Enter');
      await expect(option('Gấp')).toHaveAttribute('aria-checked', 'true');
      await expectAccessible(page, 'the list of labels');
      await field.fill('Việc nhà máy/Ca đêm');
      await page.keyboard.press('Enter');
      await expect(option('Việc nhà máy › Ca đêm')).toHaveAttribute('aria-checked', 'true');
      await labels.close();
      await expect(chip(row, 'Gấp')).toBeVisible();
      await expect(there.row(first).getByTitle('Gấp', { exact: true })).toBeVisible();
    });

    await test.step('several at once, some of which have it', async () => {
      await mailbox.pick(mailbox.row(second));
      await page.keyboard.press('l');
      await expect(option('Gấp')).toHaveAttribute('aria-checked', 'mixed');
      await option('Gấp').click();
      await expect(option('Gấp')).toHaveAttribute('aria-checked', 'true');
      await labels.close();
      await expect(chip(mailbox.row(second), 'Gấp')).toBeVisible();
    });

    await test.step('its list, and a search for it', async () => {
      await mailbox.goTo('Gấp');
      await expect(page).toHaveURL(/\/label\//);
      await expect(mailbox.rows).toHaveCount(2);
      // The list says what it is; its rows need not.
      await expect(chip(row, 'Gấp')).toHaveCount(0);
      await expectAccessible(page, 'the list of a label');
      await mailbox.searchFor('nhãn:gấp');
      await expect(mailbox.rows).toHaveCount(2);
      await mailbox.goTo('Gấp');
      await expect(mailbox.rows).toHaveCount(2);
    });

    await test.step('taken off, the row leaves; undone, it is back', async () => {
      await mailbox.pick(mailbox.row(second));
      await page.keyboard.press('l');
      await option('Gấp').click();
      await labels.close();
      await expect(mailbox.rows).toHaveCount(1);
      await page.keyboard.press('z');
      await expect(mailbox.rows).toHaveCount(2);
    });

    await test.step('in the open conversation', async () => {
      await mailbox.open(mailbox.row(first));
      await expectAccessible(page, 'an open conversation with labels');
      await mailbox.thread.getByRole('button', { name: `${say('removeLabel')} Gấp` }).click();
      await expect(mailbox.thread.getByRole('link', { name: 'Gấp' })).toHaveCount(0);
      await expect(there.row(first).getByTitle('Gấp', { exact: true })).toHaveCount(0);
    });

    await test.step('without a connection it shows, and is confirmed with it', async () => {
      await mailbox.goTo(say('inbox'));
      await expect(mailbox.row(third)).toBeVisible();
      await context.setOffline(true);
      await mailbox.pick(mailbox.row(third));
      await page.keyboard.press('l');
      await option('Gấp').click();
      await labels.close();
      await expect(chip(mailbox.row(third), 'Gấp')).toBeVisible();
      await expect(there.row(third).getByTitle('Gấp', { exact: true })).toHaveCount(0);
      await context.setOffline(false);
      await expect(there.row(third).getByTitle('Gấp', { exact: true })).toBeVisible();
    });

    await test.step('deleted, it is gone from sidebar and rows', async () => {
      const sidebar = mailbox.sidebar;
      await mailbox.folder('Gấp').hover();
      await sidebar.getByRole('button', { name: `${say('folderActions')} Gấp`, exact: true }).click();
      await page.getByRole('menuitem', { name: 'Xóa nhãn', exact: true }).click();
      await expect(mailbox.folder('Gấp')).toHaveCount(0);
      await expect(chip(mailbox.row(third), 'Gấp')).toHaveCount(0);
      await expect(page.getByText('Đã xóa nhãn Gấp')).toBeVisible();
    });
  });
});

test.describe('on a phone', () => {
  test.use({ world: 'labels', viewport: PHONE, hasTouch: true, isMobile: true, language: 'en' });

  test('LB-18 LB-15 LB-16 LB-17 with a finger a label is made, set, listed and taken off', async ({
    page,
    language,
  }) => {
    const labels = labelsOf(page, language);
    const { mailbox, option, chip } = labels;
    const { say } = mailbox;
    await mailbox.enter();
    const [first = ''] = await mailbox.subjects();
    const row = mailbox.row(first);

    await test.step('made in the drawer', async () => {
      await labels.make('Follow up');
      await expectAccessible(page, 'the drawer with labels');
      await mailbox.sidebar.getByRole('button', { name: /Follow up/ }).tap();
      const colours = page.getByRole('menuitemradio');
      await expect(colours).toHaveCount(12);
      for (const colour of await colours.all()) await expect(colour).toBeInViewport({ ratio: 1 });
      const menu = page.getByRole('menu');
      expect(await menu.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);
      await expectAccessible(page, 'the menu of a label on a phone');
      await page.keyboard.press('Escape');
      await expect(menu).toBeHidden();
      await page.keyboard.press('Escape');
      await expect(mailbox.sidebar).toBeHidden();
    });

    await test.step('set from the menu of an open conversation', async () => {
      await mailbox.open(row);
      await mailbox.thread.getByRole('button', { name: say('otherActs'), exact: true }).tap();
      await page
        .getByRole('menuitem', { name: say('label') })
        .first()
        .tap();
      await option('Follow up').tap();
      await labels.close();
      await expect(mailbox.thread.getByRole('link', { name: 'Follow up' })).toBeVisible();
      await mailbox.backToList();
      await expect(chip(row, 'Follow up')).toBeVisible();
    });

    await test.step('listed, and taken off', async () => {
      await mailbox.goTo('Follow up');
      await expect(mailbox.rows).toHaveCount(1);
      await expectAccessible(page, 'the list of a label on a phone');
      await mailbox.open(row);
      await mailbox.thread.getByRole('button', { name: `${say('removeLabel')} Follow up` }).tap();
      await expect(mailbox.thread.getByRole('link', { name: 'Follow up' })).toHaveCount(0);
    });
  });
});
