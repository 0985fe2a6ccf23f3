import { listReminders } from '@bocau/contract/calendar.ts';
import { COOKIE_HEADER } from '@bocau/contract/session.ts';
import { getSettings } from '@bocau/contract/settings.ts';
import { haPham, lanAnh } from '@bocau/server/demo-world/people.ts';
import type { BrowserContext, Page } from '@playwright/test';
import { expect, test } from '../../fixtures.ts';
import { composePage } from '../../pages/compose-page.ts';
import { keptOnDevice, keysOnDevice } from '../../pages/kept-on-device.ts';
import { mailboxPage } from '../../pages/mailbox-page.ts';
import { signInPage } from '../../pages/sign-in-page.ts';
import { endSession } from '../../program/end-session.ts';

test.use({ world: 'signed-out-elsewhere' });

test('RT-12 who signs out in one tab leaves no mailbox in another, where a saved message is open', async ({
  page,
  context,
  language,
  noise,
}) => {
  noise.expect(/401|WebSocket/);
  const { other, mailbox } = await twoTabs(page, await context.newPage(), language);
  const message = await composePage(other, language).openNew();
  await message.write({ subject: 'Đã lưu' });
  await expect(message.saved).toBeVisible();
  await signOut(page, mailbox.say);
  await expect(other).toHaveURL(/\/login/);
  expect((await keptOnDevice(other)).filter((key) => key.startsWith('unsent '))).toEqual([]);
});

test('RT-12 of a mailbox whose session has ended nothing is seen but the message that is written', async ({
  page,
  context,
  language,
  noise,
}) => {
  noise.expect(/401|WebSocket|ERR_FAILED|Failed to load resource/);
  const { other, mailbox } = await twoTabs(page, await context.newPage(), language);
  const message = await composePage(other, language).openNew();
  await other.route(/\/api\/v2\/(draft|message)/, (route) => route.abort());
  await message.write({ body: 'Chưa lưu' });
  await signOut(page, mailbox.say);
  await expect(other.getByText(mailbox.say('sessionEnded'))).toBeVisible();
  await expect(message.body).toBeVisible();
  await expect(message.body).toContainText('Chưa lưu');
  await expect(mailbox.rows.first()).toBeHidden();
  await expect(other.getByRole('navigation')).toHaveCount(0);
});

test('AU-17 who signs in again in one tab goes on in another, where it was and in what was being written', async ({
  page,
  context,
  program,
  language,
  noise,
}) => {
  noise.expect(/401|WebSocket|ERR_FAILED|Failed to load resource/);
  const { other, mailbox } = await twoTabs(page, await context.newPage(), language);
  const third = await context.newPage();
  await third.goto('/setting/customfilters');
  await expect(third.getByRole('heading', { level: 1 }).first()).toBeVisible();
  const compose = composePage(other, language);
  const message = await compose.openNew();
  await other.route(/\/api\/v2\/(draft|message)/, (route) => route.abort());
  await message.write({ subject: 'Viết dở', body: 'Chưa lưu' });
  await endSession(page, program);
  await expect(page).toHaveURL(/\/login\?ended=1/);
  await expect(third).toHaveURL(/\/login\?ended=1/);
  await expect(other.getByText(mailbox.say('sessionEnded'))).toBeVisible();
  await other.bringToFront();
  await expect(other.getByText(mailbox.say('sessionEnded'))).toBeVisible();

  await page.bringToFront();
  await signInPage(page, language).signIn();
  await expect(mailboxPage(page, language).rows.first()).toBeVisible();
  await other.unroute(/\/api\/v2\/(draft|message)/);
  await comeToFront(other);
  await expect(mailbox.rows.first()).toBeVisible();
  await expect(other.getByText(mailbox.say('sessionEnded'))).toHaveCount(0);
  const again = compose.message(compose.windows.first());
  await expect(again.subject).toHaveValue('Viết dở');
  await expect(again.body).toContainText('Chưa lưu');
  await comeToFront(third);
  await expect(third).toHaveURL(/\/setting\/customfilters$/);
});

