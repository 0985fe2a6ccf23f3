import type { Thread } from '@bocau/contract/threads.ts';
import type { BrowserContext, Page } from 'playwright-core';
import type { Row } from '../measure/row.ts';
import type { BenchMailbox } from '../world/bench-mailbox.ts';
import { actRows, changeRow, scrollRow } from './acting.ts';
import { pickAll, scrollLong } from './list-gestures.ts';
import { openSignedIn, timeToList } from './open-browser.ts';
import type { WebBench } from './page-loads.ts';

const LOADED = 10_000;
const PAGE = 100;
const SCROLLED_FRAMES = 600;
const WHEEL_PIXELS = 60;
/** Nearly a screen per frame, as when dragging the scrollbar from end to end. */
const DRAG_PIXELS = 640;
/** After a row is removed, the page fetches all rows again and persists them. */
const SETTLE_MS = 2_500;

/**
 * The real list with 10,000 rows. Since a page has at most 100, the server's responses are combined into a
 * single page; settings, model and list need no special handling.
 */
export async function measureLongList(bench: WebBench): Promise<Row[]> {
  const { browser, baseURL, mailbox } = bench;
  const { size } = mailbox;
  const { context, page } = await openSignedIn(browser, baseURL, mailbox);
  await answerLongPages(context, mailbox, LOADED);
  await page.goto('/folder/INBOX');
  await timeToList(page);
  const loaded = await waitForRows(page, Math.min(LOADED, mailbox.inboxThreads));
  await page.waitForTimeout(SETTLE_MS);

  const where = `, ${loaded.toLocaleString('en')} rows loaded`;
  const wheel = await scrollLong(page, SCROLLED_FRAMES, WHEEL_PIXELS);
  const drag = await scrollLong(page, 2 * SCROLLED_FRAMES, DRAG_PIXELS);
  const drawn = await page.locator('[role="grid"] [role="row"]').count();
  await page.locator('[role="grid"]').evaluate((grid) => grid.scrollTo({ top: 0 }));
  await page.waitForTimeout(SETTLE_MS);
  const picking: number[] = [];
  for (let sample = 0; sample < bench.samples; sample++)
    picking.push(await pickAll(page), await pickAll(page));
  const acts = await actRows(page, {
    scenario: 'web-long',
    where,
    size,
    samples: bench.samples,
    settleMs: SETTLE_MS,
  });
  // The refetch after the last removal is still running.
  await context.unrouteAll({ behavior: 'wait' });
  await context.close();

  const dragged = scrollRow('web-long-drag', `frames dropped from end to end${where}`, size, drag);
  return [
    scrollRow('web-long-scroll', `frames dropped on a long scroll${where}`, size, wheel),
    { ...dragged, note: `${dragged.note}, ${drawn} rows drawn at once` },
    changeRow('web-long-pick', `all picked, or none${where}`, size, picking),
    ...acts,
  ];
}

type Setting = { key: string; value: unknown };

/** Answers list requests with pages of any size, regardless of the server's limit. */
export async function answerLongPages(
  context: BrowserContext,
  mailbox: BenchMailbox,
  loaded: number,
): Promise<void> {
  const withLongPages = (settings: Setting[]): Setting[] => [
    ...settings.filter(({ key }) => key !== 'item_per_page'),
    { key: 'item_per_page', value: loaded },
  ];
  await context.route('**/api/v2/start?*', async (route) => {
    const response = await route.fetch();
    const { data } = await response.json();
    data.getSettings.data = withLongPages(data.getSettings.data);
    await route.fulfill({ response, json: { data } });
  });
  await context.route('**/api/v2/settings', async (route) => {
    if (route.request().method() !== 'GET') return route.fallback();
    const response = await route.fetch();
    const { data } = await response.json();
    await route.fulfill({ response, json: { data: withLongPages(data) } });
  });
  await context.route(
    (url) => url.pathname === '/api/v2/threads' && url.searchParams.get('limit') === String(loaded),
    async (route) => route.fulfill({ json: await firstRows(mailbox, loaded) }),
  );
}

async function firstRows({ client }: BenchMailbox, wanted: number) {
  const rows: Thread[] = [];
  let cursor: string | undefined;
  for (;;) {
    const { data, meta } = await client.listThreads({ query: { in: 'INBOX', limit: `${PAGE}`, cursor } });
    rows.push(...data);
    cursor = meta.next_cursor ?? undefined;
    if (cursor === undefined || rows.length >= wanted)
      return { data: rows, meta: { ...meta, next_cursor: null } };
  }
}

/** Waits until the grid is as high as that many rows. */
export async function waitForRows(page: Page, wanted: number): Promise<number> {
  await page.waitForFunction((count) => {
    const height = document.querySelector<HTMLElement>('[role="grid"] [role="rowgroup"]')?.offsetHeight ?? 0;
    const row = document.querySelector<HTMLElement>('[role="grid"] [role="row"]')?.offsetHeight ?? 0;
    return row > 0 && Math.round(height / row) >= count;
  }, wanted);
  return wanted;
}
