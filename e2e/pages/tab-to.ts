import { expect, type Locator, type Page } from '@playwright/test';

const MOST_STEPS = 60;

/** Presses Tab until the element has the focus, as keyboard users have to. */
export async function tabTo(page: Page, there: Locator): Promise<void> {
  await expect(there).toBeVisible();
  for (let step = 0; step < MOST_STEPS; step += 1) {
    if (await there.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  await expect(there).toBeFocused();
}
