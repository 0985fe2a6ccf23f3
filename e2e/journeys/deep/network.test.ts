import type { Page, WebSocketRoute } from '@playwright/test';
import { expect, test } from '../../fixtures.ts';
import { OFFLINE } from '../../noise.ts';
import { mailboxPage } from '../../pages/mailbox-page.ts';
import { signInPage } from '../../pages/sign-in-page.ts';
import { endSession } from '../../program/end-session.ts';
import { mailOf } from '../../program/mail-of.ts';

test.use({ world: 'network' });

test('NT-7 NT-8 OR-14 a network cut in the middle of five acts: all are applied once when it is back', async ({
  context,
  page,
  program,
  language,
  noise,
}) => {
  noise.expect(OFFLINE);
  // Playwright's fake clock also tries to inject itself into the sandboxed frames of messages.
  noise.expect(/Blocked script execution in 'about:srcdoc'/);
  const mailbox = mailboxPage(page, language);
  const { say, rows } = mailbox;
  const mail = await mailOf(program);
  const messages = ['Việc thứ nhất', 'Việc thứ hai', 'Việc thứ ba', 'Việc thứ tư', 'Việc thứ năm'] as const;
  const [first, second, third, fourth, fifth] = messages;
  for (const subject of messages) await mail.deliver(subject);
  await page.clock.install();
  await mailbox.enter();
  const counts = countWrites(page);
  // Hovering a row prefetches its thread, so that it can be opened offline later.
  const firstId = await mailbox.idOf(mailbox.row(first));
  const readAhead = page.waitForResponse((response) => response.url().includes(`/threads/${firstId}?`));

  await mailbox
    .row(first)
    .getByRole('button', { name: say('star') })
    .click();
  await mailbox.pick(mailbox.row(second));
  await mailbox.act(say('markRead'));
  await mailbox.row(first).hover();
  await (await readAhead).finished();
  await context.setOffline(true);
  await mailbox
    .row(third)
    .getByRole('button', { name: say('star') })
    .click();
  await mailbox.pick(mailbox.row(fourth));
  await mailbox.act(say('delete'));
  await mailbox.pick(mailbox.row(fifth));
  await mailbox.act(say('move'));
  await mailbox.pickFolder('Nhân sự');

  await expect(mailbox.row(fourth)).toHaveCount(0);
  await expect(mailbox.row(fifth)).toHaveCount(0);
  await page.clock.runFor(30_000);
  await expect(page.getByText(say('notConnected'), { exact: true })).toBeVisible();
  await mailbox.open(mailbox.row(first));
  await mailbox.backToList();

  await context.setOffline(false);
  await expect(page.getByText(say('notConnected'), { exact: true })).toBeHidden();

  await expect.poll(() => mail.folderOf(fourth)).toEqual(['Trash']);
  await expect.poll(() => mail.folderOf(fifth)).toEqual(['Nhân sự']);
  await expect.poll(() => mail.isStarred(first)).toBe(true);
  await expect.poll(() => mail.isStarred(third)).toBe(true);
  await expect(rows.first()).toContainText(third);
  expect(counts.answered(), 'writes that the server took, each once').toEqual({
    star: 2,
    // The second one marks the message that was read offline.
    mark: 2,
    delete: 1,
    move: 1,
  });
});

test('NT-7 NT-8 a lost socket shows the overlay, and what came meanwhile is there when it is back', async ({
  page,
  program,
  language,
  noise,
}) => {
  noise.expect(OFFLINE);
  const mailbox = mailboxPage(page, language);
  const { say } = mailbox;
  const sockets: WebSocketRoute[] = [];
  let refused = false;
  await page.routeWebSocket(/\/ws\?/, (socket) => {
    if (refused) void socket.close();
    else {
      sockets.push(socket);
      socket.connectToServer();
    }
  });
  await mailbox.enter();
  await expect.poll(() => sockets.length).toBe(1);

  refused = true;
  await sockets[0]?.close();
  await expect(page.getByText(say('notConnected'), { exact: true })).toBeVisible();
  const mail = await mailOf(program);
  await mail.deliver('Thư đến khi mạng đứt');
  refused = false;
  await page.getByRole('button', { name: say('tryNow') }).click();
  await expect(page.getByText(say('notConnected'), { exact: true })).toBeHidden();
  await expect(mailbox.rows.first()).toContainText('Thư đến khi mạng đứt');
});

