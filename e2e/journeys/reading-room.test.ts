import { lanAnh, maiBui, namVo } from '@bocau/server/demo-world/people.ts';
import { expect, test } from '../fixtures.ts';
import { expectAccessible } from '../pages/expect-accessible.ts';
import { mailboxPage } from '../pages/mailbox-page.ts';
import { PHONE } from '../pages/screen-sizes.ts';
import { signInPage } from '../pages/sign-in-page.ts';
import { deliver } from '../program/deliver.ts';

const WORDS = { vi: { help: 'Trợ giúp' }, en: { help: 'Help' } };

test.use({ world: 'reading-room' });

test('RT-1 LY-2 LY-3 LY-12 TD-25 TL-3 TL-9 TL-10 TL-14 TL-15 TL-17 FO-5 what stands around the list, wide', async ({
  page,
  program,
  language,
}) => {
  const mailbox = mailboxPage(page, language);
  const { say, main, rows, toolbar } = mailbox;
  await deliver(program, { subject: '', html: '<p>Chỉ có nội dung</p>' });
  await mailbox.enter('/folder/Starred');

  await test.step('the starred of every folder, with the name of each cut at 15 characters', async () => {
    await expect(page).toHaveTitle(new RegExp(`^${say('starred')}`));
    await mailbox.searchFor('chứng từ');
    await expect(rows.first()).toBeVisible();
    const labels = await rows.locator('[class*="_label_"]').allInnerTexts();
    expect(labels.length).toBeGreaterThan(0);
    for (const label of labels) expect(label.length).toBeLessThanOrEqual(16);
  });

  await test.step('the logo leads to the inbox; a message without a subject says so', async () => {
    await page.getByRole('link', { name: 'Về Hộp thư đến' }).first().click();
    await expect(page).toHaveURL(/\/folder\/INBOX$/);
    await expect(rows.first()).toContainText('(không có chủ đề)');
    await expect(rows.first()).not.toContainText(/\b1\b/);
    await expect(rows.filter({ hasText: 'Nháp' }).first()).toBeVisible();
  });

  await test.step('the toolbar: what picks, loads again, acts, turns pages, divides, and leads to the settings', async () => {
    await mailbox.pick(rows.first());
    for (const name of [say('pickPage'), say('delete'), say('spam'), say('move'), say('otherActs')]) {
      await expect(toolbar.getByLabel(name, { exact: true })).toBeVisible();
    }
    await toolbar.getByLabel(say('otherActs')).click();
    await expect(page.getByRole('menuitem', { name: say('markRead') })).toBeVisible();
    await page.keyboard.press('Escape');
    await rows.first().getByRole('checkbox').click();
    for (const name of ['Tải lại danh sách', say('older'), say('newer'), say('splitMenu'), say('settings')]) {
      await expect(main.getByLabel(name, { exact: true }).first()).toBeVisible();
    }
  });

  await test.step('beside the list: nothing to read yet, then how many are picked', async () => {
    await main.getByRole('button', { name: say('splitMenu') }).click();
    await page.getByRole('menuitemradio', { name: say('splitRight') }).click();
    await expect(main).toContainText('Chọn một hội thoại để đọc ở đây.');
    await mailbox.pick(rows.nth(1));
    await mailbox.pick(rows.nth(2));
    await expect(main).toContainText('Đã chọn 2 hội thoại.');
    await main.getByRole('button', { name: 'Bỏ chọn' }).last().click();
    await expect(main).toContainText('Chọn một hội thoại để đọc ở đây.');
    await page.setViewportSize({ width: 991, height: 768 });
    await expect(main).not.toContainText('Chọn một hội thoại để đọc ở đây.');
    await page.setViewportSize({ width: 1366, height: 768 });
    await main.getByRole('button', { name: say('splitMenu') }).click();
    await page.getByRole('menuitemradio', { name: 'Tắt' }).click();
  });

  await test.step('a conversation has more room on a wide screen, and no more than 1080 px', async () => {
    await rows.first().click();
    const column = main.locator('[class*="_column_"]').first();
    const widthOn = async (width: number) => {
      await page.setViewportSize({ width, height: 768 });
      return column.evaluate((element) => {
        const { width: whole, paddingLeft, paddingRight } = getComputedStyle(element);
        return Number.parseFloat(whole) - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
      });
    };
    expect(await widthOn(1599)).toBeLessThan(1000);
    expect(await widthOn(1920)).toBe(1080);
    await page.setViewportSize({ width: 1366, height: 768 });
    await page.keyboard.press('u');
  });

  await test.step('Trash says what becomes of it', async () => {
    await mailbox.pick(rows.first());
    await mailbox.act(say('delete'));
    await mailbox.goTo(say('trash'));
    await expect(main).toContainText('Thư trong Thùng rác được xóa vĩnh viễn sau 30 ngày.');
    await expect(main.getByRole('button', { name: say('emptyTrash') }).last()).toBeVisible();
  });

  await test.step('the quota says what is used, and of how much', async () => {
    await expect(mailbox.sidebar.or(page.getByRole('progressbar')).first()).toBeVisible();
    await expect(page.getByText(/\d+[.,]\d MB \(\d+%\) trên \d+[.,]\d GB/)).toBeVisible();
  });

  await test.step('whose mailbox it is, and the way to the account in a page of its own', async () => {
    await page.getByRole('button', { name: new RegExp(say('accountMenu')) }).click();
    const menu = page.getByRole('menu');
    await expect(menu).toContainText(lanAnh.name);
    await expect(menu).toContainText(lanAnh.email);
    const account = menu.getByRole('menuitem', { name: 'Tài khoản của tôi' });
    await expect(account).toHaveAttribute('href', '/account/home');
    await expect(account).toHaveAttribute('target', '_blank');
    await expect(menu.getByRole('menuitem', { name: say('signOut') })).toBeVisible();
    await page.keyboard.press('Escape');
  });

  await test.step('the folders of the settings: those of the system with counts, the own ones with what can be done', async () => {
    await page.goto('/setting/folders');
    await expect(main.getByRole('listitem').filter({ hasText: say('inbox') })).toContainText(/\d+ hội thoại/);
    await expect(main.getByRole('button', { name: say('newFolder'), exact: true })).toBeVisible();
    const own = main.getByRole('listitem').filter({ hasText: 'Bản tin' });
    await expect(own.getByRole('button', { name: say('rename') })).toBeVisible();
    await expect(own.getByRole('button', { name: say('delete') })).toBeVisible();
    await expect(
      main
        .getByRole('listitem')
        .filter({ hasText: say('inbox') })
        .getByRole('button'),
    ).toHaveCount(0);
  });
});

