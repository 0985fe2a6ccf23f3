import { LIMITS } from '@bocau/contract/limits.ts';
import type { SharedSort } from '@bocau/contract/shares.ts';
import { type RawBuilder, sql } from 'kysely';
import { isAllowedOutside } from '../../kernel/link-rules.store.ts';
import { readRows } from '../../platform/db/read-rows.ts';
import { isId } from '../../platform/ids.ts';
import type { ReadDb } from '../../tables.ts';
import { TOP } from '../change-drive.ts';

/** A share that is currently open. */
export type OpenShare = {
  mailbox_id: number;
  id: string;
  permission: 'READ' | 'WRITE';
  /** Null when it is closed to the outside. */
  password_hash: string | null;
  /** It has a password, but the rules of its owner's organisation close it to the outside. */
  closed_outside: boolean;
  expires_at: number | null;
  owner_email: string;
  owner_name: string;
};

/** Conditions common to all shares: neither pending nor revoked nor expired, and its owner has a drive. */
function isOpenInside(now: number): RawBuilder<boolean> {
  return sql`s.state = 'active' and (s.expires_at is null or s.expires_at > ${now})
    and o.deleted_at is null and o.enable_drive and d.active`;
}

/** A link is closed while its owner may not sign in: an intruder in the account may have created it. */
function isOpen(now: number): RawBuilder<boolean> {
  return sql`${isOpenInside(now)} and o.active`;
}

/** Colleagues can still read what is shared with them while its owner may not sign in. */
const RIGHT_INSIDE = sql`case when o.active then s.permission else 'READ' end`;

const OPEN_SHARES = sql`drive_shares s
  join mailboxes o on o.id = s.mailbox_id
  join domains d on d.id = o.domain_id`;

export async function findOpenShare(
  db: ReadDb,
  tokenHash: Buffer,
  now: number,
): Promise<OpenShare | undefined> {
  const rows = await readRows(
    db,
    sql<OpenShare>`
    select s.mailbox_id, s.id, s.permission, s.expires_at, o.email as owner_email, o.name as owner_name,
      case when ${isAllowedOutside(now)} then s.password_hash end as password_hash,
      s.password_hash is not null and not ${isAllowedOutside(now)} as closed_outside
    from ${OPEN_SHARES} where s.token_hash = ${tokenHash} and ${isOpen(now)}`,
  );
  return rows[0];
}

/** Which of these links open nothing any more, as their share was ended; whoever has a link learns that by opening it. */
export async function readEndedLinks(db: ReadDb, tokenHashes: Buffer[]): Promise<Buffer[]> {
  if (tokenHashes.length === 0) return [];
  const rows = await readRows(
    db,
    sql<{ token_hash: Buffer }>`
    select s.token_hash from drive_shares s
    where s.token_hash = any(${tokenHashes}::bytea[]) and s.state = 'revoked'`,
  );
  return rows.map(({ token_hash }) => token_hash);
}

