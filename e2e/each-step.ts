import { basename } from 'node:path';
import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { faultsInSight } from './pages/expect-usable.ts';

/** Playwright calls that act on a page as a user would. */
const ACTS = {
  page: ['close', 'goBack', 'goForward', 'reload', 'setViewportSize'],
  frame: [
    ...['check', 'click', 'dblclick', 'dispatchEvent', 'dragAndDrop', 'fill', 'focus', 'goto', 'hover'],
    ...['press', 'selectOption', 'setChecked', 'setInputFiles', 'tap', 'type', 'uncheck'],
  ],
  keyboard: ['down', 'insertText', 'press', 'type'],
  mouse: ['click', 'dblclick', 'down', 'wheel'],
};

/**
 * Journeys that are exempt from these checks, by file, each with its reason. Remove an entry once its journey
 * passes with them.
 */
const NOT_LOOKED_AT: Record<string, string> = {
  'filters.test.ts': 'on a busy machine Tab did not reach the button that it begins with',
  'office.test.ts': 'on a busy machine the list of attachments came late and moved what is below it',
  'shares.test.ts':
    'on a phone the notice that a stranger’s address does not exist may come while its dialog is open',
  'two-step.test.ts': 'on a busy machine sections of the account moved, and a call was refused',
};

/**
 * Runs the checks that hold on every screen (see `expectUsable`) after each step of every journey, without
 * the journeys asking for it: before the next action, once the page has settled.
 */
export function lookAtEachStep(context: BrowserContext): void {
  context.on('page', (page) => {
    const look = () => standsFine(page);
    before(page, ACTS.page, look);
    // Locators, and the page's own `click`, `fill` and `goto`, delegate to the main frame.
    before(page.mainFrame(), ACTS.frame, look);
    before(page.keyboard, ACTS.keyboard, look);
    before(page.mouse, ACTS.mouse, look);
  });
}

async function standsFine(page: Page): Promise<void> {
  if (!page.url().startsWith('http') || basename(test.info().file) in NOT_LOOKED_AT) return;
  const faults = () =>
    faultsInSight(page).catch(({ message }: Error) =>
      // A crashed page can only be closed.
      page.isClosed() || message.includes('Target crashed') ? [] : [`it was left: ${message}`],
    );
  if ((await faults()).length === 0) return;
  // The page may still be animating or loading.
  const message = `before the next step on ${page.url()}`;
  await expect.poll(faults, { message, intervals: [50] }).toEqual([]);
}

function before(target: object, acts: readonly string[], look: () => Promise<void>): void {
  for (const name of acts) {
    const act: unknown = Reflect.get(target, name);
    if (typeof act !== 'function') throw new Error(`Nobody can ${name} by ${target.constructor.name}`);
    // Bound instead of wrapped in a function of this file, so that reports name the line of the journey.
    Reflect.set(target, name, (...given: unknown[]) => look().then(act.bind(target, ...given)));
  }
}
