import type { MailAddress } from '@bocau/contract/fields.ts';
import { sql } from 'kysely';
import { type Clock, unixSeconds } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/db/database.ts';
import type { Db, Tx } from '../../tables.ts';
import { comparedForm } from './compared-form.ts';

type Deps = { db: Db; clock: Clock };
type Counts = { name: string; sent_count: number; received_count: number; last_at: number };

/** Remembers people, to be suggested; one who was replaced comes back. */
export async function storePeople(deps: Deps, mailboxId: number, people: MailAddress[]): Promise<void> {
  const byEmail = new Map(
    people.map(({ email, name }) => [email.toLowerCase(), { email: email.toLowerCase(), name }]),
  );
  const now = unixSeconds(deps.clock);
  await inTransaction(deps.db, async (tx) => {
    for (const { email, name } of [...byEmail.values()].sort((a, b) => (a.email < b.email ? -1 : 1))) {
      await storePerson(tx, mailboxId, email, { name, sent_count: 0, received_count: 0, last_at: now });
    }
  });
}

/** The old address is not suggested any more; the new one takes its name and counts. */
export async function replaceAddress(
  deps: Deps,
  mailboxId: number,
  old: string,
  next: string,
): Promise<void> {
  const [oldEmail, newEmail] = [old.trim().toLowerCase(), next.toLowerCase()];
  if (oldEmail === newEmail) return;
  await inTransaction(deps.db, async (tx) => {
    const { rows } = await sql<Counts>`
      select name, sent_count, received_count, last_at from correspondents
      where mailbox_id = ${mailboxId} and email = ${oldEmail} and not replaced for update`.execute(tx);
    const nobody = { name: '', sent_count: 0, received_count: 0, last_at: unixSeconds(deps.clock) };
    await storePerson(tx, mailboxId, newEmail, rows[0] ?? nobody);
    // Kept, so that the next mail from there does not bring it back.
    await sql`
      insert into correspondents (mailbox_id, email, name, folded, sent_count, received_count, last_at, replaced)
      values (${mailboxId}, ${oldEmail}, '', ${comparedForm({ name: '', email: oldEmail })}, 0, 0, 0, true)
      on conflict (mailbox_id, email) do update set replaced = true, sent_count = 0, received_count = 0`.execute(
      tx,
    );
  });
}

/** A name that is known stays, unless the new one says something. */
async function storePerson(tx: Tx, mailboxId: number, email: string, person: Counts): Promise<void> {
  const { name, sent_count: sent, received_count: received, last_at: at } = person;
  await sql`
    insert into correspondents as c (mailbox_id, email, name, folded, sent_count, received_count, last_at)
    values (${mailboxId}, ${email}, ${name}, ${comparedForm({ name, email })}, ${sent}, ${received}, ${at})
    on conflict (mailbox_id, email) do update set
      name = case when excluded.name <> '' then excluded.name else c.name end,
      folded = case when excluded.name <> '' then excluded.folded else c.folded end,
      sent_count = c.sent_count + excluded.sent_count,
      received_count = c.received_count + excluded.received_count,
      last_at = greatest(c.last_at, excluded.last_at),
      replaced = false`.execute(tx);
}
