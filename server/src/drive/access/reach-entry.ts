import { Failure } from '../../platform/failure.ts';
import type { ReadDb } from '../../tables.ts';
import { TOP } from '../change-drive.ts';
import { readDriveOwner } from '../drive-owner.store.ts';
import { type EntryRow, readChain, readChains } from '../entries/entries.store.ts';
import { fileNotFound, isInDrive } from '../entries/entry-path.ts';
import { findSharedRoots } from '../shares/open-shares.store.ts';

export type DriveRight = 'READ' | 'WRITE' | 'OWNER';
/** `at`: when they call, by the clock of the server: shares end. */
export type DriveCaller = { person: number; at: number };

/** An entry that the caller has access to. */
export type Reached = {
  /** The mailbox that owns the drive. */
  mailboxId: number;
  entry: EntryRow;
  /** The entry, then its parent folders, as far up as the caller may see. */
  chain: EntryRow[];
  /** The caller's right on it. */
  permission: DriveRight;
  /** In another user's drive: the entry is itself the root of a share, not just below one. */
  isSharedRoot: boolean;
};

/** A folder, or the top of a drive, which has no entry. */
export type ReachedFolder = { mailboxId: number; id: string; chain: EntryRow[]; permission: DriveRight };

/**
 * The only access check for entries of a drive, for every path to them: lists, bytes, thumbnails, previews,
 * uploads and the office editor. Entries in the trash are not accessible; another user's are reported as not
 * found.
 */
export async function reachEntry(
  db: ReadDb,
  caller: DriveCaller,
  entryId: string,
  right: DriveRight,
): Promise<Reached> {
  const [chain] = await Promise.all([readChain(db, caller.person, entryId), requireDrive(db, caller)]);
  const [entry] = chain;
  if (!entry) return reachShared(db, caller, entryId, right);
  if (!isInDrive(chain)) throw fileNotFound();
  return { mailboxId: caller.person, entry, chain, permission: 'OWNER', isSharedRoot: false };
}

/** Entries, and what is below them, shared with the caller by a member of the same organisation. */
async function reachShared(
  db: ReadDb,
  { person, at }: DriveCaller,
  entryId: string,
  right: DriveRight,
): Promise<Reached> {
  const roots = await findSharedRoots(db, person, entryId, at);
  const [root] = roots;
  if (!root) throw fileNotFound();
  const mailboxId = root.mailbox_id;
  const whole = await readChain(db, mailboxId, entryId);
  const [entry] = whole;
  if (!entry || !isInDrive(whole)) throw fileNotFound();
  const permission = roots.some((one) => one.permission === 'WRITE') ? 'WRITE' : 'READ';
  if (RANK[permission] < RANK[right]) {
    throw new Failure('file_not_owned', 'This file is shared with you for less than that');
  }
  const seen = Math.max(...roots.map(({ steps }) => steps));
  const isSharedRoot = roots.some(({ steps }) => steps === 1);
  return { mailboxId, entry, chain: whole.slice(0, seen), permission, isSharedRoot };
}

const RANK: Record<DriveRight, number> = { READ: 1, WRITE: 2, OWNER: 3 };

/** Older versions require write access: a read share does not expose what a file was before it was shared. */
export function mayReadVersion(
  { entry, permission }: Pick<Reached, 'entry' | 'permission'>,
  versionId: string,
): boolean {
  return permission !== 'READ' || versionId === entry.version_id;
}

/** Like `reachEntry`, for a folder; null or the zero id is the top of the caller's own drive. */
export async function reachFolder(
  db: ReadDb,
  caller: DriveCaller,
  folderId: string | null,
  right: DriveRight,
): Promise<ReachedFolder> {
  if (folderId === null || folderId === TOP) {
    await requireDrive(db, caller);
    return { mailboxId: caller.person, id: TOP, chain: [], permission: 'OWNER' };
  }
  const { mailboxId, entry, chain, permission } = await reachEntry(db, caller, folderId, right);
  if (!entry.is_folder) throw fileNotFound();
  return { mailboxId, id: entry.id, chain, permission };
}

/** Like `reachEntry`, for several entries: those of the caller's own drive are read in one query. */
export async function reachEntries(
  db: ReadDb,
  caller: DriveCaller,
  entryIds: string[],
  right: DriveRight,
): Promise<Reached[]> {
  const ids = [...new Set(entryIds)];
  const [chains] = await Promise.all([readChains(db, caller.person, ids), requireDrive(db, caller)]);
  const reached: Reached[] = [];
  for (const id of ids) {
    const chain = chains.get(id) ?? [];
    const [entry] = chain;
    const isOwn = entry !== undefined && isInDrive(chain);
    reached.push(
      isOwn
        ? { mailboxId: caller.person, entry, chain, permission: 'OWNER', isSharedRoot: false }
        : await reachEntry(db, caller, id, right),
    );
  }
  return reached;
}

/** Refuses whoever has no drive (DV-14). */
export async function requireDrive(db: ReadDb, { person }: Pick<DriveCaller, 'person'>): Promise<void> {
  const owner = await readDriveOwner(db, person);
  if (!owner?.enable_drive) throw new Failure('drive_disabled', 'The drive is switched off for this mailbox');
}
