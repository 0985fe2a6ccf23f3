import { expect, test } from '../../fixtures.ts';
import { calendarPage } from '../../pages/calendar-page.ts';
import { mailboxPage } from '../../pages/mailbox-page.ts';
import { signInPage } from '../../pages/sign-in-page.ts';
import { mailOf } from '../../program/mail-of.ts';

test.use({ world: 'left-acts' });

const SUBJECT = 'Còn dở dang';

test('OR-14 an act of a tab that is closed without a connection shows in the next one at once, and is sent once', async ({
  context,
  page,
  program,
  language,
  noise,
}) => {
  noise.expect(/ERR_FAILED|Failed to load resource/);
  const mail = await mailOf(program);
  await mail.deliver(SUBJECT);
  const left = mailboxPage(page, language);
  const star = left.row(SUBJECT).getByRole('button', { name: left.say('star') });
  await left.enter();
  let isCut = true;
  let sent = 0;
  await context.route('**/api/v2/threads/*', async (route) => {
    if (route.request().method() !== 'PATCH') return route.continue();
    if (isCut) return route.abort();
    sent += 1;
    await route.continue();
  });
  await star.click();
  await expect(star).toBeHidden();
  await page.close();

  const other = await context.newPage();
  const next = mailboxPage(other, language);
  await other.goto('/folder/INBOX');
  await expect(next.row(SUBJECT).getByRole('button', { name: next.say('unstar') })).toBeVisible();
  expect(await mail.isStarred(SUBJECT)).toBe(false);
  isCut = false;
  await other.reload();
  await expect.poll(() => mail.isStarred(SUBJECT)).toBe(true);
  expect(sent).toBe(1);
});

test('RT-12 an event that is made when the session has ended asks to sign in, and is there afterwards', async ({
  context,
  page,
  language,
  noise,
}) => {
  noise.expect(/401|WebSocket/);
  const calendar = calendarPage(page, language);
  await calendar.enter('/calendar/week/2026-11-20');
  let refused = 0;
  page.on('response', (response) => {
    if (response.url().includes('/calendar/v1/events') && response.status() === 401) refused += 1;
  });
  await calendar.pressAt(calendar.column('2026-11-20'), 15);
  await calendar.field('eventTitle').fill('Họp sau khi hết phiên');
  await context.clearCookies();
  await calendar.dialog.getByRole('button', { name: calendar.say('save') }).click();
  await expect(page).toHaveURL(/\/login\?ended=1&to=/);
  expect(refused).toBe(1);
  await signInPage(page, language).signIn();
  await expect(calendar.event('Họp sau khi hết phiên')).toBeVisible();
});
