import { sql } from 'kysely';
import type { Tx } from '../../tables.ts';

/** Takes a keyword that programs have set off some of the messages that have it; answers these. */
export async function takeKeyword(
  tx: Tx,
  mailboxId: number,
  keyword: string,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ message_id: string }>`
    update message_state s
    set keywords = array(select k.keyword from unnest(s.keywords) as k(keyword) where lower(k.keyword) <> lower(${keyword}))
    from (
      select o.message_id from message_state o
      where o.mailbox_id = ${mailboxId} and o.keywords <> '{}'
        and lower(${keyword}) in (select lower(k.keyword) from unnest(o.keywords) as k(keyword))
      limit ${limit}
    ) c
    where s.mailbox_id = ${mailboxId} and s.message_id = c.message_id
    returning s.message_id`.execute(tx);
  return rows.map(({ message_id }) => message_id);
}
