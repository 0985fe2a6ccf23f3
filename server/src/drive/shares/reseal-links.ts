import { inTransaction } from '../../platform/db/database.ts';
import type { SecretBox } from '../../platform/secrets/secret-box.ts';
import type { Db } from '../../tables.ts';
import { openShareToken, sealShareToken } from './share-secrets.ts';
import { type LinkCursor, readSealedLinks, writeSealedLink } from './shares.store.ts';

/**
 * Re-encrypts the links of shares with the current key (key rotation); returns how many no key decrypts,
 * which stay unchanged.
 */
export async function resealLinks({
  db,
  secrets,
}: {
  db: Db;
  secrets: SecretBox;
}): Promise<{ count: number; unopened: number }> {
  const resealed = { count: 0, unopened: 0 };
  for (let after: LinkCursor | null = null; ; ) {
    const links = await readSealedLinks(db, after);
    const last = links.at(-1);
    if (last === undefined) return resealed;
    for (const { mailbox_id, id, token_sealed } of links) {
      if (secrets.isCurrent(token_sealed)) continue;
      const token = openShareToken(secrets, mailbox_id, token_sealed);
      if (token === null) {
        resealed.unopened += 1;
        continue;
      }
      const sealed = sealShareToken(secrets, mailbox_id, token);
      await inTransaction(db, (tx) => writeSealedLink(tx, mailbox_id, id, sealed));
      resealed.count += 1;
    }
    after = { mailboxId: last.mailbox_id, id: last.id };
  }
}
