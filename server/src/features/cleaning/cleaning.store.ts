import { AUDIT_DAYS } from '@bocau/contract/people.ts';
import { type RawBuilder, sql } from 'kysely';
import { blobsNamedBy, orphanBlobs } from '../../kernel/orphaned-blobs.store.ts';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb, Tables, Tx } from '../../tables.ts';

const KEPT_AUDIT_SECONDS = AUDIT_DAYS * 24 * 3600;

/** The mailbox whose oldest message in Trash is the oldest of all. */
export async function findMailboxWithOldTrash(db: ReadDb, before: number): Promise<number | undefined> {
  const rows = await readRows(
    db,
    sql<{ mailbox_id: number }>`
      select mailbox_id from messages where trashed_at < ${before} order by trashed_at limit 1`,
  );
  return rows[0]?.mailbox_id;
}

export async function readOldTrash(
  db: ReadDb,
  mailboxId: number,
  before: number,
  limit: number,
): Promise<string[]> {
  const rows = await readRows(
    db,
    sql<{ id: string }>`
      select id from messages where mailbox_id = ${mailboxId} and trashed_at < ${before}
      order by trashed_at limit ${limit}`,
  );
  return rows.map((row) => row.id);
}

type Batch = { before: number; limit: number };

/** Deletes previews of documents that no attachment and no drive file has any more; returns how many. */
export async function deleteUnusedPreviews(tx: Tx, { before, limit }: Batch, now: number): Promise<number> {
  const { rows } = await sql<{ deleted: number }>`
    with deleted as (
      delete from office_previews where source in (
        select p.source from office_previews p
        where p.at < ${before} and not exists (select from attachments a where a.blob = p.source)
          and not exists (select from drive_chunks c where c.blob = p.source)
        limit ${limit})
      returning pdf
    ), orphaned as (
      ${orphanBlobs(sql`select pdf as blob from deleted`, now)}
    )
    select count(*)::integer as deleted from deleted`.execute(tx);
  return rows[0]?.deleted ?? 0;
}

/** Deletes extracted texts of documents that no attachment and no drive file has any more; returns how many. */
export async function deleteUnusedTexts(tx: Tx, { before, limit }: Batch): Promise<number> {
  return countAffected(
    tx,
    sql`
      delete from file_texts where blob in (
        select t.blob from file_texts t
        where t.at < ${before} and not exists (select from attachments a where a.blob = t.blob)
          and not exists (select from drive_chunks c where c.blob = t.blob)
        limit ${limit})`,
  );
}

/** Returns how many blobs lost a reference. */
export async function deleteLooseFiles(tx: Tx, { before, limit }: Batch, now: number): Promise<number> {
  return countAffected(
    tx,
    sql`
      with gone as (
        delete from attachments a where (mailbox_id, id) in (
          select mailbox_id, id from attachments where loose_since < ${before} limit ${limit})
          -- A draft may have taken it a moment ago.
          and loose_since is not null
        returning ${blobsNamedBy('attachments', 'a')} as blobs
      )
      ${orphanBlobs(sql`select unnest(blobs) as blob from gone`, now)}`,
  );
}

export async function deleteEndedSessions(tx: Tx, { before, limit }: Batch): Promise<number> {
  return countAffected(
    tx,
    sql`
      delete from sessions where token_hash in (
        select token_hash from sessions where expires_at <= ${before} limit ${limit})`,
  );
}

export async function deleteEndedProfileLinks(tx: Tx, { before, limit }: Batch): Promise<number> {
  return countAffected(
    tx,
    sql`
      delete from profile_links where token_hash in (
        select token_hash from profile_links where expires_at <= ${before} limit ${limit})`,
  );
}

export async function deleteSignIns(tx: Tx, { before, limit }: Batch): Promise<number> {
  return countAffected(
    tx,
    sql`delete from sign_ins where id in (select id from sign_ins where at < ${before} limit ${limit})`,
  );
}

export const deleteSecurityEvents = deleteOldest({ table: 'security_events', key: 'id', time: 'at' });
export const deleteKnownDevices = deleteOldest({ table: 'known_devices', key: 'device', time: 'last_at' });

