import { lanAnh } from '@bocau/server/demo-world/people.ts';
import { expect, test } from '../fixtures.ts';
import { beginSession } from '../pages/begin-session.ts';
import { expectAccessible } from '../pages/expect-accessible.ts';
import { placesOf } from '../pages/places.ts';
import { mailOf } from '../program/mail-of.ts';
import { shiftTime } from '../shift-time.ts';

test.use({ world: 'shares' });

const WORDS = {
  vi: {
    details: 'Chi tiết',
    share: 'Chia sẻ…',
    with: 'Chia sẻ với',
    submit: 'Chia sẻ',
    link: 'Liên kết',
    password: 'Mật khẩu',
    done: 'Xong',
    open: 'Mở',
    wrong: 'Mật khẩu không đúng',
    download: 'Tải xuống',
    opened: 'Đã mở 1 lần',
    revoke: /^Thu hồi chia sẻ/,
    revoked: 'Đã thu hồi chia sẻ.',
    gone: 'Liên kết này không mở được',
  },
  en: {
    details: 'Details',
    share: 'Share…',
    with: 'Share with',
    submit: 'Share',
    link: 'Link',
    password: 'Password',
    done: 'Done',
    open: 'Open',
    wrong: 'Wrong password',
    download: 'Download',
    opened: 'Opened 1 time',
    revoke: /^Revoke the share/,
    revoked: 'Share revoked.',
    gone: 'This link can’t be opened',
  },
};

for (const { language, size, viewport, isPhone, tag } of placesOf('en phone')) {
  test.describe(`${language}, ${size}`, { tag }, () => {
    const device = { locale: language, viewport, hasTouch: isPhone, isMobile: isPhone };
    test.use({ language, ...device });
    const words = WORDS[language];

    test('SH-2 SH-4 SH-9 a file is shared with a stranger, opened by its password alone, and taken back', async ({
      page,
      context,
      browser,
      program,
    }) => {
      const own = await mailOf(program);
      const form = new FormData();
      form.append('file', new Blob(['Giá: 12 triệu']), `Báo giá ${language} ${size}.txt`);
      const { data } = await own.api.uploadDriveFile({ form });
      const name = data[0]?.name as string;
      await context.grantPermissions(['clipboard-read', 'clipboard-write']);
      await beginSession(page, language, lanAnh);
      await page.goto('/drive');
      const row = page.getByRole('row').filter({ hasText: name });
      // Touch users open the menu by the row's button.
      const openMenu = () => (isPhone ? row.getByRole('button').tap() : row.click({ button: 'right' }));
      await openMenu();
      await page.getByRole('menuitem', { name: words.share }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel(words.with).fill('khach@minhphat.example');
      await page.keyboard.press('Enter');
      await expect(dialog.getByRole('textbox', { name: words.password })).toBeVisible();
      await expectAccessible(page, 'share dialog');
      await dialog.getByRole('button', { name: words.submit, exact: true }).click();
      const link = (await dialog.getByRole('status', { name: words.link }).textContent()) ?? '';
      const password = (await dialog.getByRole('status', { name: words.password }).textContent()) ?? '';
      // Uses the keyboard: on a phone, the notice about the stranger's unknown address may cover the button.
      await dialog.getByRole('button', { name: words.done }).press('Enter');

      const elsewhere = await browser.newContext(device);

      await shiftTime(elsewhere);
      const stranger = await elsewhere.newPage();
      await test.step('a stranger sees nothing before the right password', async () => {
        await stranger.goto(program.baseUrl + new URL(link).pathname);
        await expect(stranger.locator('body')).not.toContainText(name);
        await expectAccessible(stranger, 'door of a share', { ofServer: true });
        await stranger.getByLabel(words.password).fill('sai mật khẩu');
        await stranger.keyboard.press('Enter');
        await expect(stranger.getByRole('alert')).toContainText(words.wrong);
        await stranger.getByLabel(words.password).fill(password);
        await stranger.getByRole('button', { name: words.open }).click();
        await expect(stranger.locator('pre')).toHaveText('Giá: 12 triệu');
        await expectAccessible(stranger, 'page of a share', { ofServer: true });
        const downloading = stranger.waitForEvent('download');
        await stranger.getByRole('link', { name: words.download }).click();
        expect((await downloading).suggestedFilename()).toBe(name);
      });

      await test.step('its owner sees that it was opened, and takes it back', async () => {
        await page.reload();
        await openMenu();
        await page.getByRole('menuitem', { name: words.details }).click();
        await expect(page.getByText(words.opened)).toBeVisible();
        await page.getByRole('button', { name: words.revoke }).click();
        await expect(page.getByText(words.revoked)).toBeVisible();
        await stranger.reload();
        await expect(stranger.getByRole('heading', { level: 1 })).toHaveText(words.gone);
      });
      await elsewhere.close();
    });
  });
}
