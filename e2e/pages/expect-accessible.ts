import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** No finding of these weights on any screen. */
const WEIGHTS = ['serious', 'critical'];

export async function expectAccessible(page: Page, screen: string): Promise<void> {
  await everythingStandsStill(page);
  // Within this page alone: nothing runs in the frames of mail, and their words are the senders'.
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'], iframes: false })
    .analyze();
  const findings = violations
    .filter(({ impact }) => WEIGHTS.includes(impact ?? ''))
    .flatMap(({ id, nodes }) =>
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
