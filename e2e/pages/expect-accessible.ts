import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type { AxeResults, RunOptions } from 'axe-core';

declare const axe: { run(context: object, options: RunOptions): Promise<AxeResults> };

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const ON = { enabled: true };
const OFF = { enabled: false };
/** The rules whose result depends on the colour theme. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block'];

/**
 * `ofServer`: a page rendered by the server. `inOtherColoursElsewhere`: a screen whose parts all appear on
 * another one that is checked in every theme.
 */
type Kind = { ofServer?: boolean; inOtherColoursElsewhere?: boolean };

type Look = { name: string; media: Parameters<Page['emulateMedia']>[0]; options: RunOptions };

/**
 * Expects no axe finding of any severity: all rules in the light theme, and the colour-dependent rules again
 * in the dark theme and with forced colours.
 */
export async function expectAccessible(
  page: Page,
  screen: string,
  { ofServer = false, inOtherColoursElsewhere = false }: Kind = {},
): Promise<void> {
  // What a page shows before its script runs belongs to no landmark, and says that something is coming.
  await expect(page.locator('#frame')).toBeHidden();
  // An open menu is transient and beside its opener: it belongs to no landmark.
  const region = (await page.getByRole('menu').count()) > 0 ? OFF : ON;
  const looks: Look[] = [
    { name: 'light', media: { colorScheme: 'light' }, options: { rules: { 'target-size': ON, region } } },
  ];
  if (!inOtherColoursElsewhere)
    looks.push({ name: 'dark', media: { colorScheme: 'dark' }, options: { runOnly: OF_COLOURS } });
  // Forced colours override either theme's, so that only links within text still need checking.
  if (!inOtherColoursElsewhere && (await hasLinkInText(page)))
    looks.push({
      name: 'forced colours',
      media: { colorScheme: 'light', forcedColors: 'active' },
      options: { runOnly: OF_COLOURS, rules: { 'color-contrast': OFF } },
    });
  for (const { name, media, options } of looks) {
    // A notice that comes while axe reads would be half-faded.
    await page.emulateMedia({ ...media, reducedMotion: 'reduce' });
    // The client marks its theme on the root element; server-rendered pages follow the system's.
    if (!ofServer)
      await expect(page.locator('html')).toHaveAttribute('data-theme', media?.colorScheme ?? 'light');
    await everythingStandsStill(page);
    expect.soft(await findingsOn(page, options), `${screen}, ${name}`).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: null, forcedColors: null, reducedMotion: null });
}

async function findingsOn(page: Page, options: RunOptions): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  // Checks the page itself only: no script can run in the frames of messages, and their content is the
  // senders'.
  const { violations } = await page.evaluate(
    (asked) =>
      // A tooltip is transient and belongs to no landmark.
      axe.run({ exclude: ['[role="tooltip"]'] }, { ...asked, resultTypes: ['violations'], iframes: false }),
    options,
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.html.slice(0, 200)} ${node.failureSummary}`),
  );
}

/** Whether a link is surrounded by text that is not a link. Links that are not inline are ignored. */
function hasLinkInText(page: Page): Promise<boolean> {
  return page.evaluate(
    (links) =>
      [...document.querySelectorAll(links)].some((link) => {
        let block = link;
        while (block.parentElement && getComputedStyle(block).display.startsWith('inline'))
          block = block.parentElement;
        const ofLinks = [...block.querySelectorAll(links)].map(({ textContent }) => textContent).join('');
        return block !== link && (block.textContent ?? '').trim().length > ofLinks.trim().length;
      }),
    'a[href], [role="link"]',
  );
}

/**
 * Waits for animations to end: half-faded text has no final contrast yet. Requires two still frames, because
 * the next animation may start one frame after the previous one ends.
 */
async function everythingStandsStill(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const moving = () => document.getAnimations().filter(({ playState }) => playState === 'running');
    const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    for (let stillFrames = 0; stillFrames < 2; stillFrames++) {
      if (moving().length > 0) stillFrames = 0;
      await Promise.all(moving().map(({ finished }) => finished.catch(() => undefined)));
      await nextFrame();
    }
  });
}
