import { expect, test } from '../fixtures.ts';
import { calendarPage } from '../pages/calendar-page.ts';
import { expectAccessible } from '../pages/expect-accessible.ts';
import { PLACES } from '../pages/places.ts';

test.use({ world: 'calendar' });

/** The Friday of journeys, and those after it. */
const [FRIDAY, NEXT, LAST] = ['2026-11-20', '2026-11-27', '2026-12-04'] as const;

/** Each place has hours of its own: they may share a world. */
const HOURS = [10, 13, 16, 19];

for (const [place, { language, size, viewport, tag }] of PLACES.entries()) {
  const isPhone = size === 'phone';
  test.describe(`${language}, ${size}`, { tag }, () => {
    test.use({ language, viewport, hasTouch: isPhone });

    test('CV-3 CV-4 an event is made from free time, moved, repeated, one of it changed, the rest deleted, and all undone', async ({
      page,
    }) => {
      const calendar = calendarPage(page, language);
      const { say, event, column, dialog, field } = calendar;
      const hour = HOURS[place] ?? 8;
      const begins = (at: number, minute = '00') => new RegExp(` ${at}:${minute} (đến|to) `);
      const title = `Họp ${language} ${size}`;
      const view = isPhone ? 'day' : 'week';
      const show = async (day: string) => {
        await page.goto(`/calendar/${view}/${day}`);
        await expect(column(day)).toBeVisible();
      };
      await calendar.enter(`/calendar/${view}/${FRIDAY}`);
      await expectAccessible(page, 'the hours of the calendar');
      if (isPhone) {
        await page
          .getByRole('main')
          .getByRole('button', { name: say('dayView'), exact: true })
          .click();
        await expect(page.getByRole('menuitemradio', { checked: true })).toHaveText(say('dayView'));
        await expectAccessible(page, 'the views of the calendar');
        await page.keyboard.press('Escape');
      }

      await test.step('makes it by a press into free time', async () => {
        await calendar.pressAt(column(FRIDAY), hour);
        await expect(field('startTime')).toHaveValue(`${hour}:00`);
        await field('eventTitle').fill(title);
        await expectAccessible(page, 'the quick form of an event');
        await dialog.getByRole('button', { name: say('save') }).click();
        await expect(event(title)).toBeVisible();
        await expect(event(title)).toHaveAccessibleName(begins(hour));
      });

      await test.step('moves it', async () => {
        if (isPhone) {
          await event(title).click();
          await dialog.getByRole('button', { name: say('edit') }).click();
          await field('startTime').fill(`${hour + 1}:00`);
          await dialog.getByRole('button', { name: say('save') }).click();
        } else {
          const [from, to] = [await event(title).boundingBox(), await column(FRIDAY).boundingBox()];
          if (!from || !to) throw new Error('The event is not to be seen');
          await page.mouse.move(from.x + from.width / 2, from.y + 10);
          await page.mouse.down();
          await page.mouse.move(from.x + from.width / 2, from.y + 10 + to.height / 24, { steps: 4 });
          await page.mouse.up();
        }
        await expect(event(title)).toHaveAccessibleName(begins(hour + 1));
        await calendar.undo(isPhone ? 'saved' : 'moved');
        await expect(event(title)).toHaveAccessibleName(begins(hour));
      });

      await test.step('makes it weekly', async () => {
        await event(title).click();
        await expectAccessible(page, 'an event');
        await dialog.getByRole('button', { name: say('edit') }).click();
        await dialog.getByRole('combobox', { name: say('repeat') }).selectOption('week');
        await expect(dialog.getByText(say('everyFriday'))).toBeVisible();
        await expectAccessible(page, 'the form of an event');
        await dialog
          .getByRole('button', { name: say('pickDay') })
          .first()
          .click();
        await expect(
          calendar.dialogNamed(say('pickDay')).getByRole('button', { name: /^20 / }),
        ).toBeVisible();
        await expectAccessible(page, 'the choice of a day');
        await page.keyboard.press('Escape');
        await dialog.getByRole('button', { name: say('save') }).click();
        await show(NEXT);
        await expect(event(title)).toHaveAccessibleName(begins(hour));
      });

      await test.step('changes one of it', async () => {
        await event(title).click();
        await dialog.getByRole('button', { name: say('edit') }).click();
        await field('startTime').fill(`${hour + 1}:30`);
        await dialog.getByRole('button', { name: say('save') }).click();
        await calendar.choose('one', 'change');
        await expect(event(title)).toHaveAccessibleName(begins(hour + 1, '30'));
        await show(LAST);
        await expect(event(title)).toHaveAccessibleName(begins(hour));
      });

      await test.step('deletes what follows, and takes that back', async () => {
        await show(NEXT);
        await event(title).click();
        await dialog.getByRole('button', { name: say('remove') }).click();
        await expectAccessible(page, 'which of a series are deleted');
        await calendar.choose('following', 'remove');
        await expect(event(title)).toBeHidden();
        await calendar.undo('droppedRest');
        await expect(event(title)).toBeVisible();
        await show(LAST);
        await expect(event(title)).toHaveAccessibleName(begins(hour));
      });

      await test.step('leaves one out, and takes that back', async () => {
        await event(title).click();
        await dialog.getByRole('button', { name: say('remove') }).click();
        await calendar.choose('one', 'remove');
        await expect(event(title)).toBeHidden();
        await calendar.undo('dropped');
        await expect(event(title)).toHaveAccessibleName(begins(hour));
      });

      await test.step('looks at the month and the agenda', async () => {
        await page.goto(`/calendar/month/${FRIDAY}`);
        await expect(calendar.grid).toBeVisible();
        await expectAccessible(page, 'a month of the calendar');
        await page.goto(`/calendar/agenda/${FRIDAY}`);
        await expect(event(title).first()).toBeVisible();
        await expectAccessible(page, 'the agenda');
      });
    });
  });
}

