import type { Locator } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { composePage } from '../pages/compose-page.ts';
import { mailboxPage } from '../pages/mailbox-page.ts';
import { OTHER_PLACES } from '../pages/places.ts';
import { LAPTOP, PHONE, SMALL_PHONE } from '../pages/screen-sizes.ts';
import { deliver } from '../program/deliver.ts';

test.use({ world: 'compose' });

const LEAST_PX = 120;
const SMALL_LAPTOP = { width: 1280, height: 720 };
/** What an on-screen keyboard leaves of a small phone; it resizes the page. */
const BESIDE_KEYBOARD = { width: 360, height: 360 };

/** How much of the text is visible, and whether the caret's line is. */
function sightOf(body: Locator): Promise<{ seen: number; caretSeen: boolean }> {
  return body.evaluate((text) => {
    const { left, top, right, bottom } = text.getBoundingClientRect();
    const isSeen = (x: number, y: number) => text.contains(document.elementFromPoint(x, y));
    let seen = 0;
    for (let y = Math.max(0, Math.ceil(top)); y < Math.min(innerHeight, bottom); y += 1)
      if (isSeen((left + right) / 2, y)) seen += 1;
    const line = getSelection()?.focusNode?.parentElement?.getBoundingClientRect();
    if (!line) return { seen, caretSeen: false };
    return { seen, caretSeen: isSeen(line.left + 2, line.top + 2) && isSeen(line.left + 2, line.bottom - 2) };
  });
}

const FILES = Array.from({ length: 5 }, (_, at) => ({ name: `bang-ke-thang-${at + 1}.txt`, text: 'x' }));
const REMINDER = 'Nhắc sau 3 ngày';
const PEOPLE = Array.from({ length: 14 }, (_, at) => `ke.toan.phong.${at}@saomai.example`).join(',');

type Form = ReturnType<ReturnType<typeof composePage>['message']>;

async function expectRoom({ form, body }: Form): Promise<void> {
  const { keyboard } = form.page();
  await body.focus();
  for (const end of ['End', 'Home']) {
    await keyboard.press(`ControlOrMeta+${end}`);
    await keyboard.type('và ');
    await expect.poll(() => sightOf(body)).toMatchObject({ caretSeen: true });
    expect((await sightOf(body)).seen, `px of the text in sight at ${end}`).toBeGreaterThanOrEqual(LEAST_PX);
  }
}

async function expectRoomWhileFilled(message: Form): Promise<void> {
  const { form, body } = message;
  await body.focus();
  for (let line = 0; line < 12; line += 1) {
    await form.page().keyboard.type('dòng');
    await form.page().keyboard.press('Enter');
  }
  await expectRoom(message);
  await form.page().keyboard.type('Chị gửi giúp em báo giá được không? ');
  await expect(form.getByRole('button', { name: REMINDER })).toBeVisible();
  await expectRoom(message);
  await message.write({ files: FILES.slice(0, 2) });
  await expectRoom(message);
  await message.write({ files: FILES.slice(2) });
  await expectRoom(message);
  await form.getByRole('combobox').first().fill(`${PEOPLE},`);
  await expectRoom(message);
}

for (const { viewport, tag } of [
  { viewport: LAPTOP, tag: [] },
  { viewport: SMALL_PHONE, tag: [] },
  { viewport: SMALL_LAPTOP, tag: [OTHER_PLACES] },
  { viewport: PHONE, tag: [OTHER_PLACES] },
]) {
  test.describe(`${viewport.width}×${viewport.height}`, { tag }, () => {
    test.use({ viewport, hasTouch: viewport.width < 992 });

    test('CW-4 CW-11 CW-14 FU-14 of what is written at least 120 px stay in sight, whatever lies around it', async ({
      page,
      program,
      language,
    }) => {
      const mailbox = mailboxPage(page, language);
      const compose = composePage(page, language);
      const { say } = compose;
      const subject = `Chỗ viết ${viewport.width}×${viewport.height}`;
      await deliver(program, { subject, html: `<p>${'Kính gửi chị Lan Anh. '.repeat(200)}</p>` });
      await mailbox.enter();
      await mailbox.open(mailbox.row(subject));

      await test.step('an answer in the conversation', async () => {
        await page.keyboard.press('r');
        const answer = compose.message(page.getByRole('region', { name: say('reply'), exact: true }));
        await expect(answer.body).toBeFocused();
        await expectRoomWhileFilled(answer);
        if (viewport === SMALL_PHONE) {
          await page.setViewportSize(BESIDE_KEYBOARD);
          await expectRoom(answer);
        }
        await answer.press(say('openAsWindow'));
      });

      await test.step('the same in a window, of each size', async () => {
        const window = compose.message(compose.windows.first());
        await expectRoom(window);
        await page.setViewportSize(viewport);
        await window.press(say('minimize'));
        await window.form.getByRole('button', { name: say('openAgain') }).click();
        await expectRoom(window);
        if (viewport.width > 992) {
          await window.press(say('fullSize'));
          await expectRoom(window);
        }
      });
    });
  });
}
