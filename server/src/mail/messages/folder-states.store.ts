import { sql } from 'kysely';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb } from '../../tables.ts';

/** How far a folder has come. */
export type FolderMark = {
  folder_id: string;
  uid_validity: number;
  uid_next: number;
  highest_modseq: number;
};

/** A folder as mail programs open it. */
export type FolderState = FolderMark & {
  messages: number;
  unseen: number;
  deleted: number;
  first_unseen_uid: number | null;
  size: number;
  /** Of those that are marked as deleted. */
  deleted_size: number;
};

/** `ready`: all of its messages have uids, and their states have followed every change. */
export type Ready = { ready: boolean };

/** A message of a folder, as mail programs see it. */
export type FolderMessage = {
  message_id: string;
  uid: number;
  modseq: number;
  received_at: number;
  size: number;
  unread: boolean;
  starred: boolean;
  answered: boolean;
  draft: boolean;
  deleted: boolean;
  /** Those of its labels too; the same may be there twice. */
  keywords: string[];
};

/** Both uids belong to it. */
export type UidRange = { from: number; to: number };

/** Where a reader of changes stands: behind all changes of a modseq, or behind this uid of them. */
export type ChangePlace = { modseq: number; uid?: number };

/** What happened to a uid; its message is null where the uid has left the folder. */
export type UidChange = { uid: number; modseq: number; message: FolderMessage | null };

export type FolderChanges = {
  uid_validity: number;
  uid_next: number;
  highest_modseq: number;
  /** What has left the folder since then is no longer known: the folder is to be read whole. */
  forgotten: boolean;
  /** By modseq and uid. */
  changes: UidChange[];
};

const LAST_UID = 2_147_483_647;

/** Of a folder `f` of the mailbox `b`. */
export const FOLDER_READY = sql`f.uid_validity is not null and b.stated_seq = b.seq and b.seq > 0`;
const UID_VALIDITY = sql`greatest(f.uid_validity, b.uid_validity_floor)`;
const LAST_CHANGED = sql`(select max(s.modseq) from message_state s where s.mailbox_id = f.mailbox_id and s.folder_id = f.id)`;
/** Of what has left a folder `f`; of what is in it another index tells. */
const LAST_EXPUNGED = sql`(select max(e.modseq) from expunged e where e.mailbox_id = f.mailbox_id and e.folder_id = f.id)`;

/** Each of these folders that exists, without a look at its messages; Starred is none. */
export async function readFolderMarks(
  db: ReadDb,
  mailboxId: number,
  folderIds: string[],
): Promise<(FolderMark & Ready)[]> {
  return readRows(
    db,
    sql<FolderMark & Ready>`
    select f.id as folder_id, ${UID_VALIDITY} as uid_validity, f.uid_next,
      greatest(${LAST_CHANGED}, ${LAST_EXPUNGED}, f.forgotten_modseq, 1) as highest_modseq, ${FOLDER_READY} as ready
    from folders f join mailbox_state b on b.mailbox_id = f.mailbox_id
    where f.mailbox_id = ${mailboxId} and f.id = any(${folderIds}::uuid[]) and f.role is distinct from 'Starred'`,
  );
}

/** The same with what they hold. */
export async function readFolderStates(
  db: ReadDb,
  mailboxId: number,
  folderIds: string[],
): Promise<(FolderState & Ready)[]> {
  return readRows(
    db,
    sql<FolderState & Ready>`
    select f.id as folder_id, ${UID_VALIDITY} as uid_validity, f.uid_next,
      greatest(c.modseq, ${LAST_EXPUNGED}, f.forgotten_modseq, 1) as highest_modseq,
      c.messages, c.unseen, c.deleted, c.first_unseen_uid, c.size, c.deleted_size, ${FOLDER_READY} as ready
    from folders f join mailbox_state b on b.mailbox_id = f.mailbox_id
    cross join lateral (
      select count(*)::integer as messages, count(*) filter (where unread)::integer as unseen,
        count(*) filter (where deleted)::integer as deleted, min(uid) filter (where unread) as first_unseen_uid,
        coalesce(sum(size), 0)::bigint as size,
        coalesce(sum(size) filter (where deleted), 0)::bigint as deleted_size, max(modseq) as modseq
      from message_state s where s.mailbox_id = ${mailboxId} and s.folder_id = f.id
    ) c
    where f.mailbox_id = ${mailboxId} and f.id = any(${folderIds}::uuid[]) and f.role is distinct from 'Starred'`,
  );
}

