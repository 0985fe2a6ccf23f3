import { ApiError } from '@bocau/contract/client.ts';
import { act, screen, within } from '@testing-library/react';
import { beforeAll, describe, expect, test } from 'vitest';
import { calendar as englishCalendar } from '../../../i18n/en/calendar.ts';
import { tasks as english } from '../../../i18n/en/calendar-tasks.ts';
import { learnWords, loadLaterWords } from '../../../i18n/i18n.ts';
import { calendar as vietnameseCalendar } from '../../../i18n/vi/calendar.ts';
import { tasks as vietnamese } from '../../../i18n/vi/calendar-tasks.ts';
import { createCalendarModel } from '../../../model/calendar/create-calendar-model.ts';
import { OWN_CALENDAR } from '../../../model/calendar/test-kit/fake-calendar.ts';
import { createManualClock } from '../../../model/engine/test-kit/manual-clock.ts';
import { createMemoryStorage } from '../../../model/engine/test-kit/memory-storage.ts';
import { createTasksModel } from '../../../model/tasks/create-tasks-model.ts';
import { createFakeTasks } from '../../../model/tasks/test-kit/fake-tasks.ts';
import { NEW_TASK } from '../../../parts/calendar/calendar-address.ts';
import { CalendarModelContext } from '../../../parts/calendar/use-calendar.ts';
import { TasksModelContext } from '../../../parts/calendar/use-tasks.ts';
import { renderPart } from '../../../test-kit/render-part.tsx';
import { speak } from '../../../test-kit/words.ts';
import { hasUnsavedForm } from '../../../ui/unsaved-forms.ts';
import { announceTaskEvent } from './task-acts.ts';
import { TasksScreen } from './tasks-screen.tsx';

beforeAll(async () => {
  learnWords('vi', { calendar: vietnameseCalendar, tasks: vietnamese });
  learnWords('en', { calendar: englishCalendar, tasks: english });
  for (const language of ['en', 'vi'] as const) {
    speak(language);
    await loadLaterWords();
  }
});

async function renderTasks(server: ReturnType<typeof createFakeTasks>, at = '/calendar/tasks') {
  const clock = createManualClock();
  const options = {
    ...{ api: server.api, clock, storage: createMemoryStorage() },
    ...{ owner: 'an@saomai.example', tabId: 'tab' },
    online: { isOnline: () => true, onChange: () => () => undefined },
  };
  const tasks = createTasksModel(options);
  tasks.onEvent(announceTaskEvent);
  const view = await renderPart(
    <CalendarModelContext value={createCalendarModel(options)}>
      <TasksModelContext value={tasks}>
        <TasksScreen />
      </TasksModelContext>
    </CalendarModelContext>,
    { api: server.api, at },
  );
  const settle = () => act(() => clock.advance(10));
  await settle();
  return { ...view, settle };
}

const OLD = { day: '2020-01-02', clock: null, zone: null };
const lines = () => screen.queryAllByRole('button', { name: /./ }).filter((line) => line.dataset['task']);
const names = () => lines().map((line) => line.dataset['task']);

