import { isValidAddress } from '@bocau/contract/address.ts';
import { sql } from 'kysely';
import type { Db } from '../../tables.ts';

export type AddressStatus = 'inside' | 'outside' | 'invalid';

/** Inside is who has an address in the caller's own domain that mail arrives at. Answers by address, as it was written. */
export async function checkAddresses(
  db: Db,
  mailboxId: number,
  emails: string[],
): Promise<Record<string, { status: AddressStatus }>> {
  const valid = emails.filter(isValidAddress).map((email) => email.toLowerCase());
  const { rows } = await sql<{ address: string }>`
    select a.address
    from mailboxes own
    join mailboxes m on m.domain_id = own.domain_id and m.active
    join addresses a on a.mailbox_id = m.id
    where own.id = ${mailboxId} and a.address = any(${valid}::text[])`.execute(db);
  const inside = new Set(rows.map((row) => row.address));
  const statusOf = (email: string): AddressStatus => {
    if (!isValidAddress(email)) return 'invalid';
    return inside.has(email.toLowerCase()) ? 'inside' : 'outside';
  };
  return Object.fromEntries(emails.map((email) => [email, { status: statusOf(email) }]));
}
