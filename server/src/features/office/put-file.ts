import type { FastifyRequest } from 'fastify';
import { changeDrive, type DriveDeps } from '../../drive/change-drive.ts';
import { readEntry } from '../../drive/entries/entries.store.ts';
import { readLock } from '../../drive/locks/locks.store.ts';
import { keepLateSave, saveVersion } from '../../drive/saves/save-version.ts';
import { type NewVersion, versionOf } from '../../drive/versions/add-version.ts';
import { newId } from '../../platform/ids.ts';
import { modifiedTime } from './check-file-info.ts';
import { type JudgeDeps, judgeAgain, requireWrite, type WopiCall } from './judge-call.ts';
import { type TakeDeps, type Taken, withBytes } from './take-bytes.ts';
import { header, lockOf } from './wopi-headers.ts';
import { lockMismatch, WopiRefusal } from './wopi-refusal.ts';

export type PutDeps = JudgeDeps & DriveDeps & TakeDeps;
export type Saved = { versionId: string; modifiedTime: string };

type Outcome =
  | { saved: Saved }
  | { lock: string; reason: string }
  /** The file is not the one that the editor opened. */
  | 'changed_meanwhile';

/** What Collabora Online understands as: the document has been changed in the storage. */
const CHANGED_IN_STORAGE = { COOLStatusCode: 1010, LOOLStatusCode: 1010 };

/**
 * PutFile: what an editor saves becomes the latest version. Without the lock that stands it is refused, as the protocol
 * has it, but not lost: it is kept as a version beside the latest one.
 */
export async function putFile(deps: PutDeps, call: WopiCall, request: FastifyRequest): Promise<Saved> {
  requireWrite(call);
  const given = request.headers['x-wopi-lock'] === undefined ? '' : lockOf(request.headers, 'x-wopi-lock');
  const outcome = await withBytes(deps, call.reached.mailboxId, request, (taken) =>
    save(deps, call, request, { given, version: newVersion(deps, call, taken) }),
  );
  if (outcome === 'changed_meanwhile') throw new WopiRefusal(409, {}, CHANGED_IN_STORAGE);
  if ('reason' in outcome) throw lockMismatch(outcome.lock, outcome.reason);
  return outcome.saved;
}

type ToSave = { given: string; version: NewVersion };

async function save(
  deps: PutDeps,
  call: WopiCall,
  { headers }: FastifyRequest,
  { given, version }: ToSave,
): Promise<Outcome> {
  const { mailboxId, entry: opened } = call.reached;
  return changeDrive(deps, mailboxId, async (change): Promise<Outcome> => {
    const { tx, now } = change;
    await judgeAgain(change, deps, call);
    const entry = await readEntry(tx, mailboxId, opened.id);
    if (!entry || entry.version_id === null) throw new WopiRefusal(404);
    const standing = await readLock(tx, mailboxId, entry.id, now);
    // An editor may fill a new, empty file before it locks it.
    const isFree = standing === undefined && entry.size === 0;
    if (!isFree && standing?.lock !== given) {
      if (given !== '' && version.size > 0) await keepLateSave(change, entry.id, version, given);
      const reason = standing ? 'The file is locked by another editor' : 'The file is not locked';
      return { lock: standing?.lock ?? '', reason };
    }
    const seen = header(headers, 'x-cool-wopi-timestamp') || header(headers, 'x-lool-wopi-timestamp');
    if (seen !== '' && seen !== modifiedTime(entry.modified_at)) return 'changed_meanwhile';
    const wasAskedFor = header(headers, 'x-cool-wopi-isautosave').toLowerCase() === 'false';
    const session = wasAskedFor || given === '' ? null : given;
    await saveVersion(change, entry, version, session);
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
