import type { Page } from 'playwright-core';
import type { Row } from '../measure/row.ts';
import { spread } from '../measure/statistics.ts';
import { launchChromium, openSignedIn, timeToConfirmed, timeToList, timeToWords } from './open-browser.ts';
import type { WebBench } from './page-loads.ts';

/** The browser and window with which the PHP webmail that we compare with is measured. */
const PEER_BROWSER = {
  headless: false,
  args: [
    '--headless=new',
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--disable-default-apps',
    '--disable-domain-reliability',
    '--disable-features=OptimizationHints,MediaRouter,Translate',
    '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
  ],
};
const PEER_WINDOW = { viewport: { width: 1440, height: 900 }, locale: 'en-US' };
const INBOX = '/folder/INBOX';

/**
 * Page loads as the comparison defines them: cold in a context that has only the session, warm in a tab that
 * comes from a blank page, each until the rows are painted. The first load only warms up the server.
 */
export async function measureBesidePeer(bench: Omit<WebBench, 'browser'>): Promise<Row[]> {
  const { baseURL, mailbox, samples } = bench;
  const browser = await launchChromium(PEER_BROWSER);
  try {
    const open = () => openSignedIn(browser, baseURL, mailbox, PEER_WINDOW);
    const cold: Load[] = [];
    for (let sample = 0; sample <= samples; sample++) {
      const { context, page } = await open();
      cold.push(await load(page));
      await context.close();
    }
    cold.shift();

    const { context, page } = await open();
    await load(page);
    await page.evaluate(async () => (await navigator.serviceWorker.ready).scope);
    const warm: Load[] = [];
    for (let sample = 0; sample < samples; sample++) {
      await page.goto('about:blank');
      warm.push(await load(page));
    }
    await context.close();
    const row = (scenario: string, title: string, loads: Load[], of: keyof Load): Row => ({
      scenario,
      title,
      size: mailbox.size,
      samples,
      client: spread(loads.map((each) => each[of])),
    });
    return [
      row('web-peer-paint', 'as the peer is measured, cold: first paint', cold, 'words'),
      row('web-peer-cold', 'as the peer is measured, cold: list visible', cold, 'list'),
      row('web-peer-warm-paint', 'as the peer is measured, warm: first paint', warm, 'words'),
      row('web-peer-warm', 'as the peer is measured, warm: list visible', warm, 'list'),
      row('web-peer-confirmed', 'as the peer is measured, warm: list confirmed', warm, 'confirmed'),
    ];
  } finally {
    await browser.close();
  }
}

type Load = { words: number; list: number; confirmed: number };

async function load(page: Page): Promise<Load> {
  await page.goto(INBOX, { waitUntil: 'commit' });
  const list = await timeToList(page);
  const confirmed = await timeToConfirmed(page);
  const words = await timeToWords(page);
  await page.waitForLoadState('networkidle');
  return { words, list, confirmed };
}
