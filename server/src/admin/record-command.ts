import { type RecordedAct, recordActs } from '../identity/administration/record-acts.ts';
import { type Clock, unixSeconds } from '../platform/clock.ts';
import { inTransaction } from '../platform/db/database.ts';
import type { Db } from '../tables.ts';
import { commandLine } from './command-line-actor.ts';

/**
 * Audits a command that exports or imports mail before it begins: it takes long, and an interrupted one has
 * done half of it.
 */
export async function recordCommand(
  { db, clock }: { db: Db; clock: Clock },
  mailbox: { id: number; email: string; domain_id: number },
  act: RecordedAct,
): Promise<void> {
  const target = { domainId: mailbox.domain_id, name: mailbox.email, mailboxId: mailbox.id };
  const by = { actor: commandLine(), at: unixSeconds(clock) };
  await inTransaction(db, (tx) => recordActs(tx, target, by, [act]));
}
