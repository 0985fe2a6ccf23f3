import { foldAddress } from '../../mail/people/fold-address.ts';
import type { ReadDb } from '../../tables.ts';

/** The addresses of the owner of a mailbox, as they are compared. */
export async function readOwnerAddresses(db: ReadDb, mailboxId: number): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('addresses')
    .select('address')
    .where('mailbox_id', '=', mailboxId)
    .execute();
  return new Set(rows.map(({ address }) => foldAddress(address)));
}
