import type { ChosenSettings } from '@bocau/contract/settings.ts';
import { type RawBuilder, sql } from 'kysely';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb, Tx } from '../../tables.ts';

type StoredSettings = {
  chosen: Partial<ChosenSettings> | null;
  domain: string;
  enable_drive: boolean;
  auto_reply: string;
};

/** The user's settings, and the facts about the mailbox delivered with them. */
export async function readStoredSettings(db: ReadDb, mailboxId: number): Promise<StoredSettings> {
  const rows = await readRows(
    db,
    sql<StoredSettings>`
    select d.name as domain, m.enable_drive,
      (select jsonb_object_agg(s.key, s.value) from settings s where s.mailbox_id = m.id) as chosen,
      coalesce((
        select (r.definition->>'start_date') || '/' || coalesce(r.definition->>'end_date', '..') from rules r
        where r.mailbox_id = m.id and r.definition->>'type' = 'vacation' and r.is_enable
          and (r.definition->'is_enable')::boolean
        order by r.id limit 1), '') as auto_reply
    from mailboxes m join domains d on d.id = m.domain_id
    where m.id = ${mailboxId}`,
  );
  const stored = rows[0];
  if (!stored) throw new Error(`mailbox ${mailboxId} does not exist`);
  return stored;
}

/** Whether the mailbox lists single messages, for the surrounding query. */
export function listsMessages(mailboxId: number): RawBuilder<boolean> {
  return sql`exists (
    select from settings w
    where w.mailbox_id = ${mailboxId} and w.key = 'conversation_view' and w.value = 'false'::jsonb)`;
}

export async function readListsMessages(db: ReadDb, mailboxId: number): Promise<boolean> {
  const rows = await readRows(db, sql<{ single: boolean }>`select ${listsMessages(mailboxId)} as single`);
  return rows[0]?.single === true;
}

export async function writeSettings(
  tx: Tx,
  mailboxId: number,
  settings: Partial<ChosenSettings>,
): Promise<void> {
  await sql`
    insert into settings (mailbox_id, key, value)
    select ${mailboxId}, key, value from jsonb_each(${JSON.stringify(settings)}::jsonb)
    on conflict (mailbox_id, key) do update set value = excluded.value`.execute(tx);
}
