import { haPham } from '@bocau/server/demo-world/people.ts';
import type { Page } from '@playwright/test';
import { expect, test } from '../../fixtures.ts';
import { composePage } from '../../pages/compose-page.ts';
import { drivePage } from '../../pages/drive-page.ts';
import { keptOnDevice } from '../../pages/kept-on-device.ts';
import { mailboxPage } from '../../pages/mailbox-page.ts';
import { mailOf } from '../../program/mail-of.ts';
import { startReleases } from '../../program/next-release.ts';

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
  // The rows of the last visit are shown before this request is answered.
  await expect.poll(async () => (await callsOf(page))[0]).toBe('/api/v2/start');
  const [, ...later] = await callsOf(page);
  // Compose may request what it needs once the list is shown; nothing that the start response contains is
  // requested again.
  expect(later.filter((path) => path !== '/api/v2/accounts')).toEqual([]);
  expect(await pastWorker(page), 'asked for before the worker could start').toMatchObject({
    '/folder/INBOX': 'cache',
    '/api/v2/start': 'network',
  });

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

test('SD-14 a message is written and sent without a network, by a client that never wrote before, and leaves at the next start', async ({
  context,
  page,
  program,
  language,
  noise,
}) => {
  noise.expect(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|WebSocket connection/);
  const mail = await mailOf(program);
  const { say } = mailboxPage(page, language);
  const subject = 'Báo giá gửi trên xe';
  const waits = page.getByRole('list', { name: say('waitingToBeSent') });
  await mailboxPage(page, language).enter();
  await page.evaluate(async () => (await navigator.serviceWorker.ready).active?.state);
  await page.reload();
  await expect(mailboxPage(page, language).rows.first()).toBeVisible();
  await expect.poll(() => keptOnDevice(page)).toContain('page folder INBOX 0+50');
  await context.setOffline(true);
  await page.reload();
  await expect(mailboxPage(page, language).rows.first()).toBeVisible();

  const compose = composePage(page, language);
  const message = await compose.openNew();
  const files = [{ name: 'báo giá.txt', text: 'Giá: 1.200.000 đ' }];
  await message.write({ to: haPham.email, subject, body: 'Em gửi anh chị báo giá.', files });
  await message.body.press('Control+Enter');
  await expect(compose.windows).toHaveCount(0);
  await expect(waits).toContainText(subject);
  await expect(page.getByRole('grid').first()).toBeFocused();
  // Closing the page before the files are stored would prompt the user.
  await expect.poll(() => keptOnDevice(page)).toContainEqual(expect.stringContaining('compose-file '));
  await expect(page.getByText(say('sentOnceOnline')).first()).toBeVisible();
  await page.close();

  await context.setOffline(false);
  const next = await context.newPage();
  await next.goto('/folder/INBOX');
  await expect.poll(() => mail.folderOf(subject), { timeout: 30_000 }).toEqual(['Sent']);
  const { data: threads } = await mail.api.listThreads({ query: { in: 'Sent', limit: '10' } });
  expect(threads.filter((thread) => thread.subject === subject)).toMatchObject([{ has_attachments: true }]);
  await expect(next.getByRole('list', { name: say('waitingToBeSent') })).toHaveCount(0);
});

const releasing = test.extend<{ releases: Awaited<ReturnType<typeof startReleases>> }>({
  releases: async ({ program }, use) => {
    const releases = await startReleases(program);
    await use(releases);
    releases.close();
  },
  baseURL: async ({ releases }, use) => use(releases.url),
});

releasing('a new version takes over without losing what is written', async ({ page, releases, language }) => {
  const mailbox = mailboxPage(page, language);
  await mailbox.enter();
  await page.evaluate(async () => (await navigator.serviceWorker.ready).active?.state);
  // Reloads into the page cached by this version's service worker.
  await page.reload();
  await expect(mailbox.rows.first()).toBeVisible();
  await stopReplacedWorkers(page);
  const message = await composePage(page, language).openNew();
  await message.write({ subject: 'Viết khi có bản mới', body: 'Kính gửi anh chị' });

  releases.release([
    { path: '/sw.js', from: /VERSION = '\w+'/, to: "VERSION = 'next'" },
    { path: '/', from: /<title>/, to: '<meta name="release" content="next" /><title>' },
  ]);
  await expect.poll(() => versionAfterLook(page)).toBe(NEXT);
  await expect(page.locator(NEXT_PAGE), 'the page that is open is left alone').toHaveCount(0);
  await page.keyboard.type(', đây là bảng giá');
  await expect(message.body).toHaveText('Kính gửi anh chị, đây là bảng giá');
  await expect(message.saved).toBeVisible();

  await page.reload();
  await expect(page.locator(NEXT_PAGE)).toHaveCount(1);
  const compose = composePage(page, language);
  const again = compose.message(compose.windows.first());
  await expect(again.subject).toHaveValue('Viết khi có bản mới');
  await expect(again.body).toContainText('Kính gửi anh chị, đây là bảng giá');
});

const NEXT = 'bocau-client-next';
const NEXT_PAGE = 'meta[name="release"][content="next"]';

/**
 * Stops a worker as soon as another waits for its place. Chromium does so by itself, but minutes later where
 * a file was requested from the old one at the moment it was replaced.
 */
async function stopReplacedWorkers(page: Page): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  const statuses = new Map<string, string | undefined>();
  browser.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
    for (const { versionId, status } of versions) statuses.set(versionId, status);
    if (![...statuses.values()].includes('installed')) return;
    for (const [versionId, status] of statuses) {
      if (status === 'activated') void browser.send('ServiceWorker.stopWorker', { versionId });
    }
  });
  await browser.send('ServiceWorker.enable');
}

/**
 * Checks for an update, as the browser does on each visit (one whose files did not all arrive is fetched
 * again). Returns the newest cached version once its worker is active and its page is cached; until then, how
 * far the update has come. Pages that are open keep using their older version.
 */
function versionAfterLook(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    await registration.update();
    const { installing, waiting, active } = registration;
    const [coming] = [installing, waiting, active].filter((worker) => worker !== null);
    if (coming?.state !== 'activated') return `${coming?.state}`;
    const latest = (await caches.keys()).findLast((name) => name.startsWith('bocau-client-'));
    if (latest === undefined) return 'nothing is kept';
    return (await (await caches.open(latest)).match('/')) ? latest : `${latest} without its page`;
  });
}

/**
 * Which source served the page and each of its requests under static routing, without starting the service
 * worker, by path.
 */
function pastWorker(page: Page): Promise<Record<string, string>> {
  type Routed = PerformanceResourceTiming & { workerFinalSourceType: string };
  return page.evaluate(() =>
    Object.fromEntries(
      [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')].map(
        (entry) => [new URL(entry.name).pathname, (entry as Routed).workerFinalSourceType],
      ),
    ),
  );
}

/** The API calls since the page was loaded, in order. */
function callsOf(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => new URL(name).pathname)
      .filter((path) => path.startsWith('/api/')),
  );
}
