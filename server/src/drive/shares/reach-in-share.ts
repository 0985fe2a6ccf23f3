import type { ReadDb } from '../../tables.ts';
import { type EntryRow, readChain } from '../entries/entries.store.ts';
import { isInDrive } from '../entries/entry-path.ts';
import { findRootsAmong, type OpenShare } from './open-shares.store.ts';

/** An entry, then its parents up to the shared root; null when the share does not cover it. */
export async function reachInShare(
  db: ReadDb,
  { mailbox_id, id }: Pick<OpenShare, 'mailbox_id' | 'id'>,
  entryId: string,
): Promise<{ entry: EntryRow; chain: EntryRow[] } | null> {
  const whole = await readChain(db, mailbox_id, entryId);
  const [entry] = whole;
  if (!entry || !isInDrive(whole)) return null;
  const roots = await findRootsAmong(
    db,
    mailbox_id,
    id,
    whole.map((step) => step.id),
  );
  const highest = whole.findLastIndex((step) => roots.has(step.id));
  return highest === -1 ? null : { entry, chain: whole.slice(0, highest + 1) };
}
