import { expect, type Page } from '@playwright/test';

const MARK = 'written ';
/** Text older than this must survive the end of the page. */
const SAFE_AFTER_MS = 1000;
const HEARTBEAT_MS = 20;

type Written = { at: number; text: string | null };

/**
 * Records the text of the message being typed, by the page's own clock, up to the moment the page dies. The
 * page reports it through its console, which needs no response.
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
        // biome-ignore lint/suspicious/noConsole: only the test reads it
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

    /**
     * The restored text starts with everything that was at least a second old and contains nothing that was
     * never typed.
     */
    expectKept(text: string) {
      // The editor stores a space at the end of a line as a non-breaking one, which HTML does not collapse.
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

/** Types 001 002 003 … until stopped; `ended` says whether it was stopped or the page is gone. */
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
