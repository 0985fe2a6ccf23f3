import type { Calendar } from '@bocau/contract/calendar.ts';
import type { CalendarImportPlan, CalendarImportResult } from '@bocau/contract/calendar-imports.ts';
import { ApiError } from '@bocau/contract/client.ts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { loadCalendarImportWords } from '../../../i18n/calendar-words.ts';
import { calendar as english } from '../../../i18n/en/calendar.ts';
import { calendarImport as englishImport } from '../../../i18n/en/calendar-import.ts';
import { learnWords, loadLaterWords } from '../../../i18n/i18n.ts';
import { calendar as vietnamese } from '../../../i18n/vi/calendar.ts';
import { calendarImport as vietnameseImport } from '../../../i18n/vi/calendar-import.ts';
import { createFakeCalendar, OWN_CALENDAR } from '../../../model/calendar/test-kit/fake-calendar.ts';
import { notices } from '../../../parts/notices/notify.ts';
import { renderCalendar } from '../../../test-kit/render-calendar.tsx';
import { speak } from '../../../test-kit/words.ts';
import { ImportDialog } from '../calendars/lazy-dialogs.ts';

beforeAll(async () => {
  learnWords('vi', { calendar: vietnamese, calendarImport: vietnameseImport });
  learnWords('en', { calendar: english, calendarImport: englishImport });
  ImportDialog.prepare();
  await Promise.all([import('./import-dialog.tsx'), loadCalendarImportWords()]);
});
beforeEach(() => {
  localStorage.clear();
  notices.set([]);
});

const owner = { name: 'Minh', email: 'minh@saomai.example' };
const SHARED: readonly Calendar[] = [
  OWN_CALENDAR,
  { ...OWN_CALENDAR, id: 'team', name: 'Dự án', is_default: false, permission: 'WRITE', owner },
  { ...OWN_CALENDAR, id: 'seen', name: 'Chỉ xem', is_default: false, permission: 'READ', owner },
];

const FAULT = { file: 'việc.ics', line: 1_204, title: 'Họp', problem: 'too_often' } as const;
const PLAN: CalendarImportPlan = {
  ...{ created: 2, equal: 1, replaced: 1, kept: 0, tasks: 3, others: 0 },
  ...{ name: 'Việc của Lan', titles: ['Giao ban', ''], faults: { total: 1, first: [FAULT] } },
};

/** A server that plans and imports, or fails first. */
function world(calendars = SHARED) {
  const server = createFakeCalendar([], calendars);
  const calls: [string, Record<string, string>][] = [];
  const failures: ApiError[] = [];
  let plan = PLAN;
  function answer<T>(name: string, data: (fields: Record<string, string>) => T) {
    return async ({ form, body }: { form?: FormData; body?: Record<string, string> }) => {
      const fields = form
        ? [...form].filter(([, value]) => typeof value === 'string')
        : Object.entries(body ?? {});
      const given = Object.fromEntries(fields) as Record<string, string>;
      calls.push([name, given]);
      const failure = failures.shift();
      if (failure) throw failure;
      return { data: data(given) };
    };
  }
  const result = ({ uid = '' }): CalendarImportResult => {
    const { created, equal, replaced, kept, faults } = plan;
    return { uid, calendar_id: 'own', created, equal, replaced, kept, faults };
  };
  Object.assign(server.api, {
    planCalendarImport: answer('plan', () => plan),
    importCalendar: answer('import', result),
    undoCalendarImport: answer('undo', () => ({ changed: 1 })),
  });
  return {
    server,
    calls,
    failures,
    plans: (next: Partial<CalendarImportPlan>) => (plan = { ...PLAN, ...next }),
  };
}

