import { sql } from 'kysely';
import type { DriveSharesTable } from '../../drive-tables.ts';
import { readRows } from '../../platform/db/read-rows.ts';
import { isId } from '../../platform/ids.ts';
import type { ReadDb, Tx } from '../../tables.ts';
import { TOP } from '../change-drive.ts';

export type ShareEnd = Exclude<DriveSharesTable['revoked_by'], null>;

export type ShareRow = Omit<DriveSharesTable, 'opens' | 'token_hash'> & { opens: number };

/** A person with whom something is shared; `mailboxId` is set for a colleague. */
export type SharePerson = { address: string; mailboxId: number | null };

export type NewShare = Omit<
  ShareRow,
  'opens' | 'opened_at' | 'end_chosen_at' | 'revoked_at' | 'revoked_by' | 'sent_with'
> & {
  token_hash: Buffer | null;
  entryIds: string[];
  people: SharePerson[];
};

export async function insertShare(tx: Tx, { entryIds, people, ...row }: NewShare): Promise<void> {
  const { mailbox_id, id: share_id } = row;
  await tx.insertInto('drive_shares').values(row).execute();
  await tx
    .insertInto('drive_share_entries')
    .values(entryIds.map((entry_id) => ({ mailbox_id, share_id, entry_id })))
    .execute();
  const rows = people.map(({ address, mailboxId }) => ({
    mailbox_id,
    share_id,
    address,
    with_mailbox_id: mailboxId,
  }));
  await tx.insertInto('drive_share_people').values(rows).execute();
}

const COLUMNS = sql`s.mailbox_id, s.id, s.state, s.permission, s.token_sealed, s.password_hash, s.created_at, s.expires_at,
  s.end_chosen_at, s.sent_with, s.active_since, s.revoked_at, s.revoked_by, s.opens, s.opened_at`;

export async function readShare(db: ReadDb, mailboxId: number, id: string): Promise<ShareRow | undefined> {
  if (!isId(id)) return undefined;
  const rows = await readRows(
    db,
    sql<ShareRow>`select ${COLUMNS} from drive_shares s where s.mailbox_id = ${mailboxId} and s.id = ${id}`,
  );
  return rows[0];
}

/** By its link. */
export async function readShareOfToken(
  db: ReadDb,
  mailboxId: number,
  tokenHash: Buffer,
): Promise<ShareRow | undefined> {
  const rows = await readRows(
    db,
    sql<ShareRow>`
    select ${COLUMNS} from drive_shares s where s.mailbox_id = ${mailboxId} and s.token_hash = ${tokenHash}`,
  );
  return rows[0];
}

