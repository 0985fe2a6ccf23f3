import type { Page } from '@playwright/test';

/** Doubles the text size of each page, like a browser whose default font size is 32 pixels. */
export async function enlargeText(page: Page): Promise<void> {
  await page.addInitScript(() => {
    if (window !== window.top) return;
    const enlarge = () => document.documentElement?.style.setProperty('font-size', '32px');
    enlarge();
    new MutationObserver((_, observer) => {
      if (!document.documentElement) return;
      enlarge();
      observer.disconnect();
    }).observe(document, { childList: true });
  });
}
