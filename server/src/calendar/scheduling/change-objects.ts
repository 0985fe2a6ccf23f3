import { randomUUID } from 'node:crypto';
import { Failure } from '../../platform/failure.ts';
import { addJob } from '../../platform/jobs/add-job.ts';
import { defineTask } from '../../platform/jobs/task.ts';
import type { CalendarChange, CalendarDeps } from '../change-calendar.ts';
import { isCopy, type WholeObject } from '../objects/objects.store.ts';
import { type ObjectPut, putObjects, trashObjects } from '../objects/put-objects.ts';
import { readOwed, writeOwed } from './owed.store.ts';
import { type OwedMessage, owedMessages } from './owed-messages.ts';
import { readMessage } from './read-message.ts';

/** In whose name a change is made. */
export type Scheduling = {
  /** The own addresses, as they are compared. */
  own: ReadonlySet<string>;
  /** How long a change can be undone before others are told. */
  waitSeconds: number;
  /** Refuses to tell so many people, in the transaction of the change. */
  mayTell(change: CalendarChange, people: number): Promise<void>;
};

/** `schedulingOf`: how others are told of meetings in the calendars of a mailbox, which a person changes. */
export type SchedulingDeps = CalendarDeps & {
  schedulingOf(mailboxId: number, person: number): Promise<Scheduling>;
};

export type OwedJob = { mailboxId: number; objectId: string };

/** Tells others what a changed object owes them. */
export const sendOwedTask = defineTask<OwedJob>('calendar_owed', { maxAttempts: 20 });

/**
 * Writes changed objects, and with them, in the same transaction, that others are owed messages. `before` is null for
 * what is new, or was in the trash. Returns them with what rooms have answered.
 */
export async function changeObjects(
  change: CalendarChange,
  changes: { before: Buffer | null; put: ObjectPut }[],
  by: Scheduling,
): Promise<ObjectPut[]> {
  const written = await putObjects(
    change,
    changes.map(({ put }) => put),
  );
  for (const [at, { id, source }] of written.entries())
    await owe(change, id, { before: changes[at]?.before ?? null, after: source }, by);
  return written;
}

/** Puts objects into the trash: meetings are cancelled, and invitations declined. */
export async function trashChanged(
  change: CalendarChange,
  wholes: Pick<WholeObject, 'id' | 'source' | 'trashed_at'>[],
  by: Scheduling,
): Promise<void> {
  await trashObjects(
    change,
    wholes.map(({ id }) => id),
  );
  for (const { id, source, trashed_at } of wholes) {
    if (trashed_at === null) await owe(change, id, { before: source, after: null }, by);
  }
}

async function owe(
  change: CalendarChange,
  id: string,
  { before, after }: { before: Buffer | null; after: Buffer | null },
  by: Scheduling,
): Promise<void> {
  const { tx, mailboxId, now } = change;
  if (!namesOrganiser(before) && !namesOrganiser(after)) return;
  const messages = owedMessages({ told: before, current: after }, by.own, now);
  refuseUnreadable(messages);
  const isOwed = (await readOwed(tx, mailboxId, id)) !== undefined;
  if (messages.length === 0 && !isOwed) return;
  if (await isCopy(tx, mailboxId, id)) return;
  await by.mayTell(
    change,
    messages.reduce((sum, { to }) => sum + to.length, 0),
  );
  const dueAt = now + by.waitSeconds;
  await writeOwed(tx, mailboxId, { object_id: id, round: randomUUID(), told: before, due_at: dueAt });
  await addOwedJob(change, id, dueAt);
}

/** CL-372: of what they can not read, guests would keep what they have, and nobody would know. */
function refuseUnreadable(messages: readonly OwedMessage[]): void {
  const requests = messages.filter(({ method }) => method === 'REQUEST');
  const [longest] = requests.toSorted((one, other) => other.source.length - one.source.length);
  if (!longest || readMessage(longest.source)) return;
  throw new Failure('invalid_event', 'It is more than the calendars of its guests can hold', {
    details: { field: 'event' },
  });
}

export async function addOwedJob(
  { tx, mailboxId }: Pick<CalendarChange, 'tx' | 'mailboxId'>,
  objectId: string,
  dueAt: number,
): Promise<void> {
  const job = { jobKey: `calendar_owed ${mailboxId} ${objectId}`, runAt: new Date(dueAt * 1000) };
  await addJob(tx, sendOwedTask, { mailboxId, objectId }, job);
}

/** Spares reading the many that are nobody's meeting. */
export function namesOrganiser(source: Buffer | null): boolean {
  return source !== null && /ORGANIZER/i.test(source.toString('latin1'));
}
