import { inTransaction } from '../../platform/db/database.ts';
import { firstIdFrom } from '../../platform/ids.ts';
import { openLinkToken } from '../../platform/secrets/link-token.ts';
import type { SecretBox } from '../../platform/secrets/secret-box.ts';
import type { Db } from '../../tables.ts';
import { calendarLinkOf } from './link-secrets.ts';
import { type LinkCursor, readSealedLinks, writeSealedLink } from './links.store.ts';

const LINKS_A_READ = 500;

/** Re-encrypts the secrets of links with the current key; those that no key opens stay unchanged, and are counted. */
export async function resealCalendarLinks({
  db,
  secrets,
}: {
  db: Db;
  secrets: SecretBox;
}): Promise<{ count: number; unopened: number }> {
  const resealed = { count: 0, unopened: 0 };
  for (let after: LinkCursor = { mailbox_id: 0, id: firstIdFrom(0) }; ; ) {
    const links = await readSealedLinks(db, after, LINKS_A_READ);
    const last = links.at(-1);
    if (last === undefined) return resealed;
    for (const { token_sealed, ...link } of links) {
      if (secrets.isCurrent(token_sealed)) continue;
      const context = calendarLinkOf(link.mailbox_id);
      const token = openLinkToken(secrets, context, token_sealed);
      if (token === null) resealed.unopened += 1;
      else {
        await inTransaction(db, (tx) => writeSealedLink(tx, link, secrets.seal(Buffer.from(token), context)));
        resealed.count += 1;
      }
    }
    after = last;
  }
}
