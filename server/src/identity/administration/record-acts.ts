import type { AdminAct } from '@bocau/contract/administration.ts';
import type { Actor } from '../../platform/caller.ts';
import type { Tx } from '../../tables.ts';
import { insertAuditRows } from './audit.store.ts';

/** Must not contain secrets, such as a password or the token of a link. */
export type RecordedAct = { act: AdminAct; before?: string | null; after?: string | null };

/** The object of an act. */
export type Target = {
  /** Null when it belongs to none of our domains. */
  domainId: number | null;
  /** Its name at that time: an address, a domain, a message id. */
  name: string;
  /** Set when it is a person. */
  mailboxId?: number;
};

/** Runs in the transaction of the acts, so that no act goes unrecorded. */
export function recordActs(
  tx: Tx,
  target: Target,
  by: { actor: Actor; at: number },
  acts: RecordedAct[],
): Promise<void> {
  return recordActsOnEach(
    tx,
    by,
    acts.map((act) => ({ target, ...act })),
  );
}

/** Like `recordActs`, for an act on many targets. */
export async function recordActsOnEach(
  tx: Tx,
  { actor, at }: { actor: Actor; at: number },
  acts: (RecordedAct & { target: Target })[],
): Promise<void> {
  if (acts.length === 0) return;
  await insertAuditRows(
    tx,
    acts.map(({ target, act, before = null, after = null }) => ({
      domain_id: target.domainId,
      at,
      actor_mailbox_id: actor.kind === 'person' ? actor.mailboxId : null,
      token_id: actor.kind === 'token' ? actor.tokenId : null,
      actor: actor.name,
      address: actor.address,
      person_mailbox_id: target.mailboxId ?? null,
      person: target.name,
      act,
      before,
      after,
    })),
  );
}
