import { expect, test } from '../fixtures.ts';
import { mailboxPage } from '../pages/mailbox-page.ts';
import { signInPage } from '../pages/sign-in-page.ts';
import { mailOf } from '../program/mail-of.ts';

test.use({ world: 'keyboard' });

test('TL-2 TL-11 TL-26 TL-27 OR-4 OR-5 SB-1 a whole day by keyboard alone: sign in, read, star, select, move, delete, undo, search', async ({
  page,
  program,
  language,
}) => {
  const mailbox = mailboxPage(page, language);
  const { say, rows, grid, thread } = mailbox;
  const { keyboard } = page;
  const mail = await mailOf(program);
  const cursor = () =>
    grid.evaluate((element) => {
      const row = document.getElementById(element.getAttribute('aria-activedescendant') ?? '');
      return row?.querySelector('a')?.textContent ?? null;
    });

  await test.step('signs in without touching the mouse', async () => {
    await page.goto('/');
    await expect(signInPage(page, language).email).toBeFocused();
    await keyboard.type('lan.anh@saomai.example');
    await keyboard.press('Tab');
    await keyboard.type('BoCau@2026');
    await keyboard.press('Enter');
    await expect(rows.first()).toBeVisible();
  });
  const [first = '', second = '', third = '', fourth = ''] = await mailbox.subjects();

  await test.step('walks the list, opens, and comes back to the same row', async () => {
    await keyboard.press('j');
    await expect.poll(cursor).toBe(first);
    await keyboard.press('j');
    await keyboard.press('Enter');
    await expect(thread.getByRole('heading', { level: 1 })).toHaveText(second);
    await expect(thread.getByRole('heading', { level: 1 })).toBeFocused();
    await keyboard.press('j');
    await expect(thread.getByRole('heading', { level: 1 })).toHaveText(third);
    await keyboard.press('u');
    await expect(thread).toBeHidden();
    await expect(grid).toBeFocused();
    await expect.poll(cursor).toBe(third);
  });

  await test.step('stars and takes it back', async () => {
    await keyboard.press('s');
    await expect(mailbox.row(third).getByRole('button', { name: say('unstar') })).toBeVisible();
    await keyboard.press('z');
    await expect(mailbox.row(third).getByRole('button', { name: say('star'), exact: true })).toBeVisible();
  });

  await test.step('selects two by Shift, moves them, and takes that back', async () => {
    await keyboard.press('Shift+J');
    await expect(rows.and(page.locator('[aria-selected=true]'))).toHaveCount(2);
    await keyboard.press('v');
    await expect(page.getByRole('combobox', { name: say('findFolder') })).toBeFocused();
    await keyboard.type('nhan su');
    await keyboard.press('Enter');
    await expect(mailbox.row(third)).toHaveCount(0);
    await expect.poll(() => mail.folderOfReceived(fourth)).toEqual(['Nhân sự']);
    await keyboard.press('Control+z');
    await expect(mailbox.row(third)).toBeVisible();
    await expect.poll(() => mail.folderOfReceived(fourth)).toEqual(['INBOX']);
  });

  await test.step('picks all rows of the page, and none again', async () => {
    const picked = rows.and(page.locator('[aria-selected=true]'));
    await keyboard.press('Control+a');
    await expect(rows.and(page.locator('[aria-selected=false]'))).toHaveCount(0);
    await expect(picked).not.toHaveCount(0);
    expect(await page.evaluate(() => String(getSelection()))).toBe('');
    await keyboard.press('Escape');
    await expect(picked).toHaveCount(0);
  });

  await test.step('deletes and undoes; the focus stays in the list', async () => {
    await keyboard.press('Home');
    await expect.poll(cursor).toBe(first);
    await keyboard.press('#');
    await expect(mailbox.row(first)).toHaveCount(0);
    await expect(grid).toBeFocused();
    await keyboard.press('z');
    await expect(mailbox.row(first)).toBeVisible();
  });

  await test.step('sorts by size, keeps the focus, and goes back to the newest', async () => {
    const order = page.getByRole('button', { name: say('sort') });
    await order.focus();
    await keyboard.press('Enter');
    await expect(page.getByRole('menuitemradio', { checked: true })).toBeFocused();
    await keyboard.press('ArrowDown');
    await keyboard.press('Enter');
    await expect(page).toHaveURL(/\/folder\/INBOX\?sort=size$/);
    await expect(rows.first()).toContainText(/\d MB/);
    await expect(order).toBeFocused();
    await page.goBack();
    await expect(page).toHaveURL(/\/folder\/INBOX$/);
    await expect(rows.first()).toContainText(first);
    await grid.focus();
    await expect(grid).toBeFocused();
  });

  await test.step('goes by g and a message, by the palette, and to the sheet', async () => {
    await keyboard.press('g');
    await keyboard.press('t');
    await expect(page).toHaveURL(/\/folder\/Sent$/);
    await expect(page.getByRole('main')).toBeFocused();
    const palette = page.getByRole('combobox', { name: say('palette') });
    await keyboard.press('Control+k');
    await keyboard.type('typed at once');
    await expect(palette).toHaveValue('typed at once');
    await palette.fill('');
    await keyboard.press('Enter');
    await expect(palette).toBeFocused();
    await keyboard.type('ke toan ngan hang sao ke');
    await keyboard.press('Enter');
    await expect(page).toHaveURL(/Sao%20k%C3%AA$/);
    await keyboard.press('?');
    await expect(page.getByRole('dialog', { name: say('shortcuts') })).toBeVisible();
    await keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
  });

  await test.step('searches, and opens what it found', async () => {
    await keyboard.press('/');
    await expect(mailbox.search).toBeFocused();
    await keyboard.type('yokohama 12 tep');
    await keyboard.press('Enter');
    await expect(page).toHaveURL(/\/advance-search\?q=yokohama/);
    await expect(rows.first()).toContainText('Bộ chứng từ đầy đủ lô Yokohama');
    await keyboard.press('Escape');
    await keyboard.press('j');
    await keyboard.press('o');
    await expect(thread.getByRole('heading', { level: 1 })).toContainText('Yokohama');
  });

  await test.step('what comes in between two keys moves no act to another conversation', async () => {
    await keyboard.press('g');
    await keyboard.press('i');
    await expect(page).toHaveURL(/\/folder\/INBOX$/);
    await expect(mailbox.row(first)).toBeVisible();
    await grid.focus();
    await keyboard.press('Home');
    await expect.poll(cursor).toBe(first);
    await keyboard.press('#');
    await expect(mailbox.row(first)).toHaveCount(0);
    await expect.poll(cursor).toBe(second);
    await mail.deliver('Chen ngang');
    await expect(mailbox.row('Chen ngang')).toBeVisible();
    await expect.poll(cursor).toBe(second);
    await keyboard.press('#');
    await expect(mailbox.row(second)).toHaveCount(0);
    await expect(mailbox.row('Chen ngang')).toBeVisible();
    await expect.poll(cursor).toBe(third);
  });
});
