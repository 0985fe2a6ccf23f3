import { haPham, lanAnh } from '@bocau/server/demo-world/people.ts';
import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../../fixtures.ts';
import { OFFLINE } from '../../noise.ts';
import { calendarPage } from '../../pages/calendar-page.ts';
import { composePage } from '../../pages/compose-page.ts';
import { contactsPage } from '../../pages/contacts-page.ts';
import { mailboxPage } from '../../pages/mailbox-page.ts';
import { PHONE } from '../../pages/screen-sizes.ts';
import { signInPage } from '../../pages/sign-in-page.ts';
import { tasksPage } from '../../pages/tasks-page.ts';
import { sayIn } from '../../pages/words.ts';
import { mailOf } from '../../program/mail-of.ts';

test.use({ world: 'compose' });

test('AU-10 an answer during which the session ended has the keys again, where its caret was', async ({
  page,
  language,
  noise,
}) => {
  noise.expect(/401|WebSocket/);
  const mailbox = mailboxPage(page, language);
  await mailbox.enter();
  await mailbox.open(mailbox.rows.nth(1));
  await page.keyboard.press('r');
  const { body } = composePage(page, language).message(page.locator('[data-compose]'));
  await expect(body).toBeFocused();
  await page.keyboard.type('Chào chị');
  await page.context().clearCookies();
  await page.keyboard.type(', em');
  const gate = signInPage(page, language);
  await expect(gate.again).toBeVisible();
  await expect(body, 'what is typed meanwhile is still for the text').toBeFocused();
  for (let steps = 0; steps < 'chị, em'.length; steps += 1) await page.keyboard.press('ArrowLeft');
  const reading = page.url();

  await signInTyping(page, gate.password, 'e');
  await expect(body).toBeFocused();
  await page.keyboard.type('E ');
  await expect(body).toHaveText(/^Chào e*E chị, em$/);
  expect(page.url(), 'no key was taken for one of the page').toBe(reading);
});

test('AU-10 so has the subject of a window', async ({ page, language, noise }) => {
  noise.expect(/401|WebSocket/);
  await mailboxPage(page, language).enter();
  const message = await composePage(page, language).openNew();
  await message.write({ subject: 'Báo 2026', body: 'Một câu.' });
  await message.subject.click();
  await page.keyboard.press('Home');
  for (let steps = 0; steps < 'Báo '.length; steps += 1) await page.keyboard.press('ArrowRight');
  await page.context().clearCookies();
  await page.keyboard.type('gi');
  const gate = signInPage(page, language);
  await expect(gate.again).toBeVisible();
  await signInTyping(page, gate.password, 'j');
  await expect(message.subject).toBeFocused();
  await page.keyboard.type('á ');
  await expect(message.subject).toHaveValue(/^Báo gij*á 2026$/);
});

test('AU-11 the dialog that asks to sign in again has the keys where no text has them', async ({
  page,
  language,
  noise,
}) => {
  noise.expect(/401|WebSocket/);
  const mailbox = mailboxPage(page, language);
  await mailbox.enter();
  const message = await composePage(page, language).openNew();
  await message.write({ subject: 'Bên cạnh' });
  await expect(message.saved).toBeVisible();
  await mailbox.grid.focus();
  await page.context().clearCookies();
  await page.keyboard.press('j');
  await page.keyboard.press('s');
  const gate = signInPage(page, language);
  await expect(gate.again).toBeVisible();
  await expect(gate.password).toBeFocused();
});

test('AU-18 where a message waits to leave as the session ends that is said, and it leaves after signing in', async ({
  context,
  page,
  program,
  language,
  noise,
}) => {
  noise.expect(/401|WebSocket/);
  noise.expect(OFFLINE);
  const mail = await mailOf(program);
  const subject = 'Gửi khi mất mạng';
  await mailboxPage(page, language).enter();
  const compose = composePage(page, language);
  const message = await compose.openNew();
  await message.write({ to: haPham.email, subject, body: 'Em gửi chị.' });
  await expect(message.saved).toBeVisible();
  await context.setOffline(true);
  await message.body.press('Control+Enter');
  await expect(compose.windows).toHaveCount(0);
  await context.clearCookies();
  await context.setOffline(false);
  const gate = signInPage(page, language);
  await expect(gate.again).toContainText(sayIn(language)('mailWaits'));
  await gate.signInAgain();
  await expect.poll(() => mail.folderOf(subject)).toEqual(['Sent']);
});

test.describe('in a form', () => {
  test.use({ world: 'templates' });

  test('AU-12 a template that is written as the session ends is gone on with, and saved', async ({
    page,
    language,
    noise,
  }) => {
    noise.expect(/401|WebSocket/);
    const say = sayIn(language);
    await mailboxPage(page, language).enter();
    await page.goto('/setting/templates');
    await page.getByRole('button', { name: say('newTemplate'), exact: true }).click();
    const name = page.getByRole('textbox', { name: say('templateName') });
    const text = page.getByRole('textbox', { name: say('templateText') });
    await name.fill('Báo giá dở');
    await text.click();
    await page.keyboard.type('Kính gửi');
    await page.context().clearCookies();
    await page.getByRole('button', { name: say('saveTemplate') }).click();
    const gate = signInPage(page, language);
    await expect(gate.again).toBeVisible();
    await expect(gate.password).toBeFocused();
    await expect(text, 'whoever sits there may be somebody else').toBeHidden();
    await gate.signInAgain();
    await expect(name).toHaveValue('Báo giá dở');
    await text.click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type(' anh Bình');
    await expect(text).toHaveText('Kính gửi anh Bình');
    const anew = page.waitForEvent('domcontentloaded');
    await page.getByRole('button', { name: say('saveTemplate') }).click();
    await anew;
    await page.getByRole('button', { name: 'Báo giá dở', exact: true }).click();
    await expect(text).toHaveText('Kính gửi anh Bình');
  });
});

