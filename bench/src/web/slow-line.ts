import type { CDPSession, Page } from 'playwright-core';
import type { Row } from '../measure/row.ts';
import { spread } from '../measure/statistics.ts';
import { openSignedIn, timeToConfirmed, timeToList, timeToWords } from './open-browser.ts';
import { servedSize, type WebBench } from './page-loads.ts';

/** A poor mobile connection: 1.6 Mbit/s, 300 ms round trip. */
const LINE = { offline: false, latency: 300, downloadThroughput: 200_000, uploadThroughput: 100_000 };
/** CPU throttling: a cheap phone compared with the measuring machine. */
const TIMES_SLOWER = 4;

/** By then an idle page has requested everything it requests on its own. */
const SETTLED_MS = 6_000;

/** First words, list and total bytes on a slow connection and processor, cold and warm. */
export async function measureSlowLine({ browser, baseURL, mailbox, samples }: WebBench): Promise<Row[]> {
  const times: Record<string, number[]> = {
    coldWords: [],
    coldList: [],
    warmWords: [],
    warmList: [],
    warmConfirmed: [],
  };
  const bytes: number[] = [];
  const settled: number[] = [];
  for (let sample = 0; sample < Math.min(samples, 5); sample++) {
    const { context, page } = await openSignedIn(browser, baseURL, mailbox);
    const devtools = await context.newCDPSession(page);
    const received = countBytes(devtools);
    await devtools.send('Network.enable');
    await devtools.send('Network.emulateNetworkConditions', LINE);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: TIMES_SLOWER });
    await page.goto('/folder/INBOX');
    times['coldList']?.push(await timeToList(page));
    bytes.push(received());
    times['coldWords']?.push(await timeToWords(page));
    // On a second visit, the client's files come from the service worker's cache.
    await page.evaluate(async () => (await navigator.serviceWorker.ready).scope);
    await page.waitForTimeout(SETTLED_MS);
    settled.push(await bytesOfAll(page));
    await page.reload();
    times['warmList']?.push(await timeToList(page));
    times['warmConfirmed']?.push(await timeToConfirmed(page));
    times['warmWords']?.push(await timeToWords(page));
    await context.close();
  }
  const row = (scenario: string, title: string, name: string): Row => {
    const measured = times[name] ?? [];
    return { scenario, title, size: mailbox.size, samples: measured.length, client: spread(measured) };
  };
  return [
    row('web-slow-words', 'slow line, cold: first words', 'coldWords'),
    row('web-slow-cold', 'slow line, cold: list visible', 'coldList'),
    row('web-slow-warm-words', 'slow line, reload: first words', 'warmWords'),
    row('web-slow-warm', 'slow line, reload: list visible', 'warmList'),
    row('web-slow-warm-confirmed', 'slow line, reload: list confirmed by the server', 'warmConfirmed'),
    weight('web-slow-bytes-list', 'slow line, cold: received until the list is visible', bytes),
    weight('web-slow-bytes', 'slow line, cold: received in all until something is done', settled),
  ];

  function weight(scenario: string, title: string, measured: number[]): Row {
    const kilobytes = spread(measured).p50 / 1024;
    return { scenario, title, size: mailbox.size, samples: measured.length, kilobytes };
  }
}

/**
 * The page, its files and API responses. Files that the service worker has fetched are counted by their size.
 */
async function bytesOfAll(page: Page): Promise<number> {
  const asked = await page.evaluate(() =>
    ['navigation', 'resource']
      .flatMap((kind) => performance.getEntriesByType(kind) as PerformanceResourceTiming[])
      .map(({ name, encodedBodySize }) => ({ path: new URL(name).pathname, encodedBodySize })),
  );
  const files = new Set(asked.map(({ path }) => path).filter((path) => path.startsWith('/assets/')));
  const sizes = await Promise.all([...files].map((path) => servedSize(path)));
  const others = asked.filter(({ path }) => !files.has(path)).map(({ encodedBodySize }) => encodedBodySize);
  return [...sizes, ...others].reduce((sum, size) => sum + size, 0);
}

function countBytes(devtools: CDPSession): () => number {
  let sum = 0;
  devtools.on('Network.loadingFinished', ({ encodedDataLength }) => (sum += encodedDataLength));
  return () => sum;
}
