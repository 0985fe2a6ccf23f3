import { basename } from 'node:path';
import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { faultsInSight } from './pages/expect-usable.ts';

/** What a person does to a page, by whatever way of Playwright. */
const ACTS = {
  page: ['close', 'goBack', 'goForward', 'reload', 'setViewportSize'],
  frame: [
    ...['check', 'click', 'dblclick', 'dispatchEvent', 'dragAndDrop', 'fill', 'focus', 'goto', 'hover'],
    ...['press', 'selectOption', 'setChecked', 'setInputFiles', 'tap', 'type', 'uncheck'],
  ],
  keyboard: ['down', 'insertText', 'press', 'type'],
  mouse: ['click', 'dblclick', 'down', 'wheel'],
};

/** Journeys without the looks, by their files, each with its reason. Whoever sees one pass with them takes it from here. */
const NOT_LOOKED_AT: Record<string, string> = {
  'filters.test.ts': 'on a busy machine Tab did not reach the button that it begins with',
  'office.test.ts': 'on a busy machine the list of attachments came late and moved what is below it',
  'shares.test.ts':
    'on a phone the notice that a stranger’s address does not exist may come while its dialog is open',
  'two-step.test.ts': 'on a busy machine sections of the account moved, and a call was refused',
};

/**
 * What holds on every screen (see `expectUsable`) is looked at after each step of every journey, without anybody asking for
 * it: before the next act, when the page stands.
 */
export function lookAtEachStep(context: BrowserContext): void {
  context.on('page', (page) => {
    const look = () => standsFine(page);
    before(page, ACTS.page, look);
    // Locators act through it, and so do the page's own `click`, `fill` and `goto`.
    before(page.mainFrame(), ACTS.frame, look);
    before(page.keyboard, ACTS.keyboard, look);
    before(page.mouse, ACTS.mouse, look);
  });
}

async function standsFine(page: Page): Promise<void> {
  if (!page.url().startsWith('http') || basename(test.info().file) in NOT_LOOKED_AT) return;
  const faults = () =>
    faultsInSight(page).catch(({ message }: Error) =>
      // A page that crashed is only closed.
      page.isClosed() || message.includes('Target crashed') ? [] : [`it was left: ${message}`],
    );
  if ((await faults()).length === 0) return;
  // It may still move, or load.
  const message = `before the next step on ${page.url()}`;
  await expect.poll(faults, { message, intervals: [50] }).toEqual([]);
}

function before(target: object, acts: readonly string[], look: () => Promise<void>): void {
  for (const name of acts) {
    const act: unknown = Reflect.get(target, name);
    if (typeof act !== 'function') throw new Error(`Nobody can ${name} by ${target.constructor.name}`);
    // Bound, and not called by a function of ours: the report then names the line of the journey.
    Reflect.set(target, name, (...given: unknown[]) => look().then(act.bind(target, ...given)));
  }
}
