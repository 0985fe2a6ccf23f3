import { sql } from 'kysely';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb } from '../../tables.ts';
import { type Group, WITHIN } from './groups.store.ts';

/** A group in another one of the same domain. */
type Nesting = { parent: number; child: Group; passes: boolean };

/**
 * All nestings in these groups and in those in them. `passes`: whoever put the group there with a right over it has let mail by the other one through (`group_allowed`);
 * what was put there before that was written down counts so where nobody keeps the other one alone.
 */
export async function readNestings(db: ReadDb, groupIds: number[]): Promise<Nesting[]> {
  return readRows(
    db,
    sql<Nesting>`
    ${WITHIN(groupIds)}
    select m.group_id as parent,
      jsonb_build_object('id', c.id, 'address', c.address, 'writers', c.writers, 'strangers', c.strangers,
        'domain', d.name, 'takesMail', d.active) as child,
      exists (select from group_allowed l where l.group_id = c.id and l.address = g.address)
        or not exists (
          select from group_keepers k join mailboxes p on p.id = k.person_id
          where k.group_id = g.id and p.kind <> 'owner' and not exists (
            select from group_keepers o where o.group_id = c.id and o.person_id = k.person_id)) as passes
    from within w join groups g on g.id = w.id
    join group_members m on m.group_id = g.id
    join groups c on c.id = m.member_group_id
    join domains d on d.id = c.domain_id`,
  );
}
