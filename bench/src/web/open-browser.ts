import { COOKIE_HEADER } from '@bocau/contract/session.ts';
import { CHROMIUM_FLAGS, findChromium } from '@bocau/server/test-kit/chromium.ts';
import type { Browser, BrowserContext, BrowserContextOptions, LaunchOptions, Page } from 'playwright-core';
import { chromium } from 'playwright-core';
import type { BenchMailbox } from '../world/bench-mailbox.ts';

declare global {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface can be merged with Window
  interface Window {
    listVisibleAt: number | undefined;
    /** When the server's response replaced the cached rows on the screen. */
    listConfirmedAt: number | undefined;
  }
}

export function launchChromium(options: LaunchOptions = {}): Promise<Browser> {
  const executablePath = findChromium();
  return chromium.launch({ args: CHROMIUM_FLAGS, ...(executablePath ? { executablePath } : {}), ...options });
}

/** A fresh browser context that has visited nothing yet but is signed in. */
export async function openSignedIn(
  browser: Browser,
  baseURL: string,
  mailbox: Pick<BenchMailbox, 'email' | 'password'>,
  options: BrowserContextOptions = {},
): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext({
    baseURL,
    viewport: { width: 1366, height: 768 },
    ...options,
  });
  await context.request.post('/api/v2/auth/login', {
    headers: { [COOKIE_HEADER.name]: COOKIE_HEADER.value },
    data: { email: mailbox.email, password: mailbox.password },
  });
  await context.addInitScript((person) => {
    if (window !== window.top || !location.protocol.startsWith('http')) return;
    localStorage.setItem('bocau.person', person);
    const mark = (rows: string, name: 'listVisibleAt' | 'listConfirmedAt') => {
      requestAnimationFrame(() => {
        if (document.querySelector(rows) === null) mark(rows, name);
        // The frame in which the rows were found is on the screen once the next one begins.
        else {
          requestAnimationFrame(() => {
            window[name] = performance.now();
          });
        }
      });
    };
    mark('[role="grid"] [role="row"], #frame [data-last-seen]', 'listVisibleAt');
    mark('[role="grid"][aria-busy="false"] [role="row"]', 'listConfirmedAt');
  }, mailbox.email);
  return { context, page: await context.newPage() };
}

/** The same until the server has confirmed the rows. */
export async function timeToConfirmed(page: Page): Promise<number> {
  await page.waitForFunction(() => window.listConfirmedAt !== undefined);
  return page.evaluate(() => window.listConfirmedAt as number);
}

/** From the start of the navigation until there is text to read. */
export function timeToWords(page: Page): Promise<number> {
  return page.evaluate(
    () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
  );
}

/** Milliseconds from the start of the navigation until rows are on the screen. */
export async function timeToList(page: Page): Promise<number> {
  await page.waitForFunction(() => window.listVisibleAt !== undefined);
  return page.evaluate(() => window.listVisibleAt as number);
}
