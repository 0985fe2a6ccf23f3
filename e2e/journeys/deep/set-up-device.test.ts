import { readFile } from 'node:fs/promises';
import { lanAnh } from '@bocau/server/demo-world/people.ts';
import { connectImap } from '@bocau/server/test-kit/imap-client.ts';
import { expect, test } from '../../fixtures.ts';
import { beginSession } from '../../pages/begin-session.ts';
import { expectAccessible } from '../../pages/expect-accessible.ts';
import { PLACES } from '../../pages/places.ts';

const WORDS = {
  vi: {
    stepByStep: 'Thiết lập từng bước trên điện thoại hay máy tính',
    either: /^mật khẩu ứng dụng, hoặc/,
    title: 'Điện thoại và phần mềm thư',
    name: 'Tên thiết bị',
    phone: 'iPhone của Lan',
    make: 'Tạo mật khẩu',
    code: 'Mã QR mở cấu hình thư cho iPhone và iPad',
    here: 'Mở trên thiết bị đang dùng',
    download: 'Tải cấu hình',
    gone: 'Mã này không còn dùng được',
    goneWhy: /tạo mã mới/,
    waiting: 'Đang chờ “iPhone của Lan” kết nối…',
    arrived: '“iPhone của Lan” đã kết nối.',
    other: 'Chương trình khác',
  },
  en: {
    stepByStep: 'Set up a phone or computer step by step',
    either: /^an app password, or/,
    title: 'Phones and mail apps',
    name: 'Device name',
    phone: 'Lan’s iPhone',
    make: 'Create password',
    code: 'QR code that opens the mail profile for iPhone and iPad',
    here: 'Open on this device',
    download: 'Download profile',
    gone: 'This code no longer works',
    goneWhy: /make a new code/,
    waiting: 'Waiting for “Lan’s iPhone” to connect…',
    arrived: '“Lan’s iPhone” is connected.',
    other: 'Another app',
  },
} as const;

for (const { language, viewport, tag } of PLACES) {
  const words = WORDS[language];
  test.describe(`${language} at ${viewport.width}×${viewport.height}`, { tag }, () => {
    test.use({ language, viewport, world: 'programs', programs: true });

    test('SI-1 an iPhone is set up by a code that works once, and the page says when it has signed in', async ({
      page,
      context,
      program,
      noise,
    }) => {
      noise.expect(/^410 .*\/mail\/profile/);
      await beginSession(page, language, lanAnh);
      await page.goto('/setting/pop3imap');
      await expect(page.getByText(words.either)).toBeVisible();
      await page.getByRole('link', { name: words.stepByStep }).click();
      await expect(page.getByRole('heading', { level: 1, name: words.title })).toBeVisible();
      await expect(page.getByRole('img', { name: words.code })).toHaveCount(0);
      await page.getByRole('textbox', { name: words.name }).fill(words.phone);
      await expectAccessible(page, 'a device before its password');
      await page.getByRole('button', { name: words.make, exact: true }).click();
      const password = await page.locator('output').textContent();
      expect(password).toMatch(/^([a-z2-7]{4} ){5}[a-z2-7]{4}$/);
      await expect(page.getByRole('img', { name: words.code })).toBeVisible();
      await expect(page.getByRole('status').filter({ hasText: words.waiting })).toBeVisible();
      await expectAccessible(page, 'a device with its password');

      const href = await page.getByRole('link', { name: words.here }).getAttribute('href');
      expect(href).toMatch(/^\/mail\/profile#[\w-]{43}$/);
      // Simulates the link preview of a camera app.
      expect((await page.request.get('/mail/profile')).status()).toBe(200);
      const phone = await context.newPage();
      await phone.goto(`${href?.replace('#', `?lang=${language}#`)}`);
      await expectAccessible(phone, 'the page of a profile', { ofServer: true });
      const button = phone.getByRole('button', { name: words.download, exact: true });
      const [download] = await Promise.all([phone.waitForEvent('download'), button.click()]);
      expect(download.suggestedFilename()).toBe('bocau.mobileconfig');
      const profile = await readFile(await download.path(), 'utf8');
      expect(profile).toContain(`<string>${lanAnh.email}</string>`);
      const own = /<key>IncomingPassword<\/key>\n<string>(\w+)<\/string>/.exec(profile)?.[1];
      expect(own).toBe(password?.replaceAll(' ', ''));

      await button.click();
      await expect(phone.getByRole('heading', { name: words.gone })).toBeVisible();
      await expect(phone.getByText(words.goneWhy)).toBeVisible();
      await expectAccessible(phone, 'a profile that was fetched', { ofServer: true });
      await phone.close();

      const device = await connectImap({ port: program.imapPort });
      expect((await device.command(`LOGIN "${lanAnh.email}" "${own}"`)).result).toMatch(/^OK/);
      device.end();
      await expect(page.getByRole('status').filter({ hasText: words.arrived })).toBeVisible();
      await expectAccessible(page, 'a device that has signed in');

      await page.getByRole('radio', { name: words.other }).check();
      for (const shown of ['imap.saomai.example', '993', 'mail.saomai.example', '465'])
        await expect(page.getByText(shown, { exact: true })).toBeVisible();
      await expect(page.getByText(/\/dav\/$/)).toBeVisible();
      await expectAccessible(page, 'another program');

      // The same password opens the contacts.
      const authorization = `Basic ${Buffer.from(`${lanAnh.email}:${own}`).toString('base64')}`;
      const headers = { authorization, depth: '0' };
      expect((await page.request.fetch('/dav/', { method: 'PROPFIND', headers })).status()).toBe(207);
    });
  });
}
