import type { FastifyRequest } from 'fastify';
import { changeDrive, type DriveDeps } from '../../drive/change-drive.ts';
import { readEntry } from '../../drive/entries/entries.store.ts';
import { readLock } from '../../drive/locks/locks.store.ts';
import { isSavedUnder, keepLateSave, type Save, saveVersion } from '../../drive/saves/save-version.ts';
import { type NewVersion, versionOf } from '../../drive/versions/add-version.ts';
import { newId } from '../../platform/ids.ts';
import { modifiedTime } from './check-file-info.ts';
import { type JudgeDeps, judgeAgain, requireWrite, type WopiCall } from './judge-call.ts';
import { type TakeDeps, type Taken, withBytes } from './take-bytes.ts';
import { header, lockOf } from './wopi-headers.ts';
import { lockMismatch, WopiRefusal } from './wopi-refusal.ts';

export type PutDeps = JudgeDeps & DriveDeps & TakeDeps;
export type Saved = { versionId: string; modifiedTime: string };

type Outcome = { saved: Saved } | { refusal: WopiRefusal };

/** Tells Collabora Online that the document has changed in the storage. */
const CHANGED_IN_STORAGE = { COOLStatusCode: 1010, LOOLStatusCode: 1010 };

/**
 * PutFile: an editor's save becomes the latest version. Without the current lock it is refused, as the
 * protocol says, and also when the file is not the one that the editor has seen; but it is not lost: it is
 * kept as an additional version.
 */
export async function putFile(deps: PutDeps, call: WopiCall, request: FastifyRequest): Promise<Saved> {
  requireWrite(call);
  const { headers } = request;
  const save: Omit<Save, 'version'> = {
    lock: headers['x-wopi-lock'] === undefined ? '' : lockOf(headers, 'x-wopi-lock'),
    wasAskedFor: header(headers, 'x-cool-wopi-isautosave').toLowerCase() === 'false',
  };
  const seen = header(headers, 'x-cool-wopi-timestamp') || header(headers, 'x-lool-wopi-timestamp');
  return withBytes(deps, call.reached.mailboxId, request, async (taken) => {
    const outcome = await write(deps, call, seen, { ...save, version: newVersion(deps, call, taken) });
    // Thrown here, so that the unreferenced blobs are released.
    if ('refusal' in outcome) throw outcome.refusal;
    return outcome.saved;
  });
}

async function write(deps: PutDeps, call: WopiCall, seen: string, save: Save): Promise<Outcome> {
  const { mailboxId, entry: opened } = call.reached;
  const { lock, version } = save;
  return changeDrive(deps, mailboxId, async (change): Promise<Outcome> => {
    const { tx, now } = change;
    await judgeAgain({ db: change.tx, clock: deps.clock }, call);
    const entry = await readEntry(tx, mailboxId, opened.id);
    if (!entry || entry.version_id === null) throw new WopiRefusal(404);
    const standing = await readLock(tx, mailboxId, entry.id, now);
    // An editor may fill a new, empty file before it locks it.
    const isFree = standing === undefined && entry.size === 0;
    if (!isFree && standing?.lock !== lock) {
      if (lock !== '' && version.size > 0) await keepLateSave(change, entry.id, save);
      const reason = standing ? 'The file is locked by another editor' : 'The file is not locked';
      return { refusal: lockMismatch(standing?.lock ?? '', reason) };
    }
    const isSeen = seen === '' || seen === modifiedTime(entry.modified_at);
    if (!isSeen && !(await isSavedUnder(change, entry.version_id, lock))) {
      // There may be no user left to ask: the save may come from an editor that is closing.
      if (version.size > 0) await keepLateSave(change, entry.id, save);
      return { refusal: new WopiRefusal(409, {}, CHANGED_IN_STORAGE) };
    }
    await saveVersion(change, entry, save);
    return { saved: { versionId: version.id, modifiedTime: modifiedTime(now) } };
  });
}

function newVersion({ clock }: PutDeps, { token, reached }: WopiCall, { chunks, scan }: Taken): NewVersion {
  return versionOf(chunks, {
    id: newId(clock),
    contentType: reached.entry.content_type,
    author: { mailboxId: token.person_mailbox_id, name: token.person },
    source: 'office',
    scan,
  });
}
