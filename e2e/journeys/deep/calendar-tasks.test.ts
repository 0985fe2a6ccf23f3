import { trashEvents } from '@bocau/contract/calendar.ts';
import { expect, test } from '../../fixtures.ts';
import { expectAccessible } from '../../pages/expect-accessible.ts';
import { mailboxPage } from '../../pages/mailbox-page.ts';
import { PLACES } from '../../pages/places.ts';
import { tasksPage } from '../../pages/tasks-page.ts';

test.use({ world: 'calendar' });

const LINES = {
  vi: { quote: 'Gửi báo giá', quoteAt: '15h hôm nay', water: 'Tưới cây', each: 'mỗi ngày', found: 'bao gia' },
  en: {
    quote: 'Send the quote',
    quoteAt: 'today 3pm',
    water: 'Water plants',
    each: 'every day',
    found: 'quote',
  },
} as const;

for (const { language, size, viewport, tag } of PLACES) {
  const isPhone = size === 'phone';
  test.describe(`${language}, ${size}`, { tag }, () => {
    test.use({ language, viewport, hasTouch: isPhone });

    test('CL-160 CL-161 CL-162 CL-164 tasks are typed, done, repeated, edited, found and deleted', async ({
      page,
    }) => {
      const tasks = tasksPage(page, language);
      const { say, main, dialog, task, check, group } = tasks;
      const words = LINES[language];
      const [quote, water] = [`${words.quote} ${size}`, `${words.water} ${size}`];
      const undo = () =>
        page
          .getByRole('button', { name: say('undo') })
          .last()
          .click();

      /** An act that the server has, so that another page shows it. */
      const confirmed = async (path: RegExp, act: () => Promise<void>) => {
        const answered = page.waitForResponse(
          (response) => response.request().method() !== 'GET' && path.test(response.url()) && response.ok(),
        );
        await act();
        await answered;
      };

      await test.step('comes from the calendar', async () => {
        await tasks.enter('/calendar/day/2026-11-20');
        await expect(main.getByRole('grid')).toBeVisible();
        if (isPhone) {
          await main.getByRole('button', { name: say('dayView'), exact: true }).click();
          await page.getByRole('menuitem', { name: say('title') }).click();
        } else await page.keyboard.press('Shift+T');
        await expect(main.getByRole('heading', { level: 1, name: say('title') })).toBeVisible();
      });

      await test.step('adds them by a line each', async () => {
        await tasks.add(`${quote} ${words.quoteAt}`);
        await expect(group('today').locator('[data-task]', { hasText: quote })).toHaveAccessibleName(/15:00/);
        await tasks.add(`${water} ${words.each}`);
        await expect(group('today').locator('[data-task]', { hasText: water })).toBeVisible();
        await expectAccessible(page, 'the list of tasks');
      });

      await test.step('of one that repeats the next comes, and the undo brings it back', async () => {
        await check(water).click();
        await expect(page.getByText(say('next'))).toBeVisible();
        await expect(group('week').locator('[data-task]', { hasText: water })).toHaveAccessibleName(
          new RegExp(say('tomorrow'), 'i'),
        );
        await undo();
        await expect(group('today').locator('[data-task]', { hasText: water })).toBeVisible();
      });

      await test.step('edits one', async () => {
        await task(quote).focus();
        await page.keyboard.press('Enter');
        await dialog.getByRole('textbox', { name: say('notes') }).fill('Hai bản');
        await dialog.getByRole('combobox', { name: say('priority') }).selectOption({ label: say('high') });
        await dialog.getByRole('button', { name: say('addReminder') }).click();
        await expectAccessible(page, 'the form of a task');
        await confirmed(/\/tasks\/[^/]+$/, () => dialog.getByRole('button', { name: say('save') }).click());
        await expect(dialog).toBeHidden();
        await expect(task(quote)).toHaveAccessibleName(new RegExp(say('high'), 'i'));
      });

      await test.step('finds it without accents, and says it is done', async () => {
        await page.goto(`/calendar/tasks?q=${encodeURIComponent(`${words.found} ${size}`)}`);
        await expect(task(quote)).toBeVisible();
        await expect(task(water)).toBeHidden();
        await task(quote).focus();
        await confirmed(/\/done$/, () => page.keyboard.press('x'));
        await expect(task(quote)).toHaveAccessibleName(new RegExp(say('isDone')));
        await page.goto('/calendar/tasks');
        await expect(task(water)).toBeVisible();
        await expect(task(quote)).toBeHidden();
        await main.getByRole('button', { name: say('done'), exact: true }).click();
        await expect(task(quote)).toBeVisible();
      });

      await test.step('deletes one by a key, brings it back, and finds the other in the trash', async () => {
        await task(water).focus();
        await confirmed(/\/events\/trash$/, () => page.keyboard.press('Delete'));
        await expect(task(water)).toBeHidden();
        await confirmed(/\/events\/restore$/, undo);
        await expect(task(water)).toBeVisible();
        // The page is left before the server gets the call.
        await page.route(`**${trashEvents.path}`, () => undefined, { times: 1 });
        const sent = page.waitForRequest(`**${trashEvents.path}`);
        await task(quote).focus();
        await page.keyboard.press('Delete');
        await expect(task(quote)).toBeHidden();
        await sent;
        await page.goto('/calendar/trash');
        await confirmed(/\/events\/restore$/, () =>
          page.getByRole('button', { name: `${say('restore')} “${quote}”` }).click(),
        );
        await page.goto('/calendar/tasks');
        await main.getByRole('button', { name: say('done'), exact: true }).click();
        await expect(task(quote)).toBeVisible();
      });
    });

    test('CL-166 a task is made of a conversation, and leads back to it', async ({ page }) => {
      const tasks = tasksPage(page, language);
      const mailbox = mailboxPage(page, language);
      const { say, main, lines } = tasks;
      await mailbox.enter('/folder/INBOX');
      const [words = ''] = await mailbox.subjects();
      await mailbox.open(mailbox.rows.first());
      const menu = isPhone ? say('otherActs') : mailbox.say('messageMenu');
      await mailbox.thread.getByRole('button', { name: menu, exact: true }).first().click();
      await page.getByRole('menuitem', { name: say('makeTask') }).click();
      await expect(page.getByText(say('made'))).toBeVisible();
      await page.getByRole('button', { name: say('open'), exact: true }).click();
      await expect(lines.filter({ hasText: words }).first()).toBeVisible();
      await main
        .getByRole('link', { name: say('conversation') })
        .first()
        .click();
      await expect(mailbox.thread.getByRole('heading', { level: 1 })).toHaveText(words);
    });
  });
}
