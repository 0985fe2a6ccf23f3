import type { Page } from 'playwright-core';
import type { Row } from '../measure/row.ts';
import { busySeconds } from './list-gestures.ts';
import { deliverLongOriginal } from './long-original.ts';
import { openSignedIn, timeToList } from './open-browser.ts';
import type { WebBench } from './page-loads.ts';

const ORIGINAL_BYTES = 200_000;
const KEYSTROKES = 300;
/** Delay between keystrokes of a fast typist. */
const KEY_MS = 60;
/** Longer delays are noticeable while typing. */
const LATE_MS = 50;
/** Enough for what opening the reply triggered to be fetched, rendered and saved. */
const SETTLE_MS = 3_000;

type Typed = { frames: number; late: number; longestMs: number; busyMs: number };

/** Typing a reply to a very long message: with its original collapsed below, and within the text. */
export async function measureTyping(bench: WebBench, lmtpPort: number | null): Promise<Row[]> {
  if (lmtpPort === null) throw new Error('The program takes no mail');
  const { browser, baseURL, mailbox } = bench;
  const subject = `Trao đổi rất dài ${process.pid}`;
  await deliverLongOriginal(lmtpPort, mailbox.email, { subject, bytes: ORIGINAL_BYTES });
  const { context, page } = await openSignedIn(browser, baseURL, mailbox);
  await page.goto('/folder/INBOX');
  await timeToList(page);
  await page.locator('[role="row"]', { hasText: subject }).getByRole('link').click();
  await page.locator('article[data-expanded="true"] iframe[data-ready="true"]').waitFor();
  await page.keyboard.press('r');
  const form = page.locator('section[data-compose]');
  const text = form.getByRole('textbox', { name: 'Nội dung thư' });
  const quote = form.getByRole('button', { name: 'Hiện nội dung trích dẫn' });
  await quote.waitFor();
  await text.click();
  const folded = await typeAndWatch(page);

  await quote.click();
  await form.getByRole('button', { name: 'Sửa nội dung trích dẫn' }).click();
  await quote.waitFor({ state: 'detached' });
  const length = await text.evaluate((element) => element.innerHTML.length);
  if (length < ORIGINAL_BYTES / 2)
    throw new Error(`Only ${length} characters of the original are in the text`);
  await text.click({ position: { x: 40, y: 10 } });
  await page.keyboard.press('Control+Home');
  const within = await typeAndWatch(page);

  // Waits until the draft is deleted on the server; otherwise the next run would resume it.
  const removed = page.waitForResponse(
    (response) => response.request().method() === 'DELETE' && response.ok(),
  );
  await form.getByRole('button', { name: 'Xóa thư nháp' }).click();
  await removed;
  await context.close();
  return [
    typingRow('web-type', 'typing an answer, 200 KB quoted below', mailbox.size, folded),
    typingRow('web-type-within', 'typing an answer, 200 KB quoted within the text', mailbox.size, within),
  ];
}

async function typeAndWatch(page: Page): Promise<Typed> {
  await page.waitForTimeout(SETTLE_MS);
  const browser = await page.context().newCDPSession(page);
  await browser.send('Performance.enable', { timeDomain: 'threadTicks' });
  const before = await busySeconds(browser);
  const watched = watchFrames(page);
  const words = 'xin gui lai bang gia cua thang nay '.repeat(Math.ceil(KEYSTROKES / 35)).slice(0, KEYSTROKES);
  await page.keyboard.type(words, { delay: KEY_MS });
  await page.evaluate(() => window.dispatchEvent(new Event('typed')));
  const frames = await watched;
  const busyMs = ((await busySeconds(browser)) - before) * 1000;
  await browser.detach();
  return { ...frames, busyMs: busyMs / KEYSTROKES };
}

function watchFrames(page: Page): Promise<Omit<Typed, 'busyMs'>> {
  return page.evaluate(
    (lateMs) =>
      new Promise<{ frames: number; late: number; longestMs: number }>((resolve) => {
        let [frames, late, longestMs, last, over] = [0, 0, 0, Number.NaN, false];
        window.addEventListener(
          'typed',
          () => {
            over = true;
          },
          { once: true },
        );
        const look = (now: number) => {
          if (!Number.isNaN(last)) {
            const took = Math.round(now - last);
            frames += 1;
            if (took > lateMs) late += 1;
            longestMs = Math.max(longestMs, took);
          }
          last = now;
          if (over) resolve({ frames, late, longestMs });
          else requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
      }),
    LATE_MS,
  );
}

function typingRow(scenario: string, title: string, size: number, typed: Typed): Row {
  const { frames, late, longestMs, busyMs } = typed;
  return {
    scenario,
    title,
    size,
    samples: KEYSTROKES,
    worstMs: longestMs,
    note: `${late} of ${frames} frames beyond ${LATE_MS} ms; the page's thread ${busyMs.toFixed(1)} ms for each key`,
  };
}
