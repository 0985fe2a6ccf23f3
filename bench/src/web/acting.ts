import type { Page } from 'playwright-core';
import type { Row } from '../measure/row.ts';
import { spread } from '../measure/statistics.ts';
import { openSignedIn, timeToList } from './open-browser.ts';
import type { WebBench } from './page-loads.ts';

const SCROLLED_FRAMES = 600;
const FRAME_MS = 1000 / 60;

/** Acts until the screen has changed, and a long scroll. */
export async function measureActing(bench: WebBench): Promise<Row[]> {
  const { browser, baseURL, mailbox, samples } = bench;
  const { context, page } = await openSignedIn(browser, baseURL, mailbox);
  await page.goto('/folder/INBOX');
  await timeToList(page);

  const rows: Row[] = [];
  for (const act of ['star', 'read', 'move'] as const) {
    const times: number[] = [];
    for (let sample = 0; sample < samples; sample++) {
      times.push(await actOnFirstRow(page, act));
      await page.waitForTimeout(150);
    }
    rows.push({
      scenario: `web-${act}`,
      title: `${act} until the screen is changed`,
      size: mailbox.size,
      samples,
      client: spread(times),
      note: `${times.filter((time) => time > FRAME_MS).length} later than one frame`,
    });
  }
  const { frames, dropped } = await scrollLong(page);
  rows.push({
    scenario: 'web-scroll',
    title: 'frames dropped on a long scroll',
    size: mailbox.size,
    samples: frames,
    dropped: dropped / frames,
    note: `${dropped} of ${frames} frames`,
  });
  await context.close();
  return rows;
}

/** The time until what is on the page has changed; it is drawn with the frame that follows. */
function actOnFirstRow(page: Page, act: 'star' | 'read' | 'move'): Promise<number> {
  return page.evaluate((name) => {
    const row = document.querySelector<HTMLElement>('[role="grid"] [role="row"]') as HTMLElement;
    const star = row.querySelector<HTMLElement>('button[aria-pressed]') as HTMLElement;
    const quick = (words: RegExp) =>
      [...row.querySelectorAll<HTMLElement>('button[title]')].find(({ title }) => words.test(title));
    const state = () =>
      document.querySelector('[role="grid"] [role="row"]') === row && row.isConnected
        ? `${star.getAttribute('aria-pressed')} ${row.getAttribute('aria-label')}`
        : 'gone';
    row.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
    return new Promise<number>((resolve) => {
      // Begun in a frame of its own, so that the pointer's effect is drawn before.
      requestAnimationFrame(() =>
        requestAnimationFrame(() => {
          const before = state();
          const since = performance.now();
          if (name === 'star') star.click();
          else if (name === 'read') quick(/Đánh dấu/)?.click();
          else quick(/^Xóa/)?.click();
          const look = () => {
            if (state() !== before) resolve(performance.now() - since);
            else setTimeout(look);
          };
          queueMicrotask(look);
        }),
      );
    });
  }, act);
}

/** As a wheel that never rests: down the page and up again. */
function scrollLong(page: Page): Promise<{ frames: number; dropped: number }> {
  return page.evaluate(
    ({ count, frameMs }) => {
      const scroller = document.querySelector<HTMLElement>('[role="grid"]') as HTMLElement;
      return new Promise<{ frames: number; dropped: number }>((resolve) => {
        let [frames, dropped, step, last] = [0, 0, 60, performance.now()];
        const scroll = (now: number) => {
          dropped += Math.max(0, Math.round((now - last) / frameMs) - 1);
          last = now;
          const end = scroller.scrollHeight - scroller.clientHeight;
          if (scroller.scrollTop + step > end || scroller.scrollTop + step < 0) step = -step;
          scroller.scrollTop += step;
          frames += 1;
          if (frames < count) requestAnimationFrame(scroll);
          else resolve({ frames, dropped });
        };
        requestAnimationFrame((now) => {
          last = now;
          requestAnimationFrame(scroll);
        });
      });
    },
    { count: SCROLLED_FRAMES, frameMs: FRAME_MS },
  );
}
