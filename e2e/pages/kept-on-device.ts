import type { Page } from '@playwright/test';

/**
 * The keys under which the client has stored mailbox data in IndexedDB, without the owner's address. They are
 * written shortly after the data is shown.
 */
export async function keptOnDevice(page: Page): Promise<string[]> {
  return (await keysOnDevice(page)).map((key) => key.replace(/^\S+@\S+ /, ''));
}

export async function keysOnDevice(page: Page): Promise<string[]> {
  const keys = await page.evaluate(async () => {
    const request = indexedDB.open('bocau');
    return new Promise<IDBValidKey[]>((resolve, reject) => {
      request.onerror = () => reject(request.error);
      request.onsuccess = () => {
        const asked = request.result.transaction('values').objectStore('values').getAllKeys();
        asked.onsuccess = () => {
          request.result.close();
          resolve(asked.result);
        };
      };
    });
  });
  return keys.map(String);
}
