import type { Quota } from '@bocau/contract/account.ts';
import type { ChangeSet } from '@bocau/contract/changes.ts';
import { ARCHIVE, STARRED } from '@bocau/contract/folder-roles.ts';
import { sql } from 'kysely';
import type { folderView } from '../../mail/folders/folders.view.ts';
import { LABEL_COLUMNS, type LabelRow } from '../../mail/labels/labels.store.ts';
import type { SystemFolderIds } from '../../mail/mailbox/list-cards.ts';
import { isShown } from '../../mail/mailbox/shown-messages.store.ts';
import { listsMessages } from '../../mail/settings/settings.store.ts';
import { SINGLE_JSON, type SingleMessage } from '../../mail/threads/single-rows.store.ts';
import type { threadView } from '../../mail/threads/threads.view.ts';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb } from '../../tables.ts';

type FolderRow = Parameters<typeof folderView>[0];
type ThreadRow = Parameters<typeof threadView>[0];

export type Outcome = {
  seq: number;
  forgotten_seq: number;
  /** More has changed than the limit; then no changes are included. */
  too_many: boolean;
  /** The mailbox lists single messages: threads come without rows, but with their messages. */
  single: boolean;
  threads: { id: string; rows: (ThreadRow & { list: string })[] }[] | null;
  singles: { messages: SingleMessage[]; gone: string[]; special: SystemFolderIds } | null;
  merged: ChangeSet['merged'] | null;
  folders: FolderRow[] | null;
  removed_folders: string[] | null;
  labels: LabelRow[] | null;
  removed_labels: string[] | null;
  new_mail: ChangeSet['new_mail'] | null;
  new_elsewhere: ChangeSet['new_elsewhere'] | null;
  quota: Quota;
  settings: boolean;
  starred: ChangeSet['starred'];
};

export type OutcomeRange = {
  /** Entries after this number; null for none. */
  since: number | null;
  /** And up to this one; null for all. */
  until: number | null;
  /** The limit of distinct things that may have changed. */
  limit: number;
};

// A busy folder's entry appears repeatedly: this many are read per distinct one.
const ENTRIES_FOR_EACH = 10;

/**
 * The current state of what the journal entries refer to, and the number it is valid at: one statement, so
 * that all of it is of the same snapshot.
 */
