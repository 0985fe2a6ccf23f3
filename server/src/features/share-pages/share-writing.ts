import { reachInShare } from '../../drive/shares/reach-in-share.ts';
import { unixSeconds } from '../../platform/clock.ts';
import type { Failure } from '../../platform/failure.ts';
import type { ReadDb } from '../../tables.ts';
import { admitVisitor } from './admit-visitor.ts';
import { findLinkedShare } from './find-linked-share.ts';
import type { PageWords } from './page-words.ts';
import { type OpenDoor, type Params, type SharePageDeps, type Visit, wordsOf } from './share-visit.ts';

/** The folder that a visitor wants to write to, and whether they may. */
export function writingOf(deps: SharePageDeps, visit: Visit, { share, caller }: OpenDoor) {
  const { request, token } = visit;
  const { id } = request.params as Required<Params>;
  const isOpen = async (read: ReadDb): Promise<boolean> => {
    const open = await findLinkedShare(read, token, unixSeconds(deps.clock));
    if (open?.permission !== 'WRITE' || open.password_hash !== share.password_hash) return false;
    return (await reachInShare(read, open, id))?.entry.is_folder === true;
  };
  const mayWrite = async (): Promise<boolean> =>
    (await admitVisitor(deps, request, token)).door === 'open' && isOpen(deps.db);
  const { guest } = wordsOf(visit);
  const author = { mailboxId: caller?.person ?? null, name: caller?.email ?? guest };
  return { id, author, isOpen, mayWrite };
}

export function whyNotUploaded({ notUploaded }: PageWords, { code }: Failure): string {
  return code in notUploaded ? notUploaded[code as keyof typeof notUploaded] : notUploaded.other;
}
