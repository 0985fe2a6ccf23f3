import type { Browser, Page } from 'playwright-core';
import type { Row } from '../measure/row.ts';
import { busyTasksDuring } from './busy-tasks.ts';
import { scrollLong } from './list-gestures.ts';
import { answerLongPages, waitForRows } from './long-list.ts';
import { openSignedIn, timeToList } from './open-browser.ts';
import type { WebBench } from './page-loads.ts';

const TYPED = 200;
/** Delay between keystrokes of a fast typist. */
const KEY_MS = 60;
const OPENED = 20;
const SCROLLED = 2_000;
const ROW_PIXELS = 40;
const WHEEL_PIXELS = 60;
/** Enough for what the previous page triggered to be fetched, rendered and persisted. */
const SETTLE_MS = 2_500;

/**
 * Measures how long the page is unresponsive during typing, opening and scrolling: tasks of 50 ms and more of
 * processor time.
 */
export async function measureLongTasks(bench: WebBench): Promise<Row[]> {
  const { browser, baseURL, mailbox } = bench;
  const { size } = mailbox;
  const { context, page } = await openSignedIn(browser, baseURL, mailbox);
  await answerLongPages(context, mailbox, SCROLLED);
  await page.goto('/folder/INBOX');
  await timeToList(page);
  const rows = await waitForRows(page, Math.min(SCROLLED, mailbox.inboxThreads));

  const scrolling = await longTasksDuring(browser, page, async () => {
    await scrollLong(page, Math.ceil((rows * ROW_PIXELS) / WHEEL_PIXELS), WHEEL_PIXELS);
    await page.locator('[role="grid"]').evaluate((grid) => grid.scrollTo({ top: 0 }));
  });
  const opening = await longTasksDuring(browser, page, async () => {
    await page.locator('[role="grid"] [role="row"]').first().getByRole('link').click();
    await bodyIsShown(page);
    for (let opened = 1; opened < OPENED; opened++) {
      const before = page.url();
      await page.keyboard.press('j');
      await page.waitForURL((url) => url.href !== before);
      await bodyIsShown(page);
    }
  });
  await page.keyboard.press('u');

  await page.getByRole('button', { name: 'Soạn thư', exact: true }).click();
  const form = page.locator('[data-compose]');
  await form.getByRole('textbox', { name: 'Nội dung thư' }).click();
  const typing = await longTasksDuring(browser, page, () =>
    page.keyboard.type('xin gửi lại bảng giá của tháng này '.repeat(TYPED).slice(0, TYPED), {
      delay: KEY_MS,
    }),
  );
  // Waits until the draft is deleted on the server; otherwise the next run would resume it.
  const removed = page.waitForResponse(
    (response) => response.request().method() === 'DELETE' && response.ok(),
  );
  await form.getByRole('button', { name: 'Xóa thư nháp' }).click();
  await removed;
  await context.unrouteAll({ behavior: 'wait' });
  await context.close();
  return [
    longTaskRow('web-tasks-type', `long tasks while typing ${TYPED} characters`, size, TYPED, typing),
    longTaskRow('web-tasks-open', `long tasks while opening ${OPENED} conversations`, size, OPENED, opening),
    longTaskRow(
      'web-tasks-scroll',
      `long tasks while scrolling ${rows.toLocaleString('en')} rows`,
      size,
      rows,
      scrolling,
    ),
  ];
}

export async function longTasksDuring(
  browser: Browser,
  page: Page,
  act: () => Promise<void>,
): Promise<number[]> {
  await page.waitForTimeout(SETTLE_MS);
  return busyTasksDuring(browser, page, async () => {
    await act();
    await page.waitForTimeout(SETTLE_MS);
  });
}

async function bodyIsShown(page: Page): Promise<void> {
  await page
    .locator('article[data-expanded="true"] :is(iframe[data-ready="true"], [data-level], [data-body])')
    .first()
    .waitFor();
}

function longTaskRow(
  scenario: string,
  title: string,
  size: number,
  samples: number,
  tasks: readonly number[],
): Row {
  const worstMs = tasks.reduce((worst, task) => Math.max(worst, task), 0);
  const long = tasks.filter((task) => task >= 50).length;
  const over = tasks.filter((task) => task > 100).length;
  return {
    scenario,
    title,
    size,
    samples,
    worstMs,
    note: `${long} of 50 ms and more, ${over} over 100 ms`,
  };
}
