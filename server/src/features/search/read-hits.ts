import type { Thread } from '@bocau/contract/threads.ts';
import { sql } from 'kysely';
import type { Db } from '../../tables.ts';
import type { ThreadRow } from '../threads/read-thread-rows.ts';
import { threadView } from '../threads/threads.view.ts';
import type { Match } from './read-matches.ts';

/** The list row of each match in its folder, in order; one that is gone since it was found is no hit any more. */
export async function readHits(db: Db, mailboxId: number, matches: Match[]): Promise<Thread[]> {
  const threads = matches.map((match) => match.threadId);
  const folders = matches.map((match) => match.folderId);
  const { rows } = await sql<ThreadRow>`
    select r.*
    from unnest(${threads}::uuid[], ${folders}::uuid[]) with ordinality as w(thread_id, folder_id, position)
    cross join lateral (
      select r.thread_id, r.last_at, r.unread, r.starred, r.card, f.path as home_path
      from list_rows r join folders f on f.mailbox_id = r.mailbox_id and f.id = r.folder_id
      where r.mailbox_id = ${mailboxId} and r.thread_id = w.thread_id and r.folder_id = w.folder_id offset 0
    ) r
    order by w.position`.execute(db);
  return rows.map(threadView);
}
