import { RESET_FRAGMENT, RESET_LINK_HOURS } from '@bocau/contract/recovery.ts';
import type { Tx } from '../../../tables.ts';
import { announceChange, type From } from '../protection/announce-change.ts';
import { hashToken, newToken } from '../tokens.ts';
import { writeResetLink } from './reset-links.store.ts';

/** A link that is not good yet: only the address has the token. */
export type DraftLink = { address: string; tokenHash: Buffer };

export function draftLink(publicUrl: string): DraftLink {
  const token = newToken();
  return { address: `${publicUrl}/login#${RESET_FRAGMENT}${token}`, tokenHash: hashToken(token) };
}

/**
 * Makes it the one link by which this mailbox's password can be chosen anew, and lets its person know. `about` says who
 * made it, or where it went. What may follow from it is the same whoever made it.
 */
export async function activateLink(
  tx: Tx,
  { mailboxId, link, at, about }: { mailboxId: number; link: DraftLink; at: number; about: string },
  from: From | null,
): Promise<void> {
  const expires_at = at + RESET_LINK_HOURS * 3600;
  await writeResetLink(tx, mailboxId, { token_hash: link.tokenHash, created_at: at, expires_at });
  await announceChange(tx, { mailboxId, change: 'reset_link_made', about, at }, from);
}
