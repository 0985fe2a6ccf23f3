import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import type { Row } from '../measure/row.ts';
import { spread } from '../measure/statistics.ts';
import { root } from '../program/start-program.ts';
import type { BenchMailbox } from '../world/bench-mailbox.ts';
import { openSignedIn, timeToList } from './open-browser.ts';

export type WebBench = { browser: Browser; baseURL: string; mailbox: BenchMailbox; samples: number };

const BUILT = join(root, 'web/dist');

/** Size of the script that the first list needs, and load times with an empty and with a full cache. */
export async function measureLoads(bench: WebBench): Promise<Row[]> {
  const { browser, baseURL, mailbox, samples } = bench;
  const cold: number[] = [];
  const warm: number[] = [];
  let scripts: string[] = [];
  for (let sample = 0; sample < samples; sample++) {
    const { context, page } = await openSignedIn(browser, baseURL, mailbox);
    await page.goto('/folder/INBOX');
    cold.push(await timeToList(page));
    scripts = await page.evaluate(earlyScripts);
    await page.waitForTimeout(500);
    await page.reload();
    warm.push(await timeToList(page));
    await context.close();
  }
  const size = mailbox.size;
  return [
    await scriptRow('web-script', 'JavaScript before the first list, gzip', scripts, '.gz'),
    await scriptRow('web-script-brotli', 'the same, brotli', scripts, '.br'),
    {
      scenario: 'web-cold',
      title: 'cold load to the list visible',
      size,
      samples,
      client: spread(cold),
    },
    { scenario: 'web-warm', title: 'reload to the list visible', size, samples, client: spread(warm) },
  ];
}

/** Scripts requested before the list was shown. */
function earlyScripts(): string[] {
  return performance
    .getEntriesByType('resource')
    .filter(({ startTime }) => startTime < (window.listVisibleAt as number))
    .map(({ name }) => new URL(name).pathname)
    .filter((path) => path.endsWith('.js'));
}

async function scriptRow(scenario: string, title: string, scripts: string[], suffix: string): Promise<Row> {
  const sizes = await Promise.all(
    scripts.map(async (path) => (await stat(join(BUILT, `${path}${suffix}`))).size),
  );
  const kilobytes = sizes.reduce((sum, bytes) => sum + bytes, 0) / 1024;
  return { scenario, title, size: null, samples: 1, kilobytes, note: `${scripts.length} files` };
}

/** Size of a client file as served to a browser that accepts Brotli. */
export async function servedSize(path: string): Promise<number> {
  const file = join(BUILT, path);
  return (await stat(existsSync(`${file}.br`) ? `${file}.br` : file)).size;
}
