import { timingSafeEqual } from 'node:crypto';
import { PROFILE_LINK_SECONDS, PROFILE_PAGE } from '@bocau/contract/app-passwords.ts';
import type { SessionCaller } from '../../../platform/caller.ts';
import { type Clock, unixSeconds } from '../../../platform/clock.ts';
import { inTransaction } from '../../../platform/db/database.ts';
import { Failure } from '../../../platform/failure.ts';
import { isId } from '../../../platform/ids.ts';
import type { Db } from '../../../tables.ts';
import { hashRandomCode, readRandomCode } from '../second-step/random-codes.ts';
import { hashToken, newToken } from '../tokens.ts';
import { holdAppPassword, writeProfileLink } from './profile-links.store.ts';
import { sealByToken } from './seal-by-token.ts';
import type { ProfileOf } from './use-profile-link.ts';

export type ProfileLinkDeps = { db: Db; clock: Clock; profileOf: ProfileOf };

/**
 * Needs no fresh proof: whoever has the password could type it into a device as well. The token follows as a fragment, which no
 * browser sends: it is in no log and no referrer, and who fetches the page to look at it has not used it.
 */
export async function makeProfileLink(
  { db, clock, profileOf }: ProfileLinkDeps,
  { person, email, session }: SessionCaller,
  given: { id: string; password: string },
): Promise<{ path: string; expires_at: number }> {
  const password = readRandomCode(given.password);
  const token = newToken();
  const expires_at = unixSeconds(clock) + PROFILE_LINK_SECONDS;
  await inTransaction(db, async (tx) => {
    const found = isId(given.id) ? await holdAppPassword(tx, person, given.id) : undefined;
    if (!found) throw new Failure('not_found', 'There is no such app password');
    if (password === null || !isOf(found.token_hash, password)) {
      throw new Failure('password_incorrect', 'This is not the app password');
    }
    if (profileOf({ address: email, name: '', password, scopes: found.scopes }) === null) {
      throw new Failure('not_found', 'No server here lets programs fetch mail by this app password');
    }
    await writeProfileLink(tx, {
      mailbox_id: person,
      app_password_id: given.id,
      token_hash: hashToken(token),
      session_id: session.id,
      sealed: sealByToken(token, password, { mailboxId: person, appPasswordId: given.id }),
      expires_at,
    });
  });
  return { path: `${PROFILE_PAGE}#${token}`, expires_at };
}

function isOf(hash: Buffer, password: string): boolean {
  const given = hashRandomCode(password);
  return given.length === hash.length && timingSafeEqual(given, hash);
}
