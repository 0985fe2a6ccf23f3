import type { Locator } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { mailboxPage } from '../pages/mailbox-page.ts';
import { deliver } from '../program/deliver.ts';

// Turning on the automatic reply in one tab shows its banner in the other, which shifts the layout.
test.use({ world: 'two-tabs', steady: false });

test('NT-3 NT-6 OR-18 two tabs stay in step: marks, moves, folders, and mail that comes in', async ({
  context,
  page,
  program,
  language,
}) => {
  // Depending on the hour of the run, the first message of the demo world is already read.
  await deliver(program, { subject: 'Chốt lịch giao hàng tuần sau' });
  const here = mailboxPage(page, language);
  await here.enter();
  const other = await context.newPage();
  const there = mailboxPage(other, language);
  await other.goto('/');
  await expect(there.rows.first()).toBeVisible();
  const { say } = here;
  const [first = '', second = ''] = await here.subjects();
  // The number of unread messages in the demo world depends on the hour at which it was created.
  await expect(other).toHaveTitle(/^\(\d+\) /);
  const unread = Number(/^\((\d+)\)/.exec(await other.title())?.[1]);

  await test.step('a star', async () => {
    // A background tab renders one frame per second, and a click needs two.
    await page.bringToFront();
    await here.rows
      .nth(1)
      .getByRole('button', { name: say('star') })
      .click();
    await expect(there.row(second).getByRole('button', { name: say('unstar') })).toBeVisible();
  });

  await test.step('reading', async () => {
    await expect(there.row(first)).toHaveAccessibleName(/^Chưa đọc/);
    await here.open(here.row(first));
    await expect(there.row(first)).not.toHaveAccessibleName(/^Chưa đọc/);
    await expect(other).toHaveTitle(new RegExp(`^\\(${unread - 1}\\) `));
    await here.backToList();
  });

  await test.step('a move and its undo', async () => {
    await here.pick(here.row(first));
    await here.act(say('delete'));
    await here.holdNotice();
    await expect(there.row(first)).toHaveCount(0);
    await here.undo();
    await expect(there.rows.first()).toContainText(first);
  });

  let stillUnread = unread;
  await test.step('a deletion of what is open in the other one', async () => {
    const name = await there.row(second).getAttribute('aria-label');
    if (name?.startsWith('Chưa đọc')) stillUnread -= 1;
    await other.bringToFront();
    await there.open(there.row(second));
    await page.bringToFront();
    await here.pick(here.row(second));
    await here.act(say('delete'));
    await here.holdNotice();
    await expect(there.rows.first()).toBeVisible();
    await expect(there.row(second)).toHaveCount(0);
    await expect(other).toHaveURL(/\/folder\/INBOX$/);
    await here.undo();
    await expect(there.row(second)).toBeVisible();
  });

  await test.step('a new message slides into both', async () => {
    await deliver(program, { subject: 'Mai đi ăn trưa không?' });
    await expect(here.rows.first()).toContainText('Mai đi ăn trưa không?');
    await expect(there.rows.first()).toContainText('Mai đi ăn trưa không?');
    await expect(other).toHaveTitle(new RegExp(`^\\(${stillUnread}\\) `));
  });

  await test.step('ST-1 VA-3 the automatic reply, which both say until it is turned off', async () => {
    await other.bringToFront();
    await other.goto('/setting/general');
    const choice = other.getByRole('radiogroup', { name: 'Trả lời tự động' });
    await choice.getByRole('radio', { name: 'Bật' }).check();
    await other.getByRole('textbox', { name: 'Nội dung' }).fill('Tôi nghỉ phép.');
    await other.getByRole('button', { name: say('save'), exact: true }).click();
    await expect(other.getByText('Đã lưu cài đặt.')).toBeVisible();
    const banners = [page, other].map((tab) => tab.getByRole('region', { name: 'Trả lời tự động' }));
    for (const banner of banners) await expect(banner).toContainText('Đang tự động trả lời đến hết');
    await other.goto('/account/home');
    await expect(banners[1] as Locator).toContainText('Đang tự động trả lời đến hết');
    await other.getByRole('button', { name: 'Tắt trả lời tự động' }).click();
    await expect(other.getByRole('main')).toBeFocused();
    for (const banner of banners) await expect(banner).toHaveCount(0);
  });
});
