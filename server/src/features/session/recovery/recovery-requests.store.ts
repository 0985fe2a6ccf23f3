import { sql } from 'kysely';
import { readRows } from '../../../platform/db/read-rows.ts';
import type { ReadDb, Tx } from '../../../tables.ts';

export type RequestCounts = { of_email: number; of_network: number; of_all: number };

/** None is stored beyond the global limit, so that a flood does not make counting slower. */
export async function countRequests(
  tx: Tx,
  { email, network, since }: { email: string; network: string; since: number },
): Promise<RequestCounts> {
  const [row] = await readRows<RequestCounts>(
    tx,
    sql`
    select
      (select count(*) from recovery_requests where email = ${email} and at > ${since})::integer as of_email,
      (select count(*) from recovery_requests where network = ${network} and at > ${since})::integer as of_network,
      (select count(*) from recovery_requests where at > ${since})::integer as of_all`,
  );
  return row as RequestCounts;
}

/** Deletes rows that no limit considers any more. */
export async function insertRequest(
  tx: Tx,
  request: { id: string; at: number; email: string; network: string },
  keptSince: number,
): Promise<void> {
  await tx.deleteFrom('recovery_requests').where('at', '<=', keptSince).execute();
  await tx.insertInto('recovery_requests').values(request).execute();
}

export async function readRequestEmail(db: ReadDb, id: string): Promise<string | undefined> {
  const found = await db
    .selectFrom('recovery_requests')
    .select('email')
    .where('id', '=', id)
    .executeTakeFirst();
  return found?.email;
}

/** Whether the account's current phone number was set after this time. */
export async function isPhoneNewSince(db: ReadDb, mailboxId: number, since: number): Promise<boolean> {
  const event = await db
    .selectFrom('security_events')
    .select('id')
    .where('mailbox_id', '=', mailboxId)
    .where('kind', 'in', ['phone_verified', 'phone_changed'])
    .where('at', '>', since)
    .limit(1)
    .executeTakeFirst();
  return event !== undefined;
}