test.describe('in a dialog', () => {
  test.use({ world: 'contacts' });

  test('AU-12 so is the form of a contact', async ({ page, language, noise }) => {
    noise.expect(/401|WebSocket/);
    await mailboxPage(page, language).enter();
    await page.goto('/contacts');
    const { say, field, dialog, row } = contactsPage(page, language);
    await page.getByRole('button', { name: say('new') }).click();
    await field('name').fill('Đặng Dở Dang');
    await page.context().clearCookies();
    await dialog.getByRole('button', { name: say('save') }).click();
    const gate = signInPage(page, language);
    await expect(gate.again).toBeVisible();
    await expect(gate.password).toBeFocused();
    await expect(field('name')).toBeHidden();
    await gate.signInAgain();
    await expect(gate.again).toBeHidden();
    await expect(field('name')).toHaveValue('Đặng Dở Dang');
    const anew = page.waitForEvent('domcontentloaded');
    await dialog.getByRole('button', { name: say('save') }).click();
    await anew;
    await expect(row('Đặng Dở Dang')).toBeVisible();
  });
});

test.describe('in the calendar', () => {
  test.use({ world: 'calendar' });

  const DAY = '2026-11-27';

  test('AU-14 so is the form of an event, of one of a series and of a task', async ({
    page,
    language,
    noise,
  }) => {
    noise.expect(/401|WebSocket/);
    const calendar = calendarPage(page, language);
    const { say, dialog, event, field } = calendar;
    const gate = signInPage(page, language);
    const save = dialog.getByRole('button', { name: say('save'), exact: true });

    /** The session ends while it has the keys, and is had again. */
    async function signInBeside(typed: Locator) {
      await expect(typed).toBeFocused();
      await page.request.post('/api/v2/auth/logout', { headers: { 'x-session': 'cookie' } });
      await expect(gate.again).toBeVisible();
      await expect(gate.password).toBeFocused();
      await expect(typed, 'whoever sits there may be somebody else').toBeHidden();
      await gate.signInAgain();
      await expect(gate.again).toBeHidden();
      await expect(typed).toBeFocused();
      await page.keyboard.press('End');
      await page.keyboard.type(' dang');
    }

    await test.step('a new event', async () => {
      await calendar.enter(`/calendar/week/${DAY}`);
      await calendar.pressAt(calendar.column(DAY), 9);
      await field('eventTitle').fill('Họp dở');
      await dialog.getByRole('button', { name: say('details') }).click();
      await field('eventTitle').click();
      await signInBeside(field('eventTitle'));
      await dialog.getByRole('combobox', { name: say('repeat') }).selectOption('week');
      const made = page.waitForResponse(
        (response) => response.request().method() === 'POST' && response.url().endsWith('/v1/events'),
      );
      const anew = page.waitForEvent('domcontentloaded');
      await save.click();
      await anew;
      expect((await made).ok(), 'is sent by the page that begins anew').toBe(true);
      await page.reload();
      await expect(event('Họp dở dang')).toBeVisible();
    });

    await test.step('one of a series, of which it is asked which are meant', async () => {
      await event('Họp dở dang').click();
      await dialog.getByRole('button', { name: say('edit') }).click();
      await field('eventTitle').fill('Giao ban');
      await signInBeside(field('eventTitle'));
      await save.click();
      const anew = page.waitForEvent('domcontentloaded');
      await calendar.choose('one', 'change');
      await anew;
      await expect(event('Giao ban dang')).toBeVisible();
    });

    await test.step('a task', async () => {
      await page.goto('/calendar/tasks');
      const tasks = tasksPage(page, language);
      await tasks.add('Gọi khách');
      await tasks.task('Gọi khách').click();
      const title = dialog.getByRole('textbox', { name: tasks.say('name'), exact: true });
      await title.fill('Gọi khách dở');
      await signInBeside(title);
      const anew = page.waitForEvent('domcontentloaded');
      await save.click();
      await anew;
      await page.reload();
      await expect(tasks.task('Gọi khách dở dang')).toBeVisible();
    });
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: PHONE });

  test('AU-13 what asks to sign in again leaves the text of a message in sight', async ({
    page,
    language,
    noise,
  }) => {
    noise.expect(/401|WebSocket/);
    await mailboxPage(page, language).enter();
    const message = await composePage(page, language).openNew();
    await message.write({ subject: 'Dở', body: 'Một câu.' });
    await page.context().clearCookies();
    await page.keyboard.type(' Hai câu.');
    const gate = signInPage(page, language);
    await expect(gate.again).toBeVisible();
    const [box, text] = await Promise.all([gate.again.boundingBox(), message.body.boundingBox()]);
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(text?.y ?? 0);
    await gate.submit.click();
    await expect(gate.password).toBeFocused();
    await signInTyping(page, gate.password, '.');
    await expect(message.body).toContainText('Một câu. Hai câu.');
  });
});

/** Signs in by keyboard, and goes on typing one letter until the message has the keys. */
async function signInTyping(page: Page, password: ReturnType<typeof signInPage>['password'], letter: string) {
  await password.fill(lanAnh.password);
  const loaded = page.waitForEvent('domcontentloaded');
  await page.keyboard.press('Enter');
  await loaded;
  const isWriting = () => page.evaluate(() => document.activeElement?.closest('[data-compose]') != null);
  await expect
    .poll(
      async () => {
        await page.keyboard.type(letter);
        return isWriting();
      },
      { intervals: [30] },
    )
    .toBe(true);
}
