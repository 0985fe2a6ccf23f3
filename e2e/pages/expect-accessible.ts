import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** No finding of any weight on any screen. */
export async function expectAccessible(page: Page, screen: string): Promise<void> {
  await everythingStandsStill(page);
  // Within this page alone: nothing runs in the frames of mail, and their words are the senders'.
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    // Stands beside what it is about, for a moment, and belongs to no part of the page.
    .exclude('[role="tooltip"]')
    .options({ resultTypes: ['violations'], iframes: false, rules: { 'target-size': { enabled: true } } })
    .analyze();
  const findings = violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.html.slice(0, 200)} ${node.failureSummary}`),
  );
  expect.soft(findings, screen).toEqual([]);
}

/** Half-faded words have no contrast yet. */
async function everythingStandsStill(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const moving = () => document.getAnimations().filter(({ playState }) => playState === 'running');
    await Promise.all(moving().map(({ finished }) => finished.catch(() => undefined)));
  });
}
