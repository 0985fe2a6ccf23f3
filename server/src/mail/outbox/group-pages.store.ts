import { sql } from 'kysely';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb, RecipientState } from '../../tables.ts';
import type { OutboxKey } from './sending-tasks.ts';

/** In whose outbox of the domain a page of a group's copies is. */
export async function findPage(
  db: ReadDb,
  domainId: number,
  outboxId: string,
): Promise<OutboxKey | undefined> {
  const rows = await readRows(
    db,
    sql<OutboxKey>`
    select mailbox_id as "mailboxId", id as "outboxId" from outbox
    where mailbox_id = any(array(select id from mailboxes where domain_id = ${domainId})) and id = ${outboxId}`,
  );
  return rows[0];
}

/** Copies in one state; `last` is the last address of the whole page. */
export type PageCopies = {
  state: RecipientState;
  code: number | null;
  said: string | null;
  count: number;
  last: string;
};

const LONGEST_SAID = 200;

/** How far the copies of a page have come. */
export async function countPage(db: ReadDb, { mailboxId, outboxId }: OutboxKey): Promise<PageCopies[]> {
  return readRows(
    db,
    sql<PageCopies>`
    select state, code, left(reply, ${LONGEST_SAID}) as said, count(*)::int as count, max(max(address)) over () as last
    from outbox_recipients where mailbox_id = ${mailboxId} and outbox_id = ${outboxId}
    group by 1, 2, 3 order by count desc, 1, 2, 3`,
  );
}
