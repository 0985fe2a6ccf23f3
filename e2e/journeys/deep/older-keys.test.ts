import type { Page } from '@playwright/test';
import { expect, test } from '../../fixtures.ts';
import { composePage } from '../../pages/compose-page.ts';
import { keptOnDevice } from '../../pages/kept-on-device.ts';
import { mailboxPage } from '../../pages/mailbox-page.ts';

test('DR-3 what an older program left unsent on the device is there after the update', async ({
  page,
  language,
}) => {
  await mailboxPage(page, language).enter();
  const compose = composePage(page, language);
  const message = await compose.openNew();
  await message.write({ body: 'Viết trước khi cập nhật' });
  await expect(message.saved).toBeVisible();
  await expect.poll(() => keptOnDevice(page)).toContainEqual(expect.stringMatching(/^unsent \S+ compose /));
  await renameAsBefore(page);
  await page.reload();
  await expect(compose.windows).toHaveCount(1);
  await expect(compose.message(compose.windows.last()).body).toContainText('Viết trước khi cập nhật');
  expect((await keptOnDevice(page)).filter((key) => key.startsWith('compose '))).toEqual([]);
});

/**
 * Renames the keys to their former names. The page's last write uses the current name, so this runs when no
 * more writes are pending.
 */
function renameAsBefore(page: Page): Promise<void> {
  return page.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const request = indexedDB.open('bocau');
        request.onerror = () => reject(request.error);
        request.onsuccess = () => {
          const transaction = request.result.transaction('values', 'readwrite');
          const values = transaction.objectStore('values');
          const cursor = values.openCursor(IDBKeyRange.bound('unsent ', 'unsent \uffff'));
          cursor.onsuccess = () => {
            if (cursor.result === null) return;
            values.put(cursor.result.value, String(cursor.result.key).slice('unsent '.length));
            cursor.result.delete();
            cursor.result.continue();
          };
          transaction.oncomplete = () => {
            request.result.close();
            resolve();
          };
        };
      }),
  );
}
