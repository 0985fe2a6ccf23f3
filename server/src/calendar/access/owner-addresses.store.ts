import { type RawBuilder, sql } from 'kysely';
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

/** Which of these addresses are of people here. */
export async function readAddressesHere(db: ReadDb, addresses: string[]): Promise<ReadonlySet<string>> {
  if (addresses.length === 0) return new Set();
  const rows = await db.selectFrom('addresses').select('address').where('address', 'in', addresses).execute();
  return new Set(rows.map(({ address }) => address));
}

/** Of an occurrence `o` in the mailbox of `w`: whether its owner has not declined it. */
export const isNotDeclined: RawBuilder<boolean> = sql`(o.declined_by is null or not exists (
  select from addresses a where a.mailbox_id = w.mailbox_id and a.address = any(o.declined_by)))`;

/** The same for one that was read, with the addresses of its owner. */
export function isDeclinedByOwner(
  { declined_by }: { declined_by: string[] | null },
  own: ReadonlySet<string> | undefined,
): boolean {
  return declined_by?.some((email) => own?.has(foldAddress(email))) ?? false;
}
