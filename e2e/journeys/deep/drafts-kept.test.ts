import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { haPham, lanAnh } from '@bocau/server/demo-world/people.ts';
import { CHROMIUM_FLAGS, findLeanChromium } from '@bocau/server/test-kit/chromium.ts';
import { type BrowserContext, chromium, type Page, type Request } from '@playwright/test';
import { expect, test } from '../../fixtures.ts';
import { composePage } from '../../pages/compose-page.ts';
import { mailboxPage } from '../../pages/mailbox-page.ts';
import { signInPage } from '../../pages/sign-in-page.ts';
import { typeNumbers, watchWriting } from '../../pages/watch-writing.ts';
import type { Language } from '../../pages/words.ts';
import { draftsOf, textsOf } from '../../program/drafts-of.ts';
import { endSession } from '../../program/end-session.ts';
import { mailOf } from '../../program/mail-of.ts';
import type { Program } from '../../program/start-program.ts';
import { worldFolder } from '../../program/world-folder.ts';
import { shiftTime } from '../../shift-time.ts';

test.use({ world: 'drafts-kept' });

/**
 * A save that was committed but whose response never reached the page: the window recognises the version as
 * its own.
 */
const UNHEARD_SAVE = /^409 .*\/messages\//;

/** The ways in which a page ends without a `beforeunload` prompt. */
const ENDS: Record<string, (context: BrowserContext, page: Page) => Promise<void>> = {
  'the tab crashes': async (context, page) => {
    const browser = await context.newCDPSession(page);
    const crashed = page.waitForEvent('crash');
    // A crashed page never answers the command.
    browser.send('Page.crash').catch(() => undefined);
    await crashed;
  },
  'the tab is closed without a question': (_context, page) => page.close({ runBeforeUnload: false }),
};

for (const [words, end] of Object.entries(ENDS)) {
  test(`DR-5 CW-17 ${words} while somebody types: at most the last second is missing`, async ({
    context,
    page,
    program,
    language,
    noise,
  }) => {
    noise.expect(UNHEARD_SAVE);
    const mail = await mailOf(program);
    const subject = `Thư viết dở: ${words}`;
    await mailboxPage(page, language).enter();
    const first = await composePage(page, language).openNew();
    await first.write({ subject });
    await first.body.click();
    let tab = page;
    // The first round ends before the draft is on the server, the second during repeated autosaves.
    for (const numbers of [12, 16]) {
      const writing = await watchWriting(tab);
      const typing = typeNumbers(tab, { from: numbers * 10 });
      await expect.poll(writing.text, { intervals: [20] }).toContain(`${numbers * 10 + numbers} `);
      await end(context, tab);
      expect(await typing.ended).toBe('page gone');
      await tab.close();

      tab = await context.newPage();
      const again = composePage(tab, language);
      await tab.goto('/');
      const message = again.message(again.windows.first());
      await expect(message.subject).toHaveValue(subject);
      await expect(async () => writing.expectKept((await message.body.textContent()) ?? '')).toPass({
        timeout: 30_000,
      });
      await message.body.click();
      await tab.keyboard.press('Control+End');
    }
    const message = composePage(tab, language).message(composePage(tab, language).windows.first());
    await expect(message.saved).toBeVisible();
    const shown = (await message.body.textContent())?.replaceAll('\u00a0', ' ').trim();
    await expect.poll(() => textsOf(mail, subject)).toEqual([shown]);
  });
}

