import { sql } from 'kysely';
import { readRows } from '../../platform/db/read-rows.ts';
import { isId } from '../../platform/ids.ts';
import type { ReadDb, Tx } from '../../tables.ts';

/** Reads the key of this name, or inserts the given one: all processes get the same. */
export async function readOrInsertKey(
  tx: Tx,
  { name, key, now }: { name: string; key: Buffer; now: number },
): Promise<Buffer> {
  const inserted = tx
    .insertInto('signing_keys')
    .values({ name, key, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const found = tx
    .selectFrom('signing_keys')
    .select('key')
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  const [row] = await Promise.all([found, inserted]);
  return row.key;
}

/**
 * The files of a message that its body may reference, by content id; undefined when there is no such message.
 */
export async function readNamedFiles(
  db: ReadDb,
  mailboxId: number,
  messageId: string,
): Promise<Map<string, string> | undefined> {
  if (!isId(messageId)) return undefined;
  const rows = await readRows(
    db,
    sql<{ content_id: string | null; id: string | null }>`
    select a.content_id, a.id
    from messages m
    left join attachments a
      on a.mailbox_id = m.mailbox_id and a.message_id = m.id and a.content_id is not null
    where m.mailbox_id = ${mailboxId} and m.id = ${messageId}
    order by a.position desc`,
  );
  if (rows.length === 0) return undefined;
  // Of several with the same content id the first counts.
  return new Map(rows.flatMap(({ content_id, id }) => (content_id && id ? [[content_id, id]] : [])));
}
