import { sql } from 'kysely';
import type { Tx } from '../../tables.ts';

/** `first`: the mailbox has no known device yet, so there is no one to alert. */
export type Familiarity = 'known' | 'new' | 'first';

/** Remembers the device of a sign-in, and returns whether it was known. */
export async function rememberDevice(
  tx: Tx,
  mailboxId: number,
  { device, at }: { device: Buffer; at: number },
): Promise<Familiarity> {
  const { rows } = await sql<{ added: boolean; had_others: boolean }>`
    with others as (
      select exists (select from known_devices where mailbox_id = ${mailboxId}) as had_others
    ), remembered as (
      insert into known_devices as k (mailbox_id, device, last_at) values (${mailboxId}, ${device}, ${at})
      on conflict (mailbox_id, device) do update set last_at = excluded.last_at
      -- Of an updated row the transaction that locked it is known.
      returning (k.xmax = 0) as added
    )
    select added, had_others from remembered, others`.execute(tx);
  const { added, had_others: hadOthers } = rows[0] ?? { added: false, had_others: true };
  if (!added) return 'known';
  return hadOthers ? 'new' : 'first';
}

/** Forgets all devices; `instead` is remembered, so that no later one counts as the first. */
export async function forgetDevices(
  tx: Tx,
  mailboxId: number,
  { instead, at }: { instead: Buffer; at: number },
): Promise<void> {
  await tx.deleteFrom('known_devices').where('mailbox_id', '=', mailboxId).execute();
  await tx
    .insertInto('known_devices')
    .values({ mailbox_id: mailboxId, device: instead, last_at: at })
    .execute();
}
