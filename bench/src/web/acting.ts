import type { Page } from 'playwright-core';
import type { Row } from '../measure/row.ts';
import { spread } from '../measure/statistics.ts';
import { actOnFirstRow, FRAME_MS, type Scrolled, scrollLong } from './list-gestures.ts';
import { openSignedIn, timeToList } from './open-browser.ts';
import type { WebBench } from './page-loads.ts';

const SCROLLED_FRAMES = 600;
const WHEEL_PIXELS = 60;
const SETTLE_MS = 150;

/** The time from an action until the screen has changed, and a long scroll. */
export async function measureActing(bench: WebBench): Promise<Row[]> {
  const { browser, baseURL, mailbox, samples } = bench;
  const { context, page } = await openSignedIn(browser, baseURL, mailbox);
  await page.goto('/folder/INBOX');
  await timeToList(page);
  const rows = await actRows(page, {
    scenario: 'web',
    where: '',
    size: mailbox.size,
    samples,
    settleMs: SETTLE_MS,
  });
  const scrolled = await scrollLong(page, SCROLLED_FRAMES, WHEEL_PIXELS);
  rows.push(scrollRow('web-scroll', 'frames dropped on a long scroll', mailbox.size, scrolled));
  await context.close();
  return rows;
}

type ActRows = { scenario: string; where: string; size: number; samples: number; settleMs: number };

export async function actRows(
  page: Page,
  { scenario, where, size, samples, settleMs }: ActRows,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const act of ['star', 'read', 'move'] as const) {
    const times: number[] = [];
    for (let sample = 0; sample < samples; sample++) {
      times.push(await actOnFirstRow(page, act));
      await page.waitForTimeout(settleMs);
    }
    rows.push(changeRow(`${scenario}-${act}`, `${act} until the screen is changed${where}`, size, times));
  }
  return rows;
}

export function changeRow(scenario: string, title: string, size: number, times: number[]): Row {
  const late = times.filter((time) => time > FRAME_MS).length;
  return {
    scenario,
    title,
    size,
    samples: times.length,
    client: spread(times),
    note: `${late} later than one frame`,
  };
}

export function scrollRow(scenario: string, title: string, size: number, scrolled: Scrolled): Row {
  const { frames, dropped, longestMs, busyMs } = scrolled;
  const all = frames + dropped;
  return {
    scenario,
    title,
    size,
    samples: all,
    dropped: dropped / all,
    note: `${dropped} of ${all} frames, the longest ${longestMs.toFixed(0)} ms; the page's thread ${busyMs.toFixed(1)} ms in each`,
  };
}