/** The database itself refuses to delete younger rows, by its own clock. */
export async function deleteAuditRows(tx: Tx, { before, limit }: Batch): Promise<number> {
  return countAffected(
    tx,
    sql`
      delete from audit_log where id in (
        select id from audit_log where at < least(${before}, extract(epoch from now()) - ${KEPT_AUDIT_SECONDS})
        order by at limit ${limit})`,
  );
}

/** The steps of the jobs are deleted with them. */
export const deleteBulkJobs = deleteOldest({ table: 'bulk_jobs', key: 'id', time: 'created_at' });

/** Labels that were deleted and are not coming back. */
export const deleteLabels = deleteOldest({ table: 'labels', key: 'id', time: 'deleted_at' });

export async function deleteDriveCopies(tx: Tx, { before, limit }: Batch): Promise<number> {
  return countAffected(
    tx,
    sql`
      delete from drive_copies where (mailbox_id, id) in (
        select mailbox_id, id from drive_copies where created_at < ${before} and state <> 'running'
        order by created_at limit ${limit})`,
  );
}

/** Templates of domains that were deleted by people, with their versions and images. */
export async function deleteDomainTemplates(
  tx: Tx,
  { before, limit, now }: Batch & { now: number },
): Promise<number> {
  return countAffected(
    tx,
    sql`
      with old as (
        select domain_id, id from domain_templates where deleted_at < ${before}
        order by deleted_at limit ${limit}
      ), orphaned as (${orphanBlobs(
        sql`select i.blob from domain_template_images i
          join old on old.domain_id = i.domain_id and old.id = i.template_id`,
        now,
      )})
      delete from domain_templates where (domain_id, id) in (select domain_id, id from old)`,
  );
}

/** Mail merges that do not run, with their tables and files. */
export async function deleteOldMerges(
  tx: Tx,
  { before, limit, now }: Batch & { now: number },
): Promise<number> {
  return countAffected(
    tx,
    sql`
      with old as (
        select mailbox_id, id from merges where created_at < ${before} and state not in ('running', 'paused')
          and coalesce(finished_at, created_at) < ${before}
        order by created_at limit ${limit}
      ), orphaned as (${orphanBlobs(
        sql`select coalesce(f.held_by, f.blob) as blob from merge_files f
          join old on old.mailbox_id = f.mailbox_id and old.id = f.merge_id`,
        now,
      )})
      delete from merges where (mailbox_id, id) in (select mailbox_id, id from old)`,
  );
}

/** Deletes the oldest rows of mailboxes. */
function deleteOldest(of: { table: keyof Tables & string; key: string; time: string }) {
  const [table, key, time] = [of.table, `mailbox_id, ${of.key}`, of.time].map((name) => sql.raw(name));
  return (tx: Tx, { before, limit }: Batch): Promise<number> =>
    countAffected(
      tx,
      sql`
        delete from ${table} where (${key}) in (
          select ${key} from ${table} where ${time} < ${before} order by ${time} limit ${limit})`,
    );
}

/** Finished outgoing messages whose message was deleted before then. */
export async function deleteRemovedOutgoing(tx: Tx, { before, limit }: Batch): Promise<number> {
  return countAffected(
    tx,
    sql`
      delete from outbox where (mailbox_id, id) in (
        select mailbox_id, id from outbox
        where message_removed_at < ${before} and state not in ('held', 'sending')
        limit ${limit})`,
  );
}

/** Deletes records of deliveries that filters discarded. */
export async function deleteDiscarded(tx: Tx, { before, limit }: Batch): Promise<number> {
  return countAffected(
    tx,
    sql`
      delete from discarded_deliveries where (mailbox_id, delivery_key) in (
        select mailbox_id, delivery_key from discarded_deliveries where at < ${before} limit ${limit})`,
  );
}

export async function deleteFailedJobs(tx: Tx, { before, limit }: Batch): Promise<number> {
  return countAffected(
    tx,
    sql`
      delete from graphile_worker._private_jobs where id in (
        select id from graphile_worker._private_jobs
        where attempts >= max_attempts and locked_at is null and updated_at < to_timestamp(${before})
        limit ${limit})`,
  );
}

async function countAffected(tx: Tx, statement: RawBuilder<unknown>): Promise<number> {
  const { numAffectedRows = 0n } = await statement.execute(tx);
  return Number(numAffectedRows);
}
