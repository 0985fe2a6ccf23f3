import { sql } from 'kysely';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb, Tx } from '../../tables.ts';
import type { DerivedEntry, EntryPerson } from './derive-entry.ts';

/** Locked, in a fixed order, so that two writers of an entry follow each other and cannot deadlock. */
export async function readPeopleForUpdate(tx: Tx, mailboxIds: number[]): Promise<EntryPerson[]> {
  return readRows(
    tx,
    sql<EntryPerson>`
    select m.id as mailbox_id, m.domain_id, m.name, m.email, m.hidden, m.deleted_at is not null as deleted,
      coalesce(e.title, '') as title, coalesce(e.department, '') as department, coalesce(e.phone, '') as phone,
      e.manager_mailbox_id
    from mailboxes m left join directory_entries e on e.mailbox_id = m.id
    where m.id = any(${mailboxIds}::bigint[])
    order by m.id for no key update of m`,
  );
}

export async function upsertEntries(tx: Tx, entries: DerivedEntry[]): Promise<void> {
  await sql`
    insert into directory_entries (mailbox_id, domain_id, title, department, phone, manager_mailbox_id, listed, given_key, words)
    select mailbox_id, domain_id, title, department, phone, manager_mailbox_id, listed, given_key, array_to_tsvector(words)
    from json_to_recordset(${JSON.stringify(entries)})
      as r(mailbox_id bigint, domain_id bigint, title text, department text, phone text, manager_mailbox_id bigint,
        listed boolean, given_key text, words text[])
    on conflict (mailbox_id) do update set
      title = excluded.title, department = excluded.department, phone = excluded.phone,
      manager_mailbox_id = excluded.manager_mailbox_id, listed = excluded.listed, given_key = excluded.given_key,
      words = excluded.words`.execute(tx);
}

/**
 * The next people without an entry, or with one that says otherwise whether they are listed: from before there was a
 * directory, or written by a process of the last release.
 */
export async function readUnlisted(db: ReadDb, after: number, limit: number): Promise<number[]> {
  const rows = await readRows(
    db,
    sql<{ id: number }>`
    select m.id from mailboxes m left join directory_entries e on e.mailbox_id = m.id
    where m.id > ${after}
      and (e.mailbox_id is null or e.listed <> (m.deleted_at is null and not m.hidden))
    order by m.id limit ${limit}`,
  );
  return rows.map(({ id }) => id);
}
