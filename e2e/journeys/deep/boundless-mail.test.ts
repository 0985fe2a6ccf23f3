import { BOUNDLESS_BODIES, BOUNDLESS_TEXTS } from '@bocau/server/test-kit/hostile/boundless-bodies.ts';
import type { Page } from '@playwright/test';
import { expect, test } from '../../fixtures.ts';
import { mailboxPage } from '../../pages/mailbox-page.ts';
import { deliver } from '../../program/deliver.ts';

test.use({ world: 'boundless-mail', steady: false });

const NORMAL_SUBJECT = 'Thư dài bình thường';
const LETTER = '<p>Lời chào</p>';
const NORMAL = `${LETTER}${'<table><tr><td><p>Một đoạn thư</p></td><td><b>Hai</b></td></tr></table>'.repeat(330)}`;

test('TD-18 messages without bounds freeze the page little longer than a long one, and say that they are cut', async ({
  page,
  program,
  language,
  noise,
}) => {
  noise.expect(/inline style|Content Security Policy/);
  await deliver(program, { subject: NORMAL_SUBJECT, html: NORMAL });
  for (const { name, html } of BOUNDLESS_BODIES) await deliver(program, { subject: name, html });
  for (const { name, text } of BOUNDLESS_TEXTS) await deliver(program, { subject: name, text });
  await deliver(program, { subject: 'Khung từ đầu', html: `<frameset><frame src=x></frameset>${LETTER}` });
  const mailbox = mailboxPage(page, language);
  await mailbox.enter();

  const normal = await longestTask(page, mailbox, NORMAL_SUBJECT);
  for (const { name: subject } of BOUNDLESS_BODIES) {
    // Includes loading the rest on request. These used to take hundreds of times as long.
    const longest = await longestTask(page, mailbox, subject);
    expect(longest / normal, subject).toBeLessThan(10);
  }

  const drawn = mailbox.thread.locator('[data-message] div', { hasText: 'Lời chào' }).last();
  for (const { name: subject } of BOUNDLESS_TEXTS) {
    const longest = await longestTaskDuring(page, async () => {
      await mailbox.open(mailbox.row(subject));
      await expect(drawn).toBeVisible();
    });
    // These used to take fifty times as long, or never to finish.
    expect(longest / normal, subject).toBeLessThan(10);
    expect(await drawn.locator('*').count(), subject).toBeLessThan(1_100);
    await mailbox.backToList();
  }

  await mailbox.open(mailbox.row('Khung từ đầu'));
  await expect(mailbox.thread.frameLocator('iframe').getByText('Lời chào')).toBeVisible();
});

test('TD-18 a paragraph in many columns takes the page no longer than the same one without', async ({
  page,
  program,
  language,
}) => {
  const words = 'thư '.repeat(4_000);
  const subjects = { plain: 'Thư một mạch', columns: 'Nhiều cột', sheet: 'Kiểu chữ nhiều hàng dọc' };
  await deliver(program, { subject: subjects.plain, html: `${LETTER}<div><p>${words}</p></div>` });
  const columns = 'columns:50;height:100px';
  const html = `${LETTER}<div style="${columns}"><p>${words}</p></div>`;
  await deliver(program, { subject: subjects.columns, html });
  const sheet = `<style>div{-webkit-column-count:50;column-width:1px;height:100px}</style>`;
  await deliver(program, { subject: subjects.sheet, html: `${sheet}${LETTER}<div><p>${words}</p></div>` });
  const mailbox = mailboxPage(page, language);
  await mailbox.enter();
  const open = (subject: string) =>
    longestTaskDuring(page, async () => {
      await mailbox.open(mailbox.row(subject));
      await expect(mailbox.thread.locator('iframe[data-ready=true]')).toHaveCount(1, { timeout: 60_000 });
      await expect(mailbox.thread.frameLocator('iframe').getByText('Lời chào')).toBeVisible();
      await mailbox.backToList();
    });

  await open(subjects.plain);
  const plain = await open(subjects.plain);
  // These used to take a hundred times as long.
  for (const subject of [subjects.columns, subjects.sheet])
    expect((await open(subject)) / plain, subject).toBeLessThan(5);
});

/** The longest task that blocked the page while a conversation was opened and rendered. */
async function longestTask(
  page: Page,
  mailbox: ReturnType<typeof mailboxPage>,
  subject: string,
): Promise<number> {
  const found = await longestTaskDuring(page, async () => {
    await mailbox.open(mailbox.row(subject));
    await expect(mailbox.thread.locator('iframe[data-ready=true]')).toHaveCount(1, { timeout: 60_000 });
    await expect(mailbox.thread.frameLocator('iframe').getByText('Lời chào')).toBeVisible();
    if (subject === NORMAL_SUBJECT) return;
    await expect(mailbox.thread.getByText(mailbox.say('tooComplex'))).toBeVisible();
    await mailbox.thread.getByRole('button', { name: mailbox.say('showRest') }).click();
    await expect(mailbox.thread.getByRole('button', { name: mailbox.say('showRest') })).toHaveCount(0, {
      timeout: 60_000,
    });
    await expect(mailbox.thread.locator('iframe[data-ready=true]')).toHaveCount(1, { timeout: 60_000 });
  });
  await mailbox.backToList();
  return found;
}

async function longestTaskDuring(page: Page, act: () => Promise<void>): Promise<number> {
  // The Long Tasks API reports no shorter tasks.
  const shortestTold = 50;
  const longest = await page.evaluateHandle((shortest) => {
    const seen = { longest: shortest };
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) seen.longest = Math.max(seen.longest, duration);
    }).observe({ type: 'longtask' });
    return seen;
  }, shortestTold);
  await act();
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  return longest.evaluate((seen) => seen.longest);
}