export async function isSharedWith(
  db: ReadDb,
  { mailbox_id, id }: Pick<OpenShare, 'mailbox_id' | 'id'>,
  personId: number,
): Promise<boolean> {
  const found = await db
    .selectFrom('drive_share_people')
    .select('address')
    .where('with_mailbox_id', '=', personId)
    .where('share_id', '=', id)
    .where('mailbox_id', '=', mailbox_id)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Whether it is shared with somebody outside. */
export async function namesOutside(
  db: ReadDb,
  { mailbox_id, id }: Pick<OpenShare, 'mailbox_id' | 'id'>,
): Promise<boolean> {
  const found = await db
    .selectFrom('drive_share_people')
    .select('address')
    .where('with_mailbox_id', 'is', null)
    .where('share_id', '=', id)
    .where('mailbox_id', '=', mailbox_id)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

export type RootEntry = {
  id: string;
  is_folder: boolean;
  name: string;
  version_id: string | null;
  size: number;
  content_type: string | null;
  modified_at: number;
};

/** The entries of a share that exist: none of their parents may be in the trash. */
export async function readShareRoots(db: ReadDb, mailboxId: number, shareId: string): Promise<RootEntry[]> {
  return readRows(
    db,
    sql<RootEntry>`
    select e.id, e.is_folder, e.name, e.version_id, e.size, e.content_type, e.modified_at
    from drive_share_entries r
    join drive_entries e on e.mailbox_id = r.mailbox_id and e.id = r.entry_id
    where r.mailbox_id = ${mailboxId} and r.share_id = ${shareId} and ${isInDrive()}
    order by e.is_folder desc, e.sort_key, e.id`,
  );
}

/** Whether the entry `e` and all its parents exist outside the trash. */
function isInDrive(): RawBuilder<boolean> {
  return sql`exists (
    with recursive up as (
      select e.parent_id, e.trashed_at, 1 as step
      union all
      select a.parent_id, a.trashed_at, up.step + 1 from up
      join drive_entries a on a.mailbox_id = e.mailbox_id and a.id = up.parent_id
      where up.trashed_at is null and up.step <= ${LIMITS.driveDepth}
    )
    select from up where up.parent_id = ${TOP}::uuid and up.trashed_at is null)`;
}

/** An entry, or one of its parents, that is shared: how many levels up, and with which right. */
export type SharedRoot = { mailbox_id: number; steps: number; permission: 'READ' | 'WRITE' };

/** The shares by which a colleague has access to another user's entry. */
export async function findSharedRoots(
  db: ReadDb,
  personId: number,
  entryId: string,
  now: number,
): Promise<SharedRoot[]> {
  if (!isId(entryId)) return [];
  return readRows(
    db,
    sql<SharedRoot>`
    with recursive mine as materialized (
      select s.mailbox_id, r.entry_id, ${RIGHT_INSIDE} as permission
      from drive_share_people p
      join ${OPEN_SHARES} on s.mailbox_id = p.mailbox_id and s.id = p.share_id
      join drive_share_entries r on r.mailbox_id = s.mailbox_id and r.share_id = s.id
      where p.with_mailbox_id = ${personId} and ${isOpenInside(now)} and r.entry_id <> all(p.left_entries)
    ), up as (
      select e.mailbox_id, e.id, e.parent_id, 1 as steps
      from (select distinct mailbox_id from mine) w
      join drive_entries e on e.mailbox_id = w.mailbox_id and e.id = ${entryId}
      union all
      select e.mailbox_id, e.id, e.parent_id, up.steps + 1 from up
      join drive_entries e on e.mailbox_id = up.mailbox_id and e.id = up.parent_id
      where up.steps <= ${LIMITS.driveDepth}
    )
    select up.mailbox_id, up.steps, mine.permission from up
    join mine on mine.mailbox_id = up.mailbox_id and mine.entry_id = up.id`,
  );
}

/** Which of these entries belong to one share. */
export async function findRootsAmong(
  db: ReadDb,
  mailboxId: number,
  shareId: string,
  chainIds: string[],
): Promise<Set<string>> {
  if (chainIds.length === 0) return new Set();
  const rows = await readRows(
    db,
    sql<{ entry_id: string }>`
    select entry_id from drive_share_entries
    where mailbox_id = ${mailboxId} and share_id = ${shareId} and entry_id = any(${chainIds}::uuid[])`,
  );
  return new Set(rows.map(({ entry_id }) => entry_id));
}

export type SharedWithMe = {
  mailbox_id: number;
  entry_id: string;
  permission: 'READ' | 'WRITE';
  shared_at: number;
  owner_email: string;
  owner_name: string;
  /** The sort value of the list. */
  value: string | number;
};

const SORT_COLUMNS: Record<SharedSort, RawBuilder<unknown>> = {
  name: sql`e.sort_key`,
  size: sql`e.size`,
  shared_at: sql`mine.shared_at`,
};

export type SharedPage = {
  now: number;
  sort: SharedSort;
  descending: boolean;
  limit: number;
  /** The cursor: the last entry of the previous page. */
  after: { value: string | number; id: string } | null;
};

/** What others share with a user: some hundreds at most, so they are sorted after the query. */
export async function listSharedWith(
  db: ReadDb,
  personId: number,
  { now, sort, descending, limit, after }: SharedPage,
): Promise<SharedWithMe[]> {
  const column = SORT_COLUMNS[sort];
  const order = descending ? sql`desc` : sql`asc`;
  const typed = sort === 'name' ? sql`${after?.value}::text` : sql`${after?.value}::bigint`;
  const behind =
    after === null
      ? sql`true`
      : sql`(${column}, e.id) ${descending ? sql`<` : sql`>`} (${typed}, ${after.id}::uuid)`;
  return readRows(
    db,
    sql<SharedWithMe>`
    with mine as (
      select s.mailbox_id, r.entry_id, max(${RIGHT_INSIDE}) as permission, max(s.active_since) as shared_at,
        o.email as owner_email, o.name as owner_name
      from drive_share_people p
      join ${OPEN_SHARES} on s.mailbox_id = p.mailbox_id and s.id = p.share_id
      join drive_share_entries r on r.mailbox_id = s.mailbox_id and r.share_id = s.id
      where p.with_mailbox_id = ${personId} and ${isOpenInside(now)} and r.entry_id <> all(p.left_entries)
      group by s.mailbox_id, r.entry_id, o.email, o.name
    )
    select mine.*, ${column} as value from mine
    join drive_entries e on e.mailbox_id = mine.mailbox_id and e.id = mine.entry_id
    where ${behind} and ${isInDrive()}
    order by ${column} ${order}, e.id ${order} limit ${limit}`,
  );
}
