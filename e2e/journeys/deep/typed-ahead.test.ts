import type { Page } from '@playwright/test';
import { expect, test } from '../../fixtures.ts';
import { composePage } from '../../pages/compose-page.ts';
import { mailboxPage } from '../../pages/mailbox-page.ts';

test.use({ world: 'typed-ahead' });

const ADDRESS = 'ha.pham@x.vn';
const GREETING = 'Chào chị';
/** The chunks that compose consists of. */
const CODE = /\/assets\/(browser-compose|compose-layer|reply-form)-[\w-]+\.js$/;

/** Disables prefetching and holds the chunks of compose until they are released. */
async function holdCode(page: Page) {
  let gate = Promise.withResolvers<void>();
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
  );
  await page.route(CODE, async (route) => {
    await gate.promise;
    await route.continue();
  });
  return {
    hold() {
      gate = Promise.withResolvers<void>();
    },
    letGo: () => gate.resolve(),
  };
}

/** Simulates a busy machine, on which rendering takes longer than a keystroke. */
async function slowDown(page: Page, rate = 6) {
  const browser = await page.context().newCDPSession(page);
  await browser.send('Emulation.setCPUThrottlingRate', { rate });
  return () => browser.send('Emulation.setCPUThrottlingRate', { rate: 1 });
}

test('CW-1 CW-8 no letter of an address is lost, after whichever of them the code of the message comes', async ({
  page,
  language,
}) => {
  const mailbox = mailboxPage(page, language);
  const { windows, say } = composePage(page, language);
  const code = await holdCode(page);
  await mailbox.enter();
  for (let at = 0; at <= ADDRESS.length; at += 3) {
    await test.step(`after ${at} letters`, async () => {
      code.hold();
      await page.reload();
      await expect(mailbox.rows.first()).toBeVisible();
      const speedUp = await slowDown(page);
      // The button must behave the same as the shortcut.
      if (at % 2 === 0) await page.getByRole('button', { name: say('compose'), exact: true }).click();
      else await page.keyboard.press('c');
      await page.keyboard.type(ADDRESS.slice(0, at));
      code.letGo();
      for (const letter of ADDRESS.slice(at)) await page.keyboard.type(letter, { delay: 60 });
      await expect(windows).toHaveCount(1);
      await expect(windows.getByRole('combobox', { name: say('addTo') })).toHaveValue(ADDRESS);
      await speedUp();
      await windows.getByRole('button', { name: say('saveAndClose'), exact: true }).click();
      await expect(windows).toHaveCount(0);
    });
  }
});

test('CW-1 no letter of the first answer is lost, nor of a word that an input method is writing', async ({
  context,
  page,
  language,
}) => {
  const mailbox = mailboxPage(page, language);
  const { say } = composePage(page, language);
  const code = await holdCode(page);
  await mailbox.enter();
  const text = mailbox.thread.getByRole('textbox', { name: say('body') });
  const reply = mailbox.thread.getByRole('button', { name: say('reply'), exact: true }).last();

  for (let at = 0; at <= GREETING.length; at += 4) {
    await test.step(`after ${at} letters`, async () => {
      code.hold();
      await page.goto('/folder/INBOX');
      await mailbox.open(mailbox.rows.nth(at / 4));
      await expect(reply).toBeVisible();
      const speedUp = await slowDown(page);
      await page.keyboard.press('r');
      await page.keyboard.type(GREETING.slice(0, at));
      code.letGo();
      for (const letter of GREETING.slice(at)) await page.keyboard.type(letter, { delay: 60 });
      await expect(text.locator('p').first()).toHaveText(GREETING);
      await speedUp();
      await expect(mailbox.thread.getByText(say('draftSaved'))).toBeVisible();
    });
  }

  await test.step('nor where the answer was begun before', async () => {
    code.hold();
    await page.reload();
    await expect(mailbox.thread.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(reply.or(mailbox.thread.getByText(GREETING)).first()).toBeVisible();
    await page.keyboard.press('r');
    await page.keyboard.type('Dạ ');
    code.letGo();
    await expect(text.locator('p').first()).toHaveText(`Dạ ${GREETING}`);
    await expect(text).toBeFocused();
  });

  await test.step('as an input method writes it', async () => {
    const browser = await context.newCDPSession(page);
    const compose = (state: string) =>
      browser.send('Input.imeSetComposition', {
        ...{ text: state, selectionStart: state.length, selectionEnd: state.length },
      });
    code.hold();
    await page.goto('/folder/INBOX');
    await mailbox.open(mailbox.rows.nth(GREETING.length / 4 + 1));
    await expect(reply).toBeVisible();
    await page.keyboard.press('r');
    for (const state of ['c', 'ch', 'cha']) await compose(state);
    code.letGo();
    await expect(text).toBeVisible();
    for (const state of ['chao', 'chào']) await compose(state);
    await expect(text).not.toBeFocused();
    await browser.send('Input.insertText', { text: 'chào' });
    await expect(text).toBeFocused();
    await page.keyboard.type(' chị');
    await expect(text.locator('p').first()).toHaveText('chào chị');
  });
});
