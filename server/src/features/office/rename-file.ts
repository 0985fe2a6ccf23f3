import type { IncomingHttpHeaders } from 'node:http';
import { changeDrive, type DriveDeps } from '../../drive/change-drive.ts';
import { readEntry } from '../../drive/entries/entries.store.ts';
import { placeEntry } from '../../drive/entries/place-entry.ts';
import { readLock } from '../../drive/locks/locks.store.ts';
import { Failure } from '../../platform/failure.ts';
import { judgeAgain, requireWrite, type WopiCall } from './judge-call.ts';
import { stemOf } from './put-relative-file.ts';
import { lockOf, nameOf } from './wopi-headers.ts';
import { lockMismatch, WopiRefusal } from './wopi-refusal.ts';

/**
 * RenameFile: the name comes without the extension, which is kept. When it is taken, the file gets the next
 * free one.
 */
export async function renameFile(
  deps: DriveDeps,
  call: WopiCall,
  headers: IncomingHttpHeaders,
): Promise<{ Name: string }> {
  requireWrite(call);
  const { entry, mailboxId } = call.reached;
  const wanted = nameOf(headers, 'x-wopi-requestedname');
  if (wanted === null) throw new WopiRefusal(400);
  const given = headers['x-wopi-lock'] === undefined ? null : lockOf(headers, 'x-wopi-lock');
  const name = wanted + entry.name.slice(stemOf(entry.name).length);
  const renamed = await changeDrive(deps, mailboxId, async (change) => {
    await judgeAgain({ db: change.tx, clock: deps.clock }, call);
    const lock = await readLock(change.tx, mailboxId, entry.id, change.now);
    if (lock && lock.lock !== given) throw lockMismatch(lock.lock, 'The file is locked by another editor');
    const now = await readEntry(change.tx, mailboxId, entry.id);
    if (!now) throw new WopiRefusal(404);
    await placeEntry(change, now, { parentId: now.parent_id, name, onConflict: 'rename' });
    return readEntry(change.tx, mailboxId, entry.id);
  }).catch(refuseName);
  return { Name: stemOf(renamed?.name ?? name) };
}

/** Reports the reason for an invalid name. */
function refuseName(error: unknown): never {
  if (!(error instanceof Failure) || error.code !== 'file_name_invalid') throw error;
  throw new WopiRefusal(400, { 'x-wopi-invalidfilenameerror': error.message });
}
