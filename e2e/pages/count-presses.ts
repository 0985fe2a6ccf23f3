import type { Page } from '@playwright/test';

/** Counts how often the page is pressed, with a mouse or a finger. */
export async function countPresses(page: Page) {
  await page.addInitScript(() => {
    const counted = window as unknown as { presses: number };
    counted.presses = 0;
    document.addEventListener('pointerdown', () => (counted.presses += 1), { capture: true });
  });
  const presses = () => page.evaluate(() => (window as unknown as { presses: number }).presses);
  return {
    async during(act: () => Promise<void>): Promise<number> {
      const before = await presses();
      await act();
      return (await presses()) - before;
    },
  };
}
