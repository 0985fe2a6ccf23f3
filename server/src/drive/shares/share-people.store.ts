import { sql } from 'kysely';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb } from '../../tables.ts';
import type { SharePerson } from './shares.store.ts';

/**
 * Which of these people have a mailbox in the owner's organisation, under their address, or under it without
 * its tag. Everyone else is outside, including users of other local domains.
 */
export async function findSharePeople(
  db: ReadDb,
  mailboxId: number,
  given: string[],
): Promise<SharePerson[]> {
  const wanted = [...new Set(given.map(comparedAddress))];
  const forms = wanted.flatMap((address) => [
    { wanted: address, form: address, place: 1 },
    { wanted: address, form: withoutTag(address), place: 2 },
  ]);
  const rows = await readRows(
    db,
    sql<{ wanted: string; mailbox_id: number }>`
    select distinct on (w.wanted) w.wanted, m.id as mailbox_id
    from json_to_recordset(${JSON.stringify(forms)}) as w(wanted text, form text, place integer)
    join addresses a on a.address = w.form
    join mailboxes m on m.id = a.mailbox_id
    where m.deleted_at is null and m.domain_id = (select o.domain_id from mailboxes o where o.id = ${mailboxId})
    order by w.wanted, w.place`,
  );
  const inside = new Map(rows.map(({ wanted: address, mailbox_id }) => [address, mailbox_id]));
  return wanted.map((address) => ({ address, mailboxId: inside.get(address) ?? null }));
}

function comparedAddress(address: string): string {
  return address.trim().normalize('NFC').toLowerCase();
}

function withoutTag(address: string): string {
  const at = address.lastIndexOf('@');
  return `${address.slice(0, at).split('+')[0]}${address.slice(at)}`;
}
