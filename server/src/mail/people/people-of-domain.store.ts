import { sql } from 'kysely';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb } from '../../tables.ts';

/** Somebody who keeps what a domain has. */
export type Keeper = { email: string; name: string };

type Found = {
  /** Mailboxes, in the order of the addresses. */
  ids: number[];
  /** Addresses that are of nobody there. */
  strangers: string[];
};

/** The people of a domain, by any of their addresses. */
export async function findPeopleOfDomain(db: ReadDb, domainId: number, addresses: string[]): Promise<Found> {
  const people = await readRows<{ address: string; id: number | null }>(
    db,
    sql`
    select w.address, p.id from unnest(${addresses}::text[]) as w(address)
    left join addresses a on a.address = w.address
    left join mailboxes p on p.id = a.mailbox_id and p.domain_id = ${domainId} and p.deleted_at is null`,
  );
  return {
    ids: people.flatMap(({ id }) => (id === null ? [] : [id])),
    strangers: people.flatMap(({ address, id }) => (id === null ? [address] : [])),
  };
}
