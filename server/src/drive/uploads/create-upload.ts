import type { OnConflict } from '@bocau/contract/drive.ts';
import { LIMITS } from '@bocau/contract/limits.ts';
import { unixSeconds } from '../../platform/clock.ts';
import { Failure } from '../../platform/failure.ts';
import { refuseBlockedType } from '../../platform/files/refuse-blocked-type.ts';
import { newId } from '../../platform/ids.ts';
import { cleanType } from '../../platform/mime/describe-files.ts';
import type { Tx } from '../../tables.ts';
import { changeDrive, type DriveChange, type DriveDeps } from '../change-drive.ts';
import { readDriveNumbers } from '../drive.store.ts';
import { readPlace } from '../entries/create-entry.ts';
import { readNamed } from '../entries/entries.store.ts';
import { refuseTooDeep } from '../entries/entry-path.ts';
import { refuseLocked } from '../locks/refuse-locked.ts';
import { entryName, nameKey } from '../names/entry-name.ts';
import type { Author } from '../versions/add-version.ts';
import {
  countUnfinished,
  insertUpload,
  lockUploadsOf,
  sumUnfinishedOfShare,
  type UploadRow,
} from './uploads.store.ts';

/** An abandoned upload expires after this. */
const KEPT_SECONDS = 24 * 3600;

/** Each has its bytes reserved. */
const UNFINISHED_AT_MOST = 100;

/** The same limit for one link, whose users may be malicious. */
const UNFINISHED_BY_LINK = 20;
/** How long an upload by a link keeps its reservation before its first byte arrives. */
const UNBEGUN_SECONDS = 3600;
/** The share of the free space that one link may reserve; the rest stays available to the owner. */
const SHARE_OF_ROOM = 0.9;

export type WantedUpload = {
  name: string;
  contentType: string;
  size: number;
  onConflict: OnConflict;
};

/** The target of an upload, as `reachFolder` authorized it, and its author. */
export type UploadPlace = { mailboxId: number; folderId: string; author: Author; shareId: string | null };

/** Creates an upload and reserves its bytes: without enough space, none are sent. */
export async function createUpload(
  deps: DriveDeps,
  { mailboxId, folderId, author, shareId }: UploadPlace,
  wanted: WantedUpload,
): Promise<UploadRow> {
  const { name } = entryName(wanted.name);
  refuseBlockedType(name);
  if (wanted.size > LIMITS.driveFileBytes) {
    throw new Failure('too_large', 'The file is too large', {
      details: { limit_bytes: LIMITS.driveFileBytes, limit: '1 TB' },
    });
  }
  return changeDrive(deps, mailboxId, async (change) => {
    if (shareId !== null) await refuseTooMuch(change, shareId, wanted.size);
    else if (author.mailboxId !== null) await refuseTooMany(change.tx, author.mailboxId);
    const place = await readPlace(change.tx, mailboxId, folderId);
    refuseTooDeep(place.steps + 1, place.bytes + 1 + Buffer.byteLength(name));
    if (wanted.onConflict !== 'rename') await refuseTaken(change, folderId, name, wanted.onConflict);
    change.reserve(wanted.size);
    const upload: UploadRow = {
      mailbox_id: mailboxId,
      id: newId(deps.clock),
      parent_id: folderId,
      name,
      content_type: cleanType(wanted.contentType),
      on_conflict: wanted.onConflict,
      size: wanted.size,
      received: 0,
      author_mailbox_id: author.mailboxId,
      author: author.name,
      share_id: shareId,
      created_at: change.now,
      expires_at: shareId === null ? expiryFrom(change.now) : change.now + UNBEGUN_SECONDS,
      entry_id: null,
    };
    await insertUpload(change.tx, upload);
    return upload;
  });
}

/** A client that misses the responses and keeps creating uploads would reserve the whole drive. */
async function refuseTooMany(tx: Tx, authorMailboxId: number): Promise<void> {
  // The drive is locked, but may be another user's: the same author can create one in another drive
  // meanwhile.
  await lockUploadsOf(tx, authorMailboxId);
  if ((await countUnfinished(tx, authorMailboxId)) < UNFINISHED_AT_MOST) return;
  throw new Failure('too_many_requests', 'Finish or cancel an upload before you begin another', {
    details: { uploads_max: UNFINISHED_AT_MOST },
  });
}

/** A link's user may create uploads without ever sending their bytes. */
async function refuseTooMuch({ tx, mailboxId }: DriveChange, shareId: string, size: number): Promise<void> {
  const begun = await sumUnfinishedOfShare(tx, mailboxId, shareId);
  if (begun.count >= UNFINISHED_BY_LINK) {
    throw new Failure('too_many_requests', 'Finish or cancel an upload before you begin another', {
      details: { uploads_max: UNFINISHED_BY_LINK },
    });
  }
  const { used_bytes, reserved_bytes, quota_bytes } = await readDriveNumbers(tx, mailboxId);
  const room = quota_bytes - used_bytes - reserved_bytes + begun.bytes;
  if (begun.bytes + size <= room * SHARE_OF_ROOM) return;
  throw new Failure('drive_full', 'The drive has no room for this');
}

/** The name is decided when the upload is finished; what would be refused then need not be sent. */
async function refuseTaken(
  change: DriveChange,
  folderId: string,
  name: string,
  onConflict: 'replace' | 'fail',
): Promise<void> {
  const [taken] = await readNamed(change.tx, change.mailboxId, folderId, [nameKey(name)]);
  if (!taken) return;
  if (onConflict === 'replace' && !taken.is_folder) return refuseLocked(change, taken.id);
  throw new Failure('already_exists', 'A file or folder of this name exists already', { details: { name } });
}

export function expiryFrom(now: number): number {
  return now + KEPT_SECONDS;
}

/** Throws for an expired upload; the cleanup job may not have removed it yet. */
export function refuseExpired(deps: Pick<DriveDeps, 'clock'>, upload: UploadRow): void {
  if (upload.expires_at > unixSeconds(deps.clock)) return;
  throw new Failure('upload_expired', 'The upload has expired');
}
