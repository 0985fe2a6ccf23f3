import { RESET_FRAGMENT, RESET_LINK_HOURS } from '@bocau/contract/recovery.ts';
import type { Tx } from '../../../tables.ts';
import { announceChange, type From } from '../protection/announce-change.ts';
import { hashToken, newToken } from '../tokens.ts';
import { insertResetLinks, writeResetLink } from './reset-links.store.ts';

/** A link that is not good yet; the token is nowhere else. */
export type DraftLink = { address: string; token: string; tokenHash: Buffer };

export function draftLink(publicUrl: string): DraftLink {
  const token = newToken();
  return { address: `${publicUrl}/login#${RESET_FRAGMENT}${token}`, token, tokenHash: hashToken(token) };
}

/**
 * Makes it the one link by which this mailbox's password can be chosen anew, and lets its person know. `about` says who
 * made it, or where it went. What may follow from it is the same whoever made it.
 */
export async function activateLink(
  tx: Tx,
  {
    mailboxId,
    link,
    at,
    about,
    seconds = RESET_LINK_HOURS * 3600,
  }: { mailboxId: number; link: DraftLink; at: number; about: string; seconds?: number },
  from: From | null,
): Promise<void> {
  const expires_at = at + seconds;
  await writeResetLink(tx, mailboxId, { token_hash: link.tokenHash, created_at: at, expires_at });
  await announceChange(tx, { mailboxId, change: 'reset_link_made', about, at }, from);
}

/** For mailboxes that are new, whose people have nothing to be warned of. */
export function activateFirstLinks(
  tx: Tx,
  links: { mailboxId: number; link: DraftLink }[],
  { at, seconds }: { at: number; seconds: number },
): Promise<void> {
  return insertResetLinks(
    tx,
    links.map(({ mailboxId, link }) => ({
      mailbox_id: mailboxId,
      token_hash: link.tokenHash,
      created_at: at,
      expires_at: at + seconds,
    })),
  );
}
