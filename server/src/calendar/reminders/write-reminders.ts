import { idFromText } from '../../platform/ids.ts';
import { addJob } from '../../platform/jobs/add-job.ts';
import type { Tx } from '../../tables.ts';
import type { CalendarChange } from '../change-calendar.ts';
import { UTC, zoneNamed } from '../ical/zones.ts';
import { endRemindersTask, giveRemindersTask } from './reminder-tasks.ts';
import { readZoneOf, replaceReminders } from './reminders.store.ts';
import { type DerivedReminder, placeReminders } from './reminders-of.ts';

type Reminded = { id: string; reminders: DerivedReminder[]; refresh_at: number | null };

/** What the job of each minute would find too late. */
const SOON_SECONDS = 90;

/** Writes when a person is reminded of these objects, and when they are to be derived again. */
export async function writeReminders(change: CalendarChange, objects: Reminded[]): Promise<void> {
  const { tx, mailboxId, now } = change;
  const isPlaced = objects.some(({ reminders }) => reminders.some(({ isWall }) => isWall));
  const zone = isPlaced ? (zoneNamed(await readZoneOf(tx, mailboxId)) ?? UTC) : UTC;
  const reminders = objects.flatMap(({ id: object_id, reminders: derived }) =>
    placeReminders(derived, zone).map((one) => ({
      ...{ object_id, ...one },
      id: idFromText(`reminder ${mailboxId} ${object_id} ${one.original} ${one.action} ${one.due_at}`),
    })),
  );
  const refreshes = objects.map(({ id, refresh_at }) => ({ object_id: id, at: refresh_at }));
  const ended = await replaceReminders(tx, mailboxId, { reminders, refreshes, now });
  if (ended.length > 0) await addJob(tx, endRemindersTask, { mailboxId, ids: ended });
  const soon = reminders.map(({ due_at }) => due_at).filter((due) => due >= now && due <= now + SOON_SECONDS);
  for (const second of new Set(soon)) await addGiving(tx, second);
}

/** One job for all that is due in a second, of whichever mailboxes. */
export function addGiving(tx: Tx, second: number): Promise<void> {
  return addJob(tx, giveRemindersTask, {}, { jobKey: `reminders ${second}`, runAt: new Date(second * 1000) });
}
