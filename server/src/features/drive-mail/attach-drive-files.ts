import { LIMITS } from '@bocau/contract/limits.ts';
import { type Reached, reachEntry } from '../../drive/access/reach-entry.ts';
import { releaseBlobs } from '../../drive/chunks/chunks.store.ts';
import { fileNotFound } from '../../drive/entries/entry-path.ts';
import { readVersionContent } from '../../drive/versions/version-content.ts';
import { readVersion, type VersionRow } from '../../drive/versions/versions.store.ts';
import type { AttachmentRow } from '../../mail/attachments/attachments.store.ts';
import { insertLooseFiles, readUsedBytes } from '../../mail/attachments/loose-files.store.ts';
import { refuseOverQuota } from '../../mail/attachments/mailbox-quota.ts';
import { type ChangeDeps, changeMailbox } from '../../mail/mailbox/change-mailbox.ts';
import type { BlobStore } from '../../platform/blobs/blob-store.ts';
import type { MailboxCaller } from '../../platform/caller.ts';
import { unixSeconds } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { Failure } from '../../platform/failure.ts';
import { refuseBlockedType } from '../../platform/files/refuse-blocked-type.ts';
import { newId } from '../../platform/ids.ts';

type Deps = ChangeDeps & { blobs: BlobStore };
type Wanted = { name: string; version: VersionRow };

const HREF = /^(?:\/storage\/v1\/files\/)?([\da-f-]{36})(?:\/content)?$/i;

/**
 * Attaches files of the drive; they belong to no message until a draft references them. A version of one
 * chunk is referenced in place; one of several is assembled once, because an attachment is a single blob.
 */
export async function attachDriveFiles(
  deps: Deps,
  caller: MailboxCaller,
  hrefs: string[],
): Promise<AttachmentRow[]> {
  const ids = [...new Set(hrefs.map((href) => HREF.exec(href)?.[1] ?? ''))];
  const wanted: Wanted[] = [];
  for (const id of ids) wanted.push(await readWanted(deps, await reachEntry(deps.db, caller, id, 'READ')));
  const added = wanted.reduce((sum, { version }) => sum + version.size, 0);
  // Checked before assembling in vain, and again when it is counted.
  refuseOverQuota(await readUsedBytes(deps.db, caller.mailbox), added);
  const madeBlobs: string[] = [];
  try {
    const files: (AttachmentRow & { public: boolean })[] = [];
    for (const { name, version } of wanted) {
      files.push({
        id: newId(deps.clock),
        name,
        content_type: version.content_type,
        content_id: null,
        inline: false,
        size: version.size,
        ...(await readVersionContent(deps, version, madeBlobs)),
        public: false,
        has_virus: version.has_virus,
        scan_message: version.scan_message,
      });
    }
    await changeMailbox(deps, caller.mailbox, async (change) => {
      refuseOverQuota(await readUsedBytes(change.tx, caller.mailbox), added);
      await insertLooseFiles(change.tx, caller.mailbox, files, change.now);
    });
    return files;
  } catch (error) {
    const now = unixSeconds(deps.clock);
    if (madeBlobs.length > 0) await inTransaction(deps.db, (tx) => releaseBlobs(tx, madeBlobs, now));
    throw error;
  }
}

async function readWanted({ db }: Deps, { mailboxId, entry }: Reached): Promise<Wanted> {
  const { name, version_id: versionId } = entry;
  refuseBlockedType(name);
  const version = versionId === null ? undefined : await readVersion(db, mailboxId, versionId);
  if (!version) throw fileNotFound();
  if (version.size > LIMITS.attachmentBytes) {
    throw new Failure('too_large', 'The file is too large to be attached', {
      details: { id: entry.id, name, max_bytes: LIMITS.attachmentBytes },
    });
  }
  return { name, version };
}