describe.each([
  [
    'vi',
    {
      open: 'Nhập từ tệp .ics…',
      choose: 'Chọn tệp',
      found: 'Tệp có 4 sự kiện.',
      created: '2 sự kiện mới',
      tasks: '3 việc cần làm không được nhập',
      fault: 'việc.ics, Dòng 1.204, “Họp”: lặp lại quá nhiều lần',
      into: 'Nhập vào lịch',
      fresh: 'Lịch mới…',
      team: 'Dự án (Minh)',
      name: 'Tên lịch mới',
      submit: 'Nhập 3 sự kiện',
      done: 'Đã nhập 2 sự kiện. Đã thay 1 sự kiện cũ hơn. Bỏ qua 1 sự kiện đã có.',
      undone: /^Đã hoàn tác việc nhập, trừ 1/,
      again: /^Chưa nhập xong\./,
      undoPart: 'Hoàn tác phần đã nhập',
      taken: /^Đã có lịch tên này/,
      noneLeft: 'Mọi sự kiện trong tệp đã có trong lịch.',
      archive: /^Không mở được tệp nén/,
    },
  ],
  [
    'en',
    {
      open: 'Import from an .ics file…',
      choose: 'Choose a file',
      found: 'The file has 4 events.',
      created: '2 new events',
      tasks: '3 tasks are not imported',
      fault: 'việc.ics, Line 1,204, “Họp”: repeats too often',
      into: 'Import into',
      fresh: 'New calendar…',
      team: 'Dự án (Minh)',
      name: 'Name of the new calendar',
      submit: 'Import 3 events',
      done: '2 events imported. 1 older event replaced. 1 event that was there already was skipped.',
      undone: /^Import undone, but for 1 event/,
      again: /^The import is not complete\./,
      undoPart: 'Undo what was imported',
      taken: /^There is a calendar of this name/,
      noneLeft: 'All events of the file are in the calendar already.',
      archive: /^This archive can not be opened/,
    },
  ],
] as const)('in %s', (language, words) => {
  beforeEach(async () => {
    speak(language);
    await loadLaterWords();
  });

  async function open(given = world()) {
    const page = await renderCalendar(given.server, '/calendar/month/2026-11-20');
    await page.settle();
    await page.user.click(screen.getByRole('button', { name: words.open }));
    const dialog = within(await screen.findByRole('dialog'));
    const choose = (name: string) =>
      page.user.upload(dialog.getByLabelText(words.choose), new File(['x'], name, { type: 'text/calendar' }));
    return { ...page, ...given, dialog, choose };
  }

  test('CL-150 CL-152 a file is shown with what becomes of its events, imported, and undone', async () => {
    const { user, dialog, choose, calls } = await open();
    await choose('lich.ics');
    await dialog.findByText(words.found);
    dialog.getByText(words.created);
    dialog.getByText(words.tasks);
    dialog.getByText(words.fault);
    const into = dialog.getByRole('combobox', { name: words.into });
    expect(
      within(into)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual([...['Lịch', words.team, words.fresh]]);
    await user.click(dialog.getByRole('button', { name: words.submit }));
    await dialog.findByText(words.done);
    const [, given] = calls.at(-1) ?? [];
    expect(given).toEqual({ calendar_id: 'own', uid: expect.any(String) });
    const [notice] = notices.get();
    await act(async () => void (await notice?.undo?.()));
    expect(calls.at(-1)).toEqual(['undo', { uid: given?.uid }]);
    await waitFor(() => expect(notices.get().some(({ text }) => words.undone.test(text))).toBe(true));
  });

  test.each([
    ['', 'Lịch.ics', 'Lịch (2)'],
    ['', 'lich.ics', 'lich (2)'],
    ['', 'Lịch riêng (2).ics', 'Lịch riêng (3)'],
    ['Dự án', 'x.ics', 'Dự án (2)'],
    ['', 'Lịch học.ics', 'Lịch học'],
  ])(
    'CL-386 a new calendar is not called as one that is there (“%s” in %s)',
    async (inside, file, proposed) => {
      const given = world([
        ...SHARED,
        ...['Lịch riêng', 'Lịch riêng (2)'].map((name) => ({
          ...OWN_CALENDAR,
          id: name,
          name,
          is_default: false,
        })),
      ]);
      given.plans({ name: inside });
      const { user, dialog, choose } = await open(given);
      await choose(file);
      await user.selectOptions(await dialog.findByRole('combobox', { name: words.into }), words.fresh);
      const name = await dialog.findByRole<HTMLInputElement>('textbox', { name: words.name });
      expect(name.value).toBe(proposed);
    },
  );

  test('CL-154 a new calendar has the name that the file says, and another one where that is taken', async () => {
    const { user, dialog, choose, calls, failures } = await open();
    await choose('lich.ics');
    await user.selectOptions(await dialog.findByRole('combobox', { name: words.into }), words.fresh);
    const name = await dialog.findByRole('textbox', { name: words.name });
    expect((name as HTMLInputElement).value).toBe('Việc của Lan');
    await waitFor(() => expect(calls.at(-1)).toEqual(['plan', { name: 'new' }]));
    failures.push(new ApiError(409, 'already_exists', 'Taken', { field: 'name' }));
    await user.click(dialog.getByRole('button', { name: words.submit }));
    await dialog.findByText(words.taken);
    await user.clear(name);
    await user.type(name, 'Việc cũ');
    await user.click(dialog.getByRole('button', { name: words.submit }));
    await waitFor(() =>
      expect(calls.at(-1)?.[1]).toMatchObject({ name: 'Việc cũ', color: expect.any(String) }),
    );
  });

  test('CL-154 an import without an answer is sent again under the same id, or undone', async () => {
    const { user, dialog, choose, calls, failures } = await open();
    await choose('lich.ics');
    await dialog.findByText(words.found);
    for (const _ of ['first', 'second']) {
      failures.push(new ApiError(0, 'no_answer', 'Lost'));
      await user.click(dialog.getByRole('button', { name: words.submit }));
      await dialog.findByText(words.again);
    }
    const uids = calls.filter(([call]) => call === 'import').map(([, { uid }]) => uid);
    expect(new Set(uids).size).toBe(1);
    await user.click(dialog.getByRole('button', { name: words.undoPart }));
    expect(calls.at(-1)).toEqual(['undo', { uid: uids[0] }]);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('CL-152 CL-155 nothing is imported where all is there already, or the archive is broken', async () => {
    const given = world();
    given.plans({ created: 0, replaced: 0, equal: 4, faults: { total: 0, first: [] } });
    const { dialog, choose, failures } = await open(given);
    await choose('lich.ics');
    await dialog.findByText(words.noneLeft);
    expect(dialog.getByRole('button', { name: /0/ }).hasAttribute('disabled')).toBe(true);
    failures.push(new ApiError(415, 'unsupported_media_type', 'No', { archive: 'zip' }));
    await choose('lich.zip');
    await dialog.findByText(words.archive);
  });
});