test.describe('by keyboard alone', () => {
  test.use({ language: 'vi' });

  test('CV-9 an event is made, moved, made longer, edited and deleted, and calendars are shown in other ways', async ({
    page,
  }) => {
    const calendar = calendarPage(page, 'vi');
    const { event, field, dialog } = calendar;
    const { keyboard } = page;
    await calendar.enter('/calendar');

    await test.step('chooses an event on arrival, and opens it', async () => {
      await keyboard.press('ArrowDown');
      await expect(calendar.main.locator('[data-key]:focus')).toBeVisible();
      await keyboard.press('Enter');
      await expect(dialog).toBeVisible();
      await keyboard.press('Escape');
      await expect(dialog).toBeHidden();
    });

    await test.step('makes one', async () => {
      // What is made begins at ten, which is out of sight here.
      await calendar.grid.evaluate((grid) => grid.scrollTo(0, grid.scrollHeight));
      await keyboard.press('c');
      await expect(page.locator('[data-draft]')).toBeInViewport();
      await expect(field('eventTitle')).toBeFocused();
      await keyboard.type('Phím');
      await keyboard.press('Enter');
      await expect(event('Phím')).toBeVisible();
    });

    await test.step('moves it by an hour and a day, and makes it longer', async () => {
      await expect(event('Phím')).toBeFocused();
      const before = await event('Phím').getAttribute('aria-label');
      await keyboard.press('Alt+ArrowDown');
      await expect(event('Phím')).not.toHaveAccessibleName(before ?? '');
      await expect(event('Phím')).toBeFocused();
      await keyboard.press('Alt+ArrowRight');
      await expect(event('Phím')).toHaveAccessibleName(/Thứ Bảy 21\/11\/2026, \d\d:15/);
      await expect(event('Phím')).toBeFocused();
      await keyboard.press('Alt+Shift+ArrowDown');
      await expect(event('Phím')).toHaveAccessibleName(/:15 đến \d\d:30/);
    });

    await test.step('opens it, edits it, and deletes it', async () => {
      await expect(event('Phím')).toBeFocused();
      await keyboard.press('Enter');
      await expect(dialog).toBeVisible();
      await keyboard.press('Escape');
      await expect(dialog).toBeHidden();
      await expect(event('Phím')).toBeFocused();
      await keyboard.press('e');
      await field('eventTitle').fill('Phím hai');
      await keyboard.press('Control+s');
      await expect(event('Phím hai')).toBeVisible();
      await expect(event('Phím hai')).toBeFocused();
      await keyboard.press('Delete');
      await expect(event('Phím hai')).toBeHidden();
      await keyboard.press('z');
      await expect(event('Phím hai')).toBeFocused();
    });

    await test.step('turns the views', async () => {
      await keyboard.press('m');
      await expect(page).toHaveURL(/\/calendar\/month\//);
      await keyboard.press('j');
      await expect(page).toHaveURL(/\/calendar\/month\/2026-12-01$/);
      await keyboard.press('t');
      await expect(page).toHaveURL(/\/calendar\/month\/2026-11-20$/);
      await keyboard.press('d');
      await expect(page).toHaveURL(/\/calendar\/day\/2026-11-20$/);
    });
  });
});
