import { expect, test } from '../fixtures.ts';
import { composePage } from '../pages/compose-page.ts';
import { expectAccessible } from '../pages/expect-accessible.ts';
import { mailboxPage } from '../pages/mailbox-page.ts';
import { type InPlace, OTHER_PLACES } from '../pages/places.ts';
import { LAPTOP, PHONE } from '../pages/screen-sizes.ts';
import { draftsOf } from '../program/drafts-of.ts';
import { mailOf } from '../program/mail-of.ts';

test.use({ world: 'compose-questions' });

const PLACES: InPlace[] = [
  { language: 'en', viewport: LAPTOP, tag: [] },
  { language: 'vi', viewport: PHONE, tag: [OTHER_PLACES] },
];

for (const { language, viewport, tag } of PLACES) {
  test.describe(`${language}, ${viewport.width} wide`, { tag }, () => {
    test.use({ language, viewport });

    test('SP-1 SP-2 SP-3 TR-1 SC-5 what looks like spam is shown, and what is refused is told', async ({
      page,
      program,
      noise,
    }) => {
      const compose = composePage(page, language);
      const { say } = compose;
      const mail = await mailOf(program);
      const subject = `KHUYẾN MÃI LỚN NHẤT NĂM, CÒN $500 ${language.toUpperCase()}`;
      await mailboxPage(page, language).enter();
      const message = await compose.openNew();
      const spam = page.getByRole('dialog', { name: say('looksLikeSpam') });

      await test.step('it is not tracked unless that is asked for', async () => {
        await message.write({ to: 'quan@khachhang.example', subject, body: 'Anh xem giúp em.' });
        await expect(message.saved).toBeVisible();
        expect((await draftsOf(mail, subject)).map(({ draft }) => draft?.tracking)).toEqual([false]);
        await message.pressOption(say('untracked'));
        await expect
          .poll(async () => (await draftsOf(mail, subject)).map(({ draft }) => draft?.tracking))
          .toEqual([true]);
      });

      await test.step('going back leaves it open', async () => {
        await message.send.click();
        await expect(spam.getByRole('listitem')).toHaveCount(2);
        await expect(spam.getByRole('listitem').first()).toContainText(say('allCaps'));
        await expect(spam.getByRole('listitem').first()).toContainText(say('inSubject'));
        await expect(spam.getByRole('listitem').first()).toContainText(say('moderate'));
        await expect(spam.getByRole('button', { name: say('goBack') })).toBeFocused();
        await expectAccessible(page, 'what looks like spam');
        await page.keyboard.press('Enter');
        await expect(spam).toBeHidden();
        await expect(message.subject).toHaveValue(subject);
        expect((await draftsOf(mail, subject)).map(({ sending }) => sending)).toEqual([null]);
      });

      const error = { error: { code: 'internal_error', message: 'The database is away' } };
      await test.step('a schedule that fails says so and leaves it open', async () => {
        noise.expect(/^400 .*schedule/);
        await page.route('**/messages/schedule', (route) => route.fulfill({ status: 400, json: error }));
        await message.choose(say('schedule'));
        await page.getByRole('button', { name: say('tomorrowMorning') }).click();
        await spam.getByRole('button', { name: say('sendAnyway') }).click();
        const failed = page.getByRole('dialog', { name: say('notScheduled') });
        await expect(failed).toContainText(say('notPlanned'));
        await failed.getByRole('button', { name: say('understood') }).click();
        await expect(message.subject).toHaveValue(subject);
        await page.unroute('**/messages/schedule');
      });

      await test.step('so does a cancelling that fails, and the message is sent anyway when told to', async () => {
        await message.choose(say('schedule'));
        await page.getByRole('button', { name: say('tomorrowMorning') }).click();
        await spam.getByRole('button', { name: say('sendAnyway') }).click();
        await expect(compose.windows).toHaveCount(0);
        await page.route('**/messages/*/schedule', (route) =>
          route.fulfill({ status: 403, json: { error: { ...error.error, code: 'forbidden' } } }),
        );
        noise.expect(/^403 .*schedule/);
        await mailboxPage(page, language).undo();
        await expect(compose.notice(say('notUndone'))).toBeVisible();
        expect(await mail.folderOf(subject)).toEqual(['WEBMAIL_SCHEDULED']);
      });
    });
  });
}

test('CW-16 an answer within Junk or Trash says where it will be found', async ({ page, language }) => {
  const mailbox = mailboxPage(page, language);
  await mailbox.enter();
  await mailbox.open(mailbox.rows.first());
  await page.keyboard.press('r');
  const answer = page.getByRole('region', { name: mailbox.say('reply'), exact: true });
  await expect(answer).toBeVisible();
  await expect(answer).not.toContainText(mailbox.say('foundInSent'));
  await page.goto('/folder/Junk');
  await mailbox.open(mailbox.row('hello dear, I saw your profile'));
  await page.keyboard.press('r');
  await expect(answer.getByRole('note')).toContainText(
    `${mailbox.say('junk')}. ${mailbox.say('foundInSent')}`,
  );
  await page.goto('/folder/Trash');
  await mailbox.open(mailbox.row('Mời mua máy photocopy thanh lý'));
  await page.keyboard.press('r');
  await expect(answer.getByRole('note')).toContainText(
    `${mailbox.say('trash')}. ${mailbox.say('foundInSent')}`,
  );
});

test('RT-6 mail links are opened here when the person asks for it', async ({ page, language }) => {
  await page.addInitScript(() => {
    navigator.registerProtocolHandler = (scheme, url) => {
      Object.assign(window, { asked: [scheme, String(url)] });
    };
  });
  const mailbox = mailboxPage(page, language);
  const compose = composePage(page, language);
  await mailbox.enter();
  await page.getByRole('button', { name: new RegExp(`^${mailbox.say('account')} `) }).click();
  await page.getByRole('menuitem', { name: mailbox.say('mailLinks') }).click();
  const [scheme, template] = await page.evaluate(() => (window as unknown as { asked: string[] }).asked);
  expect(scheme).toBe('mailto');
  const link = 'mailto:ha.pham@saomai.example?cc=minh.tran@saomai.example&subject=G%E1%BA%B7p%20nhau';
  await page.goto((template ?? '').replace('%s', encodeURIComponent(link)));
  const message = compose.message(compose.windows.first());
  await expect(message.subject).toHaveValue('Gặp nhau');
  for (const address of ['ha.pham@saomai.example', 'minh.tran@saomai.example']) {
    await expect(message.form).toContainText(address);
  }
});
