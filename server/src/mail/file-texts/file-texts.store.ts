import { sql } from 'kysely';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb, Tx } from '../../tables.ts';
import type { AttachmentBytes } from '../attachments/attachment-bytes.ts';
import { HELD } from '../attachments/attachments.store.ts';

export type AttachedFile = AttachmentBytes & {
  name: string;
  contentType: string;
  /** The version of the program that extracted it; null when none did. */
  version: number | null;
};

/** The files of messages except drafts, which may lose them again. */
export async function readAttachedFiles(
  db: ReadDb,
  mailboxId: number,
  messageIds: string[],
): Promise<AttachedFile[]> {
  return readRows(
    db,
    sql<AttachedFile>`
    select a.name, a.content_type as "contentType", a.size, encode(a.blob, 'hex') as blob,
      ${HELD} as held, t.version
    from messages m
    join attachments a on a.mailbox_id = m.mailbox_id and a.message_id = m.id and not a.inline
    left join file_texts t on t.blob = a.blob
    where m.mailbox_id = ${mailboxId} and m.id = any(${messageIds}::uuid[]) and not m.draft
    order by m.received_at desc, m.id, a.position`,
  );
}

export type FileText =
  | { blob: string; words: string; failure: null }
  | { blob: string; words: null; failure: string };

/** The stored text of these bytes; undefined when no program of this version has read them. */
export async function readFileText(
  db: ReadDb,
  blob: string,
  version: number,
): Promise<{ words: string | null } | undefined> {
  const rows = await readRows(
    db,
    sql<{ words: string | null }>`
    select words::text from file_texts where blob = decode(${blob}, 'hex') and version >= ${version}`,
  );
  return rows[0];
}

export async function writeFileText(tx: Tx, text: FileText, version: number, now: number): Promise<void> {
  await sql`
    insert into file_texts (blob, words, failure, version, at)
    values (decode(${text.blob}, 'hex'), ${text.words}::tsvector, ${text.failure}, ${version}, ${now})
    on conflict (blob) do update set words = excluded.words, failure = excluded.failure,
      version = excluded.version, at = excluded.at`.execute(tx);
}

export type MessageFiles = {
  id: string;
  received_at: number;
  /** The names of all attachments, as indexed. */
  names: string[];
  /** The words of those that were read, each as a tsvector in text form. */
  files: string[];
};

/** Messages whose files have words. */
export async function readMessageFiles(
  db: ReadDb,
  mailboxId: number,
  messageIds: string[],
): Promise<MessageFiles[]> {
  return readRows(
    db,
    sql<MessageFiles>`
    select m.id, m.received_at, array_agg(a.name order by a.position) as names,
      array_agg(t.words::text order by a.position) filter (where t.words is not null) as files
    from messages m
    join attachments a on a.mailbox_id = m.mailbox_id and a.message_id = m.id and not a.inline
    left join file_texts t on t.blob = a.blob
    where m.mailbox_id = ${mailboxId} and m.id = any(${messageIds}::uuid[]) and not m.draft
    group by m.mailbox_id, m.id
    having count(t.words) > 0`,
  );
}

/** Adds words to those of the messages; existing words stay unchanged. */
export async function addWords(
  tx: Tx,
  mailboxId: number,
  messages: { id: string; words: string }[],
): Promise<void> {
  await sql`
    update message_search s set words = g.words
    from (
      select s.message_id as id, (s.words::text || ' ' || g.words)::tsvector as words
      from unnest(${messages.map(({ id }) => id)}::uuid[], ${messages.map(({ words }) => words)}::text[]) as g(id, words)
      join message_search s on s.mailbox_id = ${mailboxId} and s.message_id = g.id
    ) g
    where s.mailbox_id = ${mailboxId} and s.message_id = g.id and s.words <> g.words`.execute(tx);
}
