import { sql } from 'kysely';
import { isId } from '../../platform/ids.ts';
import type { Db } from '../../tables.ts';

/** The key of this name, made from what is given where there is none: all processes get the same. */
export async function readOrMakeKey(
  db: Db,
  { name, key, now }: { name: string; key: Buffer; now: number },
): Promise<Buffer> {
  await db
    .insertInto('signing_keys')
    .values({ name, key, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const row = await db
    .selectFrom('signing_keys')
    .select('key')
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  return row.key;
}

/** The files of a message that its body may name, by content id; undefined where there is no such message. */
export async function readNamedFiles(
  db: Db,
  mailboxId: number,
  messageId: string,
): Promise<Map<string, string> | undefined> {
  if (!isId(messageId)) return undefined;
  const { rows } = await sql<{ content_id: string | null; id: string | null }>`
    select a.content_id, a.id
    from messages m
    left join attachments a
      on a.mailbox_id = m.mailbox_id and a.message_id = m.id and a.content_id is not null
    where m.mailbox_id = ${mailboxId} and m.id = ${messageId}
    order by a.position desc`.execute(db);
  if (rows.length === 0) return undefined;
  // Of two with the same content id the first counts.
  return new Map(rows.flatMap(({ content_id, id }) => (content_id && id ? [[content_id, id]] : [])));
}

export type InlineFile = {
  id: string;
  name: string;
  content_type: string;
  content_id: string | null;
  inline: boolean;
  size: number;
  blob: string;
};

export async function readInlineFile(db: Db, mailboxId: number, id: string): Promise<InlineFile | undefined> {
  if (!isId(id)) return undefined;
  const { rows } = await sql<InlineFile>`
    select id, name, content_type, content_id, inline, size, encode(blob, 'hex') as blob
    from attachments where mailbox_id = ${mailboxId} and id = ${id}`.execute(db);
  return rows[0];
}