test('RT-5 TD-2 TD-4 TD-5 a conversation opens all its messages, tells who wrote to whom, and shows a source', async ({
  page,
  program,
  language,
}) => {
  const mailbox = mailboxPage(page, language);
  const { say, thread } = mailbox;
  const first = await deliver(program, { subject: 'Ba thư một chuyện' });
  await deliver(program, { subject: 'Re: Ba thư một chuyện', html: '<p>thư hai</p>' }, first);
  await deliver(program, { subject: 'Re: Ba thư một chuyện', html: '<p>thư ba</p>' }, first);
  await mailbox.enter();
  await mailbox.open(mailbox.row('Ba thư một chuyện'));
  await thread.getByRole('button', { name: say('expandAll') }).click();
  await expect.poll(mailbox.bodies).toEqual(['Ba thư một chuyện', 'thư hai', 'thư ba']);
  await thread.getByRole('button', { name: 'Thu gọn' }).first().click();
  await expect(thread.locator('article iframe')).toHaveCount(0);
  await thread.getByRole('button', { name: say('expandAll') }).click();

  await thread.getByRole('button', { name: 'Chi tiết thư' }).last().click();
  const details = page.getByRole('dialog');
  for (const told of ['quan@vpp-hanoi.example', lanAnh.email, 'Re: Ba thư một chuyện']) {
    await expect(details).toContainText(told);
  }
  await page.keyboard.press('Escape');

  await thread
    .getByRole('button', { name: say('messageMenu') })
    .last()
    .click();
  const entries = page.getByRole('menuitem');
  for (const name of [say('reply'), say('forward'), 'Xem thư gốc', say('delete')]) {
    await expect(entries.filter({ hasText: name }).first()).toBeVisible();
  }
  await expect(entries.filter({ hasText: say('cancelSchedule') })).toHaveCount(0);
  const [source] = await Promise.all([
    page.waitForEvent('popup'),
    entries.filter({ hasText: 'Xem thư gốc' }).click(),
  ]);
  await expect(source).toHaveURL(/\/message\/[^/]+\/raw$/);
  await expect(source.getByRole('main')).toContainText('Message-ID: <');
});

