import { sql } from 'kysely';
import type { DriveChangeKind } from '../drive-tables.ts';
import { readRows } from '../platform/db/read-rows.ts';
import type { ReadDb, Tx } from '../tables.ts';

export type DriveNumbers = { seq: number; used_bytes: number; reserved_bytes: number; quota_bytes: number };

/** Locks the drive, creating its state row on the first change. */
export async function lockDrive(tx: Tx, mailboxId: number): Promise<DriveNumbers> {
  const { rows } = await sql<DriveNumbers>`
    insert into drive_state as s (mailbox_id) values (${mailboxId})
    on conflict (mailbox_id) do update set seq = s.seq
    returning s.seq, s.used_bytes, s.reserved_bytes,
      (select m.drive_quota_mb::bigint * 1024 * 1024 from mailboxes m where m.id = ${mailboxId}) as quota_bytes`.execute(
    tx,
  );
  return rows[0] as DriveNumbers;
}

/** A shared lock for readers: no one changes the drive until the transaction ends. */
export async function holdDrive(tx: Tx, mailboxId: number): Promise<void> {
  await sql`select from drive_state where mailbox_id = ${mailboxId} for share`.execute(tx);
}

export async function readDriveNumbers(db: ReadDb, mailboxId: number): Promise<DriveNumbers> {
  const rows = await readRows(
    db,
    sql<DriveNumbers>`
    select coalesce(s.seq, 0) as seq, coalesce(s.used_bytes, 0) as used_bytes,
      coalesce(s.reserved_bytes, 0) as reserved_bytes, m.drive_quota_mb::bigint * 1024 * 1024 as quota_bytes
    from mailboxes m left join drive_state s on s.mailbox_id = m.id
    where m.id = ${mailboxId}`,
  );
  const [numbers] = rows;
  if (!numbers) throw new Error(`mailbox ${mailboxId} does not exist`);
  return numbers;
}

export type DriveUpdate = {
  seq: number;
  usedBytes: number;
  reservedBytes: number;
  entries: { kind: DriveChangeKind; entity: string }[];
  now: number;
};

/** Writes the journal and the quota in one statement. */
export async function writeDriveState(
  tx: Tx,
  mailboxId: number,
  { seq, usedBytes, reservedBytes, entries, now }: DriveUpdate,
): Promise<void> {
  await sql`
    with entries as (
      insert into drive_changes (mailbox_id, seq, kind, entity, at)
      select ${mailboxId}, ${seq}, kind, entity, ${now}
      from json_to_recordset(${JSON.stringify(entries)}) as n(kind text, entity uuid)
    )
    update drive_state
    set seq = ${seq}, used_bytes = used_bytes + ${usedBytes}, reserved_bytes = reserved_bytes + ${reservedBytes}
    where mailbox_id = ${mailboxId}`.execute(tx);
}
