import { type RawBuilder, sql } from 'kysely';
import { Failure } from '../../platform/http/failure.ts';
import type { Db } from '../../tables.ts';
import { findFolder } from '../folders/find-folder.ts';
import type { Criteria } from './read-query.ts';
import { wordConditions } from './word-conditions.ts';

/** A search as the database is asked for it. */
export type SearchPlan = {
  mailboxId: number;
  /** The words as `wordConditions` has them. */
  pattern: string | null;
  /** What must hold of the message `m`, words apart. */
  conditions: RawBuilder<unknown>;
  since: number | null;
  until: number | null;
  /** A query for the few threads that can match at all, where that is known; then those are read, not the index. */
  threads: RawBuilder<unknown> | null;
};

type FolderFacts = { id: string; role: string | null; total_threads: number; unread_threads: number };

/** What a search covers only when it is asked for by name. */
const NOT_SEARCHED = new Set(['Junk', 'Trash', 'Drafts', 'WEBMAIL_SCHEDULED', 'webmail_period']);
/** Reading the messages of this many threads takes about as long as walking through a large mailbox. */
const FEW_THREADS = 3000;
/** With words to look for in every one of them, sooner. */
const FEW_THREADS_WITH_WORDS = 1000;
/** Messages above this size have an index of their own. */
const LARGE = 1024 * 1024;

/** Null: nothing can match. */
export async function planSearch(db: Db, mailboxId: number, criteria: Criteria): Promise<SearchPlan | null> {
  const { pattern, nowhere } = wordConditions(criteria);
  const folders = await readFolderFacts(db, mailboxId);
  const wanted = await findFolders(db, mailboxId, criteria.folders);
  if (criteria.impossible || nowhere || wanted === null || wanted.size > 1) return null;

  const starred = folders.find((folder) => folder.role === 'Starred') as FolderFacts;
  const named = folders.find((folder) => wanted.has(folder.id));
  const inStarred = named === starred;
  const folder = inStarred ? undefined : named;
  const hidden = folders.filter((other) => NOT_SEARCHED.has(other.role ?? ''));
  const { read, largerThan, smallerThan, since, until, attachment } = criteria;
  const conditions = [
    folder
      ? sql`m.folder_id = ${folder.id}`
      : sql`m.folder_id <> all(${hidden.map((other) => other.id)}::uuid[])`,
    since !== null && sql`m.received_at >= ${since}`,
    until !== null && sql`m.received_at <= ${until}`,
    largerThan !== null && sql`m.size > ${largerThan}`,
    largerThan !== null && largerThan >= LARGE && sql`m.size > ${sql.lit(LARGE)}`,
    smallerThan !== null && sql`m.size < ${smallerThan}`,
    attachment === true && sql`m.has_attachments`,
    attachment === false && sql`not m.has_attachments`,
    read !== null && sql`exists (${rowOfMessage} and r.unread = ${!read} offset 0)`,
    criteria.starred !== null && sql`exists (${rowOfMessage} and r.starred = ${criteria.starred} offset 0)`,
    inStarred && sql`m.thread_id in (${threadsOf(mailboxId, starred.id)})`,
  ].filter((condition) => condition !== false);

  const largest =
    pattern !== null && largerThan !== null && largerThan >= LARGE
      ? largeMessages(mailboxId, largerThan)
      : null;
  const sets = [
    folder && { size: folder.total_threads, threads: threadsOf(mailboxId, folder.id) },
    (inStarred || (criteria.starred === true && !folder)) && {
      size: starred.total_threads,
      threads: threadsOf(mailboxId, starred.id),
    },
    largest !== null && {
      size: await countMessages(db, largest),
      threads: sql`select u.thread_id from (${largest}) u`,
    },
    read === false && { size: countUnread(folders), threads: unreadThreads(mailboxId) },
  ].filter((set) => typeof set === 'object');
  const [smallest] = sets.sort((a, b) => a.size - b.size);
  const few = pattern === null ? FEW_THREADS : FEW_THREADS_WITH_WORDS;
  return {
    mailboxId,
    pattern,
    conditions: sql.join(conditions, sql` and `),
    since,
    until,
    threads: smallest && smallest.size <= few ? smallest.threads : null,
  };
}

/** The list row that shows the message: read and starred are what the list shows of the thread in this folder. */
const rowOfMessage = sql`
  select from list_rows r
  where r.mailbox_id = m.mailbox_id and r.thread_id = m.thread_id and r.folder_id = m.folder_id`;

function threadsOf(mailboxId: number, folderId: string): RawBuilder<unknown> {
  return sql`select l.thread_id from list_rows l where l.mailbox_id = ${mailboxId} and l.folder_id = ${folderId}`;
}

function unreadThreads(mailboxId: number): RawBuilder<unknown> {
  return sql`select u.thread_id from messages u where u.mailbox_id = ${mailboxId} and u.unread`;
}

function largeMessages(mailboxId: number, largerThan: number): RawBuilder<unknown> {
  return sql`
    select m.thread_id from messages m
    where m.mailbox_id = ${mailboxId} and m.size > ${largerThan} and m.size > ${sql.lit(LARGE)}`;
}

/** Counts until they are not few any more. */
async function countMessages(db: Db, messages: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from (${messages} limit ${FEW_THREADS_WITH_WORDS + 1}) few`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Of all folders: unread messages are found whatever folder they lie in. */
function countUnread(folders: FolderFacts[]): number {
  return folders.reduce((sum, folder) => sum + (folder.role === 'Starred' ? 0 : folder.unread_threads), 0);
}

async function readFolderFacts(db: Db, mailboxId: number): Promise<FolderFacts[]> {
  return db
    .selectFrom('folders')
    .select(['id', 'role', 'total_threads', 'unread_threads'])
    .where('mailbox_id', '=', mailboxId)
    .execute();
}

/** The folders that are named; null when a typed one does not exist. */
async function findFolders(
  db: Db,
  mailboxId: number,
  named: Criteria['folders'],
): Promise<Set<string> | null> {
  const ids = new Set<string>();
  for (const { name, typed } of named) {
    const folder = await findFolder(db, mailboxId, name);
    if (folder) ids.add(folder.id);
    else if (typed) return null;
    else throw new Failure('folder_not_found', 'There is no such folder');
  }
  return ids;
}
