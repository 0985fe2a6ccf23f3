import { expect, test } from '../../fixtures.ts';
import { calendarPage } from '../../pages/calendar-page.ts';
import { expectAccessible } from '../../pages/expect-accessible.ts';
import { PLACES } from '../../pages/places.ts';
import { tabTo } from '../../pages/tab-to.ts';

const WORDS = {
  vi: {
    open: 'Nhập từ tệp .ics…',
    title: 'Nhập sự kiện',
    choose: 'Chọn tệp',
    found: 'Tệp có 2 sự kiện.',
    into: 'Nhập vào lịch',
    fresh: 'Lịch mới…',
    name: 'Tên lịch mới',
    submit: 'Nhập 2 sự kiện',
    done: 'Đã nhập 2 sự kiện',
    finished: 'Đã nhập xong',
    faults: '1 sự kiện không nhập được',
    fault: 'Dòng 22, “Mãi mãi”: lặp lại quá nhiều lần',
  },
  en: {
    open: 'Import from an .ics file…',
    title: 'Import events',
    choose: 'Choose a file',
    found: 'The file has 2 events.',
    into: 'Import into',
    fresh: 'New calendar…',
    name: 'Name of the new calendar',
    submit: 'Import 2 events',
    done: '2 events imported',
    finished: 'Import complete',
    faults: '1 event can not be imported',
    fault: 'Line 22, “Mãi mãi”: repeats too often',
  },
} as const;

/** Friday and Saturday of the week of journeys, and one that happens too often. */
function fileOf(name: string): string {
  const event = (uid: string, ...lines: string[]) => [
    ...['BEGIN:VEVENT', `UID:${uid}`, 'DTSTAMP:20261101T000000Z', ...lines, 'END:VEVENT'],
  ];
  const lines = [
    ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'METHOD:PUBLISH', `X-WR-CALNAME:${name}`],
    ...event(
      'mot',
      'DTSTART;TZID=SE Asia Standard Time:20261120T140000',
      'DURATION:PT1H',
      `SUMMARY:${name} một`,
    ),
    ...event(
      'hai',
      'DTSTART;TZID=SE Asia Standard Time:20261120T160000',
      'DURATION:PT1H',
      `SUMMARY:${name} hai`,
    ),
    ...['BEGIN:VTODO', 'UID:viec', 'END:VTODO'],
    ...event('mai', 'DTSTART:20261120T020000Z', 'RRULE:FREQ=SECONDLY', 'SUMMARY:Mãi mãi'),
    'END:VCALENDAR',
  ];
  return `${lines.join('\r\n')}\r\n`;
}

test.use({ world: 'calendar-import' });

for (const { language, size, viewport, tag } of PLACES) {
  const isPhone = size === 'phone';
  const words = WORDS[language];
  test.describe(`${language}, ${size}`, { tag }, () => {
    test.use({ language, viewport, hasTouch: isPhone });

    test('CL-150 CL-152 CL-154 a file of events is imported into a new calendar, and undone', async ({
      page,
    }) => {
      const calendar = calendarPage(page, language);
      const name = `Việc ${language} ${size}`;
      await calendar.enter('/calendar/day/2026-11-20');
      await calendar.openSidebar();
      const open = page.getByRole('button', { name: words.open });
      if (isPhone) await open.click();
      else {
        await tabTo(page, open);
        await page.keyboard.press('Enter');
      }
      const dialog = calendar.dialogNamed(words.title);
      await expect(dialog).toBeVisible();
      await expectAccessible(page, 'the import of events');

      await test.step('says what is in the file', async () => {
        await dialog
          .getByLabel(words.choose)
          .setInputFiles({ name: 'lich.ics', mimeType: 'text/calendar', buffer: Buffer.from(fileOf(name)) });
        await expect(dialog.getByText(words.found)).toBeVisible();
        await dialog.getByText(words.faults).click();
        await expect(dialog.getByText(words.fault)).toBeVisible();
        await dialog.getByRole('combobox', { name: words.into }).selectOption({ label: words.fresh });
        await expect(dialog.getByRole('textbox', { name: words.name })).toHaveValue(name);
        await expectAccessible(page, 'what an import of events would do');
      });

      await test.step('imports it', async () => {
        await dialog.getByRole('button', { name: words.submit }).click();
        const finished = calendar.dialogNamed(words.finished);
        await expect(finished.getByText(words.done)).toBeVisible();
        // The dialog hides what stands behind it from programs that read the screen, not from eyes.
        const first = calendar.event(`${name} một`);
        await expect(first).toHaveAttribute('aria-label', / 14:00 (đến|to) 15:00/);
        await expect(calendar.event(`${name} hai`)).toBeVisible();
        await expectAccessible(page, 'what came of an import of events');
      });

      await test.step('undoes it', async () => {
        const finished = calendar.dialogNamed(words.finished);
        await finished.getByRole('button', { name: calendar.say('undo') }).click();
        await expect(calendar.event(`${name} một`)).toBeHidden();
        await expect(calendar.event(`${name} hai`)).toBeHidden();
        await calendar.openSidebar();
        await expect(page.getByRole('checkbox', { name })).toBeHidden();
      });
    });
  });
}
