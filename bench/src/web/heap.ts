import type { Page } from 'playwright-core';

/** What the page's JavaScript holds once everything that it let go is collected. */
export async function heapMegabytes(page: Page): Promise<number> {
  const browser = await page.context().newCDPSession(page);
  await browser.send('HeapProfiler.collectGarbage');
  const { usedSize } = await browser.send('Runtime.getHeapUsage');
  await browser.detach();
  return usedSize / 1024 / 1024;
}