test('NT-8 the overlay counts down from 60 seconds and loads the page anew, but never while words are typed or the server is away', async ({
  page,
  language,
  noise,
}) => {
  noise.expect(OFFLINE);
  noise.expect(/Blocked script execution in 'about:srcdoc'/);
  const mailbox = mailboxPage(page, language);
  const { say } = mailbox;
  const sockets: WebSocketRoute[] = [];
  let refused = false;
  await page.routeWebSocket(/\/ws\?/, (socket) => {
    if (refused) void socket.close();
    else {
      sockets.push(socket);
      socket.connectToServer();
    }
  });
  await page.clock.install();
  await mailbox.enter();
  await expect.poll(() => sockets.length).toBe(1);
  // From here on the clock advances only by hand, however long a step takes.
  const shown = await page.evaluate(() => new window.Date().valueOf());
  await page.clock.pauseAt(shown + 5_000);
  let loads = 0;
  page.on('load', () => {
    loads += 1;
    refused = false;
  });
  const overlay = page.getByRole('alert').filter({ hasText: say('notConnected') });

  await mailbox.search.fill('một câu chưa gửi');
  refused = true;
  await sockets[0]?.close();
  await expect(overlay).toBeVisible();
  await expect(overlay).toContainText(/\b60\b/);
  await page.clock.runFor(30_000);
  await expect(overlay).toContainText(/\b30\b/);
  await page.clock.runFor(30_000);
  await expect(overlay).not.toContainText(/\d/);
  await expect(mailbox.search).toHaveValue('một câu chưa gửi');
  expect(loads).toBe(0);

  const reconnect = async () => {
    refused = false;
    await page.getByRole('button', { name: say('tryNow') }).click();
    await expect(overlay).toBeHidden();
    // The focused button disappears; the page restores the focus a moment later.
    await page.clock.runFor(300);
  };
  await reconnect();
  await mailbox.search.fill('');

  await page.route('/manifest.webmanifest', (route) => route.abort('connectionrefused'));
  noise.expect(/ERR_CONNECTION_REFUSED/);
  refused = true;
  await sockets[1]?.close();
  await expect(overlay).toContainText(/\b60\b/);
  await page.clock.runFor(60_000);
  await expect(overlay).not.toContainText(/\d/);
  await expect(mailbox.rows.first()).toBeVisible();
  expect(loads).toBe(0);
  await page.unroute('/manifest.webmanifest');
  await reconnect();

  refused = true;
  await sockets[2]?.close();
  await expect(overlay).toContainText(/\b60\b/);
  await page.clock.runFor(59_000);
  await expect(overlay).toContainText(/\b1\b/);
  expect(loads).toBe(0);
  await page.clock.runFor(1_000);
  await expect.poll(() => loads).toBe(1);
  await page.clock.resume();
  await expect(mailbox.rows.first()).toBeVisible();
  await expect(overlay).toBeHidden();
});

test('RT-12 a session that ends in the middle of reading leads to the sign-in page and back', async ({
  page,
  program,
  language,
  noise,
}) => {
  noise.expect(/^401 /);
  noise.expect(/WebSocket/);
  const mailbox = mailboxPage(page, language);
  await mailbox.enter();
  await mailbox.open(mailbox.rows.nth(4));
  const reading = page.url();
  const subject = await mailbox.thread.getByRole('heading', { level: 1 }).textContent();
  await endSession(page, program);

  await page.keyboard.press('s');
  await expect(page).toHaveURL(/\/login\?ended=1/);
  const gate = signInPage(page, language);
  await expect(gate.problem).toContainText(mailbox.say('sessionEnded'));
  await gate.signIn();
  await expect(page).toHaveURL(reading);
  await expect(mailbox.thread.getByRole('heading', { level: 1 })).toHaveText(subject ?? '');
});

/** Counts the writing calls that the server answered with success. */
function countWrites(page: Page) {
  const counted = { star: 0, mark: 0, delete: 0, move: 0 };
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    const method = response.request().method();
    if (!response.ok() || method === 'GET') return;
    if (method === 'PATCH' && pathname.startsWith('/api/v2/threads/')) counted.star += 1;
    if (pathname.endsWith('/threads/unreads')) counted.mark += 1;
    if (pathname.endsWith('/threads/delete')) counted.delete += 1;
    if (pathname.endsWith('/threads/move')) counted.move += 1;
  });
  return { answered: () => counted };
}
