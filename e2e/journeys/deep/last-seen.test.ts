import type { Page } from '@playwright/test';
import { expect, test } from '../../fixtures.ts';
import { keptOnDevice } from '../../pages/kept-on-device.ts';
import { mailboxPage } from '../../pages/mailbox-page.ts';
import { IN_EACH_LANGUAGE } from '../../pages/places.ts';
import { signInPage } from '../../pages/sign-in-page.ts';
import { endSession } from '../../program/end-session.ts';
import { mailOf } from '../../program/mail-of.ts';

test.use({ world: 'last-seen' });

const INBOX = 'page folder INBOX 0+50';

for (const { language, tag } of IN_EACH_LANGUAGE) {
  test(`OR-14 the list is there before the server answers, says so, and is confirmed in its place (${language})`, {
    tag,
  }, async ({ page, program }) => {
    const mailbox = mailboxPage(page, language);
    const mail = await mailOf(program);
    await mail.deliver(`Thư đã thấy ${language}`);
    await mailbox.enter();
    await expect.poll(() => keptOnDevice(page)).toContain(INBOX);
    await page.goto('about:blank');
    await mail.deliver(`Thư chưa thấy ${language}`);

    const answer = await holdStart(page);
    await page.goto('/folder/INBOX');
    await expect(mailbox.rows.first()).toContainText(`Thư đã thấy ${language}`);
    await expect(mailbox.grid).toHaveAttribute('aria-busy', 'true');
    await expect(mailbox.toolbar.getByText(mailbox.say('lastSeen'))).toBeVisible();

    answer();
    await expect(mailbox.rows.first()).toContainText(`Thư chưa thấy ${language}`);
    await expect(mailbox.grid).toHaveAttribute('aria-busy', 'false');
    await expect(mailbox.toolbar.getByText(mailbox.say('lastSeen'))).toHaveCount(0);
    expect(await layoutShift(page)).toBeLessThanOrEqual(0.01);
  });
}

test('OR-14 what is done to a row that is not confirmed yet is done to its conversation', async ({
  page,
  program,
  language,
}) => {
  const mailbox = mailboxPage(page, language);
  const mail = await mailOf(program);
  for (const subject of ['Mở thư này', 'Đánh dấu thư này', 'Xóa thư này']) await mail.deliver(subject);
  await mailbox.enter();
  await expect.poll(() => keptOnDevice(page)).toContain(INBOX);
  await page.goto('about:blank');
  await mail.deliver('Thư chen vào');

  const answer = await holdStart(page);
  await page.goto('/folder/INBOX');
  await mailbox
    .row('Đánh dấu thư này')
    .getByRole('button', { name: mailbox.say('star') })
    .click();
  await mailbox.pick(mailbox.row('Xóa thư này'));
  await mailbox.act(mailbox.say('delete'));
  await expect(mailbox.row('Xóa thư này')).toHaveCount(0);
  const id = await mailbox.idOf(mailbox.row('Mở thư này'));
  await mailbox.row('Mở thư này').getByRole('link').click();
  await expect(page).toHaveURL(new RegExp(id));

  answer();
  await expect(mailbox.thread.getByRole('heading', { level: 1 })).toHaveText('Mở thư này');
  await mailbox.backToList();
  await expect(mailbox.rows.first()).toContainText('Thư chen vào');
  await expect(mailbox.row('Xóa thư này')).toHaveCount(0);
  await expect.poll(() => mail.folderOf('Xóa thư này')).toEqual(['Trash']);
  await expect.poll(() => mail.isStarred('Đánh dấu thư này')).toBe(true);
});

test('the page shows its frame before any script has come, and can be installed', async ({
  context,
  page,
  language,
}) => {
  await mailboxPage(page, language).enter();
  const bare = await context.newPage();
  await bare.emulateMedia({ colorScheme: 'dark' });
  await bare.route('**/assets/**', () => undefined);
  await bare.goto('/folder/INBOX', { waitUntil: 'commit' });
  await expect(bare.getByRole('status')).toContainText('Đang mở hộp thư…');
  await expect(bare.locator('html')).toHaveAttribute('data-theme', 'dark');
  const manifest = await (await context.request.get('/manifest.webmanifest')).json();
  expect(manifest).toMatchObject({ name: 'Bồ Câu', display: 'standalone', start_url: '/folder/INBOX' });
  for (const { src, type } of manifest.icons) {
    expect((await context.request.get(src)).headers()['content-type'], src).toContain(type);
  }
});

test('OR-14 the page begins with the rows of the last visit, before any script has come, and they lead where they say', async ({
  page,
  program,
  language,
}) => {
  const mailbox = mailboxPage(page, language);
  await (await mailOf(program)).deliver('Thư trong khung');
  await mailbox.enter();
  await expect(mailbox.rows.first()).toContainText('Thư trong khung');
  await page.goto('about:blank');

  const scripts = '**/assets/*.js';
  await page.route(scripts, () => undefined);
  await page.goto('/folder/INBOX', { waitUntil: 'commit' });
  const row = page.getByRole('link', { name: 'Thư trong khung' });
  await expect(row).toBeVisible();
  await expect(page.getByRole('status').getByText(mailbox.say('lastSeen'))).toBeVisible();
  await page.unroute(scripts);
  await row.click();
  await expect(mailbox.thread.getByRole('heading', { level: 1 })).toHaveText('Thư trong khung');
  await expect(page.getByRole('link', { name: 'Thư trong khung' })).toHaveCount(0);
});

test('RT-12 a session that has ended, or was ended, leaves no list to show', async ({
  page,
  program,
  language,
  noise,
}) => {
  noise.expect(/^401 |WebSocket/);
  const mailbox = mailboxPage(page, language);
  await mailbox.enter();
  await expect.poll(() => keptOnDevice(page)).toContain(INBOX);
  await endSession(page, program);
  await page.goto('/folder/INBOX');
  await expect(page).toHaveURL(/\/login\?/);
  await expect.poll(() => keptOnDevice(page)).toEqual([]);
  await expect.poll(() => lastRows(page)).toBeNull();

  await signInPage(page, language).signIn();
  await expect(mailbox.rows.first()).toBeVisible();
  await expect.poll(() => keptOnDevice(page)).toContain(INBOX);
  await page.getByRole('button', { name: new RegExp(mailbox.say('accountMenu')) }).click();
  await page.getByRole('menuitem', { name: mailbox.say('signOut') }).click();
  await expect(page).toHaveURL(/\/login$/);
  await expect.poll(() => keptOnDevice(page)).toEqual([]);
  await page.reload();
  await expect.poll(() => lastRows(page)).toBeNull();
});

function lastRows(page: Page): Promise<string | null> {
  return page.evaluate(() => localStorage.getItem('bocau.last-list'));
}

/** Holds the request that opens the mailbox until the returned function is called. */
async function holdStart(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/api/v2/start?**', async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

/** Cumulative layout shift since the page was loaded, as the browser measures it. */
function layoutShift(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) =>
          resolve(
            list.getEntries().reduce((sum, entry) => sum + (entry as unknown as { value: number }).value, 0),
          ),
        ).observe({ type: 'layout-shift', buffered: true });
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(0)));
      }),
  );
}
