import { DRIVE } from '../../kernel/drive.ts';
import { notify } from '../../platform/db/notify.ts';
import { Failure } from '../../platform/failure.ts';
import type { ReadDb } from '../../tables.ts';
import { changeDriveWithin, type DriveChange, type Surrounding } from '../change-drive.ts';
import { readHeirs } from '../heirs.store.ts';
import { endShare, refuseEarlyEnd, writeShare } from './change-share.ts';
import { readShare, readSharesOfMessage, type ShareRow } from './shares.store.ts';

export type SentShares = {
  messageId: string;
  /** Defaults to the shares bound to it before. */
  ids: string[] | undefined;
  /** When the last transmission is due; no share may expire before. */
  lastSendAt: number;
};

/**
 * Throws when a share does not exist or belongs to another user, before anything else of a send is validated.
 */
export async function requireShares(db: ReadDb, mailboxId: number, ids: string[] = []): Promise<void> {
  await readNamed(db, mailboxId, ids);
}

/**
 * Binds shares to a message when it is accepted: they are closed until it is sent, and closed again when it
 * is recalled. Shares of an earlier attempt to send it that are no longer attached end.
 */
export async function bindShares(
  surrounding: Surrounding,
  { messageId, ids, lastSendAt }: SentShares,
): Promise<void> {
  const { tx, mailboxId } = surrounding;
  const bound = await readSharesOfMessage(tx, mailboxId, messageId);
  if (bound.length === 0 && (ids ?? []).length === 0) return;
  await changeWithMessage(surrounding, async (change) => {
    const shares = ids
      ? await readNamed(change.tx, change.mailboxId, ids)
      : bound.filter(({ state }) => state !== 'revoked');
    for (const share of shares) {
      if (share.expires_at !== null) refuseEarlyEnd(share.id, share.expires_at, lastSendAt);
      if (share.sent_with !== messageId) await writeShare(change, share.id, { sent_with: messageId });
    }
    if (!ids) return;
    const carried = new Set(ids);
    const dropped = bound.filter((share) => waits(share) && !carried.has(share.id));
    for (const share of dropped) await endShare(change, share, 'undo');
  });
}

/** It opens once the message was sent, or when its owner restores it after that. */
function waits({ state, revoked_by, active_since }: ShareRow): boolean {
  return state === 'pending' || (revoked_by === 'owner' && active_since === null);
}

/** The message was sent: its shares open now; those revoked by the owner, once they are restored. */
export async function activateShares(surrounding: Surrounding, messageId: string): Promise<void> {
  await changeOf(surrounding, messageId, async (change, share) => {
    if (!waits(share)) return;
    const opens = share.state === 'pending' ? { state: 'active' as const } : {};
    await writeShare(change, share.id, { ...opens, active_since: change.now });
  });
}

/** The message was recalled: its shares are closed for good, even if they were revoked before. */
export async function recallShares(surrounding: Surrounding, messageId: string): Promise<void> {
  await changeOf(surrounding, messageId, async (change, share) => {
    if (share.state !== 'revoked' || share.revoked_by === 'owner') await endShare(change, share, 'recall');
  });
}

async function changeOf(
  surrounding: Surrounding,
  messageId: string,
  write: (change: DriveChange, share: ShareRow) => Promise<void>,
): Promise<void> {
  const { tx, mailboxId } = surrounding;
  // A drive that was handed over took its shares along.
  for (const owner of [mailboxId, ...(await readHeirs(tx, mailboxId))]) {
    // Most messages have no shares: do not lock the drive for them.
    if ((await readSharesOfMessage(tx, owner, messageId)).length === 0) continue;
    await changeWithMessage({ ...surrounding, mailboxId: owner }, async (change) => {
      for (const share of await readSharesOfMessage(tx, owner, messageId)) await write(change, share);
    });
  }
}

/** A change of the drive in the transaction of its mailbox's change. */
export async function changeWithMessage(
  surrounding: Surrounding,
  work: (change: DriveChange) => Promise<void>,
): Promise<void> {
  let journalled = false;
  await changeDriveWithin(surrounding, work, () => {
    journalled = true;
  });
  // Within the transaction, so that receivers of the notification find the change committed.
  if (journalled) await notify(surrounding.tx, DRIVE.journal.channel, String(surrounding.mailboxId));
}

async function readNamed(db: ReadDb, mailboxId: number, ids: string[]): Promise<ShareRow[]> {
  const shares: ShareRow[] = [];
  for (const id of new Set(ids)) {
    const share = await readShare(db, mailboxId, id);
    if (!share || share.state === 'revoked') throw new Failure('share_not_found', 'There is no such share');
    shares.push(share);
  }
  return shares;
}
