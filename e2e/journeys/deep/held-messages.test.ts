import { addGroup, addGroupMembers, changeGroup } from '@bocau/contract/groups.ts';
import { COOKIE_HEADER } from '@bocau/contract/session.ts';
import { haPham, lanAnh, minhTran } from '@bocau/server/demo-world/people.ts';
import type { Page } from '@playwright/test';
import { expect, test } from '../../fixtures.ts';
import { beginSession } from '../../pages/begin-session.ts';
import { expectAccessible } from '../../pages/expect-accessible.ts';
import { mailboxPage } from '../../pages/mailbox-page.ts';
import { PLACES } from '../../pages/places.ts';
import { deliver } from '../../program/deliver.ts';
import { shiftTime } from '../../shift-time.ts';

const DOMAIN = 'saomai.example';

const WORDS = {
  vi: {
    notice: (group: string) => `Có thư chờ duyệt gửi tới ${group}`,
    review: 'Xem và quyết định',
    release: /^Chuyển cho nhóm: /,
    released: 'Đã chuyển thư cho nhóm',
    drop: /^Bỏ thư: /,
    dropped: 'Đã bỏ thư',
    none: 'Không có thư nào chờ duyệt.',
    menu: 'Ẩn/hiện thanh bên',
    groups: 'Nhóm của công ty',
    join: 'Vào nhóm',
    leave: 'Rời nhóm',
  },
  en: {
    notice: (group: string) => `Mail to ${group} waits for approval`,
    review: 'Review',
    release: /^Release to group: /,
    released: 'Message released to the group',
    drop: /^Drop: /,
    dropped: 'Message dropped',
    none: 'No messages are waiting.',
    menu: 'Show or hide sidebar',
    groups: 'Company groups',
    join: 'Join',
    leave: 'Leave',
  },
} as const;

/** A group that holds mail of strangers, with a keeper and a member. */
async function makeGroup(page: Page, local: string): Promise<string> {
  const headers = { [COOKIE_HEADER.name]: COOKIE_HEADER.value };
  const group = `${local}@${DOMAIN}`;
  const at = (path: string) => path.replace(':domain', DOMAIN).replace(':group', encodeURIComponent(group));
  const body = { local, name: 'Kho hàng', writers: 'members' };
  const added = await page.request.post(at(addGroup.path), { headers, data: body });
  expect(added.ok(), 'adds the group').toBe(true);
  const emails = { emails: [haPham.email] };
  const filled = await page.request.post(at(addGroupMembers.path), { headers, data: emails });
  expect(filled.ok(), 'adds its member').toBe(true);
  const changes = { strangers: 'held', keepers: [minhTran.email], joining: 'everyone' };
  const changed = await page.request.patch(at(changeGroup.path), { headers, data: changes });
  expect(changed.ok(), 'makes its keeper').toBe(true);
  return group;
}

for (const { language, size, viewport, tag } of PLACES) {
  const words = WORDS[language];
  test.describe(`in ${language}, ${size}`, { tag }, () => {
    test.use({ language, viewport, named: true, world: `held-messages-${language}-${size}` });

    test('GR-1 GR-3 GR-4 a stranger’s mail waits for a keeper, who releases it by a button and drops another in the web', async ({
      page,
      program,
      browser,
      baseURL,
    }) => {
      await beginSession(page, language, lanAnh);
      const group = await makeGroup(page, 'khohang');
      // Before the notice, which is in the language that its keeper has chosen.
      await beginSession(page, language, minhTran);
      await deliver(program, { subject: 'Báo giá giấy in', to: group });
      await page.goto('/folder/INBOX');
      const mailbox = mailboxPage(page, language);
      await mailbox.row(words.notice(group)).click();
      const button = mailbox.thread.frameLocator('iframe').getByRole('link', { name: words.review });
      const opening = page.context().waitForEvent('page');
      await button.click();
      const opened = await opening;
      await expect(opened.getByText('Báo giá giấy in').first()).toBeVisible();
      await expectAccessible(opened, 'the page of a held message');
      await opened.getByRole('button', { name: words.release }).click();
      await expect(opened.getByText(words.released)).toBeVisible();
      await opened.close();

      await deliver(program, { subject: 'Quảng cáo', to: group });
      await page.goto('/contacts/groups');
      await page.getByRole('main').getByRole('link', { name: 'Kho hàng' }).click();
      await expect(page.getByText('Quảng cáo').first()).toBeVisible();
      await expectAccessible(page, 'a group for its keeper');
      await page.getByRole('button', { name: words.drop }).click();
      await expect(page.getByText(words.dropped)).toBeVisible();
      await expect(page.getByText(words.none)).toBeVisible();

      const context = await browser.newContext({ baseURL: baseURL as string, viewport });

      await shiftTime(context);
      const members = await context.newPage();
      await beginSession(members, language, haPham);
      await members.goto('/folder/INBOX');
      const inbox = mailboxPage(members, language);
      await expect(inbox.row('Báo giá giấy in')).toBeVisible();
      await expect(inbox.row('Quảng cáo')).toHaveCount(0);
      await context.close();
    });

    test('GR-7 GR-8 a colleague joins a group by themselves and leaves it', async ({ page }) => {
      await beginSession(page, language, lanAnh);
      const group = await makeGroup(page, 'bongda');
      await beginSession(page, language, haPham);
      await page.goto('/contacts');
      if (size === 'phone') await page.getByRole('button', { name: words.menu }).click();
      await page.getByRole('link', { name: words.groups }).click();
      await page.getByRole('button', { name: `${words.leave} ${group}` }).click();
      await page.getByRole('dialog').getByRole('button', { name: words.leave }).click();
      const join = page.getByRole('button', { name: `${words.join} ${group}` });
      await expect(join).toBeVisible();
      await expectAccessible(page, 'the groups of the company');
      await join.click();
      await expect(page.getByRole('button', { name: `${words.leave} ${group}` })).toBeVisible();
    });
  });
}
