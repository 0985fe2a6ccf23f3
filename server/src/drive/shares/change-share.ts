import type { SharePermission } from '@bocau/contract/shares.ts';
import { readLinkRules } from '../../kernel/link-rules.store.ts';
import { allowsEnd, refuseByRules } from '../../kernel/link-rules.ts';
import { Failure } from '../../platform/failure.ts';
import type { ReadDb } from '../../tables.ts';
import { changeDrive, type DriveChange, type DriveDeps } from '../change-drive.ts';
import { refusePastEnd, refuseWeakSharePassword } from './create-share.ts';
import { forgetGuesses } from './guesses.store.ts';
import { hashSharePassword } from './share-secrets.ts';
import {
  readShare,
  readSharedEntries,
  readSharesOfOnly,
  type ShareEnd,
  type ShareRow,
  updateShare,
} from './shares.store.ts';

export type ShareChanges = {
  permission?: SharePermission | undefined;
  expiresAt?: number | null | undefined;
  /** Invalidates the previous password, and ends the access of everyone who used it. */
  password?: string | undefined;
  /** When the last transmission of the share's message is due; null when none is pending. */
  findLastSend: (db: ReadDb, messageId: string) => Promise<number | null>;
};

export async function changeShare(
  deps: DriveDeps,
  mailboxId: number,
  id: string,
  { permission, expiresAt, password, findLastSend }: ShareChanges,
): Promise<void> {
  if (expiresAt !== undefined) refusePastEnd(deps, expiresAt);
  if (password !== undefined) await refuseWeakSharePassword(deps.db, mailboxId, password);
  const passwordHash = password === undefined ? undefined : await hashSharePassword(password);
  await changeDrive(deps, mailboxId, async (change) => {
    const share = await readOwn(change, id);
    const lastSend = expiresAt && share.sent_with ? await findLastSend(change.tx, share.sent_with) : null;
    if (expiresAt && lastSend !== null) refuseEarlyEnd(id, expiresAt, lastSend);
    const wanted = { permission, expiresAt, hasPassword: passwordHash !== undefined };
    const chosen = await judgeChange(change, share, wanted);
    await writeShare(change, id, {
      ...(chosen ? { end_chosen_at: change.now } : {}),
      ...(permission === undefined ? {} : { permission }),
      ...(expiresAt === undefined ? {} : { expires_at: expiresAt }),
      ...(passwordHash === undefined ? {} : { password_hash: passwordHash }),
    });
    // After the share's row, in the lock order of a guess.
    if (passwordHash !== undefined) await forgetGuesses(change.tx, mailboxId, id);
  });
}

type Wanted = Pick<ShareChanges, 'permission' | 'expiresAt'> & { hasPassword: boolean };

/**
 * Throws when the organisation's rules forbid the change; restrictions always pass: an earlier end, a new
 * password for a leaked one. Returns whether the end counts as newly chosen, which keeps a link valid.
 */
async function judgeChange(
  { tx, mailboxId, now }: DriveChange,
  share: ShareRow,
  { permission, expiresAt, hasPassword }: Wanted,
): Promise<boolean> {
  const isLink = share.password_hash !== null;
  if (!isLink && !hasPassword) return expiresAt !== undefined;
  const rules = await readLinkRules(tx, mailboxId);
  const end = expiresAt === undefined ? share.expires_at : expiresAt;
  if (!isLink || endsLater(share.expires_at, end)) {
    refuseByRules(rules, end, now);
    return true;
  }
  if (permission === 'WRITE' && share.permission === 'READ')
    refuseByRules({ ...rules, days: null }, end, now);
  return expiresAt !== undefined && allowsEnd(rules, end, now);
}

/** Null means never. */
function endsLater(before: number | null, after: number | null): boolean {
  return before !== null && (after === null || after > before);
}

/** Idempotent. */
export async function revokeShare(deps: DriveDeps, mailboxId: number, id: string): Promise<void> {
  await changeDrive(deps, mailboxId, async (change) => {
    const share = await readOwn(change, id);
    if (share.state !== 'revoked') await endShare(change, share, 'owner');
  });
}

/** Restores what its owner revoked; a share that ended by a recall stays ended, like the message. */
export async function restoreShare(deps: DriveDeps, mailboxId: number, id: string): Promise<void> {
  await changeDrive(deps, mailboxId, async (change) => {
    const share = await readOwn(change, id);
    if (share.state !== 'revoked') return;
    if (share.revoked_by !== 'owner') throw notUndoable();
    await reopen(change, share);
  });
}

function notUndoable(): Failure {
  return new Failure('not_undoable', 'This share can not be put back');
}

function reopen(change: DriveChange, { id, active_since }: ShareRow): Promise<void> {
  const state = active_since === null ? 'pending' : 'active';
  return writeShare(change, id, { state, revoked_at: null, revoked_by: null });
}

/** A domain administrator ends a link, or restores a link ended this way; false when nothing changed. */
export function changeLinkByDomain(
  change: DriveChange,
  share: ShareRow,
  act: 'end' | 'restore',
): Promise<boolean> {
  return act === 'end' ? endByDomain(change, share) : restoreByDomain(change, share);
}

async function endByDomain(change: DriveChange, share: ShareRow): Promise<boolean> {
  if (share.state === 'revoked') return false;
  await endShare(change, share, 'domain');
  return true;
}

async function restoreByDomain(change: DriveChange, share: ShareRow): Promise<boolean> {
  if (share.state !== 'revoked') return false;
  if (share.revoked_by !== 'domain') throw notUndoable();
  await reopen(change, share);
  return true;
}

/** Entries are about to be permanently deleted: shares of nothing else end. */
export async function endSharesOf(change: DriveChange, entryIds: string[]): Promise<void> {
  const ended = await readSharesOfOnly(change.tx, change.mailboxId, entryIds);
  for (const id of ended) await endShare(change, { id }, 'deletion');
}

export async function endShare(
  change: DriveChange,
  { id }: Pick<ShareRow, 'id'>,
  by: ShareEnd,
): Promise<void> {
  await writeShare(change, id, { state: 'revoked', revoked_at: change.now, revoked_by: by });
}

export function refuseEarlyEnd(id: string, expiresAt: number, lastSendAt: number): void {
  if (expiresAt > lastSendAt) return;
  throw new Failure('share_ends_early', 'A share ends before the message has left for the last time', {
    details: { share_id: id, expire_date: expiresAt, last_send: lastSendAt },
  });
}

export async function writeShare(
  change: DriveChange,
  id: string,
  to: Parameters<typeof updateShare>[3],
): Promise<void> {
  if (Object.keys(to).length === 0) return;
  const { tx, mailboxId, journal } = change;
  await updateShare(tx, mailboxId, id, to);
  journal('share', id);
  for (const entry of await readSharedEntries(tx, mailboxId, [id])) journal('entry', entry.id);
}

async function readOwn({ tx, mailboxId }: DriveChange, id: string): Promise<ShareRow> {
  const share = await readShare(tx, mailboxId, id);
  if (!share) throw new Failure('share_not_found', 'There is no such share');
  return share;
}
