import { sql } from 'kysely';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb, Tx } from '../../tables.ts';

export function readLists(db: ReadDb, mailboxId: number): Promise<{ name: string; total: number }[]> {
  return readRows(
    db,
    sql<{ name: string; total: number }>`
    select name, total from contact_lists where mailbox_id = ${mailboxId} order by list_key`,
  );
}

export type ListRecipients = {
  recipients: { name: string; email: string }[];
  without: number;
  beyond: number;
};

/** The first addresses of the cards in a list, up to a number of them. */
export async function readListRecipients(
  db: ReadDb,
  mailboxId: number,
  listKey: string,
  most: number,
): Promise<ListRecipients> {
  const rows = await readRows(
    db,
    sql<{ recipients: ListRecipients['recipients'] | null; total: number; addressed: number }>`
    with addressed as materialized (
      select l.given_key, l.card_id, (
        select p.value from contact_points p
        where p.mailbox_id = l.mailbox_id and p.card_id = l.card_id and p.kind = 'email'
        order by p.position limit 1
      ) as email
      from contact_list_members l where l.mailbox_id = ${mailboxId} and l.list_key = ${listKey}
    ), shown as (
      select c.full_name as name, a.email, a.given_key, a.card_id
      from (select * from addressed where email is not null order by given_key, card_id limit ${most}) a
      join contact_cards c on c.mailbox_id = ${mailboxId} and c.id = a.card_id
    )
    select count(*)::integer as total, count(email)::integer as addressed, (
      select json_agg(json_build_object('name', name, 'email', email) order by given_key, card_id) from shown
    ) as recipients
    from addressed`,
  );
  const { recipients, total = 0, addressed = 0 } = rows[0] ?? {};
  return {
    recipients: recipients ?? [],
    without: total - addressed,
    beyond: Math.max(0, addressed - most),
  };
}

/** Adds to the totals of lists and forgets those that are empty. Returns how many lists there are then. */
export async function addToLists(
  tx: Tx,
  mailboxId: number,
  changed: { list_key: string; name: string; more: number }[],
): Promise<number> {
  await sql`
    insert into contact_lists as l (mailbox_id, list_key, name, total)
    select ${mailboxId}, list_key, name, more
    from json_to_recordset(${JSON.stringify(changed)}) as c(list_key text, name text, more integer)
    on conflict (mailbox_id, list_key) do update set total = l.total + excluded.total`.execute(tx);
  const { rows } = await sql<{ lists: number }>`
    with empty as (
      delete from contact_lists where mailbox_id = ${mailboxId} and total <= 0 returning list_key
    )
    select (select count(*) from contact_lists where mailbox_id = ${mailboxId})::integer
      - (select count(*) from empty)::integer as lists`.execute(tx);
  return rows[0]?.lists ?? 0;
}

/** Another spelling of the same name. */
export async function respellList(
  tx: Tx,
  mailboxId: number,
  { listKey, name }: { listKey: string; name: string },
): Promise<void> {
  await tx
    .updateTable('contact_lists')
    .set({ name })
    .where('mailbox_id', '=', mailboxId)
    .where('list_key', '=', listKey)
    .execute();
}
