import type { Page } from 'playwright-core';

/** JavaScript heap of the page after a garbage collection. */
export async function heapMegabytes(page: Page): Promise<number> {
  const browser = await page.context().newCDPSession(page);
  await browser.send('HeapProfiler.collectGarbage');
  const { usedSize } = await browser.send('Runtime.getHeapUsage');
  await browser.detach();
  return usedSize / 1024 / 1024;
}
