import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { drivePage } from '../pages/drive-page.ts';
import { keptOnDevice } from '../pages/kept-on-device.ts';
import { mailboxPage } from '../pages/mailbox-page.ts';

test.use({ world: 'kept-client', serviceWorkers: 'allow' });

test('the mailbox opens with one call, and without a network as it was last seen, with the drive', async ({
  context,
  page,
  language,
  noise,
}) => {
  noise.expect(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|WebSocket connection/);
  const mailbox = mailboxPage(page, language);
  await mailbox.enter();
  await page.evaluate(async () => (await navigator.serviceWorker.ready).active?.state);
  const before = await mailbox.subjects();

  await page.reload();
  await expect(mailbox.rows.first()).toBeVisible();
  const [first, ...later] = await callsOf(page);
  expect(first).toBe('/api/v2/start');
  // What compose needs may be asked for as soon as the list stands; what the start has answered is not.
  expect(later.filter((path) => path !== '/api/v2/accounts')).toEqual([]);

  await expect.poll(() => keptOnDevice(page)).toContain('page folder INBOX 0+50');
  await page.goto('/drive');
  const drive = drivePage(page, language);
  await expect(drive.rows.first()).toBeVisible();
  const kept = await drive.rows.allInnerTexts();
  await expect.poll(() => keptOnDevice(page)).toContain('drive-list folder  by name');
  await context.setOffline(true);
  await page.close();
  const cold = await context.newPage();
  await cold.goto('/folder/INBOX');
  const offline = mailboxPage(cold, language);
  await expect(offline.rows.first()).toBeVisible();
  await expect.poll(() => offline.subjects()).toEqual(before);
  await expect(cold.getByText(offline.say('notConnected'))).toBeVisible();
  await cold.goto('/drive');
  await expect(drivePage(cold, language).rows.first()).toBeVisible();
  await expect.poll(() => drivePage(cold, language).rows.allInnerTexts()).toEqual(kept);
});

/** What was asked of the API since the page came, in that order. */
function callsOf(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => new URL(name).pathname)
      .filter((path) => path.startsWith('/api/')),
  );
}
