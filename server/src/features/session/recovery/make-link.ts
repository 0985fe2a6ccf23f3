import { RESET_FRAGMENT, RESET_LINK_HOURS } from '@bocau/contract/recovery.ts';
import { recordSecurityChange } from '../../../identity/security/record-event.ts';
import type { Tx } from '../../../tables.ts';
import { enqueueNotice, type From } from '../protection/announce-change.ts';
import { hashToken, newToken } from '../tokens.ts';
import { insertResetLinks, writeResetLink } from './reset-links.store.ts';

type ResetLinkNotice = 'reset_link_made' | 'reset_link_by_administrator' | 'reset_link_by_phone';

/** A link that is not active yet; its token is stored nowhere else. */
export type DraftLink = { address: string; token: string; tokenHash: Buffer };

export function draftLink(publicUrl: string): DraftLink {
  const token = newToken();
  return { address: `${publicUrl}/login#${RESET_FRAGMENT}${token}`, token, tokenHash: hashToken(token) };
}

/**
 * Makes it the only password reset link of this mailbox, and sends the person a `notice`. `about` names its
 * creator, or its destination. The link is the same whoever created it.
 */
export async function activateLink(
  tx: Tx,
  {
    mailboxId,
    link,
    at,
    notice,
    about,
    seconds = RESET_LINK_HOURS * 3600,
  }: {
    mailboxId: number;
    link: DraftLink;
    at: number;
    notice: ResetLinkNotice;
    about: string;
    seconds?: number;
  },
  from: From | null,
): Promise<void> {
  const expires_at = at + seconds;
  await writeResetLink(tx, mailboxId, { token_hash: link.tokenHash, created_at: at, expires_at });
  await recordSecurityChange(tx, { mailboxId, change: 'reset_link_made', about, at, ...from });
  await enqueueNotice(tx, { mailboxId, change: notice, about, at });
}

/** For new mailboxes, whose owners need no warning. */
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