/** Those of a folder within the ranges, which must not overlap, by uid; at most so many. */
export async function readFolderMessages(
  db: ReadDb,
  mailboxId: number,
  folderId: string,
  ranges: UidRange[],
  limit: number,
): Promise<FolderMessage[]> {
  // A list for each column: a row for each of a folder's messages costs several times as much to parse.
  const [columns] = await readRows(
    db,
    sql<MessageColumns>`
    select json_agg(message_id) as ids, json_agg(uid) as uids, json_agg(modseq) as modseqs,
      json_agg(received_at) as dates, json_agg(size) as sizes,
      json_agg(unread::integer + 2 * starred::integer + 4 * answered::integer + 8 * draft::integer
        + 16 * deleted::integer) as marks,
      json_object_agg(uid, keywords) filter (where keywords <> '{}') as keywords
    from (
      select s.* from unnest(${ranges.map(({ from }) => from)}::bigint[], ${ranges.map(({ to }) => to)}::bigint[])
        as r(first, last)
      cross join lateral (
        select ${MESSAGE_COLUMNS} from message_state
        where mailbox_id = ${mailboxId} and folder_id = ${folderId} and uid >= r.first and uid <= r.last
        order by uid limit ${limit}
      ) s
      order by s.uid limit ${limit}
    ) s`,
  );
  return columns === undefined ? [] : messagesOf(columns);
}

type MessageColumns = {
  /** Null where there is no message, as the others. */
  ids: string[] | null;
  uids: number[];
  modseqs: number[];
  dates: number[];
  sizes: number[];
  marks: number[];
  /** By uid, of those that have any. */
  keywords: Record<number, string[]> | null;
};

function messagesOf({ ids, uids, modseqs, dates, sizes, marks, keywords }: MessageColumns): FolderMessage[] {
  return (ids ?? []).map((id, index) => {
    const uid = uids[index] as number;
    const mark = marks[index] as number;
    return {
      message_id: id,
      uid,
      modseq: modseqs[index] as number,
      received_at: dates[index] as number,
      size: sizes[index] as number,
      unread: (mark & 1) !== 0,
      starred: (mark & 2) !== 0,
      answered: (mark & 4) !== 0,
      draft: (mark & 8) !== 0,
      deleted: (mark & 16) !== 0,
      keywords: keywords?.[uid] ?? [],
    };
  });
}

/** Of a row of message_state. */
const MESSAGE_COLUMNS = sql.raw(`
  message_id, uid, modseq, received_at, size, unread, starred, answered, draft, deleted,
  case when label_ids is null then keywords else keywords || array(
    select l.keyword from labels l
    where l.mailbox_id = message_state.mailbox_id and l.id = any(message_state.label_ids) and l.deleted_at is null
    order by l.keyword collate "C") end as keywords`);

/** In which folder messages are, and under which uid: those that have one. */
export async function readUids(
  db: ReadDb,
  mailboxId: number,
  messageIds: string[],
): Promise<{ message_id: string; folder_id: string; uid: number }[]> {
  return readRows(
    db,
    sql<{ message_id: string; folder_id: string; uid: number }>`
    select message_id, folder_id, uid from message_state
    where mailbox_id = ${mailboxId} and message_id = any(${messageIds}::uuid[])`,
  );
}

/** What happened in a folder behind a place, at most so many changes; undefined where there is no such folder. */
export async function readChangesOfFolder(
  db: ReadDb,
  mailboxId: number,
  folderId: string,
  { modseq, uid = LAST_UID }: ChangePlace,
  limit: number,
): Promise<(FolderChanges & Ready) | undefined> {
  const behind = sql`mailbox_id = ${mailboxId} and folder_id = ${folderId} and (modseq, uid) > (${modseq}, ${uid})`;
  const [row] = await readRows(
    db,
    sql<FolderChanges & Ready>`
    select ${UID_VALIDITY} as uid_validity, f.uid_next, f.forgotten_modseq > ${modseq} as forgotten, ${FOLDER_READY} as ready,
      greatest(${LAST_CHANGED}, ${LAST_EXPUNGED}, f.forgotten_modseq, 1) as highest_modseq,
      coalesce((
        select json_agg(json_build_object('uid', c.uid, 'modseq', c.modseq, 'message', c.message)
          order by c.modseq, c.uid)
        from (
          (select uid, modseq, to_json(s) as message from (
            select ${MESSAGE_COLUMNS} from message_state where ${behind} order by modseq, uid limit ${limit}) s)
          union all
          (select uid, modseq, null from expunged where ${behind} order by modseq, uid limit ${limit})
          order by modseq, uid limit ${limit}
        ) c), '[]') as changes
    from folders f join mailbox_state b on b.mailbox_id = f.mailbox_id
    where f.mailbox_id = ${mailboxId} and f.id = ${folderId} and f.role is distinct from 'Starred'`,
  );
  return row;
}
