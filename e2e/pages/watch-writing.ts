import { expect, type Page } from '@playwright/test';

const MARK = 'written ';
/** What is older must outlive the page. */
const SAFE_AFTER_MS = 1000;
const HEARTBEAT_MS = 20;

type Written = { at: number; text: string | null };

/**
 * Follows what stands in the message that somebody types, by the page's own clock and up to the moment in which the page dies: the
 * page tells it by its console, which needs no answer.
 */
export async function watchWriting(page: Page) {
  const states: { at: number; text: string }[] = [];
  let lastSign = 0;
  page.on('console', (message) => {
    const said = message.text();
    if (!said.startsWith(MARK)) return;
    const { at, text } = JSON.parse(said.slice(MARK.length)) as Written;
    lastSign = at;
    if (text !== null) states.push({ at, text });
  });
  await page.evaluate(
    ({ mark, beat }) => {
      const tell = (text: string | null) =>
        // biome-ignore lint/suspicious/noConsole: it is heard by the test alone
        console.debug(mark + JSON.stringify({ at: new window.Date().valueOf(), text }));
      document.addEventListener('input', ({ target }) => {
        if (target instanceof HTMLElement && target.isContentEditable) tell(target.textContent);
      });
      window.setInterval(() => tell(null), beat);
    },
    { mark: MARK, beat: HEARTBEAT_MS },
  );

  return {
    text: () => states.at(-1)?.text ?? '',

    /** What came back begins with all that was a second old, and holds nothing that was never written. */
    expectKept(text: string) {
      // A space at the end of a line is kept as one that HTML does not drop.
      const plain = (written: string) => written.replaceAll('\u00a0', ' ');
      const kept = plain(text);
      const owed = states.findLast(({ at }) => at <= lastSign - SAFE_AFTER_MS)?.text ?? '';
      const last = states.at(-1)?.text ?? '';
      expect(owed.length, 'the text was worth keeping').toBeGreaterThan(20);
      expect(kept.slice(0, owed.length)).toBe(plain(owed));
      expect(plain(last).slice(0, kept.length)).toBe(kept);
    },
  };
}

/** Types 001 002 003 … until it is stopped; answers what ended it: `stop`, or the end of the page. */
export function typeNumbers(page: Page, { from = 1, delay = 40 } = {}) {
  let stopped = false;
  async function type(): Promise<'stopped' | 'page gone'> {
    for (let number = from; !stopped; number++) {
      try {
        await page.keyboard.type(`${String(number).padStart(3, '0')} `, { delay });
      } catch (error) {
        if (stopped || page.isClosed() || String(error).includes('crashed')) return 'page gone';
        throw error;
      }
    }
    return 'stopped';
  }
  const ended = type();
  return {
    ended,
    stop() {
      stopped = true;
      return ended;
    },
  };
}
