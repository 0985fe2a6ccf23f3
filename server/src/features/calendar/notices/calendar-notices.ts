import { createHash } from 'node:crypto';
import type { MailAddress } from '@bocau/contract/fields.ts';
import { reachCalendar } from '../../../calendar/access/reach.ts';
import { textOf } from '../../../calendar/ical/part-values.ts';
import { readObject } from '../../../calendar/ical/read-object.ts';
import { somePart } from '../../../calendar/scheduling/parts-of-object.ts';
import { readOwner } from '../../../mail/forwarding/forwarding.store.ts';
import { writeNotice } from '../../../mail/forwarding/write-notice.ts';
import { fileNotice, type NoticeDeps } from '../../../mail/messages/file-notice.ts';
import { readSettings } from '../../../mail/settings/read-settings.ts';
import { Failure } from '../../../platform/failure.ts';
import { addJob } from '../../../platform/jobs/add-job.ts';
import { defineTask } from '../../../platform/jobs/task.ts';
import type { ReadDb, Tx } from '../../../tables.ts';
import { noticeWords, type StopReason } from './notice-words.ts';

export type CalendarNoticeDeps = NoticeDeps & { config: { http: { publicUrl: string } } };

/** `other`: the mailbox on the other side; `since`: the moment of the act, which is told once. */
type ManyMeetings = { other: number; since: number; meetings: number };

export type CalendarNotice = {
  mailboxId: number;
  /** Unix seconds. */
  at: number;
} & (
  | { kind: 'shared'; calendarId: string }
  | { kind: 'released'; objectId: string; title: string; room: string; address: string }
  | { kind: 'handed_over'; objectId: string; title: string; by: MailAddress }
  | ({ kind: 'meetings_received'; by: MailAddress } & ManyMeetings)
  | ({ kind: 'meetings_given'; heir: MailAddress } & ManyMeetings)
  | ({
      kind: 'meetings_stopped';
      by: MailAddress;
      heir: MailAddress;
      left: number;
      reason: StopReason;
    } & ManyMeetings)
);

/** Tells a person by a message in their inbox what somebody else did that concerns their calendar. */
export const calendarNoticeTask = defineTask<CalendarNotice>('calendar_notice', { maxAttempts: 20 });

const DAY = 24 * 3600;
const MOST_TITLE = 200;

export async function addCalendarNotice(tx: Tx, notice: CalendarNotice): Promise<void> {
  await addJob(tx, calendarNoticeTask, notice, { jobKey: `calendar notice ${aboutOf(notice)}` });
}

export async function fileCalendarNotice(deps: CalendarNoticeDeps, notice: CalendarNotice): Promise<void> {
  const { db, config } = deps;
  const { mailboxId, at } = notice;
  const [{ domain, email }, { language }] = await Promise.all([
    readOwner(db, mailboxId),
    readSettings(db, mailboxId),
  ]);
  const link = new URL('/calendar', config.http.publicUrl).href;
  const words = noticeWords[language];
  const said = await saidOf(notice);
  if (!said) return;
  const deliveryKey = createHash('sha256').update(aboutOf(notice)).digest('hex');
  const id = `calendar-${deliveryKey.slice(0, 32)}`;
  const raw = writeNotice({ id, at, domain, to: email, ...said });
  await fileNotice(deps, mailboxId, { raw, at, deliveryKey });

  async function saidOf(about: CalendarNotice) {
    if (about.kind === 'released') return words.released({ ...about, link });
    if (about.kind === 'handed_over') return words.handedOver({ ...about, link });
    if (about.kind === 'meetings_received') return words.meetingsReceived({ ...about, link });
    if (about.kind === 'meetings_given') return words.meetingsGiven({ ...about, link });
    if (about.kind === 'meetings_stopped') {
      const page = new URL(`/admin/people/${encodeURIComponent(about.by.email)}`, config.http.publicUrl).href;
      return words.meetingsStopped({ ...about, link: page });
    }
    return sharedWords(db, about);
  }

  /** Null when it is shared no longer. */
  async function sharedWords(of: ReadDb, { calendarId }: Extract<CalendarNotice, { kind: 'shared' }>) {
    try {
      const calendar = await reachCalendar(of, mailboxId, calendarId, 'BUSY');
      const { name, owner_name, owner_email, permission } = calendar;
      if (permission === 'OWNER') return null;
      return words.shared({ name, owner: owner_name, email: owner_email, permission, link });
    } catch (error) {
      if (error instanceof Failure) return null;
      throw error;
    }
  }
}

/** One a day, however often it is taken back and shared again. */
function aboutOf(notice: CalendarNotice): string {
  const { mailboxId, at } = notice;
  if (notice.kind === 'shared')
    return `calendar shared ${notice.calendarId} ${mailboxId} ${Math.floor(at / DAY)}`;
  if (notice.kind === 'handed_over') return `meeting handed over ${notice.objectId} ${mailboxId} ${at}`;
  if (notice.kind !== 'released') return `${notice.kind} ${notice.other} ${mailboxId} ${notice.since}`;
  return `room released ${notice.address} ${notice.objectId} ${mailboxId} ${at}`;
}

/** What an event is called in a notice of it. */
export function noticeTitle(source: Buffer): string {
  return textOf(somePart(readObject(source)), 'SUMMARY', MOST_TITLE).replaceAll(/\s+/g, ' ');
}