test('AU-6 a tab that has not heard of another sign-in beside it sets nothing of theirs', async ({
  page,
  context,
  language,
  noise,
}) => {
  noise.expect(/401|WebSocket/);
  const { other, mailbox } = await twoTabs(page, await unhearing(context), language);
  const started = lastCall(other);
  await other.goto('/setting/general');
  await started;
  const delay = other.locator('[data-setting="delay"]').getByRole('radio');
  await expect(delay.first()).toBeVisible();
  await signInAsHa(page, language);
  const before = await settingsOf(page);
  await delay.and(other.locator(':not(:checked)')).first().check();
  await other.getByRole('button', { name: /^(Lưu|Save)$/ }).click();
  // The tab reloads with the mailbox of the user who is signed in now.
  await expect(other.getByRole('button', { name: haPham.name }).first()).toBeVisible();
  expect(await settingsOf(page)).toEqual(before);
  await expect(mailbox.rows.filter({ hasText: lanAnh.name })).toHaveCount(0);
});

test('AU-6 a tab that has not heard of another sign-in signs out nobody but its own person', async ({
  page,
  context,
  language,
  noise,
}) => {
  noise.expect(/401|WebSocket/);
  const unheard = await unhearing(context);
  const started = lastCall(unheard);
  const { other, mailbox } = await twoTabs(page, unheard, language);
  await started;
  const ofLanAnh = (keys: string[]) => keys.filter((key) => key.includes(lanAnh.email));
  await expect.poll(async () => ofLanAnh(await keysOnDevice(page))).not.toEqual([]);
  await signInAsHa(page, language);
  const ha = mailboxPage(page, language);
  await expect(ha.rows.first()).toBeVisible();
  const kept = async () => (await keysOnDevice(page)).filter((key) => key.startsWith(`${haPham.email} page`));
  await expect.poll(kept).not.toEqual([]);
  expect(ofLanAnh(await keysOnDevice(page)), 'what was read goes when another person signs in').toEqual([]);
  await signOut(other, mailbox.say);
  await expect(other).toHaveURL(/\/login/);
  expect(await kept()).not.toEqual([]);
  expect(ofLanAnh(await keysOnDevice(page))).toEqual([]);
  await page.reload();
  await expect(ha.rows.first()).toBeVisible();
  await expect(page.getByRole('button', { name: haPham.name }).first()).toBeVisible();
});

test('AU-9 nothing of who signed out is left in the tab for who signs in there next, nor undone by a key', async ({
  page,
  language,
  noise,
}) => {
  // What is still asked for as the session ends.
  noise.expect(/401/);
  const mailbox = mailboxPage(page, language);
  await mailbox.enter();
  await page.keyboard.press('j');
  await page.keyboard.press('#');
  await expect(mailbox.notice).toBeVisible();
  await mailbox.holdNotice();
  await signOut(page, mailbox.say);
  await signInPage(page, language).signIn(haPham);
  await expect(page.getByRole('button', { name: haPham.name }).first()).toBeVisible();
  await expect(mailbox.rows.first()).toBeVisible();
  await expect(mailbox.notice).toHaveCount(0);
  await page.keyboard.press('z');
  await expect(
    page.getByText(/^(Không còn gì hoàn tác được ở đây|Nothing more can be undone here)$/),
  ).toBeVisible();
});

/** Chromium without a screen takes every tab for one that is in front. */
async function comeToFront(page: Page): Promise<void> {
  await page.bringToFront();
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
}

/** The last call of a page that starts: it would be refused after another sign-in, and so hear of it. */
async function lastCall(page: Page): Promise<void> {
  await page.waitForResponse((answer) => answer.url().endsWith(listReminders.path));
}

/** A tab whose WebSocket never learns that its session has ended. */
async function unhearing(context: BrowserContext): Promise<Page> {
  const other = await context.newPage();
  await other.routeWebSocket(/\/ws/, (socket) => {
    socket.connectToServer().onClose(() => undefined);
  });
  return other;
}

async function signInAsHa(page: Page, language: 'vi' | 'en'): Promise<void> {
  await page.goto('/login');
  await signInPage(page, language).signIn(haPham);
  await expect(page.getByRole('button', { name: haPham.name }).first()).toBeVisible();
}

async function settingsOf(page: Page): Promise<unknown> {
  const headers = { [COOKIE_HEADER.name]: COOKIE_HEADER.value };
  return (await page.request.get(getSettings.path, { headers })).json();
}

async function twoTabs(page: Page, other: Page, language: 'vi' | 'en') {
  await mailboxPage(page, language).enter();
  await other.goto('/folder/INBOX');
  const mailbox = mailboxPage(other, language);
  await expect(mailbox.rows.first()).toBeVisible();
  return { other, mailbox };
}

async function signOut(page: Page, say: ReturnType<typeof mailboxPage>['say']): Promise<void> {
  await page.getByRole('button', { name: lanAnh.name }).first().click();
  await page.getByRole('menuitem', { name: say('signOut') }).click();
}
