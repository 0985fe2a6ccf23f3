import { haPham } from '@bocau/server/demo-world/people.ts';
import type { Page } from '@playwright/test';
import { expect, test } from '../../fixtures.ts';
import { composePage } from '../../pages/compose-page.ts';
import { conflictDialog } from '../../pages/conflict-dialog.ts';
import { mailboxPage } from '../../pages/mailbox-page.ts';
import { watchWriting } from '../../pages/watch-writing.ts';
import type { Language } from '../../pages/words.ts';
import { draftsOf, textOf, textsOf } from '../../program/drafts-of.ts';
import { mailOf } from '../../program/mail-of.ts';
import { shiftTime } from '../../shift-time.ts';

test.use({ world: 'drafts-two-places' });

type Mail = Awaited<ReturnType<typeof mailOf>>;
type Choice = 'mine' | 'theirs' | 'both';
type Places = {
  name: string;
  choices: readonly Choice[];
  open(page: Page, language: Language): Promise<Page>;
};

/**
 * Where the same draft is open a second time. A choice has the same effect wherever the conflict came from.
 */
const PLACES: Places[] = [
  { name: 'two tabs', choices: ['mine', 'theirs', 'both'], open: (page) => page.context().newPage() },
  {
    name: 'two devices',
    choices: ['both'],
    async open(page, language) {
      const device = await page
        .context()
        .browser()
        ?.newContext({ baseURL: new URL(page.url()).origin });
      if (!device) throw new Error('There is no browser for another device');
      await shiftTime(device);
      const other = await device.newPage();
      await mailboxPage(other, language).enter();
      return other;
    },
  },
];

for (const { name, choices, open } of PLACES) {
  test(`DR-3 DR-8 DR-9 a draft that is open in ${name}: both texts are shown, and each choice is kept`, async ({
    context,
    page,
    program,
    language,
    noise,
  }) => {
    noise.expect(/^409 /);
    const mail = await mailOf(program);
    await mailboxPage(page, language).enter();
    const other = await open(page, language);
    const right = {
      mine: ['Chung. Ở kia.'],
      theirs: ['Chung. Ở đây.'],
      both: ['Chung. Ở kia.\nChung. Ở đây.'],
    };
    for (const choice of choices) {
      await test.step(choice, async () => {
        const subject = `Hai nơi: ${name}, ${choice}`;
        const here = await newDraft(page, language, mail, { subject, body: 'Chung.' });
        const there = await openDraft(other, language, subject);
        await expect(there.body).toHaveText('Chung.');
        await typeAtEnd(page, here.body, ' Ở đây.');
        await expect(here.saved).toBeVisible();
        await expect.poll(() => textsOf(mail, subject)).toEqual(['Chung. Ở đây.']);
        await typeAtEnd(other, there.body, ' Ở kia.');
        const conflict = conflictDialog(other, language);
        await expect(conflict.dialog).toContainText('Chung. Ở kia.');
        await expect(conflict.dialog).toContainText('Chung. Ở đây.');
        await conflict.choose(choice);
        await expect(conflict.dialog).toBeHidden();
        await expect.poll(() => textsOf(mail, subject)).toEqual(right[choice]);
        await expect(there.saved).toBeVisible();
        expect(textOf((await there.body.innerHTML()) ?? '')).toBe(right[choice][0]);

        await page.bringToFront();
        await here.press(mailboxPage(page, language).say('saveAndClose'));
        await other.bringToFront();
        await there.press(mailboxPage(page, language).say('saveAndClose'));
        await expect.poll(() => draftsOf(mail, subject)).toHaveLength(1);
      });
    }
    if (other.context() !== context) await other.context().close();
  });

  test(`DR-3 DR-9 typing in ${name} at once: no word that stood in either is lost, and it stays one draft`, async ({
    context,
    page,
    program,
    language,
    noise,
  }) => {
    noise.expect(/^409 /);
    const mail = await mailOf(program);
    await mailboxPage(page, language).enter();
    const other = await open(page, language);
    const subject = `Cùng gõ: ${name}`;
    const here = await newDraft(page, language, mail, { subject, body: 'Chung.' });
    const there = await openDraft(other, language, subject);
    const seen = { here: await watchWriting(page), there: await watchWriting(other) };
    await typeAtEnd(page, here.body, ' ');
    await typeAtEnd(other, there.body, ' ');
    // No spaces are typed, because one would press a button of the dialog when it appears.
    await Promise.all([
      page.keyboard.type(numbered('A'), { delay: 30 }),
      other.keyboard.type(numbered('B'), { delay: 30 }),
    ]);

    const tabs = [page, other].map((tab) => conflictDialog(tab, language));
    const words = () =>
      [seen.here.text(), seen.there.text()].flatMap((text) => text.match(/[AB]\d\d/g) ?? []);
    const stayed = new Set(words());
    // Their number is random: the dialog takes the focus as soon as a save is refused.
    expect([...stayed].filter((word) => word.startsWith('A'))).not.toEqual([]);
    expect([...stayed].filter((word) => word.startsWith('B'))).not.toEqual([]);
    await expect(async () => {
      for (const { dialog, choose } of tabs) if (await dialog.isVisible()) await choose('both');
      const [text = ''] = await textsOf(mail, subject);
      expect([...stayed].filter((word) => !text.includes(word))).toEqual([]);
      for (const { dialog } of tabs) expect(await dialog.isVisible()).toBe(false);
    }).toPass({ timeout: 60_000 });
    await expect.poll(() => draftsOf(mail, subject)).toHaveLength(1);
    if (other.context() !== context) await other.context().close();
  });
}

