import { inTransaction } from '../platform/db/database.ts';
import { firstIdFrom } from '../platform/ids.ts';
import { openLinkToken } from '../platform/secrets/link-token.ts';
import type { SecretBox, SecretContext } from '../platform/secrets/secret-box.ts';
import type { Db, ReadDb, Tx } from '../tables.ts';
import { calendarLinkOf } from './links/link-secrets.ts';
import { readSealedLinks, type SealedPlace, writeSealedLink } from './links/links.store.ts';
import { subscriptionOf } from './subscriptions/subscription-secrets.ts';
import { readSealedAddresses, writeSealedAddress } from './subscriptions/subscriptions.store.ts';

type Sealed = {
  contextOf(mailboxId: number): SecretContext;
  /** Of all mailboxes, in the order of their keys. */
  read(db: ReadDb, after: SealedPlace, limit: number): Promise<(SealedPlace & { sealed: Buffer })[]>;
  write(tx: Tx, place: SealedPlace, sealed: Buffer): Promise<void>;
};

const SECRETS: readonly Sealed[] = [
  { contextOf: calendarLinkOf, read: readSealedLinks, write: writeSealedLink },
  { contextOf: subscriptionOf, read: readSealedAddresses, write: writeSealedAddress },
];

const A_READ = 500;

/**
 * Re-encrypts the secrets of links and the addresses of subscriptions with the current key; those that no key opens stay
 * unchanged, and are counted.
 */
export async function resealCalendarSecrets({
  db,
  secrets,
}: {
  db: Db;
  secrets: SecretBox;
}): Promise<{ count: number; unopened: number }> {
  const resealed = { count: 0, unopened: 0 };
  for (const { contextOf, read, write } of SECRETS) {
    let after: SealedPlace = { mailbox_id: 0, id: firstIdFrom(0) };
    for (;;) {
      const found = await read(db, after, A_READ);
      const last = found.at(-1);
      if (last === undefined) break;
      for (const { sealed, ...place } of found) {
        if (secrets.isCurrent(sealed)) continue;
        const context = contextOf(place.mailbox_id);
        const secret = openLinkToken(secrets, context, sealed);
        if (secret === null) resealed.unopened += 1;
        else {
          await inTransaction(db, (tx) => write(tx, place, secrets.seal(Buffer.from(secret), context)));
          resealed.count += 1;
        }
      }
      after = last;
    }
  }
  return resealed;
}
