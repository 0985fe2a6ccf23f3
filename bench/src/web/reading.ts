import type { Page } from 'playwright-core';
import type { Row } from '../measure/row.ts';
import { spread } from '../measure/statistics.ts';
import { heapMegabytes } from './heap.ts';
import { openSignedIn, timeToList } from './open-browser.ts';
import type { WebBench } from './page-loads.ts';

const OPENED = 200;
/** Slightly longer than the hover delay before a row's thread is prefetched. */
const REST_MS = 600;

/** Opening threads, paging, and the memory retained after opening 200 threads. */
export async function measureReading(bench: WebBench): Promise<Row[]> {
  const { browser, baseURL, mailbox, samples } = bench;
  const { size } = mailbox;
  const { context, page } = await openSignedIn(browser, baseURL, mailbox);
  await page.goto('/folder/INBOX');
  await timeToList(page);

  const cold: number[] = [];
  const prefetched: number[] = [];
  // The first opening loads the code that shows threads.
  await openRow(page, 0);
  await page.goBack();
  for (let sample = 0; sample < samples; sample++) {
    // Every other row of unvisited pages, because the neighbours of an open thread are prefetched.
    if (sample % 6 === 0) await nextPage(page);
    cold.push(await openRow(page, 1 + 2 * (sample % 6)));
    await back(page);
  }
  for (let sample = 0; sample < samples; sample++) {
    if (sample % 6 === 0) await nextPage(page);
    await page
      .locator('[role="row"]')
      .nth(1 + 2 * (sample % 6))
      .hover();
    await page.waitForTimeout(REST_MS);
    prefetched.push(await openRow(page, 1 + 2 * (sample % 6)));
    await back(page);
  }
  await page.mouse.move(0, 0);

  const paging: number[] = [];
  for (let sample = 0; sample < samples; sample++) paging.push(await nextPage(page));

  const memory = await memoryOfManyThreads(page);
  await context.close();
  return [
    { scenario: 'web-open', title: 'click to body visible', size, samples, client: spread(cold) },
    {
      scenario: 'web-open-prefetched',
      title: 'click to body visible, prefetched',
      size,
      samples,
      client: spread(prefetched),
    },
    { scenario: 'web-next-page', title: 'next page', size, samples, client: spread(paging) },
    {
      scenario: 'web-memory',
      title: `JavaScript heap after opening ${OPENED} threads`,
      size,
      samples: OPENED,
      megabytes: memory.after,
      note: `${memory.before.toFixed(0)} MB before`,
    },
  ];
}

/** Clicks without moving a pointer, which could have triggered a prefetch. */
function openRow(page: Page, index: number): Promise<number> {
  return page.evaluate((at) => {
    const row = document.querySelectorAll<HTMLElement>('[role="grid"] [role="row"]')[at % 14];
    const shown = () =>
      document.querySelector(
        'article[data-expanded="true"] :is(iframe[data-ready="true"], [data-level], [data-body])',
      ) !== null;
    return new Promise<number>((resolve) => {
      const since = performance.now();
      row?.click();
      const look = () => {
        if (shown()) requestAnimationFrame(() => resolve(performance.now() - since));
        else requestAnimationFrame(look);
      };
      look();
    });
  }, index);
}

async function back(page: Page): Promise<void> {
  await page.keyboard.press('u');
  await page.locator('article').first().waitFor({ state: 'detached' });
}

function nextPage(page: Page): Promise<number> {
  return page.evaluate(() => {
    const first = () => document.querySelector('[role="grid"] [role="row"]')?.getAttribute('data-thread');
    const button = document.querySelector<HTMLElement>('nav [aria-label="Cũ hơn"]');
    return new Promise<number>((resolve) => {
      const [before, since] = [first(), performance.now()];
      button?.click();
      const look = () => {
        const now = first();
        if (now && now !== before) requestAnimationFrame(() => resolve(performance.now() - since));
        else requestAnimationFrame(look);
      };
      look();
    });
  });
}

async function memoryOfManyThreads(page: Page): Promise<{ before: number; after: number }> {
  const before = await heapMegabytes(page);
  for (let opened = 0; opened < OPENED; opened++) {
    await openRow(page, opened);
    await back(page);
    if (opened % 14 === 13) await nextPage(page);
  }
  return { before, after: await heapMegabytes(page) };
}