/** Those who stay keep what they have put out of their sight. Whether anybody came or left. */
export async function setSharePeople(
  tx: Tx,
  mailboxId: number,
  shareId: string,
  people: SharePerson[],
): Promise<boolean> {
  const gone = await tx
    .deleteFrom('drive_share_people')
    .where('mailbox_id', '=', mailboxId)
    .where('share_id', '=', shareId)
    .where(sql<boolean>`address <> all(${people.map(({ address }) => address)}::text[])`)
    .returning('address')
    .execute();
  if (people.length === 0) return gone.length > 0;
  const come = await tx
    .insertInto('drive_share_people')
    .values(
      people.map(({ address, mailboxId: with_mailbox_id }) => ({
        ...{ mailbox_id: mailboxId, share_id: shareId },
        ...{ address, with_mailbox_id },
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('address')
    .execute();
  return gone.length + come.length > 0;
}

const SHARES_SHOWN = 200;

/** Latest first. */
export async function readSharesOfEntry(db: ReadDb, mailboxId: number, entryId: string): Promise<ShareRow[]> {
  return readRows(
    db,
    sql<ShareRow>`
    select ${COLUMNS} from drive_share_entries e
    join drive_shares s on s.mailbox_id = e.mailbox_id and s.id = e.share_id
    where e.mailbox_id = ${mailboxId} and e.entry_id = ${entryId}
    order by s.created_at desc, s.id desc limit ${SHARES_SHOWN}`,
  );
}

export type SharedEntry = { share_id: string; id: string; name: string; is_folder: boolean };

export async function readSharedEntries(
  db: ReadDb,
  mailboxId: number,
  ids: string[],
): Promise<SharedEntry[]> {
  if (ids.length === 0) return [];
  return readRows(
    db,
    sql<SharedEntry>`
    select se.share_id, e.id, e.name, e.is_folder
    from drive_share_entries se
    join drive_entries e on e.mailbox_id = se.mailbox_id and e.id = se.entry_id
    where se.mailbox_id = ${mailboxId} and se.share_id = any(${ids}::uuid[])
    order by e.is_folder desc, e.sort_key, e.id`,
  );
}

export type ShownPerson = { share_id: string; email: string; name: string; inside: boolean; left: boolean };

export async function readSharePeople(db: ReadDb, mailboxId: number, ids: string[]): Promise<ShownPerson[]> {
  if (ids.length === 0) return [];
  return readRows(
    db,
    sql<ShownPerson>`
    select p.share_id, p.address as email, coalesce(m.name, '') as name, p.with_mailbox_id is not null as inside,
      p.left_entries <> '{}' and p.left_entries @> array(
        select e.entry_id from drive_share_entries e
        where e.mailbox_id = p.mailbox_id and e.share_id = p.share_id) as left
    from drive_share_people p left join mailboxes m on m.id = p.with_mailbox_id
    where p.mailbox_id = ${mailboxId} and p.share_id = any(${ids}::uuid[])
    order by p.address`,
  );
}

type ShareUpdate = Partial<
  Pick<
    DriveSharesTable,
    | 'state'
    | 'permission'
    | 'password_hash'
    | 'expires_at'
    | 'end_chosen_at'
    | 'sent_with'
    | 'active_since'
    | 'revoked_at'
    | 'revoked_by'
  >
>;

export async function updateShare(tx: Tx, mailboxId: number, id: string, to: ShareUpdate): Promise<void> {
  await tx
    .updateTable('drive_shares')
    .set(to)
    .where('mailbox_id', '=', mailboxId)
    .where('id', '=', id)
    .execute();
}

/** All shares of a message. */
export async function readSharesOfMessage(
  db: ReadDb,
  mailboxId: number,
  messageId: string,
): Promise<ShareRow[]> {
  return readRows(
    db,
    sql<ShareRow>`
    select ${COLUMNS} from drive_shares s
    where s.mailbox_id = ${mailboxId} and s.sent_with = ${messageId} and s.sent_with is not null`,
  );
}

/** Which shares contain only these entries, and have not ended. */
export async function readSharesOfOnly(db: ReadDb, mailboxId: number, entryIds: string[]): Promise<string[]> {
  if (entryIds.length === 0) return [];
  const rows = await readRows(
    db,
    sql<{ id: string }>`
    select distinct s.id from drive_share_entries e
    join drive_shares s on s.mailbox_id = e.mailbox_id and s.id = e.share_id and s.state <> 'revoked'
    where e.mailbox_id = ${mailboxId} and e.entry_id = any(${entryIds}::uuid[]) and not exists (
      select from drive_share_entries o
      where o.mailbox_id = ${mailboxId} and o.share_id = s.id and o.entry_id <> all(${entryIds}::uuid[]))`,
  );
  return rows.map(({ id }) => id);
}

/** Which of these entries are themselves shared, by a share that has not ended. */
export async function findSharedAmong(
  db: ReadDb,
  mailboxId: number,
  entryIds: string[],
  now: number,
): Promise<Set<string>> {
  const rows = await readRows(
    db,
    sql<{ entry_id: string }>`
    select distinct e.entry_id from drive_share_entries e
    join drive_shares s on s.mailbox_id = e.mailbox_id and s.id = e.share_id
    where e.mailbox_id = ${mailboxId} and e.entry_id = any(${entryIds}::uuid[])
      and s.state <> 'revoked' and (s.expires_at is null or s.expires_at > ${now})`,
  );
  return new Set(rows.map(({ entry_id }) => entry_id));
}

export async function countOpen(tx: Tx, mailboxId: number, id: string, now: number): Promise<void> {
  await sql`
    update drive_shares set opens = opens + 1, opened_at = ${now}
    where mailbox_id = ${mailboxId} and id = ${id}`.execute(tx);
}

/** Which of the entries belong to the owner and are not themselves in the trash. */
export async function findOwnEntries(
  db: ReadDb,
  mailboxId: number,
  ids: string[],
): Promise<{ id: string; is_folder: boolean }[]> {
  const possible = ids.filter(isId);
  if (possible.length === 0) return [];
  return readRows(
    db,
    sql<{ id: string; is_folder: boolean }>`
    select id, is_folder from drive_entries
    where mailbox_id = ${mailboxId} and id = any(${possible}::uuid[]) and trashed_at is null`,
  );
}

export type LinkCursor = { mailboxId: number; id: string };

const LINKS_A_READ = 500;

/** The encrypted links of all drives, in batches. */
export async function readSealedLinks(
  db: ReadDb,
  after: LinkCursor | null,
): Promise<{ mailbox_id: number; id: string; token_sealed: Buffer }[]> {
  const { mailboxId, id } = after ?? { mailboxId: 0, id: TOP };
  return readRows(
    db,
    sql<{ mailbox_id: number; id: string; token_sealed: Buffer }>`
    select mailbox_id, id, token_sealed from drive_shares
    where token_sealed is not null and (mailbox_id, id) > (${mailboxId}, ${id}::uuid)
    order by mailbox_id, id limit ${LINKS_A_READ}`,
  );
}

export async function writeSealedLink(tx: Tx, mailboxId: number, id: string, sealed: Buffer): Promise<void> {
  await tx
    .updateTable('drive_shares')
    .set({ token_sealed: sealed })
    .where('mailbox_id', '=', mailboxId)
    .where('id', '=', id)
    .execute();
}
