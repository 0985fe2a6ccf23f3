import { foldAddress } from '../../mail/people/fold-address.ts';
import { readAddressesOf } from '../../mail/people/people.store.ts';
import type { ReadDb } from '../../tables.ts';

/** The addresses of the owners of calendars by their mailboxes, as they are compared. */
export async function readOwnAddresses(
  db: ReadDb,
  mailboxIds: Iterable<number>,
): Promise<ReadonlyMap<number, ReadonlySet<string>>> {
  const ids = [...mailboxIds];
  const rows = ids.length === 0 ? [] : await readAddressesOf(db, ids);
  const byMailbox = Map.groupBy(rows, ({ mailbox_id }) => mailbox_id);
  return new Map(
    ids.map((id) => [id, new Set(byMailbox.get(id)?.map(({ address }) => foldAddress(address)))]),
  );
}
