import type { Task } from '@bocau/contract/calendar-tasks.ts';
import { type RawBuilder, sql } from 'kysely';
import type { CalendarTasksTable } from '../../calendar-tables.ts';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb, Tx } from '../../tables.ts';
import { wordOfCalendar } from '../search/search.store.ts';

type TaskToWrite = Omit<CalendarTasksTable, 'mailbox_id'>;

export async function writeTasks(tx: Tx, mailboxId: number, tasks: TaskToWrite[]): Promise<void> {
  if (tasks.length === 0) return;
  await sql`
    insert into calendar_tasks (mailbox_id, object_id, calendar_id, original, due_kind, due_at, done_at, priority,
      has_notes, has_reminders, url, is_private)
    select ${mailboxId}, object_id, calendar_id, original, due_kind, due_at, done_at, priority, has_notes,
      has_reminders, url, is_private
    from json_to_recordset(${JSON.stringify(tasks)}) as g(
      object_id uuid, calendar_id uuid, original text, due_kind text, due_at bigint, done_at bigint,
      priority smallint, has_notes boolean, has_reminders boolean, url text, is_private boolean)
    on conflict (mailbox_id, object_id) do update set calendar_id = excluded.calendar_id,
      original = excluded.original, due_kind = excluded.due_kind, due_at = excluded.due_at,
      done_at = excluded.done_at, priority = excluded.priority, has_notes = excluded.has_notes,
      has_reminders = excluded.has_reminders, url = excluded.url, is_private = excluded.is_private`.execute(
    tx,
  );
}

export async function deleteTasks(tx: Tx, mailboxId: number, ids: string[]): Promise<void> {
  await tx
    .deleteFrom('calendar_tasks')
    .where('mailbox_id', '=', mailboxId)
    .where('object_id', 'in', ids)
    .execute();
}

/** Of which mailbox tasks are read, and how many at most; null for all calendars of one's own. */
export type TasksAsked = { mailbox_id: number; calendars: string[] | null; most: number };
export type TaskRow = Omit<Task, 'due' | 'id'> & {
  object_id: string;
  mailbox_id: number;
  due_kind: CalendarTasksTable['due_kind'];
  due_at: number | null;
};

const COLUMNS = sql`t.mailbox_id, t.object_id, o.calendar_id, t.original, o.title, t.due_kind, t.due_at, t.done_at,
  t.priority, o.repeats, t.has_notes, t.has_reminders, t.url, t.is_private`;

/** The last release puts objects into the trash and leaves their tasks. */
const LIVE = sql`join calendar_objects o
  on o.mailbox_id = t.mailbox_id and o.id = t.object_id and o.trashed_at is null`;

/** Others are not told that there is a private one. */
const SEEN = sql`(w.calendars is null or (t.calendar_id = any(w.calendars) and not t.is_private))`;

const ORDER = {
  open: sql`t.due_at, t.object_id`,
  done: sql`t.done_at desc, t.object_id`,
};
const OF_STATE = { open: sql`t.done_at is null`, done: sql`t.done_at is not null` };

/** Tasks of several mailboxes, of each as many as are asked for: one range of each mailbox's index. */
export function readTasks(db: ReadDb, asked: TasksAsked[], state: 'open' | 'done'): Promise<TaskRow[]> {
  return readRows(
    db,
    sql<TaskRow>`
    select found.* from ${places(asked)}
    cross join lateral (
      select ${COLUMNS} from calendar_tasks t ${LIVE}
      where t.mailbox_id = w.mailbox_id and ${OF_STATE[state]} and ${SEEN}
      order by ${ORDER[state]} limit w.most) found`,
  );
}

/** The same of those with all of the words, open ones and others. `words` are letters and digits only. */
export function searchTasks(
  db: ReadDb,
  asked: TasksAsked[],
  words: string[],
  matches: number,
): Promise<TaskRow[]> {
  const queries = asked.map(({ mailbox_id, calendars }) => {
    const all = words.map((word) => `'${mailbox_id}.${word}':*`).join(' & ');
    const some = calendars?.map((id) => `'${mailbox_id}.${wordOfCalendar(id)}'`).join(' | ');
    return some === undefined ? all : `${all} & (${some})`;
  });
  const places_ = asked.map((one, at) => ({ ...one, query: queries[at] }));
  return readRows(
    db,
    sql<TaskRow>`
    select found.* from ${places(places_)}
    cross join lateral (
      select ${COLUMNS} from (
        select s.object_id from calendar_search s
        where s.mailbox_id = w.mailbox_id and calendar_terms(s.mailbox_id, s.words) @@ w.query::tsquery
        limit ${matches}
      ) hit
      join calendar_tasks t on t.mailbox_id = w.mailbox_id and t.object_id = hit.object_id ${LIVE}
      where ${SEEN}
      order by t.done_at is not null, t.done_at desc, t.due_at, t.object_id limit w.most) found`,
  );
}

function places(asked: readonly object[]): RawBuilder<unknown> {
  return sql`json_to_recordset(${JSON.stringify(asked)}) as w(
    mailbox_id bigint, calendars uuid[], most integer, query text)`;
}