describe.each([
  ['vi', vietnamese],
  ['en', english],
] as const)('in %s', (language, words) => {
  test('CL-160 tasks stand in groups, and one line says all of each', async () => {
    speak(language);
    await renderTasks(
      createFakeTasks([
        { title: 'Lúc nào cũng được' },
        { title: 'Quá hạn', due: OLD, priority: 1, notes: 'x', reminders: [0] },
      ]),
    );
    expect(names()).toEqual(['Quá hạn', 'Lúc nào cũng được']);
    expect(
      screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent?.trim()),
    ).toEqual([`${words.groups.overdue}1`, `${words.groups.none}1`, words.groups.done]);
    const name = lines()[0]?.getAttribute('aria-label') ?? '';
    for (const part of [words.spoken.notes, words.spoken.reminders, words.priority.high.toLowerCase()])
      expect(name).toContain(part);
  });

  test('CL-161 a line that is typed and Enter make a task, with the day that it names', async () => {
    speak(language);
    const server = createFakeTasks([]);
    const { user, settle } = await renderTasks(server);
    screen.getByRole('heading', { name: words.empty.title });
    const field = screen.getByRole('textbox', { name: words.add.label });
    await user.type(
      field,
      language === 'vi' ? 'Gọi Lan ngày mai 15h{Enter}' : 'Call Lan tomorrow 3pm{Enter}',
    );
    expect(lines()[0]?.textContent).toContain(`${words.due.tomorrow}, 15:00`);
    expect(field).toHaveProperty('value', '');
    await settle();
    expect(server.calls).toContain('create');
    await user.type(field, `Mua hoa{Enter}`);
    expect(names()).toHaveLength(2);
  });

  test('AU-15 the line of a new task counts as unsaved while it has words', async () => {
    speak(language);
    const { user } = await renderTasks(createFakeTasks([]));
    const field = screen.getByRole('textbox', { name: words.add.label });
    await user.type(field, ' ');
    expect(hasUnsavedForm()).toBe(false);
    await user.type(field, 'Gọi Lan');
    expect(hasUnsavedForm()).toBe(true);
    await user.keyboard('{Enter}');
    expect(hasUnsavedForm()).toBe(false);
  });

  test('CL-162 keys go through the list, say done, and delete; the focus stays in it', async () => {
    speak(language);
    const server = createFakeTasks([{ title: 'a' }, { title: 'b' }, { title: 'c' }]);
    const { user, settle } = await renderTasks(server);
    await user.keyboard('jj');
    expect(document.activeElement).toBe(lines()[1]);
    await user.keyboard('x');
    expect(names()).toEqual(['a', 'c']);
    expect((document.activeElement as HTMLElement).dataset['task']).toBe('c');
    await settle();
    expect(server.task('b')?.done_at).not.toBeNull();
    await user.keyboard('{Delete}');
    await settle();
    expect(server.task('c')?.trashed).toBe(true);
    await user.keyboard('c');
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: words.add.label }));
    await user.click(screen.getByRole('button', { name: words.groups.done }));
    await settle();
    expect(names()).toEqual(['a', 'b']);
    await user.click(screen.getByRole('checkbox', { name: words.reopen.replace('{{title}}', 'b') }));
    await settle();
    expect(server.task('b')?.done_at).toBeNull();
  });

  test('CL-161 AU-14 the form changes what was changed, and asks before it gives that up', async () => {
    speak(language);
    const server = createFakeTasks([{ title: 'a', due: OLD, notes: 'ghi chú' }]);
    const { user, settle } = await renderTasks(server);
    await user.keyboard('j{Enter}');
    const dialog = await screen.findByRole('dialog', { name: words.form.title });
    const name = within(dialog).getByRole('textbox', { name: words.form.name });
    await user.clear(name);
    await user.click(within(dialog).getByRole('button', { name: words.form.save }));
    within(dialog).getByText(words.form.faults.title);
    await user.type(name, 'b');
    // AU-14: the page is not begun anew beneath it.
    expect(hasUnsavedForm()).toBe(true);
    await user.selectOptions(within(dialog).getByRole('combobox', { name: words.priority.label }), 'high');
    await user.click(within(dialog).getByRole('button', { name: words.form.save }));
    await settle();
    expect(hasUnsavedForm()).toBe(false);
    expect(server.task('a')?.fields).toMatchObject({ title: 'b', priority: 1, notes: 'ghi chú', due: OLD });
  });

  test('CL-161 one that was changed elsewhere opens again with what was typed', async () => {
    speak(language);
    const server = createFakeTasks([{ title: 'a' }]);
    const { user, settle } = await renderTasks(server);
    await user.keyboard('j{Enter}');
    const dialog = await screen.findByRole('dialog', { name: words.form.title });
    server.touch('a', { title: 'của họ' });
    await user.type(within(dialog).getByRole('textbox', { name: words.form.name }), 'bc');
    await user.click(within(dialog).getByRole('button', { name: words.form.save }));
    await settle();
    await screen.findByText(words.form.changed);
    expect(screen.getByRole('textbox', { name: words.form.name })).toHaveProperty('value', 'abc');
  });

  test('CL-165 in a calendar that one may only see nothing can be ticked or saved', async () => {
    speak(language);
    const shared = { ...OWN_CALENDAR, id: 'chung', permission: 'READ' as const, name: 'Chung' };
    const server = createFakeTasks([{ title: 'a', calendar_id: 'chung' }], [OWN_CALENDAR, shared]);
    const { user } = await renderTasks(server);
    expect(screen.getByRole('checkbox', { name: words.finish.replace('{{title}}', 'a') })).toHaveProperty(
      'disabled',
      true,
    );
    await user.keyboard('jx');
    expect(server.calls).not.toContain('finish');
    await user.keyboard('{Enter}');
    const dialog = await screen.findByRole('dialog', { name: words.form.title });
    expect(within(dialog).queryByRole('button', { name: words.form.save })).toBeNull();
  });

  test('CL-160 a list that can not be read says so, and is asked again', async () => {
    speak(language);
    const server = createFakeTasks([{ title: 'a' }]);
    server.failures.push(new ApiError(403, 'forbidden', 'No'));
    const { user, settle } = await renderTasks(server);
    screen.getByRole('heading', { name: words.failed });
    await user.click(screen.getByRole('button', { name: language === 'vi' ? 'Thử lại' : 'Try again' }));
    await settle();
    expect(names()).toEqual(['a']);
  });
});

test('CL-404 the palette begins a task: its line has the focus, once', async () => {
  speak('vi');
  await renderTasks(createFakeTasks([]), NEW_TASK);
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: vietnamese.add.label }));
});
