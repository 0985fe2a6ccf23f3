import type { AdminAct } from '@bocau/contract/administration.ts';
import type { Actor } from '../../platform/caller.ts';
import type { Tx } from '../../tables.ts';
import { insertAuditRows } from './audit.store.ts';

/** Never a secret, such as a password or a token of a link. */
export type RecordedAct = { act: AdminAct; before?: string | null; after?: string | null };

/** What an act was done to. */
export type Target = {
  /** Null where it belongs to no domain of ours. */
  domainId: number | null;
  /** As it is called at that time: an address, a domain, a message's id. */
  name: string;
  /** Where it is a person. */
  mailboxId?: number;
};

/** In the transaction of the acts: what is not written down has not happened. */
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

/** The same for what was done to many at once. */
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
