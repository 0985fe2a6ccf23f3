import { createHash } from 'node:crypto';

/** Who this server is to an authenticator (WebAuthn Level 3, 4): a domain, and the address of its pages. */
export type RelyingParty = { id: string; origin: string };

/** By the configured address, and not by what a request says: a proxy would pass on whatever it was told. */
export function relyingPartyOf({ publicUrl }: { publicUrl: string }): RelyingParty {
  const { hostname, origin } = new URL(publicUrl);
  return { id: hostname, origin };
}

/** Names a mailbox to authenticators, and says nothing of whose it is (WebAuthn Level 3, 14.6.1). */
export function userHandleOf(mailboxId: number): string {
  return createHash('sha256').update(`passkeys of mailbox ${mailboxId}`).digest('base64url');
}
