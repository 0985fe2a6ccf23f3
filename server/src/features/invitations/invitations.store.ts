import type { InvitationAnswer } from '@bocau/contract/invitations.ts';
import { sql } from 'kysely';
import { ATTACHMENT_COLUMNS, type AttachmentRow } from '../../mail/attachments/attachments.store.ts';
import type { Origin } from '../../mail/people/proven-author.ts';
import { readRows } from '../../platform/db/read-rows.ts';
import { isId } from '../../platform/ids.ts';
import type { CalendarMark } from '../../platform/mime/calendar-mark.ts';
import type { ReadDb, Tx } from '../../tables.ts';
import type { EventVersion } from './event-versions.ts';

export type CalendarFile = AttachmentRow & {
  /** The message that it came with; null for a file without a message. */
  message:
    | ({
        id: string;
        thread: string;
        header: string | null;
        refs: string[];
        role: string | null;
        doubted: boolean;
      } & Origin)
    | null;
};

export type AnswerRow = {
  answer: InvitationAnswer;
  sequence: number;
  times: number;
  /** The recipient; null for answers from before it was stored. */
  organiser: string | null;
};

/** How many versions of one event are considered. */
const VERSIONS = 100;
/** The length of the timestamp prefix in the text of an id. */
const TIME_OF_ID = 13;

export async function readCalendarFile(
  db: ReadDb,
  mailboxId: number,
  fileId: string,
): Promise<CalendarFile | undefined> {
  if (!isId(fileId)) return undefined;
  const rows = await readRows(
    db,
    sql<CalendarFile>`
    select ${ATTACHMENT_COLUMNS},
      case when m.id is not null then json_build_object('id', m.id, 'thread', m.thread_id, 'header', m.message_id_header,
        'refs', c.refs, 'role', f.role, 'spoofed', m.spoofed, 'sender', m.sender, 'checks', c.sender_checks,
        'doubted', coalesce(jsonb_array_length(m.sender->'doubts'), 0) > 0) end as message
    from attachments a
    left join messages m on m.mailbox_id = a.mailbox_id and m.id = a.message_id
    left join message_contents c on c.mailbox_id = m.mailbox_id and c.message_id = m.id
    left join folders f on f.mailbox_id = m.mailbox_id and f.id = m.folder_id
    where a.mailbox_id = ${mailboxId} and a.id = ${fileId}`,
  );
  return rows[0];
}

/** The same condition as `provenAuthor`. */
const PROVEN = sql`not m.spoofed and (coalesce(m.sender @> '{"proven": true}', false)
  or coalesce(c.sender_checks @> '{"dmarc": {"result": "pass"}}', false)
  or coalesce(c.sender_checks @> '{"dkim": [{"result": "pass", "aligned": true}]}', false))`;

/**
 * All files for the event, from any sender. Senders whose changes are trusted come first, and of these proven
 * ones: a flood from others, or in their name, does not displace them.
 */
export async function readVersions(
  db: ReadDb,
  mailboxId: number,
  { uid, file, believed }: { uid: string; file: string; believed: string[] },
): Promise<EventVersion[]> {
  return readRows(
    db,
    sql<EventVersion>`
    select a.id as file, a.calendar as mark, m.sender, m.spoofed, c.sender_checks as checks
    from attachments a
    join messages m on m.mailbox_id = a.mailbox_id and m.id = a.message_id
    join message_contents c on c.mailbox_id = m.mailbox_id and c.message_id = m.id
    join folders f on f.mailbox_id = m.mailbox_id and f.id = m.folder_id
    where a.mailbox_id = ${mailboxId} and a.calendar is not null and a.calendar->>'uid' = ${uid}
      and a.id <> ${file} and coalesce(f.role, '') not in ('Junk', 'Trash', 'Sent', 'Drafts')
    order by (lower(m.sender->>'email') = any(${believed}::text[]) and ${PROVEN}) desc, a.id desc
    limit ${VERSIONS}`,
  );
}

/**
 * The organiser for whom the uid was first seen, when that is a different one. Within one millisecond the
 * order is unknown.
 */
export async function readOtherOrganiser(
  db: ReadDb,
  mailboxId: number,
  { uid, file, organiser }: { uid: string; file: string; organiser: string[] },
): Promise<string | null> {
  const [first] = await readRows(
    db,
    sql<{ organiser: string; same: boolean }>`
    select a.calendar->>'organiser' as organiser,
      a.id = ${file} or lower(a.calendar->>'organiser') = any(${organiser}::text[]) as same
    from attachments a
    join messages m on m.mailbox_id = a.mailbox_id and m.id = a.message_id
    join folders f on f.mailbox_id = m.mailbox_id and f.id = m.folder_id
    where a.mailbox_id = ${mailboxId} and a.calendar is not null and a.calendar->>'uid' = ${uid}
      and (a.id = ${file} or a.calendar ? 'organiser'
        and a.calendar->>'method' in ('REQUEST', 'CANCEL', 'PUBLISH')
        and coalesce(f.role, '') not in ('Junk', 'Trash', 'Drafts'))
    order by left(a.id::text, ${TIME_OF_ID}::integer), same desc
    limit 1`,
  );
  return !first || first.same ? null : first.organiser;
}

export async function readAnswer(
  db: ReadDb,
  mailboxId: number,
  { uid, recurrence }: Pick<CalendarMark, 'uid' | 'recurrence'>,
): Promise<AnswerRow | undefined> {
  return db
    .selectFrom('invitation_answers')
    .select(['answer', 'sequence', 'times', 'organiser'])
    .where('mailbox_id', '=', mailboxId)
    .where('uid', '=', uid)
    .where('recurrence', '=', recurrence)
    .executeTakeFirst();
}

export async function writeAnswer(
  tx: Tx,
  mailboxId: number,
  { uid, recurrence, sequence }: CalendarMark,
  { answer, organiser }: { answer: InvitationAnswer; organiser: string },
  now: number,
): Promise<void> {
  await tx
    .insertInto('invitation_answers')
    .values({
      mailbox_id: mailboxId,
      uid,
      recurrence,
      answer,
      sequence,
      times: 1,
      answered_at: now,
      organiser,
    })
    .onConflict((conflict) =>
      conflict.columns(['mailbox_id', 'uid', 'recurrence']).doUpdateSet((row) => ({
        answer,
        sequence,
        organiser,
        answered_at: now,
        times: row('invitation_answers.times', '+', 1),
      })),
    )
    .execute();
}
