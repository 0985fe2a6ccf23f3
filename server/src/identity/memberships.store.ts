import type { MailboxRight } from '@bocau/contract/endpoint.ts';
import { sql } from 'kysely';
import { readRows } from '../platform/db/read-rows.ts';
import type { ReadDb } from '../tables.ts';

/**
 * The mailbox of an address of the person's domain, with what the person may do there beside what everybody may in their
 * own; undefined where there is none, or it is suspended. A membership across domains counts for nothing.
 */
export async function readMembership(
  db: ReadDb,
  { address, person, domain }: { address: string; person: number; domain: number },
): Promise<{ mailbox_id: number; rights: MailboxRight[] } | undefined> {
  const [row] = await readRows<{ mailbox_id: number; rights: MailboxRight[] }>(
    db,
    sql`
    select a.mailbox_id, coalesce(s.rights, '{}') as rights
    from addresses a join mailboxes m on m.id = a.mailbox_id
    left join memberships s on s.mailbox_id = a.mailbox_id and s.person_id = ${person}
    where a.address = ${address} and m.domain_id = ${domain} and m.active`,
  );
  return row;
}
