import { sql } from 'kysely';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb } from '../../tables.ts';

/** Messages of one meeting that are looked at, the latest first. */
const MESSAGES = 200;

/** Whom the last message that asks to a meeting did not reach, as addresses are compared. */
export async function readUndelivered(
  db: ReadDb,
  mailboxId: number,
  uid: string,
): Promise<ReadonlySet<string>> {
  const rows = await readRows(
    db,
    sql<{ address: string }>`
    select address from (
      select distinct on (r.address) r.address, r.state
      from (
        select distinct o.id, o.created_at from attachments a
        join outbox o on o.mailbox_id = a.mailbox_id and o.message_id = a.message_id
        where a.mailbox_id = ${mailboxId} and a.calendar is not null and a.calendar->>'uid' = ${uid}
          and a.calendar->>'method' = 'REQUEST'
        order by o.created_at desc, o.id desc limit ${MESSAGES}
      ) sent
      join outbox_recipients r on r.mailbox_id = ${mailboxId} and r.outbox_id = sent.id
      order by r.address, sent.created_at desc, sent.id desc
    ) last where state = 'failed'`,
  );
  return new Set(rows.map(({ address }) => address));
}
