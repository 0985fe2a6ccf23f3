import type { BrowserContext } from '@playwright/test';

/**
 * Records in each page whether an element has the focus, or had it with no press since: in that case the
 * focus must not be on the body (see `expectUsable`). It may be there right after a page load or a press on
 * an empty area.
 */
export async function watchFocus(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    if (window !== window.top) return;
    const seen = window as unknown as { hadFocus: boolean };
    seen.hadFocus = false;
    document.addEventListener('focusin', () => {
      seen.hadFocus = true;
    });
    document.addEventListener(
      'pointerdown',
      () => {
        seen.hadFocus = false;
      },
      { capture: true },
    );
  });
}
