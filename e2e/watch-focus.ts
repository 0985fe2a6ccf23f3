import type { BrowserContext } from '@playwright/test';

/**
 * Notes in each page whether something in it has the focus, or had it when nothing was pressed since: then it is not to be
 * on the body (see `expectUsable`). A page that was just loaded has it there, and so has one after a press on nothing.
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
