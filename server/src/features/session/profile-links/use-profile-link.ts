import { hasLivingSession } from '../../../identity/security/living-sessions.store.ts';
import { type Clock, unixSeconds } from '../../../platform/clock.ts';
import { inTransaction } from '../../../platform/db/database.ts';
import type { Db } from '../../../tables.ts';
import { hashToken } from '../tokens.ts';
import { readProfileOwner, takeProfileLink } from './profile-links.store.ts';
import { openByToken } from './seal-by-token.ts';

/** What is told of a mailbox to a device. */
export type ProfileContent = {
  address: string;
  name: string;
  password: string;
  scopes: readonly string[];
};
/** The profile that says so; null where no server lets programs fetch mail by it. */
export type ProfileOf = (content: ProfileContent) => string | null;

/**
 * The link has ended with this, whatever comes of it. Null where it never was, was used, is too old, or where the session that
 * made it has ended: by signing out, by a suspension, or because the password may be known to somebody else.
 */
export async function useProfileLink(
  { db, clock }: { db: Db; clock: Clock },
  token: string,
): Promise<ProfileContent | null> {
  const now = unixSeconds(clock);
  const link = await inTransaction(db, (tx) => takeProfileLink(tx, hashToken(token)));
  if (!link || link.expires_at <= now) return null;
  const { mailbox_id: mailboxId, app_password_id: appPasswordId, session_id: sessionId, sealed } = link;
  if (!(await hasLivingSession(db, { sessionId, mailboxId, now }))) return null;
  const owner = await readProfileOwner(db, link);
  if (!owner) return null;
  const password = openByToken(token, sealed, { mailboxId, appPasswordId });
  return { address: owner.email, name: owner.name, password, scopes: owner.scopes };
}
