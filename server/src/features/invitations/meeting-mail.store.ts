import { DEFAULT_SETTINGS } from '@bocau/contract/settings.ts';
import { sql } from 'kysely';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb } from '../../tables.ts';
import type { Language } from './write-reply.ts';

/** Calendar files of one message that are looked at. */
const FILES = 3;

export async function readCalendarFilesOf(
  db: ReadDb,
  mailboxId: number,
  messageId: string,
): Promise<string[]> {
  const rows = await readRows(
    db,
    sql<{ id: string }>`
    select id from attachments
    where mailbox_id = ${mailboxId} and message_id = ${messageId} and calendar is not null
    order by position limit ${FILES}`,
  );
  return rows.map(({ id }) => id);
}

/** Of these addresses, the ones of colleagues, with the language of each. */
export async function readColleagues(
  db: ReadDb,
  mailboxId: number,
  addresses: string[],
): Promise<Map<string, Language>> {
  const rows = await readRows(
    db,
    sql<{ address: string; language: Language | null }>`
    select a.address, (
        select s.value #>> '{}' from settings s where s.mailbox_id = a.mailbox_id and s.key = 'language'
      ) as language
    from addresses a join mailboxes m on m.id = a.mailbox_id
      join mailboxes own on own.id = ${mailboxId} and own.domain_id = m.domain_id
    where a.address = any(${addresses}::text[])`,
  );
  return new Map(rows.map(({ address, language }) => [address, language ?? DEFAULT_SETTINGS.language]));
}

/** Whether an address is of a colleague, of a contact, or of whom the person has written to. */
export async function isKnownPerson(db: ReadDb, mailboxId: number, address: string): Promise<boolean> {
  const [row] = await readRows(
    db,
    sql<{ known: boolean }>`
    select exists (select from addresses a join mailboxes m on m.id = a.mailbox_id
        join mailboxes own on own.id = ${mailboxId} and own.domain_id = m.domain_id
        where a.address = ${address})
      or exists (select from contact_points
        where mailbox_id = ${mailboxId} and kind = 'email' and value = ${address})
      or exists (select from correspondents
        where mailbox_id = ${mailboxId} and email = ${address} and sent_count > 0) as known`,
  );
  return row?.known ?? false;
}