test('DR-5 CW-17 the browser is killed while somebody types: at most the last second is missing', async ({
  program,
  language,
}) => {
  const folder = join(worldFolder(process.ppid), 'killed-browser');
  const subject = 'Thư viết dở: mất điện';
  try {
    const before = await openBrowser(folder, program);
    await enterAgain(before.page, language);
    const first = await composePage(before.page, language).openNew();
    await first.write({ subject });
    await first.body.click();
    const writing = await watchWriting(before.page);
    const typing = typeNumbers(before.page);
    await expect.poll(writing.text, { intervals: [20] }).toContain('025 ');
    const gone = before.context.waitForEvent('close');
    process.kill(await pidOf(before.context), 'SIGKILL');
    await gone;
    expect(await typing.ended).toBe('page gone');

    const after = await openBrowser(folder, program);
    await enterAgain(after.page, language);
    const compose = composePage(after.page, language);
    const message = compose.message(compose.windows.first());
    await expect(message.subject).toHaveValue(subject);
    await expect(async () => writing.expectKept((await message.body.textContent()) ?? '')).toPass({
      timeout: 30_000,
    });
    await after.context.close();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test('CW-6 DR-5 a reload while somebody types brings all windows back as they were, to the last key', async ({
  page,
  program,
  language,
  noise,
}) => {
  noise.expect(UNHEARD_SAVE);
  const mail = await mailOf(program);
  const compose = composePage(page, language);
  const { say } = compose;
  await mailboxPage(page, language).enter();
  const aside = await compose.openNew();
  await aside.write({ to: haPham.email, subject: 'Để sau', body: 'Việc này để tuần sau.' });
  await aside.press(say('minimize'));
  const message = await compose.openNew();
  await message.write({ subject: 'Tải lại trang' });
  await message.body.click();
  const writing = await watchWriting(page);
  const typing = typeNumbers(page, { delay: 20 });
  await expect.poll(writing.text, { intervals: [20] }).toContain('015 ');
  await typing.stop();
  const written = writing.text();
  await page.reload();

  await expect(compose.windows).toHaveCount(2);
  await expect(compose.windows.first()).toHaveAttribute('data-state', 'mini');
  await expect(compose.windows.last()).toHaveAttribute('data-state', 'pin');
  const again = compose.message(compose.windows.last());
  await expect(again.subject).toHaveValue('Tải lại trang');
  await expect(again.body).toHaveText(written.trim());
  await expect.poll(() => textsOf(mail, 'Tải lại trang')).toEqual([written.trim()]);
  await expect(again.saved).toBeVisible();
  await compose.message(compose.windows.first()).press(say('openAgain'));
  await expect(compose.message(compose.windows.first()).body).toHaveText('Việc này để tuần sau.');
  await expect.poll(() => draftsOf(mail, 'Để sau')).toHaveLength(1);
});

test('CW-6 DR-5 RT-12 a session that ends while somebody types: nothing typed is lost, and signed in again all windows are as they were', async ({
  page,
  program,
  language,
  noise,
}) => {
  noise.expect(/^401 /);
  noise.expect(/WebSocket/);
  noise.expect(UNHEARD_SAVE);
  const mail = await mailOf(program);
  const compose = composePage(page, language);
  const { say } = compose;
  await mailboxPage(page, language).enter();
  const aside = await compose.openNew();
  await aside.write({ subject: 'Chờ trả lời', body: 'Chưa gửi được.' });
  await aside.press(say('minimize'));
  const message = await compose.openNew();
  await message.write({ to: haPham.email, subject: 'Hết phiên' });
  await message.body.click();
  const written = await typeUntilSessionEnds(page, program, language);
  await signInPage(page, language).signInAgain();

  await expect(compose.windows).toHaveCount(2);
  await expect(compose.windows.first()).toHaveAttribute('data-state', 'mini');
  await expect(compose.windows.last()).toHaveAttribute('data-state', 'pin');
  const again = compose.message(compose.windows.last());
  await expect(again.subject).toHaveValue('Hết phiên');
  await expect(again.form).toContainText(haPham.email);
  await expect(again.body).toHaveText(written);
  await expect.poll(() => textsOf(mail, 'Hết phiên')).toEqual([written]);
  await expect(again.saved).toBeVisible();
  await expect.poll(() => textsOf(mail, 'Chờ trả lời')).toEqual(['Chưa gửi được.']);
});

test('CW-6 DR-5 who signs in next sees nothing of a message that was left, and leaves it for its writer', async ({
  page,
  program,
  language,
  noise,
}) => {
  noise.expect(/^401 /);
  noise.expect(/WebSocket/);
  noise.expect(UNHEARD_SAVE);
  const compose = composePage(page, language);
  const { say } = compose;
  const mailbox = mailboxPage(page, language);
  await mailbox.enter();
  const message = await compose.openNew();
  await message.write({ subject: 'Lương tháng 12' });
  await message.body.click();
  const written = await typeUntilSessionEnds(page, program, language);
  const gate = signInPage(page, language);
  await gate.forSomebodyElse.click();
  await gate.signIn(haPham);
  await expect(mailbox.rows.first()).toBeVisible();
  await expect(page.getByRole('button', { name: haPham.name })).toBeVisible();
  // Compose is loaded and has looked for windows to restore.
  await compose.openNew();
  await expect(compose.windows).toHaveCount(1);
  await expect(page.getByText('Lương tháng 12')).toHaveCount(0);
  await compose.message(compose.windows.first()).press(say('saveAndClose'));
  await page.getByRole('button', { name: haPham.name }).click();
  await page.getByRole('menuitem', { name: say('signOut') }).click();

  await gate.signIn();
  await expect(compose.windows).toHaveCount(1);
  const again = compose.message(compose.windows.first());
  await expect(again.subject).toHaveValue('Lương tháng 12');
  await expect(again.body).toHaveText(written);
});

test('RT-12 what the old session is told late does not end the new one', async ({
  page,
  program,
  language,
  noise,
}) => {
  noise.expect(/^401 /);
  noise.expect(/WebSocket/);
  const compose = composePage(page, language);
  const mailbox = mailboxPage(page, language);
  await mailbox.enter();
  const message = await compose.openNew();
  await message.write({ subject: 'Câu trả lời đến muộn' });
  await expect(message.saved).toBeVisible();
  const asked = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  const signedIn = Promise.withResolvers<void>();
  await page.route('**/api/v2/messages/*', async (route) => {
    // Prefetching uses the same URLs.
    if (!isSave(route.request())) return route.continue();
    asked.resolve();
    await ended.promise;
    const response = await route.fetch();
    await signedIn.promise;
    await route.fulfill({ response });
  });
  await message.write({ body: 'Một câu.' });
  await asked.promise;
  await endSession(page, program);
  ended.resolve();
  const gate = signInPage(page, language);
  await gate.forSomebodyElse.click();
  await expect(page).toHaveURL(/\/login\?ended=1/);
  // For somebody else the page would be loaded anew.
  await gate.signIn();
  await expect(mailbox.rows.first()).toBeVisible();

  const late = page.waitForResponse((response) => isSave(response.request()) && response.status() === 401);
  signedIn.resolve();
  await late;
  await mailbox.open(mailbox.rows.first());
  await mailbox.backToList();
  await expect(page.getByRole('button', { name: lanAnh.name })).toBeVisible();
});

/** Returns the text of the message, which keeps growing while the sign-in dialog is shown. */
async function typeUntilSessionEnds(page: Page, program: Program, language: Language): Promise<string> {
  const writing = await watchWriting(page);
  const typing = typeNumbers(page);
  await expect.poll(writing.text, { intervals: [20] }).toContain('010 ');
  await endSession(page, program);
  await expect(signInPage(page, language).again).toBeVisible();
  // Keystrokes still go into the message.
  const before = writing.text();
  await expect.poll(() => writing.text().length).toBeGreaterThan(before.length + 8);
  await typing.stop();
  return writing.text().trim();
}

function isSave(request: Request): boolean {
  return request.method() === 'PATCH' && request.url().includes('/api/v2/messages/');
}

async function openBrowser(folder: string, program: Program) {
  const executablePath = findLeanChromium();
  const context = await chromium.launchPersistentContext(folder, {
    args: CHROMIUM_FLAGS,
    baseURL: program.baseUrl,
    viewport: { width: 1366, height: 768 },
    locale: 'vi-VN',
    ...(executablePath ? { executablePath } : {}),
  });
  await shiftTime(context);
  return { context, page: context.pages()[0] ?? (await context.newPage()) };
}

async function pidOf(context: BrowserContext): Promise<number> {
  const browser = context.browser();
  if (!browser) throw new Error('The context tells nothing of its browser');
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  const process = processInfo.find(({ type }) => type === 'browser');
  if (!process) throw new Error('The browser has no process');
  return process.id;
}

/** The session may or may not have survived the browser's restart; that is not tested here. */
async function enterAgain(page: Page, language: 'vi' | 'en') {
  const gate = signInPage(page, language);
  const { rows } = mailboxPage(page, language);
  await page.goto('/');
  await expect(gate.submit.or(rows.first())).toBeVisible();
  if (await gate.submit.isVisible()) await gate.signIn();
  await expect(rows.first()).toBeVisible();
}
