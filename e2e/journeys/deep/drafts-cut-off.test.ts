import { haPham } from '@bocau/server/demo-world/people.ts';
import { startChildServer } from '@bocau/server/test-kit/child-server.ts';
import type { Page } from '@playwright/test';
import { expect, test } from '../../fixtures.ts';
import { OFFLINE } from '../../noise.ts';
import { composePage } from '../../pages/compose-page.ts';
import { mailboxPage } from '../../pages/mailbox-page.ts';
import { typeNumbers, watchWriting } from '../../pages/watch-writing.ts';
import { textsOf } from '../../program/drafts-of.ts';
import { mailOf } from '../../program/mail-of.ts';

test.use({ world: 'drafts-cut-off' });

/** Playwright's fake clock, which it also tries to inject into the message's sandboxed frame. */
const CLOCK = /Blocked script execution in 'about:srcdoc'/;

test('DR-3 ten minutes without a network while somebody types: all of it is saved, once', async ({
  context,
  page,
  program,
  language,
  noise,
}) => {
  noise.expect(OFFLINE);
  noise.expect(CLOCK);
  const mail = await mailOf(program);
  const compose = composePage(page, language);
  const { say } = compose;
  const subject = 'Viết trên tàu';
  await page.clock.install();
  await mailboxPage(page, language).enter();
  const message = await compose.openNew();
  await message.write({ subject, body: 'Có mạng.' });
  await page.clock.runFor(2_000);
  await expect.poll(() => textsOf(mail, subject)).toEqual(['Có mạng.']);
  await expect(message.saved).toBeVisible();
  const saves = countSaves(page);

  await context.setOffline(true);
  for (let minute = 1; minute <= 10; minute++) {
    await page.keyboard.type(` Phút thứ ${minute}.`);
    await page.clock.runFor(60_000);
  }
  await expect(message.form).toContainText(say('keptHere'));
  expect(await textsOf(mail, subject)).toEqual(['Có mạng.']);

  await context.setOffline(false);
  await page.clock.runFor(1_000);
  const minutes = Array.from({ length: 10 }, (_, index) => ` Phút thứ ${index + 1}.`);
  await expect.poll(() => textsOf(mail, subject)).toEqual([`Có mạng.${minutes.join('')}`]);
  await expect(message.saved).toBeVisible();
  expect(saves.taken(), 'saves that the server took').toBe(1);
});

test('DR-3 a message that was begun without a network becomes one draft when it is back', async ({
  context,
  page,
  program,
  language,
  noise,
}) => {
  noise.expect(OFFLINE);
  noise.expect(CLOCK);
  const mail = await mailOf(program);
  const compose = composePage(page, language);
  const subject = 'Viết trên máy bay';
  await page.clock.install();
  await mailboxPage(page, language).enter();
  // Opens and closes a window, so that the code of compose is loaded before the network goes.
  await (await compose.openNew()).press(compose.say('saveAndClose'));
  const saves = countSaves(page);
  await context.setOffline(true);
  const message = await compose.openNew();
  await message.write({ to: haPham.email, subject, body: 'Từ độ cao mười nghìn mét.' });
  await page.clock.runFor(600_000);
  await expect(message.form).toContainText(compose.say('keptHere'));
  await context.setOffline(false);
  await page.clock.runFor(1_000);
  await expect.poll(() => textsOf(mail, subject)).toEqual(['Từ độ cao mười nghìn mét.']);
  expect(saves.taken(), 'saves that the server took').toBe(1);
});

test('DR-3 the server is killed and started again while somebody types: nothing is lost, and it is one draft', async ({
  page,
  program,
  language,
  noise,
}) => {
  noise.expect(OFFLINE);
  noise.expect(/^50[0-9] /);
  // A save that was committed but whose response was lost: the window recognises the version as its own.
  noise.expect(/^409 .*\/messages\//);
  const compose = composePage(page, language);
  const subject = 'Máy chủ tắt giữa chừng';
  await mailboxPage(page, language).enter();
  const message = await compose.openNew();
  await message.write({ to: haPham.email, subject });
  await message.body.click();
  const writing = await watchWriting(page);
  const typing = typeNumbers(page);
  await expect.poll(writing.text).toContain('010 ');
  program.kill('SIGKILL');
  await program.exited;
  await expect(message.form).toContainText(compose.say('keptHere'));
  const again = await startChildServer({
    dataDir: program.dataDir,
    env: { PORT: String(program.httpPort) },
  });
  try {
    // Keeps typing until a save has succeeded after the restart.
    await page.waitForResponse(
      (response) => response.request().method() === 'PATCH' && response.ok() && isDraft(response.url()),
      { timeout: 40_000 },
    );
    await typing.stop();
    const mail = await mailOf(program);
    await expect.poll(() => textsOf(mail, subject), { timeout: 40_000 }).toEqual([writing.text().trim()]);
    await expect(message.saved).toBeVisible();
    await expect(message.body).toHaveText(writing.text().trim());
  } finally {
    await again.stop();
  }
});

function isDraft(url: string): boolean {
  return /\/api\/v2\/messages(\/[^/]+)?$/.test(new URL(url).pathname);
}

function countSaves(page: Page) {
  let taken = 0;
  page.on('response', (response) => {
    const writes = ['POST', 'PATCH'].includes(response.request().method());
    if (writes && response.ok() && isDraft(response.url())) taken += 1;
  });
  return { taken: () => taken };
}
