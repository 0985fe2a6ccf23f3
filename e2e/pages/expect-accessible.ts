import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type { AxeResults, RunOptions } from 'axe-core';

declare const axe: { run(context: object, options: RunOptions): Promise<AxeResults> };

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const ON = { enabled: true };
const OFF = { enabled: false };
/** Those whose findings are another matter where the same elements have other colours. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block'];

/** Of pages of the server; of screens whose parts all stand in another one that is looked at in all colours. */
type Kind = { ofServer?: boolean; inOtherColoursElsewhere?: boolean };

type Look = { name: string; media: Parameters<Page['emulateMedia']>[0]; options: RunOptions };

/**
 * No finding of any weight on any screen: looked at as a whole in the colours in which it is shown, and for what
 * depends on colours alone in the other theme's and in the system's.
 */
export async function expectAccessible(
  page: Page,
  screen: string,
  { ofServer = false, inOtherColoursElsewhere = false }: Kind = {},
): Promise<void> {
  const looks: Look[] = [
    { name: 'light', media: { colorScheme: 'light' }, options: { rules: { 'target-size': ON } } },
  ];
  if (!inOtherColoursElsewhere)
    looks.push({ name: 'dark', media: { colorScheme: 'dark' }, options: { runOnly: OF_COLOURS } });
  // Those take the place of either theme's, so that links in a text are all that is left to look at.
  if (!inOtherColoursElsewhere && (await hasLinkInText(page)))
    looks.push({
      name: 'forced colours',
      media: { colorScheme: 'light', forcedColors: 'active' },
      options: { runOnly: OF_COLOURS, rules: { 'color-contrast': OFF } },
    });
  for (const { name, media, options } of looks) {
    await page.emulateMedia(media);
    // The client writes down its theme; pages of the server follow the system's.
    if (!ofServer)
      await expect(page.locator('html')).toHaveAttribute('data-theme', media?.colorScheme ?? 'light');
    await everythingStandsStill(page);
    expect.soft(await findingsOn(page, options), `${screen}, ${name}`).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: null, forcedColors: null });
}

async function findingsOn(page: Page, options: RunOptions): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  // Within this page alone: nothing runs in the frames of mail, and their words are the senders'.
  const { violations } = await page.evaluate(
    (asked) =>
      // A hint stands beside what it is about, for a moment, and belongs to no part of the page.
      axe.run({ exclude: ['[role="tooltip"]'] }, { ...asked, resultTypes: ['violations'], iframes: false }),
    options,
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.html.slice(0, 200)} ${node.failureSummary}`),
  );
}

/** Beside words that are none of a link; what is laid out by itself stands in no text. */
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

/** Half-faded words have no contrast yet; where one movement ends, the next can begin in the frame after. */
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
