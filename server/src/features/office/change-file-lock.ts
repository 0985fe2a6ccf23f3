import type { IncomingHttpHeaders } from 'node:http';
import { changeDrive, type DriveDeps } from '../../drive/change-drive.ts';
import { changeLock, type LockWish } from '../../drive/locks/change-lock.ts';
import { judgeAgain, requireWrite, type WopiCall } from './judge-call.ts';
import { lockOf } from './wopi-headers.ts';
import { lockMismatch } from './wopi-refusal.ts';

export type LockOverride = 'LOCK' | 'UNLOCK' | 'REFRESH_LOCK';

const ACTS = { LOCK: 'lock', UNLOCK: 'unlock', REFRESH_LOCK: 'refresh' } as const;

/** Lock, Unlock, RefreshLock, and UnlockAndRelock, which is a Lock that also names the old lock. */
export async function changeFileLock(
  deps: DriveDeps,
  call: WopiCall,
  override: LockOverride,
  headers: IncomingHttpHeaders,
): Promise<Record<string, string>> {
  requireWrite(call);
  const { entry, mailboxId } = call.reached;
  const wish = wishOf(override, headers, call.token.person);
  const { answer, versionId } = await changeDrive(deps, mailboxId, async (change) => {
    const now = await judgeAgain({ db: change.tx, clock: deps.clock }, call);
    return { answer: await changeLock(change, entry.id, wish), versionId: now.entry.version_id };
  });
  if (!answer.granted) throw lockMismatch(answer.lock, answer.reason);
  return { 'x-wopi-itemversion': versionId };
}

function wishOf(override: LockOverride, headers: IncomingHttpHeaders, holder: string): LockWish {
  const lock = lockOf(headers, 'x-wopi-lock');
  if (override !== 'LOCK' || headers['x-wopi-oldlock'] === undefined) {
    return { act: ACTS[override], lock, holder };
  }
  return { act: 'relock', lock, oldLock: lockOf(headers, 'x-wopi-oldlock'), holder };
}
