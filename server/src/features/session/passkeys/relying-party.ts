import { createHash } from 'node:crypto';

/**
 * The identity of this server to an authenticator (WebAuthn Level 3, 4): a domain, and the origin of its
 * pages.
 */
export type RelyingParty = { id: string; origin: string };

/** From the configuration, not from request headers: a proxy would pass on whatever the client sent. */
export function relyingPartyOf({ publicUrl }: { publicUrl: string }): RelyingParty {
  const { hostname, origin } = new URL(publicUrl);
  return { id: hostname, origin };
}

/** Identifies a mailbox to authenticators without revealing its owner (WebAuthn Level 3, 14.6.1). */
export function userHandleOf(mailboxId: number): string {
  return createHash('sha256').update(`passkeys of mailbox ${mailboxId}`).digest('base64url');
}