export async function readChangesSince(
  db: ReadDb,
  mailboxId: number,
  range: OutcomeRange,
): Promise<Outcome | undefined> {
  const { since, until, limit } = range;
  const entriesRead = limit * ENTRIES_FOR_EACH;
  const rows = await readRows(
    db,
    sql<Outcome>`
    with scanned as materialized (
      select seq, kind, entity from changes
      where mailbox_id = ${mailboxId} and seq > ${since}::bigint
        and seq <= coalesce(${until}::bigint, ${Number.MAX_SAFE_INTEGER}::bigint)
      order by seq limit ${entriesRead + 1}
    ), found as materialized (
      select kind, entity, min(seq) as seq from scanned group by kind, entity
    ), entries as materialized (
      select kind, entity, seq from found
      where (select count(*) from found) <= ${limit} and (select count(*) from scanned) <= ${entriesRead}
    ), shown as materialized (select ${listsMessages(mailboxId)} as single)
    select
      s.seq, (select single from shown) as single, s.forgotten_seq,
      (exists (select from found) and not exists (select from entries)) as too_many,
      (select json_agg(json_build_object('id', e.entity, 'rows', (
          select coalesce(json_agg(json_build_object(
            'list', case when l.role = ${STARRED} then l.role else r.folder_id::text end, 'thread_id', r.thread_id,
            'last_at', r.last_at, 'unread', r.unread, 'starred', r.starred, 'card', r.card, 'home_path', h.path)), '[]')
          from list_rows r
          left join folders l on l.mailbox_id = r.mailbox_id and l.id = r.folder_id
          join folders h on h.mailbox_id = r.mailbox_id and h.id = (r.card->>'folder_id')::uuid
          where r.mailbox_id = s.mailbox_id and r.thread_id = e.entity and not (select single from shown)
            -- A label that is being deleted has no list any longer.
            and (l.id is not null or exists (select from labels b
              where b.mailbox_id = s.mailbox_id and b.id = r.folder_id and b.deleted_at is null)))))
        from entries e where e.kind = 'thread') as threads,
      case when (select single from shown) then json_build_object(
        'messages', (select coalesce(json_agg(${SINGLE_JSON}), '[]')
          from entries e join messages m on m.mailbox_id = s.mailbox_id and m.thread_id = e.entity
          join folders f on f.mailbox_id = m.mailbox_id and f.id = m.folder_id
          where e.kind = 'thread' and ${isShown('m')}),
        'gone', (select coalesce(json_agg(e.entity), '[]') from entries e where e.kind = 'message'
          and not exists (select from messages m
            where m.mailbox_id = s.mailbox_id and m.id = e.entity and ${isShown('m')})),
        'special', (select json_object_agg(f.role, f.id) from folders f
          where f.mailbox_id = s.mailbox_id and f.role is not null)) end as singles,
      (select json_agg(json_build_object('id', g.id, 'into', g.thread_id))
        from entries e join merged_threads g on g.mailbox_id = s.mailbox_id and g.id = e.entity
        where e.kind = 'merged') as merged,
      (select json_agg(json_build_object('id', f.id, 'parent_id', f.parent_id, 'name', f.name, 'path', f.path,
          'role', f.role, 'position', f.position, 'total_threads', f.total_threads, 'unread_threads', f.unread_threads,
          'total_messages', f.total_messages, 'unread_messages', f.unread_messages))
        from entries e join folders f on f.mailbox_id = s.mailbox_id and f.id = e.entity
        where e.kind = 'folder' and f.role is distinct from ${STARRED}) as folders,
      (select json_agg(e.entity)
        from entries e left join folders f on f.mailbox_id = s.mailbox_id and f.id = e.entity
        where e.kind = 'folder' and f.id is null) as removed_folders,
      (select json_agg(l) from (
        select ${sql.join(LABEL_COLUMNS.map((column) => sql.ref(`b.${column}`)))}
        from entries e join labels b on b.mailbox_id = s.mailbox_id and b.id = e.entity and b.deleted_at is null
        where e.kind = 'label') l) as labels,
      (select json_agg(e.entity) from entries e
        where e.kind = 'label' and not exists (select from labels b
          where b.mailbox_id = s.mailbox_id and b.id = e.entity and b.deleted_at is null)) as removed_labels,
      (select json_agg(json_build_object('thread_id', m.thread_id, 'message_id', m.id) order by e.seq, m.received_at, m.id)
        from entries e join messages m on m.mailbox_id = s.mailbox_id and m.id = e.entity
        join folders f on f.mailbox_id = m.mailbox_id and f.id = m.folder_id and f.role = 'INBOX'
        where e.kind = 'new_mail' and ${isShown('m')}) as new_mail,
      (select json_agg(json_build_object('thread_id', m.thread_id, 'message_id', m.id, 'folder_id', f.id)
          order by e.seq, m.received_at, m.id)
        from entries e join messages m on m.mailbox_id = s.mailbox_id and m.id = e.entity and m.unread
        join folders f on f.mailbox_id = m.mailbox_id and f.id = m.folder_id
          and (f.role is null or f.role = ${ARCHIVE})
        where e.kind = 'new_mail' and ${isShown('m')}) as new_elsewhere,
      exists (select from entries e where e.kind = 'settings') as settings,
      json_build_object('user_quota', b.quota_mb, 'user_used_quota', s.used_bytes, 'auto_quota', b.auto_quota) as quota,
      (select json_build_object(
          'total_threads', case when w.single then f.total_messages else f.total_threads end,
          'unread_threads', case when w.single then f.unread_messages else f.unread_threads end)
        from shown w, folders f where f.mailbox_id = s.mailbox_id and f.role = ${STARRED}) as starred
    from mailbox_state s join mailboxes b on b.id = s.mailbox_id
    where s.mailbox_id = ${mailboxId}`,
  );
  return rows[0];
}
