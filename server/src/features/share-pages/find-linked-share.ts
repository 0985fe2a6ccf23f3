import { isLinkOfEvent } from '../../calendar/files/files.store.ts';
import { findOpenShare, namesOutside, type OpenShare } from '../../drive/shares/open-shares.store.ts';
import { hashLinkToken } from '../../platform/secrets/link-token.ts';
import type { ReadDb } from '../../tables.ts';

/**
 * What a link opens now. The password of a file of an event was told to its guests outside: without any of them it opens
 * nothing, and it does again when one comes.
 */
export async function findLinkedShare(
  db: ReadDb,
  token: string,
  now: number,
): Promise<OpenShare | undefined> {
  const hash = hashLinkToken(token);
  const share = await findOpenShare(db, hash, now);
  if (!share || share.password_hash === null) return share;
  const isClosed = (await isLinkOfEvent(db, share.mailbox_id, hash)) && !(await namesOutside(db, share));
  return isClosed ? { ...share, password_hash: null } : share;
}
