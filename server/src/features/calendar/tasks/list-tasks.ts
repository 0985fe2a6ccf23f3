import { TASKS_LISTED, type Task } from '@bocau/contract/calendar-tasks.ts';
import { byMailbox, shareOf } from '../../../calendar/access/room-of-others.ts';
import { readSharedCalendars } from '../../../calendar/calendars/calendars.store.ts';
import {
  readTasks,
  searchTasks,
  type TaskRow,
  type TasksAsked,
} from '../../../calendar/tasks/tasks.store.ts';
import { CALENDAR } from '../../../kernel/calendar.ts';
import { readJournalSeq } from '../../../kernel/things-changed.store.ts';
import { foldedWords } from '../../../platform/folded-words.ts';
import type { ReadDb } from '../../../tables.ts';

const FOUND = 200;
/** Of events and tasks that have the words; more are found by more words. */
const MOST_MATCHES = 1_000;
const WORDS_AT_MOST = 8;

type Asked = { state: 'open' | 'done'; q: string };

/** CL-160: tasks of all calendars that a person may read, what is due first, or what was done last. */
export async function listTasks(db: ReadDb, person: number, { state, q }: Asked) {
  // Read first: what is listed is at least as new.
  const seq = await readJournalSeq(db, CALENDAR.journal, person);
  const words = [...new Set(foldedWords(q))].slice(0, WORDS_AT_MOST);
  const isSearch = q.trim() !== '';
  if (isSearch && words.length === 0) return { data: [], meta: { seq, complete: true } };
  const room = isSearch ? FOUND : TASKS_LISTED[state];
  const asked = await placesOf(db, person, room);
  const rows = isSearch
    ? await searchTasks(db, asked, words, MOST_MATCHES)
    : await readTasks(db, asked, state);
  const rooms = new Map(asked.map(({ mailbox_id, most }) => [mailbox_id, most - 1]));
  const byOwner = [...Map.groupBy(rows, ({ mailbox_id }) => mailbox_id)];
  const isComplete = byOwner.every(([owner, some]) => some.length <= (rooms.get(owner) ?? 0));
  const shown = byOwner.flatMap(([owner, some]) => some.slice(0, rooms.get(owner)));
  return { data: shown.toSorted(byPlace).map(taskOfRow), meta: { seq, complete: isComplete } };
}

/** All of one's own, and of what others share as much together: a thousand tasks of one hide nobody else's. */
async function placesOf(db: ReadDb, person: number, room: number): Promise<TasksAsked[]> {
  const shared = (await readSharedCalendars(db, person)).filter(({ permission }) => permission !== 'BUSY');
  const mailboxes = byMailbox(shared);
  const most = shareOf(room, mailboxes) + 1;
  return [
    { mailbox_id: person, calendars: null, most: room + 1 },
    ...mailboxes.map((one) => ({ ...one, most })),
  ];
}

const LAST = Number.POSITIVE_INFINITY;

/** Open ones first, by when they are due; then those that are done, the latest first. */
function byPlace(one: TaskRow, other: TaskRow): number {
  if (one.done_at !== null || other.done_at !== null)
    return (other.done_at ?? LAST) - (one.done_at ?? LAST) || compareIds(one, other);
  const [at, otherAt] = [one.due_at ?? LAST, other.due_at ?? LAST];
  return (at === otherAt ? 0 : at - otherAt) || compareIds(one, other);
}

function compareIds(one: TaskRow, other: TaskRow): number {
  return one.object_id < other.object_id ? -1 : 1;
}

function taskOfRow({ mailbox_id: _, object_id: id, due_kind, due_at, ...one }: TaskRow): Task {
  const due = due_kind === null || due_at === null ? null : { kind: due_kind, at: due_at };
  return { id, ...one, due };
}
