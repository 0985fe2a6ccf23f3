import { sql } from 'kysely';
import type { ThreadRow } from '../../mail/threads/threads.store.ts';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb } from '../../tables.ts';
import type { Match } from './matches.store.ts';
import { queryOfRow } from './search-conditions.store.ts';

/** The list row of each match in its folder, in order; a match whose row is gone is omitted. */
export async function readHits(db: ReadDb, mailboxId: number, matches: Match[]): Promise<ThreadRow[]> {
  const threads = matches.map((match) => match.threadId);
  const folders = matches.map((match) => match.folderId);
  return readRows(
    db,
    sql<ThreadRow>`
      select r.*
      from unnest(${threads}::uuid[], ${folders}::uuid[]) with ordinality as w(thread_id, folder_id, position)
      cross join lateral (
        select r.thread_id, r.last_at, r.unread, r.starred, r.card, f.path as home_path
        from list_rows r join folders f on f.mailbox_id = r.mailbox_id and f.id = r.folder_id
        where r.mailbox_id = ${mailboxId} and r.thread_id = w.thread_id and r.folder_id = w.folder_id offset 0
      ) r
      order by w.position`,
  );
}

/** Patterns of words: in the message without its files, any of them in a file, and all of them in one file. */
type WordsOfFiles = { outside: string; any: string; all: string };

/**
 * For messages that have the words only together with their files: the name of the file with the most words.
 */
export async function readFilesWithWords(
  db: ReadDb,
  mailboxId: number,
  messageIds: string[],
  { outside, any, all }: WordsOfFiles,
): Promise<{ id: string; name: string }[]> {
  return readRows(
    db,
    sql<{ id: string; name: string }>`
      select w.id, f.name from unnest(${messageIds}::uuid[]) as w(id)
      cross join lateral (
        select a.name from attachments a join file_texts t on t.blob = a.blob
        where a.mailbox_id = ${mailboxId} and a.message_id = w.id and not a.inline and t.words @@ ${any}::tsquery
        order by t.words @@ ${all}::tsquery desc, a.position limit 1
      ) f
      where not exists (
        select from message_search s
        where s.mailbox_id = ${mailboxId} and s.message_id = w.id and s.words @@ ${queryOfRow(mailboxId, outside)}
        offset 0)`,
  );
}

export type MessageText = { id: string; body: string; is_html: boolean };

/** The beginning of each message's text; only that much of it is decompressed. */
export async function readTexts(
  db: ReadDb,
  mailboxId: number,
  messageIds: string[],
  characters: number,
): Promise<MessageText[]> {
  return readRows(
    db,
    sql<MessageText>`
      select w.id, c.body, c.is_html from unnest(${messageIds}::uuid[]) as w(id)
      cross join lateral (
        select left(c.body, ${characters}) as body, c.body_is_html as is_html from message_contents c
        where c.mailbox_id = ${mailboxId} and c.message_id = w.id and c.body is not null offset 0
      ) c`,
  );
}
