import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** No finding of any weight on any screen, nor where the system draws it in colours of its own. */
export async function expectAccessible(page: Page, screen: string): Promise<void> {
  await everythingStandsStill(page);
  expect.soft(await findingsOn(page), screen).toEqual([]);
  // Those take the place of either theme's.
  if (await page.locator('html[data-theme="dark"]').count()) return;
  await page.emulateMedia({ forcedColors: 'active' });
  expect.soft(await findingsOn(page, { 'color-contrast': OFF }), `${screen}, forced colours`).toEqual([]);
  await page.emulateMedia({ forcedColors: 'none' });
}

const ON = { enabled: true };
const OFF = { enabled: false };

async function findingsOn(page: Page, rules: Record<string, { enabled: boolean }> = {}): Promise<string[]> {
  // Within this page alone: nothing runs in the frames of mail, and their words are the senders'.
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    // Stands beside what it is about, for a moment, and belongs to no part of the page.
    .exclude('[role="tooltip"]')
    .options({ resultTypes: ['violations'], iframes: false, rules: { 'target-size': ON, ...rules } })
    .analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.html.slice(0, 200)} ${node.failureSummary}`),
  );
}

/** Half-faded words have no contrast yet. */
async function everythingStandsStill(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const moving = () => document.getAnimations().filter(({ playState }) => playState === 'running');
    await Promise.all(moving().map(({ finished }) => finished.catch(() => undefined)));
  });
}
