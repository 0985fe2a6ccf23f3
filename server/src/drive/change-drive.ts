import type { DriveChangeKind } from '../drive-tables.ts';
import { type Clock, unixSeconds } from '../platform/clock.ts';
import { inLockingTransaction } from '../platform/db/database.ts';
import { Failure } from '../platform/failure.ts';
import type { Db, Tx } from '../tables.ts';
import { lockDrive, writeDriveState } from './drive.store.ts';

/** Notifies every http process of a changed drive; called after the commit. */
export type DrivePublisher = { changed(mailboxId: number): void };

export type DriveDeps = { db: Db; clock: Clock; drivePublisher: DrivePublisher };

/** The parent id of entries at the top. */
export const TOP = '00000000-0000-0000-0000-000000000000';

/**
 * The trash, in the journal. A permanently deleted entry has it as its parent until a job has removed the
 * entry and everything below it.
 */
export const TRASH = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** One atomic change of one drive. */
export type DriveChange = {
  readonly tx: Tx;
  readonly mailboxId: number;
  /** Unix seconds; constant within the change. */
  readonly now: number;
  /** Records a changed entry, and each folder whose list changed. */
  journal(kind: DriveChangeKind, entity: string): void;
  /** Adds the size of versions, or subtracts it when negative. Throws when the quota does not suffice. */
  use(bytes: number): void;
  /** Like `use`, for the reservation of an upload. */
  reserve(bytes: number): void;
};

/**
 * The only way to change a drive. Locks it, lets `work` change entries, versions and shares, then updates the
 * quota and the journal in the same transaction, and notifies after the commit.
 */
export async function changeDrive<T>(
  { db, clock, drivePublisher }: DriveDeps,
  mailboxId: number,
  work: (change: DriveChange) => Promise<T>,
): Promise<T> {
  const now = unixSeconds(clock);
  let journalled = false;
  const result = await inLockingTransaction(db, `drive ${mailboxId}`, (tx, { send }) =>
    changeDriveWithin({ tx, mailboxId, now, send }, work, () => {
      journalled = true;
    }),
  );
  if (journalled) drivePublisher.changed(mailboxId);
  return result;
}

/** The surrounding change of the same mailbox, whose lock is taken first (lock order). */
export type Surrounding = Pick<DriveChange, 'tx' | 'mailboxId' | 'now'> & {
  send(write: Promise<unknown>): void;
};

/** Like `changeDrive`, within another transaction; its owner must notify if anything was journalled. */
export async function changeDriveWithin<T>(
  { tx, mailboxId, now, send }: Surrounding,
  work: (change: DriveChange) => Promise<T>,
  onJournalled: () => void,
): Promise<T> {
  const locked = await lockDrive(tx, mailboxId);
  const entries = new Map<string, { kind: DriveChangeKind; entity: string }>();
  let usedBytes = 0;
  let reservedBytes = 0;
  const refuseOverQuota = () => {
    const { used_bytes, reserved_bytes, quota_bytes } = locked;
    if (used_bytes + usedBytes + reserved_bytes + reservedBytes <= quota_bytes) return;
    throw new Failure('drive_full', 'The drive has no room for this', {
      details: { used_bytes, reserved_bytes, quota_bytes },
    });
  };
  const answer = await work({
    tx,
    mailboxId,
    now,
    journal(kind, entity) {
      entries.set(`${kind} ${entity}`, { kind, entity });
    },
    use(bytes) {
      usedBytes += bytes;
      if (usedBytes + reservedBytes > 0) refuseOverQuota();
    },
    reserve(bytes) {
      reservedBytes += bytes;
      if (usedBytes + reservedBytes > 0) refuseOverQuota();
    },
  });
  if (usedBytes !== 0 || reservedBytes !== 0) entries.set('usage', { kind: 'usage', entity: TOP });
  if (entries.size > 0) {
    const update = { seq: locked.seq + 1, usedBytes, reservedBytes, entries: [...entries.values()], now };
    send(writeDriveState(tx, mailboxId, update));
    onJournalled();
  }
  return answer;
}