test('DR-3 a reload in the middle of the first save: the draft is created once, with all that was typed', async ({
  page,
  program,
  language,
  noise,
}) => {
  noise.expect(/ERR_FAILED|ERR_ABORTED/);
  // A later save that was committed but whose response never reached the page.
  noise.expect(/^409 .*\/messages\//);
  const mail = await mailOf(program);
  const compose = composePage(page, language);
  const subject = 'Lần lưu đầu tiên';
  const before = await mail.totalIn('Drafts');
  await mailboxPage(page, language).enter();
  let answered = 0;
  // The server handles the request, but the browser never gets the response.
  await page.route('**/api/v2/messages', async (route) => {
    await route.fetch();
    answered += 1;
  });
  const message = await compose.openNew();
  await message.write({ to: haPham.email, subject, body: 'Trước khi tải lại.' });
  await expect.poll(() => answered).toBe(1);
  await typeAtEnd(page, message.body, ' Và thêm nữa.');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.reload();

  const again = compose.message(compose.windows.first());
  await expect(again.body).toHaveText('Trước khi tải lại. Và thêm nữa.');
  await expect(again.saved).toBeVisible();
  await expect.poll(() => textsOf(mail, subject)).toEqual(['Trước khi tải lại. Và thêm nữa.']);
  await expect.poll(() => mail.totalIn('Drafts')).toBe(before + 1);
});

test('DR-3 SD-14 sent in one tab while words are typed in the other: it goes once, and they are a new draft', async ({
  context,
  page,
  program,
  language,
  noise,
}) => {
  noise.expect(/^400 .*messages/);
  const mail = await mailOf(program);
  const compose = composePage(page, language);
  const subject = 'Gửi ở tab này';
  await mailboxPage(page, language).enter();
  const here = await newDraft(page, language, mail, { subject, body: 'Bản gửi đi.', to: haPham.email });
  const other = await context.newPage();
  const there = await openDraft(other, language, subject);
  const save = await holdSaves(other);
  await typeAtEnd(other, there.body, ' Còn gõ thêm.');
  await save.asked;
  await page.bringToFront();
  await here.send.click();
  await expect(compose.notice(compose.say('onItsWay'))).toBeVisible();
  await save.goOn();

  await expect(composePage(other, language).notice(compose.say('goneBySending'))).toBeVisible();
  await expect(there.saved).toBeVisible();
  await expect(there.body).toHaveText('Bản gửi đi. Còn gõ thêm.');
  await expect.poll(() => textsOf(mail, subject)).toEqual(['Bản gửi đi. Còn gõ thêm.']);
  const theirs = await mailOf(program, haPham);
  await expect.poll(() => theirs.folderOf(subject)).toEqual(['INBOX']);
  const { data: sent } = await mail.api.listThreads({ query: { in: 'Sent', limit: '100' } });
  expect(sent.filter((thread) => thread.subject === subject)).toHaveLength(1);
});

test('DR-3 DR-7 deleted in one tab while words are typed in the other: they are a new draft', async ({
  context,
  page,
  program,
  language,
  noise,
}) => {
  noise.expect(/^404 /);
  const mail = await mailOf(program);
  const compose = composePage(page, language);
  const subject = 'Xóa ở tab này';
  await mailboxPage(page, language).enter();
  const here = await newDraft(page, language, mail, { subject, body: 'Bản bị xóa.' });
  const other = await context.newPage();
  const there = await openDraft(other, language, subject);
  const save = await holdSaves(other);
  await typeAtEnd(other, there.body, ' Còn gõ thêm.');
  await save.asked;
  await page.bringToFront();
  await here.pressOption(compose.say('deleteDraft'));
  await expect(compose.windows).toHaveCount(0);
  await expect.poll(() => draftsOf(mail, subject)).toEqual([]);
  await save.goOn();

  await expect(composePage(other, language).notice(compose.say('goneByDeleting'))).toBeVisible();
  await expect.poll(() => textsOf(mail, subject)).toEqual(['Bản bị xóa. Còn gõ thêm.']);
  await expect(there.body).toHaveText('Bản bị xóa. Còn gõ thêm.');
});

test('DR-7 DR-8 the undo of a deletion brings all of a draft back, its files with it', async ({
  page,
  program,
  language,
}) => {
  const mail = await mailOf(program);
  const compose = composePage(page, language);
  const mailbox = mailboxPage(page, language);
  const subject = 'Xóa nhầm';
  await mailbox.enter();
  const message = await compose.openNew();
  await message.write({
    to: haPham.email,
    subject,
    body: 'Có hai tệp.',
    files: [
      { name: 'mot.txt', text: 'tệp một' },
      { name: 'hai.txt', text: 'tệp hai' },
    ],
  });
  await expect(message.files.getByRole('progressbar')).toHaveCount(0);
  await expect.poll(() => textsOf(mail, subject)).toEqual(['Có hai tệp.']);
  await expect.poll(async () => (await draftsOf(mail, subject))[0]?.files.length).toBe(2);
  const [before] = await draftsOf(mail, subject);
  await message.pressOption(compose.say('deleteDraft'));
  await mailbox.holdNotice();
  await expect.poll(() => draftsOf(mail, subject)).toEqual([]);

  await mailbox.undo();
  const again = compose.message(compose.windows.first());
  await expect(again.body).toHaveText('Có hai tệp.');
  await expect(again.files).toContainText('mot.txt');
  await expect.poll(() => textsOf(mail, subject)).toEqual(['Có hai tệp.']);
  const [after] = await draftsOf(mail, subject);
  expect(after?.to).toEqual(before?.to);
  expect(after?.body).toBe(before?.body);
  const contents = await Promise.all(
    (after?.files ?? []).map(async ({ id }) =>
      (await page.request.get(`/api/v2/files/${id}/download`)).text(),
    ),
  );
  expect(contents).toEqual(['tệp một', 'tệp hai']);
});

async function newDraft(
  page: Page,
  language: Language,
  mail: Mail,
  { subject, body, to }: { subject: string; body: string; to?: string },
) {
  await page.bringToFront();
  const message = await composePage(page, language).openNew();
  await message.write({ subject, body, ...(to === undefined ? {} : { to }) });
  await expect.poll(() => textsOf(mail, subject)).toEqual([body]);
  await expect(message.saved).toBeVisible();
  return message;
}

async function openDraft(page: Page, language: Language, subject: string) {
  const compose = composePage(page, language);
  await page.bringToFront();
  await page.goto('/folder/Drafts');
  await mailboxPage(page, language).row(subject).getByRole('link').click();
  await expect(compose.windows).toHaveCount(1);
  return compose.message(compose.windows.first());
}

/**
 * Brings the tab to the front first: a background tab renders one frame per second, and a click needs two.
 */
async function typeAtEnd(page: Page, body: ReturnType<Page['locator']>, text: string) {
  await page.bringToFront();
  await body.click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(text);
}

/** Returns `A00A01A02…`. */
function numbered(message: string): string {
  return Array.from({ length: 30 }, (_, index) => `${message}${String(index).padStart(2, '0')}`).join('');
}

/** Holds the next save of this tab in flight until `goOn` is called. */
async function holdSaves(page: Page) {
  const asked = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  await page.route('**/api/v2/messages/*', async (route) => {
    if (route.request().method() === 'PATCH') {
      asked.resolve();
      await goOn.promise;
    }
    await route.continue();
  });
  return {
    asked: asked.promise,
    async goOn() {
      goOn.resolve();
      await page.unrouteAll({ behavior: 'wait' });
    },
  };
}
