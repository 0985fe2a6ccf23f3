import { CHROMIUM_FLAGS, findChromium } from '@bocau/server/test-kit/chromium.ts';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { chromium } from 'playwright-core';
import type { BenchMailbox } from '../world/bench-mailbox.ts';

declare global {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface can be added to
  interface Window {
    listVisibleAt: number | undefined;
  }
}

export function launchChromium(): Promise<Browser> {
  const executablePath = findChromium();
  return chromium.launch({ args: CHROMIUM_FLAGS, ...(executablePath ? { executablePath } : {}) });
}

/** A browser that has visited nothing yet, but is signed in. */
export async function openSignedIn(
  browser: Browser,
  baseURL: string,
  mailbox: BenchMailbox,
): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext({ baseURL, viewport: { width: 1366, height: 768 } });
  await context.request.post('/api/v2/auth/login', {
    data: { email: mailbox.email, password: mailbox.password },
  });
  await context.addInitScript((token) => {
    if (window !== window.top || !location.protocol.startsWith('http')) return;
    localStorage.setItem('bocau.token', token);
    const look = () => {
      requestAnimationFrame(() => {
        if (document.querySelector('[role="grid"] [role="row"]') === null) look();
        // The frame in which the rows were found is on the screen when the next one begins.
        else {
          requestAnimationFrame(() => {
            window.listVisibleAt = performance.now();
          });
        }
      });
    };
    look();
  }, mailbox.token);
  return { context, page: await context.newPage() };
}

/** From the start of the navigation until rows are on the screen, in milliseconds. */
export async function timeToList(page: Page): Promise<number> {
  await page.waitForFunction(() => window.listVisibleAt !== undefined);
  return page.evaluate(() => window.listVisibleAt as number);
}
