import { now } from '../../lib/timers.ts';
import { type PageReturn, RETURNS_WITHIN_MS } from '../../model/compose/compose-options.ts';

/** In the browser's storage: when a page was left last. In the tab's own: that its page was left. */
const LEFT = 'bocau.left';

/** From now on other pages hear when this one is left. A tab that is closed leaves its own storage to nobody. */
export function watchPageReturn(): PageReturn {
  const hasReturned = sessionStorage.getItem(LEFT) !== null;
  sessionStorage.removeItem(LEFT);
  window.addEventListener('pagehide', () => {
    sessionStorage.setItem(LEFT, '1');
    localStorage.setItem(LEFT, String(now()));
  });
  return {
    hasReturned,
    // The clock of a device may be set back.
    mayAnotherReturn: () => Math.abs(now() - Number(localStorage.getItem(LEFT))) < RETURNS_WITHIN_MS,
  };
}
