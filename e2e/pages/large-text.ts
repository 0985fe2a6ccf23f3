import type { Page } from '@playwright/test';

/** The text of each page twice as large, as a browser shows it whose font is set to 32 pixels. */
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
