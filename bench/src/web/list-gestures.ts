import type { CDPSession, Page } from 'playwright-core';

export const FRAME_MS = 1000 / 60;

type Frames = { frames: number; dropped: number; longestMs: number };

/** `busyMs`: main-thread processor time per frame, which hardly depends on other load of the machine. */
export type Scrolled = Frames & { busyMs: number };

/** The time until the DOM reflects the action; it is painted with the next frame. */
export function actOnFirstRow(page: Page, act: 'star' | 'read' | 'move'): Promise<number> {
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
      // Starts in a new frame, so that the effect of the pointer is painted first.
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

/** The time until every rendered row shows that it is selected, or that it is not. */
export function pickAll(page: Page): Promise<number> {
  return page.evaluate(() => {
    const box = document.querySelector<HTMLInputElement>('[role="toolbar"] input[type="checkbox"]');
    // The number of rendered rows may change, because the selection bar takes the space of one.
    const picked = () =>
      [...document.querySelectorAll('[role="grid"] [role="row"]')].map(
        (row) => row.getAttribute('aria-selected') === 'true',
      );
    const wanted = !picked().includes(true);
    return new Promise<number>((resolve) => {
      requestAnimationFrame(() => {
        const since = performance.now();
        box?.click();
        const look = () => {
          const rows = picked();
          if (rows.length > 0 && rows.every((one) => one === wanted)) resolve(performance.now() - since);
          else setTimeout(look);
        };
        queueMicrotask(look);
      });
    });
  });
}

/** Scrolls like a wheel that never stops: `pixels` per frame, down the page and back up. */
export async function scrollLong(page: Page, frames: number, pixels: number): Promise<Scrolled> {
  const browser = await page.context().newCDPSession(page);
  await browser.send('Performance.enable', { timeDomain: 'threadTicks' });
  const before = await busySeconds(browser);
  const scrolled = await scrollFrames(page, frames, pixels);
  const busyMs = ((await busySeconds(browser)) - before) * 1000;
  await browser.detach();
  return { ...scrolled, busyMs: busyMs / scrolled.frames };
}

export async function busySeconds(browser: CDPSession): Promise<number> {
  const { metrics } = await browser.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN;
}

function scrollFrames(page: Page, frames: number, pixels: number): Promise<Frames> {
  return page.evaluate(
    ({ count, by, frameMs }) => {
      const scroller = document.querySelector<HTMLElement>('[role="grid"]') as HTMLElement;
      return new Promise<Frames>((resolve) => {
        let [passed, dropped, longestMs, step, last] = [0, 0, 0, by, 0];
        const scroll = (now: number) => {
          dropped += Math.max(0, Math.round((now - last) / frameMs) - 1);
          longestMs = Math.max(longestMs, now - last);
          last = now;
          const end = scroller.scrollHeight - scroller.clientHeight;
          if (scroller.scrollTop + step > end || scroller.scrollTop + step < 0) step = -step;
          scroller.scrollTop += step;
          passed += 1;
          if (passed < count) requestAnimationFrame(scroll);
          else resolve({ frames: passed, dropped, longestMs });
        };
        requestAnimationFrame((now) => {
          last = now;
          requestAnimationFrame(scroll);
        });
      });
    },
    { count: frames, by: pixels, frameMs: FRAME_MS },
  );
}
