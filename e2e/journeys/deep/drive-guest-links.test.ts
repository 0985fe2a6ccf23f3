import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { png } from '@bocau/server/demo-world/sample-files.ts';
import { docx } from '@bocau/server/demo-world/sample-office.ts';
import { pdf } from '@bocau/server/demo-world/sample-pdf.ts';
import { expect, test } from '../../fixtures.ts';
import { expectAccessible } from '../../pages/expect-accessible.ts';
import { placesOf } from '../../pages/places.ts';
import { SMALLEST } from '../../pages/screen-sizes.ts';
import { expectFingerTargets } from '../../pages/targets.ts';
import { mailOf } from '../../program/mail-of.ts';

test.use({ world: 'shares' });

const MB = 1024 * 1024;
const PASSWORD = 'chim bồ câu bay';

const WORDS = {
  vi: {
    password: 'Mật khẩu',
    open: 'Mở',
    choose: 'Chọn tệp',
    send: 'Tải lên',
    resuming: 'Mất kết nối. Sẽ tự tải tiếp khi có mạng…',
    view: 'Xem',
    download: 'Tải xuống',
    size: '36 MB',
  },
  en: {
    password: 'Password',
    open: 'Open',
    choose: 'Choose files',
    send: 'Upload',
    resuming: 'Connection lost.',
    view: 'View',
    download: 'Download',
    size: '36 MB',
  },
};

for (const { language, size, viewport: place, isPhone, tag } of placesOf('vi phone')) {
  const viewport = isPhone ? SMALLEST : place;
  test.describe(`${language}, ${size}`, { tag }, () => {
    test.use({ language, locale: language, viewport, hasTouch: isPhone, isMobile: isPhone });
    const words = WORDS[language];

    test('SH-2 SH-9 a guest sends a file of several pieces over a line that breaks, and looks at what is there', async ({
      page,
      program,
      noise,
    }) => {
      const own = await mailOf(program);
      const name = `Hồ sơ thầu ${language} ${size}`;
      const { data: folder } = await own.api.createDriveFolder({ body: { name } });
      const files = {
        'ảnh.png': png('ảnh.png', 320, 200).content,
        'bản vẽ.pdf': pdf('bản vẽ.pdf', [{ title: 'Bản vẽ', lines: ['Tầng 1'] }]).content,
        'ghi chú.txt': 'Giá: 12 triệu',
        'báo giá.docx': docx('báo giá.docx', 'Báo giá', ['Kính gửi chị Lan Anh']).content,
      };
      for (const [file, bytes] of Object.entries(files)) {
        const form = new FormData();
        form.append('parent_id', folder.id);
        form.append('file', new Blob([bytes as Buffer<ArrayBuffer>]), file);
        await own.api.uploadDriveFile({ form });
      }
      const body = { ids: [folder.id], share_withs: ['khach@minhphat.example'], password: PASSWORD };
      const { data: shares } = await own.api.createShares({ body: { ...body, permission: 'WRITE' } });
      const { pathname } = new URL(shares[0]?.link as string);

      const look = async (screen: string) => {
        await expectAccessible(page, screen, { ofServer: true });
        if (isPhone) await expectFingerTargets(page, screen);
      };
      await page.goto(pathname);
      await look('the door of a share');
      await page.getByLabel(words.password).fill(PASSWORD);
      await page.getByRole('button', { name: words.open }).click();
      await expect(page.getByRole('heading', { name })).toBeVisible();
      await look('folder of a share');
      const chooser = page.getByLabel(words.choose);
      const button = await chooser.evaluate((field) =>
        Number.parseFloat(getComputedStyle(field, '::file-selector-button').height),
      );
      if (isPhone) expect(button, 'the button within the field for files').toBeGreaterThanOrEqual(44);

      await test.step('sends a file in pieces, and goes on where the line broke', async () => {
        const local = await mkdtemp(join(tmpdir(), 'bocau-guest-'));
        const path = join(local, 'bản quét.bin');
        await writeFile(path, Buffer.alloc(36 * MB, 'quét '));
        noise.expect(/ERR_CONNECTION_RESET .*\/t\//);
        const offsets: (string | undefined)[] = [];
        await page.route('**/t/**', async (route) => {
          const { 'upload-offset': offset } = route.request().headers();
          if (route.request().method() !== 'PATCH') return route.continue();
          offsets.push(offset);
          return offsets.length === 2 ? route.abort('connectionreset') : route.continue();
        });
        await chooser.setInputFiles(path);
        await page.getByRole('button', { name: words.send, exact: true }).click();
        await expect(page.getByRole('status')).toContainText(words.resuming);
        const row = page.getByRole('row').filter({ hasText: 'bản quét.bin' });
        await expect(row).toContainText(words.size);
        expect(offsets.map(Number)).toEqual([0, 16 * MB, 16 * MB, 32 * MB]);
        await page.unroute('**/t/**');
        await rm(local, { recursive: true });
        await look('folder of a share');
      });

      const open = async (file: string) => {
        await page.getByRole('link', { name: file, exact: true }).click();
        await expect(page.getByRole('heading', { name: file })).toBeVisible();
        await look(file);
      };
      await test.step('looks at an image, a text, a PDF and a document', async () => {
        await open('ảnh.png');
        const image = page.getByRole('img', { name: 'ảnh.png' });
        await expect.poll(() => image.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBe(320);
        await page.goBack();
        await open('ghi chú.txt');
        await expect(page.locator('pre')).toHaveText('Giá: 12 triệu');
        await page.goBack();
        await open('báo giá.docx');
        await expect(page.getByRole('link', { name: words.download })).toBeVisible();
        await page.goBack();
        await open('bản vẽ.pdf');
        const href = await page.getByRole('link', { name: words.view, exact: true }).getAttribute('href');
        const shown = await page.request.get(new URL(href as string, page.url()).href);
        expect(shown.headers()['content-type']).toBe('application/pdf');
      });
    });
  });
}
