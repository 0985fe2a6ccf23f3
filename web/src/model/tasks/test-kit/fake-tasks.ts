import type { Calendar } from '@bocau/contract/calendar.ts';
import type { Task, TaskDetail, TaskFields } from '@bocau/contract/calendar-tasks.ts';
import { type ApiClient, ApiError } from '@bocau/contract/client.ts';
import { OWN_CALENDAR } from '../../calendar/test-kit/fake-calendar.ts';
import { detailOf, planNewTask, planTaskEdit } from '../plan-task.ts';

type Kept = TaskDetail & { trashed: boolean; before: TaskDetail | null };
const DAY = 24 * 3600;

/** Tasks with a journal, whose server can refuse a call or lose its answer; all that repeat do so daily. */
export function createFakeTasks(
  given: readonly (Partial<TaskFields> & { title: string; calendar_id?: string })[],
  calendars: readonly Calendar[] = [OWN_CALENDAR],
) {
  const tasks = new Map<string, Kept>();
  const journal: string[] = [];
  const calls: string[] = [];
  const failures: ApiError[] = [];
  for (const { calendar_id = 'own', ...fields } of given) make(fields.title, calendar_id, fields);

  function make(id: string, calendarId: string, fields: Partial<TaskFields> & { title: string }): Kept {
    const made = detailOf(planNewTask({ id, calendarId, fields }));
    const original = made.repeats ? '1' : '';
    const kept = { ...made, original, revision: 1, trashed: false, before: null };
    tasks.set(id, kept);
    return kept;
  }

  function of(id: string): Kept {
    const task = tasks.get(id);
    if (!task) throw new ApiError(404, 'event_not_found', 'Not found');
    return task;
  }

  async function change<T>(name: string, id: string, run: () => T) {
    calls.push(name);
    const failure = failures.shift();
    if (failure && failure.status !== 0) throw failure;
    const data = run();
    of(id).revision += 1;
    journal.push(id);
    if (failure) throw failure;
    return { data, meta: undefined as never };
  }

  function edit(id: string, some: Partial<Kept>): Kept {
    return Object.assign(of(id), some);
  }

  /** Of a series the next day comes. */
  function finish(id: string, done: boolean, original: string): Kept {
    const task = of(id);
    if (task.original !== original) return task;
    if (!done || !task.repeats || !task.due) return edit(id, { done_at: done ? 1_795_140_000 : null });
    const due = { ...task.due, at: task.due.at + DAY };
    return edit(id, { before: { ...task }, due, original: `${Number(original) + 1}` });
  }

  const rowOf = ({
    fields: _f,
    revision: _r,
    repeats_otherwise: _o,
    trashed: _t,
    before: _b,
    ...row
  }: Kept): Task => row;

  const api = {
    async getCalendarChanges({ query }: { query: { since?: string } }) {
      const since = query.since === undefined ? journal.length : Number(query.since);
      return { data: { seq: journal.length, events: [...new Set(journal.slice(since))] } };
    },
    listCalendars: async () => ({ data: calendars }),
    listEvents: async () => ({ data: [], meta: { seq: journal.length, complete: true } }),
    async listTasks({ query: { state, q } }: { query: { state: 'open' | 'done'; q: string } }) {
      calls.push('list');
      const failure = failures.shift();
      if (failure) throw failure;
      const live = [...tasks.values()].filter(({ trashed }) => !trashed);
      const data = live.filter((task) =>
        q === ''
          ? (task.done_at === null) === (state === 'open')
          : task.title.toLowerCase().includes(q.toLowerCase()),
      );
      return { data: data.map(rowOf), meta: { seq: journal.length, complete: true } };
    },
    getTask: async ({ params: { id } }: { params: { id: string } }) => ({ data: { ...of(id) } }),
    async createTask({ body }: { body: { uid: string; calendar_id: string; fields: TaskFields } }) {
      if (!tasks.has(body.uid)) make(body.uid, body.calendar_id, body.fields);
      return change('create', body.uid, () => of(body.uid));
    },
    changeTask: ({
      params: { id },
      body: { revision, calendar_id, fields },
    }: {
      params: { id: string };
      body: { revision?: number; calendar_id?: string; fields: Partial<TaskFields> };
    }) =>
      change('change', id, () => {
        const task = of(id);
        if (revision !== undefined && revision !== task.revision)
          throw new ApiError(409, 'event_changed', 'Changed');
        const planned = planTaskEdit(task, task, { fields, ...(calendar_id && { calendarId: calendar_id }) });
        if (planned.kind !== 'change') throw new Error('an edit is a change');
        return edit(id, { ...planned.row, fields: { ...task.fields, ...fields } });
      }),
    finishTask: ({
      params: { id },
      body,
    }: {
      params: { id: string };
      body: { done: boolean; original: string };
    }) => change('finish', id, () => finish(id, body.done, body.original)),
    rejoinSeries: ({ params: { id } }: { params: { id: string } }) =>
      change('rejoin', id, () => edit(id, of(id).before ?? {})),
    trashEvents: ({ body: { ids } }: { body: { ids: [string] } }) =>
      change('trash', ids[0], () => edit(ids[0], { trashed: true })),
    restoreEvents: ({ body: { ids } }: { body: { ids: [string] } }) =>
      change('restore', ids[0], () => edit(ids[0], { trashed: false })),
  };

  return {
    api: api as unknown as ApiClient,
    calls,
    /** Failures of the next calls; with status 0 the change is made, and its answer lost. */
    failures,
    task: (id: string) => tasks.get(id),
    /** Somebody else changes a task. */
    touch(id: string, some: Partial<Kept>): void {
      edit(id, { ...some, revision: of(id).revision + 1 });
      journal.push(id);
    },
  };
}
