import type { CDPSession, Page } from '@playwright/test';
import { expect, test } from '../../fixtures.ts';
import { composePage } from '../../pages/compose-page.ts';
import { mailboxPage } from '../../pages/mailbox-page.ts';
import { draftsOf, textOf, textsOf } from '../../program/drafts-of.ts';
import { mailOf } from '../../program/mail-of.ts';

test.use({ world: 'drafts-input-methods' });

const SENTENCE = 'Người Việt gõ chữ có dấu thoăn thoắt, chuyện đặt dưới nước cũng không nhòe.';

/** The ways in which Vietnamese text is entered on a keyboard. */
const METHODS: Record<string, (page: Page, browser: CDPSession, text: string) => Promise<void>> = {
  /** IME composition, as on IBus, macOS and phones: the word stays underlined while it grows and changes. */
  async composition(_page, browser, text) {
    for (const word of text.split(/(?<= )/)) {
      for (const state of statesOf(word.trimEnd())) {
        await browser.send('Input.imeSetComposition', {
          text: state,
          selectionStart: state.length,
          selectionEnd: state.length,
        });
      }
      await browser.send('Input.insertText', { text: word });
    }
  },
  /** As Unikey and EVKey do: letters arrive as typed, and a diacritic retypes some of them at once. */
  async 'backspace and retype'(page, _browser, text) {
    for (const word of text.split(/(?<= )/)) {
      let shown = '';
      for (const state of statesOf(word)) {
        const same = commonLength(shown, state);
        await Promise.all([
          ...Array.from({ length: shown.length - same }, () => page.keyboard.press('Backspace')),
          page.keyboard.insertText(state.slice(same)),
        ]);
        shown = state;
      }
    }
  },
};

for (const [name, type] of Object.entries(METHODS)) {
  test(`DR-3 DR-8 Vietnamese by ${name} is saved as it was typed, in the text and in the subject`, async ({
    context,
    page,
    program,
    language,
  }) => {
    const mail = await mailOf(program);
    const browser = await context.newCDPSession(page);
    const compose = composePage(page, language);
    await mailboxPage(page, language).enter();
    const message = await compose.openNew();
    const saves = savesOf(page);
    await message.subject.click();
    const subject = `Chủ đề bằng ${name} đã xong`;
    await type(page, browser, subject);
    await expect(message.subject).toHaveValue(subject);

    await message.body.click();
    // Autosaves repeatedly during typing.
    for (let line = 1; line <= 3; line++) {
      const saved = saves.another();
      await type(page, browser, SENTENCE);
      await page.keyboard.press('Enter');
      await saved;
    }
    const lines = Array.from({ length: 3 }, () => SENTENCE);
    await expect(message.body.locator('p')).toHaveText([...lines, '']);
    await expect.poll(() => textsOf(mail, subject)).toEqual([lines.join('\n')]);
    await expect(message.subject).toHaveValue(subject);
  });
}

test('DR-3 a word that is being composed stands untouched while what is before it is saved', async ({
  context,
  page,
  program,
  language,
}) => {
  const mail = await mailOf(program);
  const browser = await context.newCDPSession(page);
  const compose = composePage(page, language);
  const subject = 'Đang gõ dở một chữ';
  await mailboxPage(page, language).enter();
  const message = await compose.openNew();
  await message.write({ subject, body: 'Chữ ' });
  await expect.poll(() => textsOf(mail, subject)).toEqual(['Chữ']);
  const saved = savesOf(page).another();
  for (const state of ['đ', 'đa', 'đan', 'đang']) {
    await browser.send('Input.imeSetComposition', {
      text: state,
      selectionStart: state.length,
      selectionEnd: state.length,
    });
  }
  await saved;
  await expect(message.saved).toBeVisible();
  await browser.send('Input.imeSetComposition', { text: 'đáng', selectionStart: 4, selectionEnd: 4 });
  await browser.send('Input.insertText', { text: 'đáng' });
  await page.keyboard.type(' yêu');
  await expect(message.body).toHaveText('Chữ đáng yêu');
  await expect.poll(() => textsOf(mail, subject)).toEqual(['Chữ đáng yêu']);
  const [draft] = await draftsOf(mail, subject);
  expect(textOf(draft?.body ?? ''), 'in composed messages, as everybody writes them').toBe(
    'Chữ đáng yêu'.normalize('NFC'),
  );
});

/** The intermediate states of a word: `Người` is typed as N, Ng, Ngu, Nguo, Nguoi, Người. */
function statesOf(word: string): string[] {
  const plain = word.normalize('NFD').replace(/\p{M}/gu, '').replace(/đ/g, 'd').replace(/Đ/g, 'D');
  const states = Array.from(plain, (_letter, index) => plain.slice(0, index + 1));
  return word === plain ? states : [...states, word];
}

function commonLength(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
}

function savesOf(page: Page) {
  return {
    another: () =>
      page.waitForResponse(
        (response) =>
          ['POST', 'PATCH'].includes(response.request().method()) &&
          response.ok() &&
          /\/api\/v2\/messages(\/[^/]+)?$/.test(new URL(response.url()).pathname),
      ),
  };
}
