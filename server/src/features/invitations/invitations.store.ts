import type { InvitationAnswer } from '@bocau/contract/invitations.ts';
import { sql } from 'kysely';
import { ATTACHMENT_COLUMNS, type AttachmentRow } from '../../mail/attachments/attachments.store.ts';
import { readRows } from '../../platform/db/read-rows.ts';
import { isId } from '../../platform/ids.ts';
import type { CalendarMark } from '../../platform/mime/calendar-mark.ts';
import type { ReadDb, Tx } from '../../tables.ts';

export type CalendarFile = AttachmentRow & {
  /** Of the message that it came with; null on a file that lies nowhere yet. */
  message: {
    id: string;
    thread: string;
    header: string | null;
    refs: string[];
    role: string | null;
    spoofed: boolean;
    doubted: boolean;
  } | null;
};

export type AnswerRow = { answer: InvitationAnswer; sequence: number; times: number };

/** So many versions of one event are looked at. */
const VERSIONS = 100;

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
        'refs', c.refs, 'role', f.role, 'spoofed', m.spoofed,
        'doubted', coalesce(jsonb_array_length(m.sender->'doubts'), 0) > 0) end as message
    from attachments a
    left join messages m on m.mailbox_id = a.mailbox_id and m.id = a.message_id
    left join message_contents c on c.mailbox_id = m.mailbox_id and c.message_id = m.id
    left join folders f on f.mailbox_id = m.mailbox_id and f.id = m.folder_id
    where a.mailbox_id = ${mailboxId} and a.id = ${fileId}`,
  );
  return rows[0];
}

/** What else came for the event and can be believed as much as what it stands for. */
export async function readVersions(db: ReadDb, mailboxId: number, uid: string): Promise<CalendarMark[]> {
  const rows = await readRows(
    db,
    sql<{ calendar: CalendarMark }>`
    select a.calendar
    from attachments a
    join messages m on m.mailbox_id = a.mailbox_id and m.id = a.message_id
    join folders f on f.mailbox_id = m.mailbox_id and f.id = m.folder_id
    where a.mailbox_id = ${mailboxId} and a.calendar is not null and a.calendar->>'uid' = ${uid}
      and not m.spoofed and coalesce(f.role, '') not in ('Junk', 'Trash', 'Sent', 'Drafts')
    limit ${VERSIONS}`,
  );
  return rows.map(({ calendar }) => calendar);
}

export async function readAnswer(
  db: ReadDb,
  mailboxId: number,
  { uid, recurrence }: Pick<CalendarMark, 'uid' | 'recurrence'>,
): Promise<AnswerRow | undefined> {
  return db
    .selectFrom('invitation_answers')
    .select(['answer', 'sequence', 'times'])
    .where('mailbox_id', '=', mailboxId)
    .where('uid', '=', uid)
    .where('recurrence', '=', recurrence)
    .executeTakeFirst();
}

export async function writeAnswer(
  tx: Tx,
  mailboxId: number,
  { uid, recurrence, sequence }: CalendarMark,
  answer: InvitationAnswer,
  now: number,
): Promise<void> {
  await tx
    .insertInto('invitation_answers')
    .values({ mailbox_id: mailboxId, uid, recurrence, answer, sequence, times: 1, answered_at: now })
    .onConflict((conflict) =>
      conflict.columns(['mailbox_id', 'uid', 'recurrence']).doUpdateSet((row) => ({
        answer,
        sequence,
        answered_at: now,
        times: row('invitation_answers.times', '+', 1),
      })),
    )
    .execute();
}
