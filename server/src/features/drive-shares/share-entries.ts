import type { NewShare } from '@bocau/contract/shares.ts';
import { type DriveCaller, reachEntry } from '../../drive/access/reach-entry.ts';
import { findByPath } from '../../drive/entries/entries.store.ts';
import { fileNotFound, pathKeys } from '../../drive/entries/entry-path.ts';
import { createShare, draftShare, type ShareDeps } from '../../drive/shares/create-share.ts';
import type { SendingDeps } from '../../mail/outbox/sending-deps.ts';
import { shareAndNotify } from './notify-receivers.ts';

/** Shares the caller's own entries; entries shared with them cannot be shared again (SH-5). */
export async function shareEntries(
  deps: ShareDeps & SendingDeps,
  caller: DriveCaller,
  { paths = [], ids = [], ...order }: NewShare,
): Promise<string> {
  const entryIds = [...ids];
  for (const path of paths) {
    const keys = pathKeys(path);
    const found = keys && keys.length > 0 ? await findByPath(deps.db, caller.person, keys) : undefined;
    if (found === undefined) throw fileNotFound();
    entryIds.push(found);
  }
  for (const id of entryIds) await reachEntry(deps.db, caller, id, 'OWNER');
  const given = {
    entryIds,
    addresses: order.share_withs,
    password: order.password,
    permission: order.permission,
    expiresAt: order.expire_date ?? null,
    pending: order.pending ?? false,
  };
  if (!order.notify) return createShare(deps, caller.person, given);
  const draft = await draftShare(deps, caller.person, given);
  await shareAndNotify(deps, caller.person, given, draft);
  return draft.id;
}
