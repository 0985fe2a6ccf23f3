import { ApiError } from '@bocau/contract/client.ts';
import { expect, test } from 'vitest';
import { OWN_CALENDAR } from '../calendar/test-kit/fake-calendar.ts';
import { createManualClock } from '../engine/test-kit/manual-clock.ts';
import { createMemoryStorage } from '../engine/test-kit/memory-storage.ts';
import { createTasksModel } from './create-tasks-model.ts';
import { planFinish, planNewTask, planTaskEdit } from './plan-task.ts';
import type { TasksModelEvent } from './tasks-model.ts';
import { createFakeTasks } from './test-kit/fake-tasks.ts';

const OPEN = { state: 'open', words: '' } as const;
const DONE = { state: 'done', words: '' } as const;
const REFUSED = new ApiError(403, 'forbidden', 'No');
const NO_ANSWER = new ApiError(0, 'no_answer', 'No answer');
const DUE = { day: '2026-11-20', clock: null, zone: null };

async function open(
  server = createFakeTasks([{ title: 'một' }, { title: 'hai', due: DUE, rule: 'FREQ=DAILY' }]),
  { storage = createMemoryStorage(), online = true } = {},
) {
  const clock = createManualClock();
  let isOnline = online;
  const listeners = new Set<() => void>();
  const model = createTasksModel({
    ...{ api: server.api, clock, storage, owner: 'an@saomai.example', tabId: 'tab' },
    online: {
      isOnline: () => isOnline,
      onChange(heard) {
        listeners.add(heard);
        return () => listeners.delete(heard);
      },
    },
  });
  const events: TasksModelEvent[] = [];
  model.onEvent((event) => void events.push(event));
  model.hold(OPEN);
  model.hold(DONE);
  await clock.advance(10);
  const titles = (list: typeof OPEN | typeof DONE = OPEN) => model.view(list).tasks.map(({ title }) => title);
  const find = (title: string) => {
    const task = [...model.view(OPEN).tasks, ...model.view(DONE).tasks].find((one) => one.title === title);
    if (!task) throw new Error(`there is no ${title}`);
    return task;
  };
  const setOnline = (next: boolean) => {
    isOnline = next;
    for (const heard of listeners) heard();
  };
  return { model, server, clock, storage, events, titles, find, setOnline };
}

test('CL-161 a task shows within the call, and is on the server then', async () => {
  const { model, server, clock, titles } = await open();
  const act = model.act(planNewTask({ id: 'ba', calendarId: OWN_CALENDAR.id, fields: { title: 'ba' } }));
  expect(titles()).toEqual(['một', 'hai', 'ba']);
  await clock.advance(10);
  expect(await act.settled).toBe(true);
  expect(server.task('ba')?.title).toBe('ba');
  await act.undo();
  expect(titles()).toEqual(['một', 'hai']);
  await clock.advance(10);
  expect(server.task('ba')?.trashed).toBe(true);
});

test('AU-14 what is saved after the session has ended is stored, and sent by the next one', async () => {
  const { model, server, clock, storage, titles, setOnline } = await open();
  model.rest();
  model.act(planNewTask({ id: 'ba', calendarId: OWN_CALENDAR.id, fields: { title: 'ba' } }));
  expect(titles()).toContain('ba');
  setOnline(true);
  model.connected();
  await clock.advance(10);
  expect(server.task('ba')).toBeUndefined();
  model.close();
  await open(server, { storage });
  expect(server.task('ba')?.title).toBe('ba');
});

test('CL-162 one that is done is among those, and open again by the undo', async () => {
  const { model, server, clock, titles, find } = await open();
  const act = model.act(planFinish(find('một'), true, clock.now()));
  expect([titles(), titles(DONE)]).toEqual([['hai'], ['một']]);
  await clock.advance(10);
  expect(server.task('một')?.done_at).not.toBeNull();
  await act.undo();
  expect([titles().toSorted(), titles(DONE)]).toEqual([['hai', 'một'], []]);
  await clock.advance(10);
  expect(server.task('một')?.done_at).toBeNull();
});

test('CL-162 of one that repeats the next comes, also where the answer was lost, and the undo puts it back', async () => {
  const { model, server, clock, titles, find } = await open();
  const first = find('hai').due?.at ?? 0;
  server.failures.push(NO_ANSWER);
  const act = model.act(planFinish(find('hai'), true, clock.now()));
  expect(titles()).toEqual(['một']);
  await clock.advance(5_000);
  expect(server.calls.filter((name) => name === 'finish')).toHaveLength(2);
  expect(find('hai')).toMatchObject({ done_at: null, due: { at: first + 24 * 3600 } });
  await act.undo();
  await clock.advance(10);
  expect(find('hai').due?.at).toBe(first);
});

test('CL-161 a refused change is rolled back and told, and one of an older revision too', async () => {
  const { model, server, clock, titles, find, events } = await open();
  server.failures.push(REFUSED);
  model.act({ kind: 'trash', id: 'một', before: find('một') });
  expect(titles()).toEqual(['hai']);
  await clock.advance(10);
  expect(titles()).toEqual(['một', 'hai']);
  const detail = await model.read('một');
  server.touch('một', { title: 'của người khác' });
  model.act(planTaskEdit(find('một'), detail, { fields: { title: 'của tôi' } }));
  await clock.advance(10);
  expect(titles()).toEqual(['của người khác', 'hai']);
  expect(events.map(({ error }) => error.code)).toEqual(['forbidden', 'event_changed']);
});

test('CL-160 what somebody else or a phone changes shows once it is announced', async () => {
  const { model, server, clock, titles } = await open();
  server.touch('một', { title: 'từ điện thoại' });
  model.changed();
  await clock.advance(10);
  expect(titles()).toEqual(['từ điện thoại', 'hai']);
});

test('CL-160 without a connection the list is the last one, and what is done waits for it', async () => {
  const { storage, server, clock } = await open();
  await clock.advance(2_000);
  server.failures.push(...Array.from({ length: 9 }, () => NO_ANSWER));
  const api = server.api as { getCalendarChanges: unknown };
  const changes = api.getCalendarChanges;
  api.getCalendarChanges = async () => {
    throw NO_ANSWER;
  };
  const offline = await open(server, { storage, online: false });
  expect(offline.titles()).toEqual(['một', 'hai']);
  offline.model.act(planFinish(offline.find('một'), true, offline.clock.now()));
  expect(offline.titles()).toEqual(['hai']);
  await offline.clock.advance(10);
  expect(server.task('một')?.done_at).toBeNull();
  api.getCalendarChanges = changes;
  server.failures.length = 0;
  offline.setOnline(true);
  await offline.clock.advance(60_000);
  expect(server.task('một')?.done_at).not.toBeNull();
});

test('CL-160 a search is a list of its own, in which a task stays when it is done', async () => {
  const { model, clock, find } = await open();
  const found = { state: 'open', words: 'MỘ' } as const;
  model.hold(found);
  await clock.advance(10);
  expect(model.view(found).tasks.map(({ title }) => title)).toEqual(['một']);
  model.act(planFinish(find('một'), true, clock.now()));
  expect(model.view(found).tasks).toMatchObject([{ title: 'một', done_at: expect.any(Number) }]);
});
