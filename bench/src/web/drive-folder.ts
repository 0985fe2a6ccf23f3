import { fillDriveOf } from '@bocau/server/test-kit/fill-drive.ts';
import type { Page } from 'playwright-core';
import type { Row } from '../measure/row.ts';
import { spread } from '../measure/statistics.ts';
import type { World } from '../world/open-world.ts';
import { changeRow, scrollRow } from './acting.ts';
import { heapMegabytes } from './heap.ts';
import { pickAll, scrollLong } from './list-gestures.ts';
import { openSignedIn, timeToList } from './open-browser.ts';
import type { WebBench } from './page-loads.ts';

const MOST_FILES = 100_000;
/** Files per message of the mailbox, so that the quick run has a small folder. */
const FILES_PER_MESSAGE = 0.2;
const SCROLLED_FRAMES = 1_200;
/** Nearly a screen per frame, as when dragging the scrollbar from end to end. */
const DRAG_PIXELS = 640;

/** A large drive folder: opening it, scrolling to its end, selecting all, and finding a file by name. */
export async function measureDriveFolder(bench: WebBench, { databaseUrl }: World): Promise<Row[]> {
  const { browser, baseURL, mailbox, samples } = bench;
  const { size } = mailbox;
  const files = Math.min(MOST_FILES, size * FILES_PER_MESSAGE);
  const { large } = await fillDriveOf(databaseUrl, mailbox.email, files);
  const where = `, ${files.toLocaleString('en')} files`;
  const { context, page } = await openSignedIn(browser, baseURL, mailbox);

  const opening: number[] = [];
  for (let sample = 0; sample < samples; sample++) {
    await page.goto(`/drive/${large}`);
    opening.push(await timeToList(page));
  }
  const before = await heapMegabytes(page);
  const endMs = await scrollToFarEnd(page, files);
  const after = await heapMegabytes(page);
  const drag = await scrollLong(page, SCROLLED_FRAMES, DRAG_PIXELS);
  const picking: number[] = [];
  for (let sample = 0; sample < samples; sample++) picking.push(await pickAll(page), await pickAll(page));
  const finding: number[] = [];
  for (let sample = 0; sample < samples; sample++) finding.push(await findName(page, `${files - sample}`));
  await context.close();

  return [
    {
      scenario: 'web-drive-open',
      title: `drive: folder to rows visible${where}`,
      size,
      samples,
      client: spread(opening),
    },
    {
      scenario: 'web-drive-end',
      title: `drive: scrolled to the far end${where}`,
      size,
      samples: 1,
      perSecond: files / (endMs / 1000),
      note: `rows, ${(endMs / 1000).toFixed(1)} s in all`,
    },
    {
      scenario: 'web-drive-memory',
      title: `drive: JavaScript heap at the far end${where}`,
      size,
      samples: 1,
      megabytes: after,
      note: `${before.toFixed(0)} MB before`,
    },
    scrollRow('web-drive-drag', `drive: frames dropped from end to end${where}`, size, drag),
    changeRow('web-drive-pick', `drive: all picked, or none${where}`, size, picking),
    {
      scenario: 'web-drive-find',
      title: `drive: last letter of a name to its row${where}`,
      size,
      samples,
      client: spread(finding),
    },
  ];
}

/** Milliseconds to reach the last row by scrolling repeatedly to the end of what has been loaded. */
async function scrollToFarEnd(page: Page, files: number): Promise<number> {
  const since = performance.now();
  await page.evaluate(
    (count) =>
      new Promise<void>((resolve) => {
        const scroll = () => {
          const grid = document.querySelector<HTMLElement>('[role="grid"]') as HTMLElement;
          grid.scrollTop = grid.scrollHeight;
          if (grid.querySelector(`[role="row"][aria-rowindex="${count}"]`)) resolve();
          else requestAnimationFrame(scroll);
        };
        scroll();
      }),
    files,
  );
  return performance.now() - since;
}

/**
 * The debounce of the search field is included, because the user waits for it. The name without its last
 * letter already matches the row among others, so the result counts once the row stands alone.
 */
async function findName(page: Page, name: string): Promise<number> {
  const field = page.locator('[data-list-search]');
  const beginning = name.slice(0, -1);
  await field.fill(beginning);
  await page.waitForURL(({ searchParams }) => searchParams.get('q') === beginning);
  await page.getByRole('row').getByText(`Báo giá ${beginning}`, { exact: true }).waitFor();
  await field.press('End');
  const since = performance.now();
  await page.keyboard.type(name.slice(-1));
  const alone = page.locator('[role="grid"][aria-rowcount="1"]');
  await alone.getByText(`Báo giá ${name}`, { exact: true }).waitFor();
  return performance.now() - since;
}
