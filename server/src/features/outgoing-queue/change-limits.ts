import { recordActs } from '../../identity/administration/record-acts.ts';
import { foldAddress } from '../../mail/people/fold-address.ts';
import type { Actor } from '../../platform/caller.ts';
import { type Clock, unixSeconds } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { Failure, invalidInput } from '../../platform/failure.ts';
import type { Db, ReadDb } from '../../tables.ts';
import * as store from './brakes.store.ts';
import { findSender } from './queue.store.ts';

export type WhoseLimits = { sender?: string | undefined; domain?: string | undefined };

export async function findLimits(db: ReadDb, { sender, domain }: WhoseLimits): Promise<store.LimitsOf> {
  if ((sender === undefined) === (domain === undefined)) {
    const problem = 'name a sender or a domain';
    throw invalidInput(`The figures are of one: ${problem}`, { field: 'sender', problem, rule: 'invalid' });
  }
  if (sender !== undefined) {
    const mailboxId = await findSender(db, foldAddress(sender));
    if (mailboxId === undefined) throw new Failure('not_found', 'There is no such mailbox here');
    return { mailboxId };
  }
  const domainId = await store.findDomain(db, (domain ?? '').toLowerCase());
  if (domainId === undefined) throw new Failure('not_found', 'There is no such domain');
  return { domainId };
}

/** Sets the limits at which a sender is held automatically; they apply from the next message. */
export async function changeLimits(
  { db, clock }: { db: Db; clock: Clock },
  whose: WhoseLimits,
  changes: Partial<store.LimitsRow>,
  actor: Actor,
): Promise<store.LimitsRow> {
  const of = await findLimits(db, whose);
  if ('domainId' in of && changes.brake !== undefined) {
    const problem = 'can be changed of a sender alone';
    throw invalidInput(`Whether it is on ${problem}`, { field: 'on', problem, rule: 'invalid' });
  }
  if (Object.keys(changes).length === 0) return store.readLimits(db, of);
  return inTransaction(db, async (tx) => {
    const before = await store.readLimits(tx, of);
    await store.updateLimits(tx, of, changes);
    const after = await store.readLimits(tx, of);
    const name = whose.sender ?? whose.domain ?? '';
    const acts = [{ act: 'brake_changed' as const, before: told(before), after: told(after) }];
    await recordActs(tx, { domainId: null, name }, { actor, at: unixSeconds(clock) }, acts);
    return after;
  });
}

function told({ brake, brake_per_hour, brake_per_day }: store.LimitsRow): string {
  return brake ? `${brake_per_hour ?? 'default'}/h ${brake_per_day ?? 'default'}/d` : 'off';
}
