import { sql } from 'kysely';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb } from '../../tables.ts';

/**
 * How addresses are named for a person whatever others say of them: by a card of one's own, by the directory, which
 * decides for all addresses of the domain, or by those who write. Without a name where none of them has one; an
 * address that none of them knows is not among the rows.
 */
export function readKnownNames(
  db: ReadDb,
  { person, mailbox }: { person: number; mailbox: number },
  addresses: string[],
): Promise<{ address: string; name: string }[]> {
  return readRows(
    db,
    sql<{ address: string; name: string }>`
    select w.address, coalesce(k.full_name, case when w.is_inside then coalesce(i.name, '') else r.name end) as name
    from (
      select a.address, split_part(a.address, '@', 2) = d.name as is_inside, own.domain_id
      from unnest(${addresses}::text[]) as a(address)
      join mailboxes own on own.id = ${person}
      join domains d on d.id = own.domain_id
    ) w
    left join lateral (
      select c.full_name from contact_points p
      join contact_cards c on c.mailbox_id = p.mailbox_id and c.id = p.card_id
      where p.mailbox_id = ${person} and p.value = w.address and p.kind = 'email'
      order by c.id limit 1
    ) k on true
    left join lateral (
      select m.name from addresses a join mailboxes m on m.id = a.mailbox_id
      where a.address = w.address and m.domain_id = w.domain_id and m.deleted_at is null and not m.hidden
      union all
      select g.name from groups g where g.address = w.address and g.domain_id = w.domain_id
      limit 1
    ) i on w.is_inside
    left join correspondents r on r.mailbox_id = ${mailbox} and r.email = w.address and not r.replaced
    where w.is_inside or k.full_name is not null or r.name is not null`,
  );
}