test.describe('phone', () => {
  test.use({ viewport: PHONE });

  test('LY-3 LY-14 TL-3 the header says where one is; acts are behind one button; a button to write lies over the list alone', async ({
    page,
    language,
  }) => {
    const mailbox = mailboxPage(page, language);
    const { say, rows, toolbar } = mailbox;
    await mailbox.enter();
    const write = page.getByRole('button', { name: say('compose'), exact: true });
    await expect(page.getByRole('banner')).toContainText(say('inbox'));
    await expect(write).toBeVisible();
    await mailbox.pick(rows.first());
    await expect(toolbar.getByRole('button', { name: say('otherActs') })).toBeVisible();
    await rows.first().getByRole('checkbox').click();
    await mailbox.open(rows.nth(1));
    await expect(write).toBeHidden();
    await page.goto('/advance-search?q=hop+dong');
    await expect(rows.first()).toBeVisible();
    await expect(write).toBeVisible();
    await page.goto('/setting/general');
    await expect(page.getByRole('banner')).toContainText(say('settings'));
    await expect(write).toBeHidden();
  });
});

test('RT-7 ER-6 pages of errors say what is wrong, and those of the server lead back after a minute', async ({
  page,
  language,
}) => {
  const mailbox = mailboxPage(page, language);
  await mailbox.enter();
  await page.clock.install();
  for (const [address, title] of [
    ['/404', 'Không tìm thấy trang'],
    ['/403', 'Bạn không vào được trang này'],
    ['/500', 'Máy chủ gặp sự cố'],
    ['/502', 'Không kết nối được máy chủ'],
  ] as const) {
    await page.goto(address);
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
  }
  await page.clock.runFor(59_000);
  await expect(page).toHaveURL(/\/502$/);
  await page.clock.runFor(2_000);
  await expect(page).toHaveURL(/\/folder\/INBOX$/);
});

test('DM-2 DM-3 DM-5 a domain without its DNS: the list warns, opening says so, and Forbidden names who can help', async ({
  page,
  language,
  noise,
}) => {
  noise.expect(/^403 /);
  const mailbox = mailboxPage(page, language);
  await mailbox.enter('/', maiBui);
  await expect(page.getByRole('status').filter({ hasText: 'bienxanh.example' })).toContainText(
    'chưa xác minh DNS',
  );
  await mailbox.rows.first().getByRole('link').click();
  await expect(page.getByRole('status').filter({ hasText: /DNS/ }).first()).toBeVisible();
  await expect(page).not.toHaveURL(/\/403/);
  await page.goto('/403');
  await expect(page.getByRole('main')).toContainText(namVo.email);
  await page.getByRole('button', { name: mailbox.say('signOut') }).click();
  await signInPage(page, language).signIn(namVo);
  await expect(mailbox.rows.first()).toBeVisible();
  await page.goto('/403');
  await expect(page.getByRole('main')).toContainText(namVo.email);
  await expect(page.getByRole('main')).toContainText('tên miền');
});

test('LY-17 the help opens over the list, and closes with Escape', async ({ page, language }) => {
  const mailbox = mailboxPage(page, language);
  await mailbox.enter();
  const { help } = WORDS[language];
  await page.getByRole('link', { name: help, exact: true }).first().click();
  await expect(page.getByRole('dialog', { name: help }).getByRole('heading').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(mailbox.rows.first()).toBeVisible();
});

test('TD-21 the card of a person in a message: by a press, by Enter, and what it leads to', async ({
  page,
  program,
  language,
}) => {
  const mailbox = mailboxPage(page, language);
  await deliver(program, { subject: 'Thư trước đó' });
  await deliver(program, { subject: 'Ai viết thư này' });
  await mailbox.enter();
  await mailbox.open(mailbox.row('Ai viết thư này'));
  const sender = mailbox.thread.locator('article a[aria-haspopup="dialog"]:not([aria-hidden])').first();
  await sender.click();
  const card = page.getByRole('dialog');
  await expect(card).toContainText('quan@vpp-hanoi.example');
  await expect(card.getByRole('link', { name: /Thư trước đó/ })).toBeVisible();
  await expectAccessible(page, 'the card of a person');
  await card.getByRole('button', { name: 'Thêm vào danh bạ' }).click();
  await expect(card.getByRole('link', { name: 'Mở trong danh bạ' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(card).toHaveCount(0);
  await expect(sender).toBeFocused();
  await page.keyboard.press('Enter');
  await card.getByRole('link', { name: 'Mở trong danh bạ' }).click();
  await expect(page).toHaveURL(/\/contacts\/c\//);
});
