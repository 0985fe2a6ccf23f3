import { readFile } from 'node:fs/promises';
import type { Locator } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { expectAccessible } from '../pages/expect-accessible.ts';
import { mailboxPage } from '../pages/mailbox-page.ts';
import { SMALL_PHONE } from '../pages/screen-sizes.ts';

test('AT-5 AT-8 AT-9 PV-1 PV-2 PV-3 PV-5 files are downloaded one by one and all in a zip, and shown over the page', async ({
  page,
  language,
}) => {
  const mailbox = mailboxPage(page, language);
  const { say, thread } = mailbox;
  await mailbox.enter();
  await mailbox.search.fill('yokohama 12 tep');
  await mailbox.search.press('Enter');
  await mailbox.open(mailbox.row('12 tệp'));
  await thread.getByRole('button', { name: 'Phạm Thu Hà' }).click();

  await test.step('a download has the name and the bytes of the file', async () => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      thread.getByRole('link', { name: 'Tải xuống 11 Ghi chú.txt' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('11 Ghi chú.txt');
    expect((await readFile(await download.path(), 'utf8')).length).toBeGreaterThan(10);
  });

  await test.step('all of them come as a zip', async () => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      thread.getByRole('link', { name: say('downloadAll') }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/\.zip$/);
    expect((await readFile(await download.path())).subarray(0, 2).toString()).toBe('PK');
  });

  const overlay = page.getByRole('dialog');
  await test.step('an image, its neighbours by the button in sight and by the arrow keys', async () => {
    await thread.getByRole('button', { name: 'Xem 5 Ảnh đóng hàng.jpg' }).click();
    await expect(overlay).toContainText('5 / 12');
    const image = overlay.locator('img').last();
    await expect
      .poll(() => image.evaluate((element) => (element as HTMLImageElement).naturalWidth))
      .toBeGreaterThan(50);
    const next = overlay.getByRole('button', { name: say('nextFile') });
    await expect(next).toBeInViewport({ ratio: 1 });
    await next.click();
    await expect(overlay).toContainText('6 / 12');
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => playedFor(overlay.locator('video'))).toBeGreaterThan(0);
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => playedFor(overlay.locator('audio'))).toBeGreaterThan(0);
    await page.keyboard.press('ArrowRight');
    await expect(overlay).toContainText('nhan-a.png');
    await page.keyboard.press('ArrowRight');
    await expect(overlay.getByRole('table')).toBeVisible();
    await page.keyboard.press('ArrowRight');
    await expect(overlay).toContainText('11 / 12');
    await page.keyboard.press('Escape');
    await expect(overlay).toBeHidden();
    await expect(thread.getByRole('button', { name: 'Xem 5 Ảnh đóng hàng.jpg' })).toBeFocused();
  });

  await test.step('a pdf is drawn', async () => {
    await thread.getByRole('button', { name: 'Xem 1 Commercial invoice.pdf' }).click();
    const drawn = overlay.locator('canvas').first();
    await expect(drawn).toBeVisible();
    await expect
      .poll(() =>
        drawn.evaluate((element) => {
          const canvas = element as HTMLCanvasElement;
          const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
          return new Set(pixels).size;
        }),
      )
      .toBeGreaterThan(2);
  });

  await test.step('its text is found, and can be copied', async () => {
    await page.keyboard.press('Control+f');
    await page.keyboard.type('invoice');
    await expect(overlay.getByRole('search').getByRole('status')).toHaveText(/^1 \/ \d+$/);
    await expectAccessible(page, 'a pdf');
    await overlay
      .getByText(/invoice/i)
      .last()
      .selectText();
    expect(await page.evaluate(() => String(getSelection()))).toMatch(/invoice/i);
    await page.keyboard.press('Escape');
    await overlay.getByRole('button', { name: say('closePreview') }).click();
    await expect(overlay).toBeHidden();
  });
});

test.describe('on a small phone', () => {
  test.use({ viewport: SMALL_PHONE, hasTouch: true, isMobile: true });

  test('AT-14 the files of a message stay where they are when what saves them to the drive has come', async ({
    page,
    language,
  }) => {
    const mailbox = mailboxPage(page, language);
    const { thread } = mailbox;
    const { promise: measured, resolve: letCome } = Promise.withResolvers<void>();
    await page.route(/\/save-to-drive-.*\.js$/, async (route) => {
      await measured;
      await route.continue();
    });
    await mailbox.enter();
    await mailbox.searchFor('yokohama 12 tep');
    await mailbox.open(mailbox.row('12 tệp'));
    await thread.getByRole('button', { name: 'Phạm Thu Hà' }).click();
    const [first, next] = ['1 Commercial invoice.pdf', '2 Packing list.xlsx'].map((name) =>
      thread.getByRole('button', { name: `Xem ${name}` }),
    );
    const gap = async () => {
      const title = await thread.getByRole('heading', { name: '12 tệp đính kèm' }).boundingBox();
      const [above, below] = [await first?.boundingBox(), await next?.boundingBox()];
      return {
        files: (above?.y ?? 0) - (title?.y ?? 0),
        line: (below?.y ?? 0) - (above?.y ?? 0),
        width: above?.width,
      };
    };
    // The card of the event stands above them, and they do not wait for it for ever.
    await expect(thread.getByRole('heading', { name: 'Nộp C/O form VJ' })).toBeVisible();
    await expect(first as Locator).toBeVisible();
    // Below a body whose height is not known yet they wait, and come as one.
    await expect(thread.locator('iframe[data-ready=true]').last()).toBeVisible();
    const before = await gap();
    letCome();
    await expect(thread.getByRole('button', { name: 'Lưu tất cả vào kho tệp' })).toBeVisible();
    expect(await gap()).toEqual(before);
  });
});

/** The playback position in seconds. Starts playback if the media is paused. */
function playedFor(media: Locator): Promise<number> {
  return media.evaluate(async (element: HTMLMediaElement) => {
    if (element.paused) await element.play();
    return element.currentTime;
  });
}
