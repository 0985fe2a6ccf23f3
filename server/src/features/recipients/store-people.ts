import type { MailAddress } from '@bocau/contract/fields.ts';
import { type Clock, unixSeconds } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/db/database.ts';
import type { Db } from '../../tables.ts';
import { markReplaced, readCorrespondentForUpdate, upsertCorrespondent } from './recipients.store.ts';

type Deps = { db: Db; clock: Clock };

/** Stores people as suggestions; a replaced one is suggested again. */
export async function storePeople(deps: Deps, mailboxId: number, people: MailAddress[]): Promise<void> {
  const byEmail = new Map(
    people.map(({ email, name }) => [email.toLowerCase(), { email: email.toLowerCase(), name }]),
  );
  const now = unixSeconds(deps.clock);
  await inTransaction(deps.db, async (tx) => {
    // In a fixed order, so that two calls cannot deadlock.
    for (const { email, name } of [...byEmail.values()].sort((a, b) => (a.email < b.email ? -1 : 1))) {
      await upsertCorrespondent(tx, mailboxId, email, { ...nobody(now), name });
    }
  });
}

/** The old address is no longer suggested; the new one takes over its name and counts. */
export async function replaceAddress(
  deps: Deps,
  mailboxId: number,
  old: string,
  next: string,
): Promise<void> {
  const [oldEmail, newEmail] = [old.trim().toLowerCase(), next.toLowerCase()];
  if (oldEmail === newEmail) return;
  const now = unixSeconds(deps.clock);
  await inTransaction(deps.db, async (tx) => {
    const known = await readCorrespondentForUpdate(tx, mailboxId, oldEmail);
    await upsertCorrespondent(tx, mailboxId, newEmail, known ?? nobody(now));
    await markReplaced(tx, mailboxId, oldEmail);
  });
}

function nobody(now: number) {
  return { name: '', sent_count: 0, received_count: 0, last_at: now };
}
